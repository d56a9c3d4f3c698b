import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** The ending of files that are stored compressed. They are delivered under their name without it. */
export const compressedSuffix = ".br";

/**
 * Writes a file compressed once and for all, since every visitor would otherwise wait for the server to do it.
 * @param path the name it is delivered under; the file itself gets `compressedSuffix` behind
 */
export async function writeCompressedFile(path: string, bytes: Uint8Array): Promise<void> {
  const compressed = await compress(bytes, {
    params: {
      // Higher levels gain a percent or two on packed geometry and take many times as long.
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  await writeFile(`${path}${compressedSuffix}`, compressed);
}

/** Reads a file that `writeCompressedFile` wrote, by the name it is delivered under. */
export async function readCompressedFile(path: string): Promise<Uint8Array> {
  return new Uint8Array(await decompress(await readFile(`${path}${compressedSuffix}`)));
}
