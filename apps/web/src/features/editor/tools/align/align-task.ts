import { fromTurns, toTurns } from "@blueprint/scene/scan-placement";
import { type Point2, type Quaternion, rotationField } from "@blueprint/scene/scene-field";
import { SceneInputError } from "@blueprint/scene/scene-input-error";
import type { SpaceSimilarity } from "@blueprint/scene/similarity";
import {
  type Fitted,
  fitUprightSimilarity,
  multiplyRotations,
  type PointPair,
  rotate,
} from "@blueprint/scene/similarity";
import type { Vector3 } from "@blueprint/scene/vector";
import { toOwnFrame } from "@blueprint/scene/volume-operations";

/** What is being aligned, and the picked point that still needs its counterpart in the place. */
export type AlignTask =
  | { readonly kind: "plan"; readonly planId: string; readonly picked: Point2 | null }
  | {
      readonly kind: "scan";
      readonly scanId: string;
      /** Points in the scan's own frame, paired with points in the blueprint's frame. */
      readonly pairs: readonly PointPair<Vector3>[];
      /** In the scan's own frame. */
      readonly picked: Vector3 | null;
    };

export const scanPairsMax = 12;

/** Why a pick was refused. A pair takes a point of the scan first, then a point of anything else. */
export type ScanPickProblem = "other-scan-first" | "same-scan-again" | "too-many-pairs";

/**
 * Adds a pick for placing a scan. A pair's first point lies on the scan and is kept in the scan's own frame, so that
 * the pair stays right when the scan moves; the second is where that point belongs.
 */
export function addScanPick(
  task: Extract<AlignTask, { kind: "scan" }>,
  pick: { readonly point: Vector3; readonly scanId: string | null },
  placement: SpaceSimilarity,
): { readonly task: typeof task; readonly problem: ScanPickProblem | null } {
  if (task.picked === null) {
    if (task.pairs.length >= scanPairsMax) return { task, problem: "too-many-pairs" };
    if (pick.scanId !== task.scanId) return { task, problem: "other-scan-first" };
    return { task: { ...task, picked: toOwnFrame(pick.point, placement) }, problem: null };
  }
  if (pick.scanId === task.scanId) return { task, problem: "same-scan-again" };
  const pair = { from: task.picked, to: pick.point };
  return { task: { ...task, pairs: [...task.pairs, pair], picked: null }, problem: null };
}

/** Removes the last pick. */
export function removeLastPick(task: AlignTask): AlignTask {
  if (task.picked !== null) return { ...task, picked: null } as AlignTask;
  return task.kind === "scan" ? { ...task, pairs: task.pairs.slice(0, -1) } : task;
}

/**
 * Null until two pairs match points that differ as seen from above. Pairs turn a scan about the vertical only: it keeps
 * the tilt of `rotation`.
 */
export function fitScan(
  pairs: readonly PointPair<Vector3>[],
  rotation: Quaternion = rotationField.fallback,
): Fitted<SpaceSimilarity> | null {
  if (pairs.length < 2) return null;
  const tilt = fromTurns({ ...toTurns(rotation), yaw: 0 });
  try {
    const fitted = fitUprightSimilarity(pairs.map(({ from, to }) => ({ from: rotate(tilt, from), to })));
    const { similarity } = fitted;
    return { ...fitted, similarity: { ...similarity, rotation: multiplyRotations(similarity.rotation, tilt) } };
  } catch (error) {
    if (error instanceof SceneInputError) return null;
    throw error;
  }
}
