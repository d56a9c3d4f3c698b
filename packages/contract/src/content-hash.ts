/**
 * How sender and server make sure that they hold the same bytes: a chain over the blocks of a file. For every block,
 * `chain = SHA-256(chain ‖ XXH64(block))`, beginning with 32 zero bytes; XXH64 with seed 0 as 8 bytes, the highest
 * first (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md); the last block may be shorter. The content
 * hash of the first n bytes is the chain after them.
 *
 * A chunk's request carries the content hash of everything from the file's beginning to the chunk's end, so the last one
 * is the whole file's. Where a block ends, the 32 bytes of the chain are all there is to go on with: they are kept
 * beside the offset. It finds damage and mix-ups, not forgers: whoever wants a digest that nobody can forge has the
 * SHA-256 of the stored file.
 */
export const contentHashBlockBytes = 256 * 1024;

/** The content hash of no bytes, in lower-case hex as everywhere. */
export const emptyContentHash = "0".repeat(64);

/** Names of headers. */
export const contentHashHeaders = {
  /** On requests: of all bytes up to the end of this body. On answers: of the bytes that `provenBytes` counts. */
  contentHash: "x-blueprint-content-chain",
  /** On answers: how many bytes of the session were compared with their sender's hash. */
  provenBytes: "x-blueprint-proven-bytes",
} as const;

/** Name of a header on answers about a session, present while somebody is sending to it. */
export const receivingHeader = "x-blueprint-receiving";
