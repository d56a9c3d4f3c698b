import { Worker } from "node:worker_threads";

const watchIntervalMs = 500;

/**
 * Makes this process exit when its parent is gone, however busy it is: through the closed channel, and through a
 * watchdog thread, because a loop that never yields receives no events.
 */
export function endWithParent(): void {
  const watchdog = new Worker(new URL("./parent-watchdog.ts", import.meta.url), {
    workerData: { parentId: process.ppid, intervalMs: watchIntervalMs },
  });
  watchdog.unref();
  process.on("disconnect", () => process.exit(1));
}
