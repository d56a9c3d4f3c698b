import { type FileHandle, open } from "node:fs/promises";
import type { ByteSource } from "./byte-source.ts";

/** A file on disk as a byte source. The caller closes it, best with `await using`. */
export interface FileByteSource extends ByteSource, AsyncDisposable {}

/** Opens a file for random reads; `name` is the owner's name for it and is never used as a path. */
export async function openFileByteSource(path: string, name: string): Promise<FileByteSource> {
  const handle: FileHandle = await open(path, "r");
  const { size: sizeBytes } = await handle.stat();
  return {
    name,
    sizeBytes,
    read: async (offset, lengthBytes) => {
      const available = Math.max(0, Math.min(lengthBytes, sizeBytes - offset));
      // An offset read from a broken file can be anything; outside the file there is nothing to read.
      if (!(offset >= 0) || available === 0) return new Uint8Array();
      const bytes = new Uint8Array(available);
      let filled = 0;
      while (filled < available) {
        const { bytesRead } = await handle.read(bytes, filled, available - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}
