import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Logger } from "../app-context.ts";
import { AppError } from "../app-error.ts";
import type { ClientAddresses } from "./client-address.ts";
import { healthPath, readinessPath } from "./health.ts";

const namesToldMax = 50;
const probes: ReadonlySet<unknown> = new Set([healthPath, readinessPath]);

export interface HostSettings {
  readonly publicUrl: string;
  /** Host names besides the public address's; `*` for every name. */
  readonly allowedHosts: readonly string[];
}

/**
 * Whether a request names this server. Pages of a foreign name that resolves here (DNS rebinding) would otherwise be
 * same-origin with ours. This machine's own names, and the address of the connection, are safe.
 */
export function createHostCheck(
  { publicUrl, allowedHosts }: HostSettings,
  addresses: ClientAddresses,
): (request: IncomingMessage) => boolean {
  const known = new Set([new URL(publicUrl).hostname, ...allowedHosts].map((name) => name.toLowerCase()));
  return (request) => {
    if (known.has("*")) return true;
    const name = readName(addresses.readHost(request));
    if (name === null) return false;
    if (known.has(name) || name === "localhost" || name.endsWith(".localhost")) return true;
    const address = name.replace(/^\[|\]$/g, "");
    if (isIP(address) === 0) return false;
    const local = (request.socket.localAddress ?? "").replace(/^::ffff:/i, "");
    return address === local || address === "::1" || address.startsWith("127.");
  };
}

function readName(host: string | undefined): string | null {
  if (host === undefined || !URL.canParse(`http://${host}`)) return null;
  const { hostname, pathname, username } = new URL(`http://${host}`);
  return pathname === "/" && username === "" ? hostname : null;
}

/** Refuses requests under another name; health probes are answered under any. */
export function registerHostCheck(
  app: FastifyInstance,
  isKnown: (request: IncomingMessage) => boolean,
  log: Logger,
): void {
  const told = new Set<string>();
  app.addHook("onRequest", (request, _reply, done) => {
    if (isKnown(request.raw) || probes.has(request.routeOptions.url)) return done();
    const host = String(request.host).slice(0, 255);
    if (!told.has(host) && told.size < namesToldMax) {
      told.add(host);
      log.warn({ host }, "refused a request under a name that is neither PUBLIC_URL's nor in ALLOWED_HOSTS");
    }
    done(new AppError("host-unknown"));
  });
}
