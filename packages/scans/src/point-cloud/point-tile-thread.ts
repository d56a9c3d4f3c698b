import { parentPort, workerData } from "node:worker_threads";
import { writeCompressedFileNow } from "../compressed-file.ts";
import { encodePointTile, type PointAttributes, type PointTile } from "./encode-point-tile.ts";
import type { PointGrid } from "./packed-points.ts";

// A worker thread for converting large clouds: packs and compresses tiles while the next ones are sorted. An exception
// ends the thread and reaches its parent as an error.

export interface PointTileThreadData {
  readonly grid: PointGrid;
  readonly attributes: PointAttributes;
}

export interface PointTileToWrite {
  readonly path: string;
  readonly tile: PointTile;
}

const { grid, attributes } = workerData as PointTileThreadData;

parentPort?.on("message", async ({ path, tile }: PointTileToWrite) => {
  writeCompressedFileNow(path, await encodePointTile(tile, grid, attributes));
  parentPort?.postMessage(path);
});
