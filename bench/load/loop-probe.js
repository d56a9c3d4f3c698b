// Loaded into the server's process before the server itself; its parent tells it when to start and when to report.
// Unreachable from outside the process.
import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 10;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });

// The histogram holds the time between ticks, which equals the resolution when nothing is late.
const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolutionMs);

process.on("message", (message) => {
  if (message === "begin") {
    delay.reset();
    delay.enable();
  } else if (message === "answer") {
    delay.disable();
    process.send({ p50: late(delay.percentile(50)), p99: late(delay.percentile(99)), max: late(delay.max) });
  }
});
// Converters inherit the flag that loads this file, but have no parent to report to.
process.channel?.unref();
