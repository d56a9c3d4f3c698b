import { pipeline } from "node:stream";
import { createBrotliDecompress } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ObjectStorage } from "../storage/object-storage.ts";
import { type StoredBytes, sendStoredBytes, withoutPowers } from "./send-stored-bytes.ts";

/**
 * Sends an object that is stored brotli-compressed: as it is to clients that accept it (every browser over a secure
 * connection), decompressed to others. Ranges refer to the encoded bytes; a decompressed answer supports none.
 */
export async function sendCompressedBytes(
  storage: ObjectStorage,
  request: FastifyRequest,
  reply: FastifyReply,
  stored: StoredBytes,
): Promise<FastifyReply> {
  reply.header("vary", "accept-encoding");
  if (acceptsBrotli(request.headers["accept-encoding"])) {
    const headers = { ...stored.headers, "content-encoding": "br" };
    return sendStoredBytes(storage, request, reply, { ...stored, headers, etag: withMark(stored.etag, "br") });
  }
  reply.headers({ ...withoutPowers(stored.headers), etag: withMark(stored.etag, "plain") });
  if (request.method === "HEAD") return reply.send();
  const { stream } = await storage.read(stored.key);
  // An error ends the answer before its full length, which the client detects.
  return reply.send(pipeline(stream, createBrotliDecompress(), () => undefined));
}

export function acceptsBrotli(header: string | string[] | undefined): boolean {
  return String(header ?? "")
    .split(",")
    .some((coding) => /^br(;\s*q=(?!0(\.0*)?$).*)?$/.test(coding.trim()));
}

function withMark(etag: string, mark: string): string {
  return `${etag.slice(0, -1)}-${mark}"`;
}
