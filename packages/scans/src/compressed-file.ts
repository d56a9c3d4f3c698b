import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, brotliCompressSync, brotliDecompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Suffix of files that are stored compressed. They are delivered under their name without it. */
export const compressedSuffix = ".br";

/**
 * Writes a file compressed once, so that visitors do not wait for the server to compress it on each request.
 * @param path the name it is delivered under; the stored file adds `compressedSuffix`
 */
export async function writeCompressedFile(path: string, bytes: Uint8Array): Promise<void> {
  store(path, await compress(bytes, toOptions(bytes)));
}

/** Synchronous variant, for dedicated worker threads. */
export function writeCompressedFileNow(path: string, bytes: Uint8Array): void {
  store(path, brotliCompressSync(bytes, toOptions(bytes)));
}

function toOptions(bytes: Uint8Array): BrotliOptions {
  return {
    params: {
      // On packed geometry, level 5 is no smaller and takes three times as long; higher levels gain a percent or two.
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
}

function store(path: string, compressed: Uint8Array): void {
  // Thousands of small files: handing each to another thread takes longer than writing it.
  writeFileSync(`${path}${compressedSuffix}`, compressed);
}

/** Reads a file written by `writeCompressedFile`, by the name it is delivered under. */
export async function readCompressedFile(path: string): Promise<Uint8Array> {
  return new Uint8Array(await decompress(await readFile(`${path}${compressedSuffix}`)));
}
