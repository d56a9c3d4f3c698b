import rateLimit, { type RateLimitPluginOptions } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { Redis } from "ioredis";
import type { AppContext } from "../app-context.ts";
import { AppError } from "../app-error.ts";
import { connectToRedis } from "../redis.ts";
import { logSecurityOnce } from "../security-log.ts";
import { createRateLimitStore } from "./rate-limit-store.ts";

const requestsPerMinuteMax = 3_000;
/** A request waits no longer for its count. */
const redisCountsWithinMs = 500;

/** The connection for counts that several servers share; null for a single server. */
export async function connectSharedCounts({ config, log }: AppContext): Promise<Redis | null> {
  if (config.redisUrl === undefined) return null;
  return await connectToRedis(config.redisUrl, log, { enableOfflineQueue: false, commandTimeout: redisCountsWithinMs });
}

/**
 * Limits the requests of a minute from one address, on every route. Servers with a Redis count together; each also
 * counts for itself, which still protects it while Redis is unreachable.
 */
export async function registerRequestLimits(
  app: FastifyInstance,
  context: AppContext,
  redis: Redis | null,
): Promise<void> {
  const options: RateLimitPluginOptions = {
    global: true,
    max: requestsPerMinuteMax,
    timeWindow: 60_000,
    errorResponseBuilder: ({ ip: ipAddress, routeOptions }) => {
      const route = routeOptions.url ?? "";
      logSecurityOnce(context, `${ipAddress} ${route}`, "request.limited", { ipAddress, route });
      return new AppError("too-many-requests");
    },
  };
  // The first one registered also serves `app.createRateLimit`.
  if (redis !== null) {
    await app.register(rateLimit, { ...options, redis, nameSpace: "blueprint-requests-", skipOnError: true });
  }
  await app.register(rateLimit, {
    ...options,
    store: createRateLimitStore(context.clock),
    ...(redis === null ? {} : { addHeadersOnExceeding: unsaid }),
  });
}

const unsaid = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };
