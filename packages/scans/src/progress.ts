import type { ConversionProgress, ConversionStage } from "@blueprint/contract/scan-report";

/** The stages of one converter, in order, each with its share of the total duration. */
export type StagePlan = readonly (readonly [stage: ConversionStage, share: number])[];

export interface ProgressTracker {
  /** Starts a stage of the plan; everything before it counts as done. */
  enter(stage: ConversionStage): void;
  /** The completed share of the current stage, 0–1. Steps back are ignored. */
  advance(fractionOfStage: number): void;
}

const reportIntervalMs = 100;
const estimateFractionMin = 0.05;
const estimateAfterMs = 1000;

/**
 * Converts stages into one fraction that never decreases. The time left is extrapolated from this attempt alone, and
 * absent while there is too little data.
 */
export function createProgressTracker(
  plan: StagePlan,
  onProgress: (progress: ConversionProgress) => void,
  nowMs: () => number = () => performance.now(),
): ProgressTracker {
  const total = plan.reduce((sum, [, share]) => sum + share, 0);
  const startedAtMs = nowMs();
  let index = 0;
  let fraction = 0;
  let reportedAtMs = Number.NEGATIVE_INFINITY;

  const report = (isNewStage: boolean) => {
    const now = nowMs();
    if (!isNewStage && now - reportedAtMs < reportIntervalMs) return;
    reportedAtMs = now;
    const elapsedMs = now - startedAtMs;
    const stage = plan[index]?.[0] ?? "writing";
    onProgress(
      fraction >= estimateFractionMin && elapsedMs >= estimateAfterMs
        ? { stage, fraction, secondsLeft: (elapsedMs / fraction - elapsedMs) / 1000 }
        : { stage, fraction },
    );
  };
  const moveTo = (stageIndex: number, fractionOfStage: number) => {
    const before = plan.slice(0, stageIndex).reduce((sum, [, share]) => sum + share, 0);
    const share = plan[stageIndex]?.[1] ?? 0;
    fraction = Math.min(1, Math.max(fraction, (before + share * fractionOfStage) / total));
  };

  return {
    enter(stage) {
      const found = plan.findIndex(([planned]) => planned === stage);
      if (found < index) throw new Error(`stage ${stage} is not ahead in the plan`);
      index = found;
      moveTo(index, 0);
      report(true);
    },
    advance(fractionOfStage) {
      moveTo(index, Math.min(1, Math.max(0, fractionOfStage)));
      report(false);
    },
  };
}
