import { workerData } from "node:worker_threads";

// A worker thread of the converting process. The main thread may be deep in a loop and see no event for minutes; this
// one notices that the parent is gone (the process was handed to another parent) and ends the whole process.
const { parentId, intervalMs } = workerData as { parentId: number; intervalMs: number };

setInterval(() => {
  if (process.ppid !== parentId) process.kill(process.pid, "SIGKILL");
}, intervalMs);
