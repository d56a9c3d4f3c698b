import * as Y from "yjs";
import { findKeyRule } from "./object-kind.ts";
import { type ObjectRecord, requireRecord, writeValue } from "./object-record.ts";
import { getObjects, localEdit } from "./scene-document.ts";
import { type Point2, type Quaternion, rotationField } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { getKind, type ObjectRef, type SceneKind } from "./scene-kinds.ts";
import { multiplyRotations, rotate } from "./similarity.ts";
import type { Vector3 } from "./vector.ts";
import { readZone, toPolygon } from "./zone.ts";
import { requirePolygon } from "./zone-operations.ts";

/**
 * Scales uniformly and rotates about the vertical through `pivot`, then translates. Floors stay level, so zones and
 * plans can follow anchors in every move.
 */
export interface SpaceMove {
  readonly shift?: Vector3;
  /** Radians about y, right-handed: positive turns z towards x. */
  readonly turn?: number;
  readonly scale?: number;
  /** Default: the origin. */
  readonly pivot?: Vector3;
}

/**
 * Moves, rotates and scales several objects in one step, skipping deleted ones. Returns what was moved.
 * @throws SceneInputError when one of them would end up at an invalid place; then nothing moves
 */
export function transformObjects(
  doc: Y.Doc,
  refs: readonly ObjectRef[],
  move: SpaceMove,
  origin: unknown = localEdit,
): ObjectRef[] {
  requireMove(move);
  const changes = refs.flatMap((ref) => {
    const object = getObjects(doc, ref.kind).get(ref.id);
    if (!(object instanceof Y.Map)) return [];
    const position = transformRecord(ref.kind, recordPosition(ref.kind, object as Y.Map<unknown>), move);
    if (ref.kind === "zones") requireZoneStays(ref.id, object, move);
    return [{ ref, object: object as Y.Map<unknown>, position: requireRecord(getKind(ref.kind), position) }];
  });
  doc.transact(() => {
    for (const { object, position } of changes) {
      for (const [key, value] of Object.entries(position)) writeValue(object, key, value);
    }
  }, origin);
  return changes.map(({ ref }) => ref);
}

/** Keys that hold positions, and keys that determine how an object moves. */
const positionKeys: ReadonlySet<string> = new Set([
  "type",
  "position",
  "normal",
  "rotation",
  "scale",
  "heights",
  "points",
  "target",
]);

// Only these keys: dragging thousands of objects must not read and compare all their content.
function recordPosition(kind: SceneKind, object: Y.Map<unknown>): ObjectRecord {
  const rules = getKind(kind);
  const record: Record<string, unknown> = {};
  for (const [key, value] of object.entries()) {
    if (!positionKeys.has(key) && !key.startsWith("v:") && !key.startsWith("pair:")) continue;
    if (findKeyRule(rules, key)?.type !== "text") record[key] = value;
  }
  return record;
}

function requireMove({ scale = 1, turn = 0 }: SpaceMove): void {
  if (!(scale > 0 && scale < 1e6)) throw new SceneInputError("scale", "Enter a scale above 0.");
  if (!Number.isFinite(turn)) throw new SceneInputError("turn", "Enter an angle.");
}

function requireZoneStays(id: string, object: unknown, move: SpaceMove): void {
  const zone = readZone(id, object);
  if (zone === null || zone.isRepaired) return;
  const { outer, holes } = toPolygon(zone);
  const place = (ring: readonly Point2[]) => ring.map((point) => movePoint2(point, move));
  requirePolygon({ outer: place(outer), holes: holes.map(place) });
}

/** Transforms every position in an object. Its other content stays. */
export function transformRecord(kind: SceneKind, record: ObjectRecord, move: SpaceMove): ObjectRecord {
  const moved: Record<string, unknown> = { ...record };
  const change = <T>(key: string, by: (value: T) => unknown) => {
    if (Object.hasOwn(record, key)) moved[key] = by(record[key] as T);
  };
  const point = (value: Vector3) => movePoint(value, move);
  const turned = (value: Quaternion | undefined) =>
    multiplyRotations(toRotation(move.turn ?? 0), value ?? rotationField.fallback);
  switch (kind) {
    case "anchors":
      change("position", point);
      change<Vector3>("normal", (normal) => rotate(toRotation(move.turn ?? 0), normal));
      if (record.type === "model") {
        moved.rotation = turned(record.rotation as Quaternion | undefined);
        moved.scale = ((record.scale as number | undefined) ?? 1) * (move.scale ?? 1);
      }
      break;
    case "placements":
      moved.position = point((record.position as Vector3 | undefined) ?? [0, 0, 0]);
      moved.rotation = turned(record.rotation as Quaternion | undefined);
      moved.scale = ((record.scale as number | undefined) ?? 1) * (move.scale ?? 1);
      break;
    case "zones":
      change<readonly [number, number]>("heights", (heights) => heights.map((y) => movePoint([0, y, 0], move)[1]));
      for (const [key, value] of Object.entries(record)) {
        if (key.startsWith("v:"))
          moved[key] = { ...(value as object), at: movePoint2((value as { at: Point2 }).at, move) };
      }
      break;
    case "plans":
      for (const [key, value] of Object.entries(record)) {
        const world = key.startsWith("pair:") ? (value as { readonly world: Point2 | null }).world : null;
        if (world) moved[key] = { ...(value as object), world: movePoint2(world, move) };
      }
      break;
    case "measurements":
      change<readonly Vector3[]>("points", (points) => points.map(point));
      break;
    case "views":
      change("position", point);
      change("target", point);
      break;
    case "threads":
      change("position", point);
      break;
    case "tours":
    case "floors":
    case "groups":
    // A volume belongs to its scan, whose frame is not known here.
    case "volumes":
      break;
  }
  return moved;
}

export function movePoint(
  point: Vector3,
  { shift = [0, 0, 0], turn = 0, scale = 1, pivot = [0, 0, 0] }: SpaceMove,
): Vector3 {
  // A pure translation stays exact: no rounding through a zero rotation.
  if (turn === 0 && scale === 1) return [point[0] + shift[0], point[1] + shift[1], point[2] + shift[2]];
  const [x, y, z] = rotate(toRotation(turn), [point[0] - pivot[0], point[1] - pivot[1], point[2] - pivot[2]]);
  return [x * scale + pivot[0] + shift[0], y * scale + pivot[1] + shift[1], z * scale + pivot[2] + shift[2]];
}

function movePoint2([x, z]: Point2, move: SpaceMove): Point2 {
  const [movedX, , movedZ] = movePoint([x, 0, z], move);
  return [movedX, movedZ];
}

function toRotation(turn: number): Quaternion {
  return [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)];
}
