import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { AppContext } from "../app-context.ts";
import { AppError } from "../app-error.ts";
import { createClientAddresses } from "./client-address.ts";
import { createHostCheck } from "./known-host.ts";

/** Takes over a connection that asks to become a socket. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

/**
 * The sockets of a listening server by path. A path without a handler gets 503: another server may have it, and a proxy
 * that sees this status may try the next one. So does a handler that fails.
 */
export function routeUpgrades(
  server: Server,
  context: AppContext,
  handlers: ReadonlyMap<string, UpgradeHandler>,
): void {
  const { config, log } = context;
  const isKnownHost = createHostCheck(config, createClientAddresses(config.trustedProxies));
  // Stays until the server is gone: a socket that nobody answers would keep the server from closing.
  server.on("upgrade", (request, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    if (!isKnownHost(request)) return refuseUpgrade(socket, "421 Misdirected Request");
    // Clients may send any address, such as `//`.
    const handler = handlers.get(URL.parse(request.url ?? "/", "http://localhost")?.pathname ?? "");
    if (handler === undefined) return refuseUpgrade(socket, "503 Service Unavailable");
    handler(request, socket, head).catch((error: unknown) => {
      if (!(error instanceof AppError)) log.error({ err: error }, "a socket could not be opened");
      refuseUpgrade(socket, "503 Service Unavailable");
    });
  });
}

export function refuseUpgrade(socket: Duplex, status: string): void {
  // Without waiting for the client to close its side.
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
