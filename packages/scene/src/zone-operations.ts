import * as Y from "yjs";
import { orderBefore, ordersAtEnd } from "./list-order.ts";
import { insertObject, type ObjectValues, requireRoom, requireValues } from "./object-operations.ts";
import { createObject, type ObjectRecord, recordObject, requireValue, writeValue } from "./object-record.ts";
import { compareOrder } from "./order-key.ts";
import { findPolygonProblem, type Polygon, type PolygonProblem, type Ring } from "./polygon.ts";
import { splitPolygon, subtractPolygons, unitePolygons } from "./polygon-boolean.ts";
import { getObjects, localEdit } from "./scene-document.ts";
import { isSceneId, type Point2, point2Field } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import {
  outerRingId,
  readZone,
  toPolygon,
  toRings,
  vertexField,
  type Zone,
  type ZoneVertex,
  zoneKind,
} from "./zone.ts";

const problemWords: Readonly<Record<PolygonProblem, string>> = {
  "too-few-points": "An outline needs at least three corners.",
  "points-too-close": "Two corners are in the same place.",
  "too-small": "The outline has no area.",
  "crosses-itself": "The outline would cross itself.",
  "hole-outside": "The hole must be inside the outline.",
  "holes-overlap": "Two holes would overlap.",
};

/** @throws SceneInputError with the field `shape` for an invalid outline. */
export function requirePolygon({ outer, holes }: Polygon): Polygon {
  const corners = [outer, ...holes].reduce((sum, ring) => sum + ring.length, 0);
  if (corners > zoneKind.membersMax) {
    throw new SceneInputError("shape", `An outline can have up to ${zoneKind.membersMax} corners.`);
  }
  const checked = { outer: outer.map(requirePoint), holes: holes.map((hole) => hole.map(requirePoint)) };
  const problem = findPolygonProblem(checked);
  if (problem !== null) throw new SceneInputError("shape", problemWords[problem]);
  return checked;
}

function requirePoint(point: Point2): Point2 {
  const parsed = point2Field.parse(point);
  if (parsed === undefined) throw new SceneInputError("shape", point2Field.message);
  return parsed;
}

/** Appends a new zone to the list. @throws SceneInputError */
export function addZone(
  doc: Y.Doc,
  id: string,
  outline: Polygon,
  values: ObjectValues<"zones"> = {},
  origin: unknown = localEdit,
): void {
  const shape = toShapeRecord("0", toRings(requirePolygon(outline)));
  insertObject(doc, "zones", id, { ...requireValues("zones", values), ...shape }, origin);
}

/** The fields of a record that hold an outline. */
export function toShapeRecord(shape: string, { outer, holes }: Pick<Zone, "outer" | "holes">): ObjectRecord {
  const record: Record<string, unknown> = { shape };
  for (const ring of [outer, ...holes]) {
    const orders = ordersAtEnd([], ring.vertices.length);
    ring.vertices.forEach(({ id, at }, index) => {
      record[toKey(shape, ring.id, id)] = vertexField.parse({ at, order: orders[index] });
    });
  }
  return record;
}

/** Replaces the outline; returns false if the zone no longer exists. @throws SceneInputError */
export function setZoneOutline(doc: Y.Doc, id: string, outline: Polygon, origin: unknown = localEdit): boolean {
  const polygon = requirePolygon(outline);
  const object = getObjects(doc, "zones").get(id);
  if (!(object instanceof Y.Map)) return false;
  doc.transact(() => writeOutline(doc, object as Y.Map<unknown>, toRings(polygon)), origin);
  return true;
}

export interface VertexMove {
  readonly ringId: string;
  readonly vertexId: string;
  /** [x, z] in metres. */
  readonly at: Point2;
}

/** Moves corners in one step, skipping deleted ones. False when none exists. @throws SceneInputError */
export function moveZoneVertices(
  doc: Y.Doc,
  id: string,
  moves: readonly VertexMove[],
  origin: unknown = localEdit,
): boolean {
  return editOutline(doc, id, origin, (rings) => {
    const present = moves.filter(({ ringId, vertexId }) => rings.get(ringId)?.some((vertex) => vertex.id === vertexId));
    for (const { ringId, vertexId, at } of present) {
      const ring = rings.get(ringId)!;
      ring[ring.findIndex((vertex) => vertex.id === vertexId)] = { id: vertexId, at: requirePoint(at) };
    }
    if (present.length === 0) return null;
    return (object, shape) => {
      for (const { ringId, vertexId, at } of present) {
        const key = toKey(shape, ringId, vertexId);
        writeValue(object, key, requireValue(zoneKind, key, { ...(object.get(key) as object), at }));
      }
    };
  });
}

/**
 * Inserts a corner after another of the same ring; returns its id, or null if that one no longer exists.
 * @throws SceneInputError
 */
export function insertZoneVertex(
  doc: Y.Doc,
  id: string,
  ringId: string,
  afterVertexId: string,
  at: Point2,
  origin: unknown = localEdit,
): string | null {
  const vertexId = createPartId(doc);
  const isDone = editOutline(doc, id, origin, (rings) => {
    const ring = rings.get(ringId);
    const index = ring?.findIndex((vertex) => vertex.id === afterVertexId) ?? -1;
    if (ring === undefined || index < 0) return null;
    const beforeId = ring[index + 1]?.id ?? null;
    ring.splice(index + 1, 0, { id: vertexId, at: requirePoint(at) });
    return (object, shape) => {
      const stored = listStoredVertices(object, shape, ringId);
      for (const [movedId, order] of orderBefore(stored, [vertexId], beforeId)) {
        const key = toKey(shape, ringId, movedId);
        const vertex = movedId === vertexId ? { at, order } : { ...(object.get(key) as object), order };
        writeValue(object, key, requireValue(zoneKind, key, vertex));
      }
    };
  });
  return isDone ? vertexId : null;
}

/**
 * Removes a corner; returns false if it no longer exists. A hole with only two corners left is removed too.
 * @throws SceneInputError
 */
export function removeZoneVertex(
  doc: Y.Doc,
  id: string,
  ringId: string,
  vertexId: string,
  origin: unknown = localEdit,
): boolean {
  return editOutline(doc, id, origin, (rings) => {
    const ring = rings.get(ringId);
    const index = ring?.findIndex((vertex) => vertex.id === vertexId) ?? -1;
    if (ring === undefined || index < 0) return null;
    ring.splice(index, 1);
    if (ringId !== outerRingId && ring.length < 3) rings.delete(ringId);
    return (object, shape) => {
      const key = toKey(shape, ringId, vertexId);
      if (ringId === outerRingId) writeValue(object, key, { ...(object.get(key) as object), isRemoved: true });
      else object.delete(key);
    };
  });
}

/** Cuts a hole; returns its id, or null if the zone no longer exists. @throws SceneInputError */
export function addZoneHole(doc: Y.Doc, id: string, hole: Ring, origin: unknown = localEdit): string | null {
  const holeId = createPartId(doc);
  const isDone = editOutline(doc, id, origin, (rings) => {
    const orders = ordersAtEnd([], hole.length);
    rings.set(
      holeId,
      hole.map((at, index) => ({ id: `c${index}`, at: requirePoint(at) })),
    );
    return (object, shape) => {
      hole.forEach((at, index) => {
        const key = toKey(shape, holeId, `c${index}`);
        writeValue(object, key, requireValue(zoneKind, key, { at, order: orders[index] }));
      });
    };
  });
  return isDone ? holeId : null;
}

/** Fills a hole; returns false if it no longer exists. */
export function removeZoneHole(doc: Y.Doc, id: string, holeId: string, origin: unknown = localEdit): boolean {
  return editOutline(doc, id, origin, (rings) => {
    if (holeId === outerRingId || !rings.delete(holeId)) return null;
    return (object, shape) => {
      for (const { id: vertexId } of listStoredVertices(object, shape, holeId)) {
        object.delete(toKey(shape, holeId, vertexId));
      }
    };
  });
}

/**
 * Splits a zone along the straight line through two points. The largest piece keeps the zone's id; every other piece
 * becomes a copy with a new id, which is returned. Null if the zone no longer exists.
 * @throws SceneInputError
 */
export function splitZone(
  doc: Y.Doc,
  id: string,
  line: readonly [Point2, Point2],
  createId: () => string,
  origin: unknown = localEdit,
): string[] | null {
  const zone = findZone(doc, id);
  return zone && replaceByPieces(doc, id, splitPolygon(toPolygon(zone), ...line), createId, origin);
}

/** Subtracts an area from a zone; see `splitZone` for the pieces. @throws SceneInputError when nothing would be left */
export function cutZone(
  doc: Y.Doc,
  id: string,
  areas: readonly Polygon[],
  createId: () => string,
  origin: unknown = localEdit,
): string[] | null {
  const zone = findZone(doc, id);
  return zone && replaceByPieces(doc, id, subtractPolygons(toPolygon(zone), areas), createId, origin);
}

/**
 * Merges several zones of one storey: the first keeps its name, type and heights and gets the combined outline. Returns
 * false if one no longer exists.
 * @throws SceneInputError when they do not touch
 */
export function mergeZones(doc: Y.Doc, ids: readonly string[], origin: unknown = localEdit): boolean {
  const zones = [...new Set(ids)].map((id) => findZone(doc, id));
  const [first] = zones;
  if (first === null || first === undefined || zones.some((zone) => zone === null)) return false;
  if (zones.some((zone) => zone!.floor !== first.floor)) {
    throw new SceneInputError("floor", "Only zones on the same storey can be merged.");
  }
  const pieces = unitePolygons(zones.map((zone) => toPolygon(zone!)));
  if (pieces.length !== 1) throw new SceneInputError("shape", "These zones don't touch.");
  doc.transact(() => {
    setZoneOutline(doc, first.id, pieces[0]!, origin);
    for (const zone of zones.slice(1)) getObjects(doc, "zones").delete(zone!.id);
  }, origin);
  return true;
}

export function findZone(doc: Y.Doc, id: string): Zone | null {
  return readZone(id, getObjects(doc, "zones").get(id));
}

function replaceByPieces(
  doc: Y.Doc,
  id: string,
  pieces: readonly Polygon[],
  createId: () => string,
  origin: unknown,
): string[] {
  const zones = getObjects(doc, "zones");
  const object = zones.get(id) as Y.Map<unknown>;
  const [first, ...others] = pieces;
  if (first === undefined) throw new SceneInputError("shape", "This would remove the whole zone.");
  requireRoom(zones, "zones", others.length);
  const checked = [first, ...others].map(requirePolygon);
  const added = others.map(() => createId());
  if (added.some((newId) => !isSceneId(newId) || zones.has(newId))) {
    throw new SceneInputError("id", "This ID isn't valid.");
  }
  const record = recordObject(zoneKind, object);
  const rest = Object.fromEntries(Object.entries(record).filter(([key]) => !key.startsWith("v:")));
  doc.transact(() => {
    writeOutline(doc, object, toRings(checked[0]!));
    added.forEach((newId, index) => {
      // The same key as its neighbour: pieces stay next to each other, ids break the tie.
      zones.set(newId, createObject({ ...rest, ...toShapeRecord("0", toRings(checked[index + 1]!)) }));
    });
  }, origin);
  return added;
}

type OutlineEdit = (rings: Map<string, ZoneVertex[]>) => ((object: Y.Map<unknown>, shape: string) => void) | null;

/** Tries an edit on a copy of the rings, and writes it if the result is valid. */
function editOutline(doc: Y.Doc, id: string, origin: unknown, edit: OutlineEdit): boolean {
  const zone = findZone(doc, id);
  if (zone === null) return false;
  const rings = new Map([zone.outer, ...zone.holes].map((ring) => [ring.id, [...ring.vertices]]));
  const write = edit(rings);
  if (write === null) return false;
  const [outer, ...holes] = [...rings.values()].map((vertices) => vertices.map((vertex) => vertex.at));
  requirePolygon({ outer: outer ?? [], holes });
  const object = getObjects(doc, "zones").get(id) as Y.Map<unknown>;
  doc.transact(() => {
    // Removed corners accumulate in the shape; a new one has none.
    const isFull = [...object.keys()].filter((key) => key.startsWith("v:")).length > zoneKind.membersMax;
    if (zone.isRepaired || isFull) writeOutline(doc, object, zone);
    write(object, String(object.get("shape") ?? ""));
  }, origin);
  return true;
}

function writeOutline(doc: Y.Doc, object: Y.Map<unknown>, outline: Pick<Zone, "outer" | "holes">): void {
  for (const key of [...object.keys()]) if (key.startsWith("v:")) object.delete(key);
  for (const [key, value] of Object.entries(toShapeRecord(createPartId(doc), outline))) object.set(key, value);
}

/** Unique: built from this replica's client id and its clock. */
function createPartId(doc: Y.Doc): string {
  return `${doc.clientID.toString(36)}-${Y.getState(doc.store, doc.clientID).toString(36)}`;
}

function listStoredVertices(
  object: Y.Map<unknown>,
  shape: string,
  ringId: string,
): { readonly id: string; readonly order: string }[] {
  const start = toKey(shape, ringId, "");
  const stored: { id: string; order: string }[] = [];
  for (const [key, value] of object.entries()) {
    const vertex = key.startsWith(start) ? vertexField.parse(value) : null;
    if (vertex) stored.push({ id: key.slice(start.length), order: vertex.order });
  }
  return stored.sort(compareOrder);
}

function toKey(shape: string, ringId: string, vertexId: string): string {
  return `v:${shape}:${ringId}:${vertexId}`;
}
