// Loaded into the server's process before the server itself, and told by its parent when to begin and when to answer.
// Nothing of it is reachable from outside the process.
import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 10;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });

// The histogram holds the time from one tick to the next, which is the resolution when nothing is late.
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
// Converters inherit the flag that loads this and have no parent to answer.
process.channel?.unref();
