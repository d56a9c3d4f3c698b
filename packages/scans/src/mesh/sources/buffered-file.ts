import { closeSync, openSync, writeSync } from "node:fs";

/** Writes many small records to a file in a few large chunks. */
export class BufferedFile implements Disposable {
  readonly path: string;
  #descriptor: number | undefined;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #filled = 0;
  #written = 0;

  constructor(path: string, bufferBytes = 1024 * 1024) {
    this.path = path;
    this.#bytes = new Uint8Array(bufferBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get sizeBytes(): number {
    return this.#written + this.#filled;
  }

  float64(value: number): void {
    this.#view.setFloat64(this.#take(8), value, true);
  }

  float32(value: number): void {
    this.#view.setFloat32(this.#take(4), value, true);
  }

  uint32(value: number): void {
    this.#view.setUint32(this.#take(4), value, true);
  }

  bytes(values: Uint8Array): void {
    for (let at = 0; at < values.length; ) {
      if (this.#filled === this.#bytes.length) this.flush();
      const piece = values.subarray(at, at + this.#bytes.length - this.#filled);
      this.#bytes.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
    }
  }

  flush(): void {
    this.#descriptor ??= openSync(this.path, "w");
    for (let at = 0; at < this.#filled; ) at += writeSync(this.#descriptor, this.#bytes, at, this.#filled - at);
    this.#written += this.#filled;
    this.#filled = 0;
  }

  /** Flushes everything to the file. */
  [Symbol.dispose](): void {
    this.flush();
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #take(count: number): number {
    if (this.#filled + count > this.#bytes.length) this.flush();
    this.#filled += count;
    return this.#filled - count;
  }
}
