import type { FastifyReply } from "fastify";

/** The status of a response, or null if the client left before it began. */
export function toSentStatus({ raw, statusCode }: FastifyReply): number | null {
  return raw.headersSent ? statusCode : null;
}

/** Calls back once, however the request ends. Fastify's `onResponse` is silent about responses that their clients gave up. */
export function onRequestEnd(reply: FastifyReply, onEnd: () => void): void {
  reply.raw.once("close", onEnd);
}
