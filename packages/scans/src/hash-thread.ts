import { parentPort, workerData } from "node:worker_threads";
import { hashFile } from "./hash-file.ts";

// A worker thread that returns the SHA-256 of a file while others read it.

parentPort?.postMessage(await hashFile(workerData as string));
