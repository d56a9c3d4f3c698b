import type { FastifyReply } from "fastify";

/** Aborted when the connection ends before the answer is sent: the client no longer waits for it. */
export function toAskerSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
