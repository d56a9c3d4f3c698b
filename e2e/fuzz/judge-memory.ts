const growthBytesMax = 250 * 2 ** 20;
const peakBytesMax = 1.5 * 2 ** 30;

export interface MemoryJudgement {
  readonly early: number;
  readonly peak: number;
  readonly faults: readonly string[];
}

/** @param samples of the run, in order; the first quarter is the warm-up @param atEnd after a while without load */
export function judgeMemory(samples: readonly number[], atEnd: number): MemoryJudgement {
  const early = samples[Math.floor(samples.length / 4)] ?? atEnd;
  const peak = Math.max(atEnd, ...samples);
  const faults: string[] = [];
  if (atEnd - early > growthBytesMax) faults.push(`grew from ${toMb(early)} to ${toMb(atEnd)}`);
  if (peak > peakBytesMax) faults.push(`rose to ${toMb(peak)}`);
  return { early, peak, faults };
}

export function toMb(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
