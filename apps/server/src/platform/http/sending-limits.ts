import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";
import { type ClientAddresses, toAddressGroup } from "./client-address.ts";

/** How long whoever sends may take, and how often they may come at the same time. */
export interface SendingLimits {
  /** For the head of a request. */
  readonly headersMs: number;
  /** For a body off the upload routes: JSON of at most a megabyte. */
  readonly bodyMs: number;
  /** On upload routes, where a chunk may take hours, this much has to come in each window; a resumed one loses nothing. */
  readonly paceBytes: number;
  readonly paceWindowMs: number;
  /** From one address (IPv6: one /64); behind a configured proxy, requests and sockets at the same time. */
  readonly connectionsPerAddressMax: number;
}

/** 16 KiB a minute is a hundredth of what a phone at the edge of its network sends. */
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
 * Ends requests whose body comes too slowly, answered or not. Without this, whoever sends half of a body holds a
 * connection and its memory for ever: Node's own limit for whole requests would end uploads as well. Sockets and streams
 * of events have no body.
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
    // A body that was refused unread is still on its way when the answer is out.
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
  // Bytes that wait for us to read them are no fault of the sender's.
  return receivedBytes < paceBytes && request.readableLength === 0;
}

function refuse(sender: Sender): void {
  const { request, response, isUpload } = sender;
  const isAwaited = !response.headersSent && request.listenerCount("error") > 0;
  if (isUpload || !isAwaited || sender.isRefused) {
    request.destroy();
    return;
  }
  // Whoever reads the body learns that it broke off, and answers; the answer closes the connection.
  sender.isRefused = true;
  request.emit("error", new AppError("request-timeout"));
}

/**
 * Refuses what comes from an address that has too much open. Connections are counted where they begin, so that silent
 * ones count; those of a configured proxy are many people's, and what they ask is counted instead, each for whom it
 * passes on.
 */
export function limitConnections(
  app: FastifyInstance<Server>,
  { connectionsPerAddressMax }: SendingLimits,
  addresses: ClientAddresses,
  refuseSocket: (socket: Duplex) => void,
): void {
  const open = new Map<string, number>();
  /** @returns whether there is room for one more, which then is counted until `ended` */
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
