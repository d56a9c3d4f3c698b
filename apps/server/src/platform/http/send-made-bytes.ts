import type { FastifyReply, FastifyRequest } from "fastify";
import type { MadeOnce } from "../read-path/made-once.ts";
import { acceptsBrotli } from "./send-compressed-bytes.ts";

/** Sends bytes of `made`, compressed if the client accepts that. The caller's `vary` names `accept-encoding`. */
export async function sendMadeBytes(
  made: MadeOnce,
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
): Promise<FastifyReply> {
  if (!acceptsBrotli(request.headers["accept-encoding"])) return reply.send(bytes);
  return reply.header("content-encoding", "br").send(await made.compress(bytes));
}
