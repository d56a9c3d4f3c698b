import { isIPv6, SocketAddress } from "node:net";
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from "fastify";
import { AppError } from "../app-error.ts";
import type { Clock } from "../clock.ts";
import { createRequestMeter } from "./request-meter.ts";

export interface RateLimit {
  /** Requests a minute from one address. */
  perMinuteMax: number;
  /** Requests that are not counted. */
  isFree?: (request: FastifyRequest) => boolean;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** A count and a limit of the route's own; false: none. Left out: the one that all such routes share. */
    rateLimit?: RateLimit | false;
  }
  interface FastifyRequest {
    isCounted: boolean;
  }
}

/** Limits what one address may ask for in a minute. Routes that are added afterwards are counted. */
export function registerRateLimit(app: FastifyInstance, clock: Clock, general: RateLimit): void {
  const createLimiter = ({ perMinuteMax, isFree }: RateLimit): onRequestHookHandler => {
    const meter = createRequestMeter(clock);
    return (request, reply, done) => {
      // A route for HEAD is made from the one for GET, hook and all.
      if (request.isCounted || isFree?.(request) === true) return done();
      request.isCounted = true;
      const { requests, secondsLeft } = meter.count(toNetwork(request.ip));
      reply.header("x-ratelimit-limit", perMinuteMax);
      reply.header("x-ratelimit-remaining", Math.max(0, perMinuteMax - requests));
      reply.header("x-ratelimit-reset", secondsLeft);
      if (requests <= perMinuteMax) return done();
      reply.header("retry-after", secondsLeft);
      done(new AppError("too-many-requests"));
    };
  };
  const limitAll = createLimiter(general);
  app.decorateRequest("isCounted", false);
  app.addHook("onRoute", (route) => {
    const own = route.config?.rateLimit;
    if (own === false) return;
    const limiter = own === undefined ? limitAll : createLimiter(own);
    route.onRequest = [...[route.onRequest ?? []].flat(), limiter];
  });
}

/** What counts as one address: of IPv6 the /64 network, since who has one address of it has all of them. */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address.toLowerCase();
  const written = new SocketAddress({ address, family: "ipv6" }).address;
  const mapped = /^::ffff:([\d.]+)$/.exec(written)?.[1];
  if (mapped !== undefined) return mapped;
  const [left = [], right = []] = written.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
