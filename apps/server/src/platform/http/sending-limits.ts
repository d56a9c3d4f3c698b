import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";
import { type ClientAddresses, toAddressGroup } from "./client-address.ts";

/** Time limits for senders, and their maximum number of concurrent connections. */
export interface SendingLimits {
  /** For the head of a request. */
  readonly headersMs: number;
  /** For a body outside the upload routes: JSON of at most a megabyte. */
  readonly bodyMs: number;
  /**
   * On upload routes, where a chunk may take hours, this much has to arrive in each window; a resumed one loses
   * nothing.
   */
  readonly paceBytes: number;
  readonly paceWindowMs: number;
  /** From one address (IPv6: one /64); behind a configured proxy, concurrent requests and sockets. */
  readonly connectionsPerAddressMax: number;
}

/** 16 KiB a minute is a hundredth of what a phone with poor reception sends. */
export const defaultSendingLimits: Omit<SendingLimits, "connectionsPerAddressMax"> = {
  headersMs: 20_000,
  bodyMs: 25_000,
  paceBytes: 16 * 1024,
  paceWindowMs: 60_000,
};

interface Sender {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isUpload: boolean;
  readonly startedAtMs: number;
  windowStartedAtMs: number;
  windowStartedBytes: number;
  isRefused: boolean;
}

/**
 * Ends requests whose body arrives too slowly, answered or not. Otherwise a client that sends half of a body would hold
 * a connection and its memory for ever: Node's own limit for whole requests would end uploads as well. Sockets and
 * event streams have no body.
 */
export function limitSlowBodies(
  server: Server,
  limits: SendingLimits,
  isUpload: (request: IncomingMessage) => boolean,
) {
  const senders = new Set<Sender>();
  const sweep = () => {
    const nowMs = performance.now();
    for (const sender of senders) {
      if (sender.request.complete || sender.request.destroyed) senders.delete(sender);
      else if (isTooSlow(sender, limits, nowMs)) refuse(sender);
    }
  };
  const everyMs = Math.max(20, Math.min(5_000, limits.bodyMs / 5, limits.paceWindowMs / 5));
  const timer = setInterval(sweep, everyMs).unref();
  server.on("close", () => clearInterval(timer));
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.complete || !hasBody(request)) return;
    const nowMs = performance.now();
    const sender = {
      request,
      response,
      isUpload: isUpload(request),
      startedAtMs: nowMs,
      windowStartedAtMs: nowMs,
      windowStartedBytes: request.socket.bytesRead,
      isRefused: false,
    };
    senders.add(sender);
    // A body refused unread is still arriving after the answer is sent.
    response.once("close", () => {
      if (request.complete) senders.delete(sender);
    });
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isTooSlow(sender: Sender, { bodyMs, paceBytes, paceWindowMs }: SendingLimits, nowMs: number): boolean {
  const { request, isUpload, startedAtMs } = sender;
  if (!isUpload) return nowMs - startedAtMs >= bodyMs;
  if (nowMs - sender.windowStartedAtMs < paceWindowMs) return false;
  const receivedBytes = request.socket.bytesRead - sender.windowStartedBytes;
  sender.windowStartedAtMs = nowMs;
  sender.windowStartedBytes = request.socket.bytesRead;
  // Bytes that wait for us to read them are not the sender's fault.
  return receivedBytes < paceBytes && request.readableLength === 0;
}

function refuse(sender: Sender): void {
  const { request, response, isUpload } = sender;
  const isAwaited = !response.headersSent && request.listenerCount("error") > 0;
  if (isUpload || !isAwaited || sender.isRefused) {
    request.destroy();
    return;
  }
  // The reader of the body gets the error and answers; the answer closes the connection.
  sender.isRefused = true;
  request.emit("error", new AppError("request-timeout"));
}

/**
 * Refuses an address with too many open connections. They count from their start, so that silent ones count too; those
 * of a configured proxy belong to many clients, so its requests are counted instead, each for its client.
 */
export function limitConnections(
  app: FastifyInstance<Server>,
  { connectionsPerAddressMax }: SendingLimits,
  addresses: ClientAddresses,
  refuseSocket: (socket: Duplex) => void,
): void {
  const open = new Map<string, number>();
  /** @returns whether there is room for one more, which is then counted until `ended` is called */
  const enter = (address: string, onEnd: (ended: () => void) => void): boolean => {
    const group = toAddressGroup(address);
    const count = open.get(group) ?? 0;
    if (count >= connectionsPerAddressMax) return false;
    open.set(group, count + 1);
    onEnd(() => {
      const left = (open.get(group) ?? 1) - 1;
      if (left === 0) open.delete(group);
      else open.set(group, left);
    });
    return true;
  };
  app.server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || addresses.isProxy(remoteAddress)) return;
    if (!enter(remoteAddress, (ended) => socket.once("close", ended))) refuseSocket(socket);
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (!addresses.isProxy(request.raw.socket.remoteAddress)) return done();
    const hasRoom = enter(request.ip, (ended) => reply.raw.once("close", ended));
    done(hasRoom ? undefined : new AppError("too-many-requests"));
  });
  app.server.prependListener("upgrade", (request: IncomingMessage, socket: Duplex) => {
    if (!addresses.isProxy(request.socket.remoteAddress)) return;
    if (!enter(addresses.read(request), (ended) => socket.once("close", ended))) refuseSocket(socket);
  });
}
