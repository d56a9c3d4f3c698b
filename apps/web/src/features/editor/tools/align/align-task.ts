import type { Point2 } from "@blueprint/scene/scene-field";
import { SceneInputError } from "@blueprint/scene/scene-input-error";
import type { SpaceSimilarity } from "@blueprint/scene/similarity";
import { type Fitted, fitUprightSimilarity, type PointPair, rotate } from "@blueprint/scene/similarity";
import type { Vector3 } from "@blueprint/scene/vector";

/** What is being laid onto the place, and the point that was picked on it and waits for its place. */
export type AlignTask =
  | { readonly kind: "plan"; readonly planId: string; readonly picked: Point2 | null }
  | {
      readonly kind: "scan";
      readonly scanId: string;
      /** Points of the scan's own frame beside points of the blueprint's. */
      readonly pairs: readonly PointPair<Vector3>[];
      /** In the scan's own frame. */
      readonly picked: Vector3 | null;
    };

export const scanPairsMax = 12;

/** Where a pick of a scan's pair goes: first a point of the scan, then one of anything else. */
export type ScanPickProblem = "other-scan-first" | "same-scan-again" | "too-many-pairs";

/**
 * One more pick for placing a scan. The first of a pair is on the scan itself and is kept in its own frame, so that the
 * pair stays right when the scan moves; the second is where that point belongs.
 */
export function addScanPick(
  task: Extract<AlignTask, { kind: "scan" }>,
  pick: { readonly point: Vector3; readonly scanId: string | null },
  stand: SpaceSimilarity,
): { readonly task: typeof task; readonly problem: ScanPickProblem | null } {
  if (task.picked === null) {
    if (task.pairs.length >= scanPairsMax) return { task, problem: "too-many-pairs" };
    if (pick.scanId !== task.scanId) return { task, problem: "other-scan-first" };
    return { task: { ...task, picked: toOwnFrame(pick.point, stand) }, problem: null };
  }
  if (pick.scanId === task.scanId) return { task, problem: "same-scan-again" };
  const pair = { from: task.picked, to: pick.point };
  return { task: { ...task, pairs: [...task.pairs, pair], picked: null }, problem: null };
}

/** Takes the last pick back. */
export function removeLastPick(task: AlignTask): AlignTask {
  if (task.picked !== null) return { ...task, picked: null } as AlignTask;
  return task.kind === "scan" ? { ...task, pairs: task.pairs.slice(0, -1) } : task;
}

/** Null before two points that differ seen from above are matched. */
export function fitScan(pairs: readonly PointPair<Vector3>[]): Fitted<SpaceSimilarity> | null {
  if (pairs.length < 2) return null;
  try {
    return fitUprightSimilarity(pairs);
  } catch (error) {
    if (error instanceof SceneInputError) return null;
    throw error;
  }
}

/** A point of the blueprint's frame in the frame of something that stands in it. */
export function toOwnFrame(point: Vector3, { position, rotation, scale }: SpaceSimilarity): Vector3 {
  const [x, y, z, w] = rotation;
  const moved: Vector3 = [point[0] - position[0], point[1] - position[1], point[2] - position[2]];
  const [ownX, ownY, ownZ] = rotate([-x, -y, -z, w], moved);
  return [ownX / scale, ownY / scale, ownZ / scale];
}
