import { parentPort, workerData } from "node:worker_threads";
import { type PointPreviewJob, writePointPreview } from "./point-preview.ts";

// A worker thread for converting large clouds: draws the preview while the points are distributed.

parentPort?.postMessage(await writePointPreview(workerData as PointPreviewJob));
