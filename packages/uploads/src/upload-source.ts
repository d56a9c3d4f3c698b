/** A file to send: a `File` in the browser, a file descriptor in Node, anything that can be sliced. */
export interface UploadSource {
  readonly name: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970, where known. */
  readonly lastModified?: number;
  /** The bytes from `start` up to, not including, `end`. Rejects when the file cannot be read any more. */
  slice(start: number, end: number): Blob | Uint8Array<ArrayBuffer> | Promise<Blob | Uint8Array<ArrayBuffer>>;
  /**
   * The file's size as it is now, where it can be asked for: a file that grows or shrinks is noticed before its bytes are
   * mixed. A browser's `File` needs none: it cannot be read any more once the file has changed.
   */
  readSizeBytes?(): Promise<number>;
}

export function toUploadSource(file: File): UploadSource {
  return {
    name: file.name,
    sizeBytes: file.size,
    lastModified: file.lastModified,
    slice: (start, end) => file.slice(start, end),
  };
}
