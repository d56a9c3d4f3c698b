const slowMs = 33;
/** Displays of 30 frames a second hand out a frame each 33.3 ms, and times are rounded. */
const toleranceMs = 1;

/** @param times when each frame began, milliseconds; two at least */
export function summariseFrames(times) {
  const lasted = times.slice(1).map((time, at) => time - times[at]);
  if (lasted.length === 0) throw new Error("No frame came.");
  const sorted = lasted.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const over = lasted.filter((ms) => ms > slowMs + toleranceMs).length;
  return { overShare: over / lasted.length, medianMs: at(0.5), p95Ms: at(0.95), frames: lasted.length };
}
