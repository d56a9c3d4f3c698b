import type { FastifyReply, FastifyRequest } from "fastify";
import type { ObjectStorage } from "../storage/object-storage.ts";
import { parseByteRange } from "./byte-range.ts";

export interface StoredBytes {
  key: string;
  /** Size of the whole object. */
  sizeBytes: number;
  /** With quotes; changes with the bytes and with the headers. */
  etag: string;
  headers: Record<string, string>;
}

/** Types that a browser would run, or show as a page. */
const activeType =
  /^(text\/(html|xml|xsl|javascript|ecmascript)|application\/(xml|javascript|ecmascript|pdf|x-shockwave-flash)|[^;]*\+xml|multipart\/)/i;

/**
 * Headers for uploaded bytes, or bytes derived from them, so that they never act as one of our pages. Scriptable types
 * run no scripts and are downloaded instead of opened; pictures still show where a page embeds them.
 */
export function withoutPowers(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { "content-type": type = "", "content-disposition": disposition = "attachment" } = headers;
  return {
    ...headers,
    ...(activeType.test(type.trim()) ? { "content-disposition": disposition.replace(/^[^;]*/, "attachment") } : {}),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  };
}

/** Answers GET and HEAD with a stored object, whole or in part (RFC 9110 §13–14). @throws AppError not-found */
export async function sendStoredBytes(
  storage: ObjectStorage,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, sizeBytes, etag, headers }: StoredBytes,
): Promise<FastifyReply> {
  reply.headers({ ...withoutPowers(headers), etag, "accept-ranges": "bytes" });
  if (matchesEtag(request.headers["if-none-match"], etag)) return reply.status(304).send();

  const isStale = request.headers["if-range"] !== undefined && request.headers["if-range"] !== etag;
  // An empty object has no ranges, but a client that asks for "at most so many bytes" means all of it.
  const isWhole = isStale || request.method === "HEAD" || sizeBytes === 0;
  const range = isWhole ? null : parseByteRange(request.headers.range, sizeBytes);
  if (range === "unsatisfiable") {
    for (const name of ["content-disposition", "content-encoding"]) reply.removeHeader(name);
    return reply.status(416).header("content-range", `bytes */${sizeBytes}`).send();
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes };
  reply.header("content-length", end - start);
  if (range !== null) reply.status(206).header("content-range", `bytes ${start}-${end - 1}/${sizeBytes}`);
  if (request.method === "HEAD") return reply.send();
  const { stream } = await storage.read(key, { start, end });
  return reply.send(stream);
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((given) => given.trim() === "*" || given.trim().replace(/^W\//, "") === etag);
}
