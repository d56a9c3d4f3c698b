import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

export const hashedBytesAtOnce = 2 * 1024 * 1024;

/** SHA-256 of a file of any size, hexadecimal. @param onBytes receives the number of bytes read since the last call */
export async function hashFile(path: string, signal?: AbortSignal, onBytes?: (bytes: number) => void): Promise<string> {
  const hash = createHash("sha256");
  await using file = await open(path, "r");
  // One buffer is filled while the other is hashed.
  let [hashed, filled] = [new Uint8Array(hashedBytesAtOnce), new Uint8Array(hashedBytesAtOnce)];
  let reading = file.read(filled, 0, filled.length);
  for (;;) {
    const { bytesRead } = await reading;
    signal?.throwIfAborted();
    if (bytesRead === 0) return hash.digest("hex");
    [hashed, filled] = [filled, hashed];
    reading = file.read(filled, 0, filled.length);
    hash.update(hashed.subarray(0, bytesRead));
    onBytes?.(bytesRead);
  }
}
