import type { EditorRoom } from "../../commands/editor-command.ts";
import { meetLevel } from "../sight-line.ts";
import { findNearCorner, snapCorner } from "../snap-settings.ts";
import { type Draft, type DraftPoint, isClosed, isLevel } from "./draft.ts";

const closeReachPx = 12;
const cornerReachPx = 10;

export interface ResolvedPoint {
  readonly point: DraftPoint;
  /** The pointer is on the drawing's first point. */
  readonly isOnFirst: boolean;
}

/**
 * Resolves a window point to a drawing's next point: the first point, a corner of another zone, or the point under the
 * pointer, snapped to the grid. Null over nothing.
 */
export function resolvePoint(
  { store, connection }: EditorRoom,
  draft: Draft,
  clientX: number,
  clientY: number,
  isStraight: boolean,
): ResolvedPoint | null {
  const { stage, snap } = store.getState();
  if (stage === null) return null;
  const first = draft.points[0];
  const level = isLevel(draft.task);
  const height = !level
    ? null
    : "zoneId" in draft.task
      ? findBottom({ connection }, draft.task.zoneId)
      : (first?.at[1] ?? null);
  const sight = stage.sightAt(clientX, clientY);
  const picked = stage.pickAt(clientX, clientY);
  const met = height === null ? (picked?.point ?? null) : meetLevel(sight, height);
  if (met === null) return null;
  const { scanId, errorM } = picked ?? { scanId: null, errorM: 0 };
  const at = stage.toScreen(met);
  if (first !== undefined && isClosed(draft.task) && draft.isBaseDone !== true && at !== null) {
    const start = stage.toScreen(first.at);
    if (start !== null && Math.hypot(start.x - at.x, start.y - at.y) <= closeReachPx) {
      return { point: first, isOnFirst: true };
    }
  }
  if (!level) return { point: { at: met, scanId, errorM }, isOnFirst: false };
  const corner = at === null ? null : findNearCorner(at, listCorners({ connection, store }, met[1]), cornerReachPx);
  const snapped =
    corner === null
      ? snapCorner(met, draft.points.at(-1)?.at, snap, isStraight)
      : ([corner[0], met[1], corner[1]] as const);
  return { point: { at: snapped, scanId, errorM }, isOnFirst: false };
}

function findBottom({ connection }: Pick<EditorRoom, "connection">, zoneId: string): number | null {
  return connection.getState().scene.zones.find(({ id }) => id === zoneId)?.heights[0] ?? null;
}

/** On-screen corners of zones, so that neighbours can share them. */
function listCorners({ connection, store }: Pick<EditorRoom, "connection" | "store">, level: number) {
  const { stage } = store.getState();
  if (stage === null) return [];
  return connection.getState().scene.zones.flatMap((zone) =>
    [zone.outer, ...zone.holes].flatMap(({ vertices }) =>
      vertices.flatMap(({ at }) => {
        const screen = stage.toScreen([at[0], level, at[1]]);
        return screen === null ? [] : [{ corner: at, ...screen }];
      }),
    ),
  );
}
