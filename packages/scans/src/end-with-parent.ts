import { Worker } from "node:worker_threads";

const watchIntervalMs = 500;

/**
 * Makes this process end when the one that forked it is gone, however busy it is: by the closed channel, and by a
 * thread that looks, because a loop that never yields sees no event.
 */
export function endWithParent(): void {
  const watchdog = new Worker(new URL("./parent-watchdog.ts", import.meta.url), {
    workerData: { parentId: process.ppid, intervalMs: watchIntervalMs },
  });
  watchdog.unref();
  process.on("disconnect", () => process.exit(1));
}
