import type { ByteSource } from "../byte-source.ts";

/** In-memory bytes as an uploaded file, for tests. */
export function bytesSource(name: string, content: Uint8Array | string): ByteSource {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name,
    sizeBytes: bytes.length,
    read: async (offset, lengthBytes) => bytes.slice(Math.min(offset, bytes.length), offset + lengthBytes),
  };
}
