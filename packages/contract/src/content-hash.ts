/**
 * How client and server verify that they hold the same bytes: a hash chain over the blocks of a file. For every block,
 * `chain = SHA-256(chain ‖ XXH64(block))`, starting with 32 zero bytes; XXH64 has seed 0 and is written as 8 bytes,
 * big-endian (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md). The last block may be shorter. The
 * content hash of the first n bytes is the chain after them.
 *
 * A chunk request carries the content hash from the start of the file to the end of the chunk, so the last one covers
 * the whole file. At a block boundary the 32 bytes of the chain are the entire state; they are stored beside the
 * offset. The hash detects corruption and mix-ups, not forgery: for a digest that cannot be forged, use the SHA-256 of
 * the stored file.
 */
export const contentHashBlockBytes = 256 * 1024;

/** The content hash of no bytes, in lower-case hex like every other. */
export const emptyContentHash = "0".repeat(64);

export const contentHashHeaders = {
  /** On requests: hash of all bytes up to the end of this body. On responses: of the first `provenBytes` bytes. */
  contentHash: "x-blueprint-content-chain",
  /** On responses: how many bytes of the upload were verified against the client's hash. */
  provenBytes: "x-blueprint-proven-bytes",
} as const;

/** Response header about an upload, present while another request is sending to it. */
export const receivingHeader = "x-blueprint-receiving";
