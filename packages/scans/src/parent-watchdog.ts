import { workerData } from "node:worker_threads";

// A worker thread of the converting process. The main thread may be in a long loop and receive no events for minutes;
// this thread notices that the parent is gone (the process has a new parent) and ends the whole process.
const { parentId, intervalMs } = workerData as { parentId: number; intervalMs: number };

setInterval(() => {
  if (process.ppid !== parentId) process.kill(process.pid, "SIGKILL");
}, intervalMs);
