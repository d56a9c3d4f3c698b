import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { writeCompressedFile, writeCompressedFileNow } from "../compressed-file.ts";
import { encodePointTile, type PointAttributes, type PointTile } from "./encode-point-tile.ts";
import type { PointGrid } from "./packed-points.ts";
import { threadPointsMin } from "./point-threads.ts";
import type { PointTileThreadData, PointTileToWrite } from "./point-tile-thread.ts";

/** Maximum number of tiles in flight, about 30 MB: enough work while the next bucket is sorted. */
const tilesMax = 96;

/**
 * Encodes tiles and writes them compressed; for a large cloud on a separate thread, in parallel with the sorting. When
 * that thread is busy, the calling one helps.
 */
export class PointTileWriter implements AsyncDisposable {
  readonly #grid: PointGrid;
  readonly #attributes: PointAttributes;
  readonly #thread: Worker | undefined;
  #pendingCount = 0;
  #error: unknown;
  #wake = () => {};

  constructor(grid: PointGrid, attributes: PointAttributes, pointCount: number) {
    this.#grid = grid;
    this.#attributes = attributes;
    if (pointCount < threadPointsMin) return;
    const workerData: PointTileThreadData = { grid, attributes };
    this.#thread = new Worker(new URL("./point-tile-thread.ts", import.meta.url), { workerData });
    this.#thread.on("message", () => {
      this.#pendingCount--;
      this.#wake();
    });
    this.#thread.on("error", (error) => this.#fail(error));
    this.#thread.on("exit", () => this.#fail(new Error("the thread that writes tiles ended")));
  }

  /** Returns before the tile is written, and may throw the error of an earlier one. */
  async write(path: string, tile: PointTile): Promise<void> {
    if (!this.#thread) {
      await writeCompressedFile(path, await encodePointTile(tile, this.#grid, this.#attributes));
      return;
    }
    if (this.#error !== undefined) throw this.#error;
    if (this.#pendingCount >= tilesMax) {
      writeCompressedFileNow(path, await encodePointTile(tile, this.#grid, this.#attributes));
      // The thread's messages arrive only when this one yields.
      await setImmediate();
      return;
    }
    // The caller keeps using its array, and posting a view of a larger buffer would copy the whole buffer.
    const words = tile.words.slice();
    const message: PointTileToWrite = { path, tile: { ...tile, words } };
    this.#pendingCount++;
    this.#thread.postMessage(message, [words.buffer]);
  }

  /** Resolves when every tile is written. */
  async settle(): Promise<void> {
    while (this.#error === undefined && this.#pendingCount > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#error !== undefined) throw this.#error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread?.terminate();
  }

  #fail(error: unknown): void {
    // The first reason counts: an error also ends the thread.
    this.#error ??= error;
    this.#wake();
  }
}
