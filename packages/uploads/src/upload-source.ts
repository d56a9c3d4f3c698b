/** A file to send: a `File` in the browser, a file descriptor in Node, anything that can be sliced. */
export interface UploadSource {
  readonly name: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970, if known. */
  readonly lastModified?: number;
  /** The bytes from `start` up to, but excluding, `end`. Rejects when the file is no longer readable. */
  slice(start: number, end: number): Blob | Uint8Array<ArrayBuffer> | Promise<Blob | Uint8Array<ArrayBuffer>>;
  /**
   * The file's current size, if available: detects a file that grows or shrinks before its bytes are mixed up. A
   * browser's `File` does not need it: it becomes unreadable once the file changes.
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
