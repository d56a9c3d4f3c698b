import { parentPort, workerData } from "node:worker_threads";
import { type PointPreviewJob, writePointPreview } from "./point-preview.ts";

// A worker thread of a large cloud's conversion: draws the preview while the points are distributed.

parentPort?.postMessage(await writePointPreview(workerData as PointPreviewJob));
