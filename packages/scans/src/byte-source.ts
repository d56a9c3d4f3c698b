/** Random access to a file's bytes: a `File` in the browser, a file descriptor in Node. */
export interface ByteSource {
  readonly name: string;
  readonly sizeBytes: number;
  /** Resolves to exactly `lengthBytes` bytes, or fewer at the end of the file. */
  read(offset: number, lengthBytes: number): Promise<Uint8Array>;
}

/** Reads from a `Blob` or `File` without loading it whole. */
export function toByteSource(blob: Blob, name: string): ByteSource {
  return {
    name,
    sizeBytes: blob.size,
    read: async (offset, lengthBytes) => new Uint8Array(await blob.slice(offset, offset + lengthBytes).arrayBuffer()),
  };
}
