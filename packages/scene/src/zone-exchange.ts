import type * as Y from "yjs";
import type { ImportProblem } from "./anchor-exchange.ts";
import { fromLongitudeLatitude, type GeoOrigin, toLongitudeLatitude } from "./geo-frame.ts";
import { ordersAtEnd } from "./list-order.ts";
import { findRecord, listOrders, requireRoom } from "./object-operations.ts";
import { createObject, isTextRecord, type ObjectRecord, requireValue, writeValue } from "./object-record.ts";
import { getSignedArea, type Polygon, type Ring } from "./polygon.ts";
import { toPlainText } from "./rich-text.ts";
import { getObjects, getSettings, localEdit } from "./scene-document.ts";
import { isSceneId, type Point2, point2Field } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { readSettings } from "./scene-settings.ts";
import { toPolygon, toRings, zoneKind } from "./zone.ts";
import { findZone, requirePolygon, setZoneOutline, toShapeRecord } from "./zone-operations.ts";

const fileCharactersMax = 20_000_000;
/** A tenth of a millimetre on Earth: coordinates that return closer than this count as unmoved. */
const degreesTolerance = 1e-9;

/**
 * What the coordinates are: WGS 84 degrees as required by RFC 7946 or, for a venue without a location, metres [x, -z]
 * of the scene, which programs read as a drawing. A custom member names the frame; a file without it is WGS 84.
 */
type Frame = "WGS 84" | "local metres";

interface Feature {
  readonly type: "Feature";
  readonly id: string;
  readonly geometry: { readonly type: "Polygon"; readonly coordinates: readonly (readonly Point2[])[] };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** All zones with all their data. Reading it back changes nothing. */
export function writeZonesGeoJson(doc: Y.Doc): string {
  const origin = findOrigin(doc);
  const frame: Frame = origin === null ? "local metres" : "WGS 84";
  const features = listOrders(getObjects(doc, "zones")).flatMap(({ id }): Feature[] => {
    const zone = findZone(doc, id);
    const record = findRecord(doc, { kind: "zones", id });
    if (zone === null || record === null) return [];
    const polygon = turnOutward(toPolygon(zone));
    const coordinates = [polygon.outer, ...polygon.holes].map((ring) => closeRing(ring.map(toCoordinate(origin))));
    const local = [polygon.outer, ...polygon.holes];
    return [
      {
        type: "Feature",
        id,
        geometry: { type: "Polygon", coordinates },
        properties: { ...toProperties(record), local },
      },
    ];
  });
  return `${JSON.stringify({ type: "FeatureCollection", blueprint: { version: 2, frame }, features }, null, 2)}\n`;
}

/** One zone from a file. */
export interface ZoneRow {
  /** Null if it gets a new id. */
  readonly id: string | null;
  readonly values: ObjectRecord;
  readonly outline: Polygon;
  /** Position of the feature in the file, from 1. */
  readonly line: number;
}

export interface ZoneFile {
  readonly rows: readonly ZoneRow[];
  readonly problems: readonly ImportProblem[];
}

/**
 * Reads polygons; every part of a MultiPolygon becomes a zone. Ignores unknown properties, so that files of other
 * programs can be read. @throws SceneInputError for input that is not GeoJSON or cannot be placed
 */
export function readZonesGeoJson(doc: Y.Doc, text: string): ZoneFile {
  if (text.length > fileCharactersMax) throw new SceneInputError("file", "The file is larger than 20 MB.");
  const file = parse(text);
  const frame: unknown = file.blueprint?.frame;
  const isLocal = frame === "local metres";
  const origin = findOrigin(doc);
  if (!isLocal && origin === null) {
    throw new SceneInputError("file", "Its coordinates are in degrees. Set this place's location first.");
  }
  const rows: ZoneRow[] = [];
  const problems: ImportProblem[] = [];
  file.features.forEach((feature, index) => {
    const line = index + 1;
    try {
      rows.push(...readFeature(feature, isLocal ? null : origin, line));
    } catch (error) {
      if (!(error instanceof SceneInputError)) throw error;
      problems.push({ line, field: error.field, message: error.message });
    }
  });
  return { rows, problems };
}

/** Adds new zones and updates those whose id exists, all in one step. @throws SceneInputError */
export function importZones(
  doc: Y.Doc,
  rows: readonly ZoneRow[],
  options: {
    readonly createId: () => string;
    readonly author: { readonly userId: string; readonly at: string };
    readonly origin?: unknown;
  },
): { readonly added: readonly string[]; readonly changed: readonly string[] } {
  const zones = getObjects(doc, "zones");
  const isThere = (row: ZoneRow) => row.id !== null && findZone(doc, row.id) !== null;
  const [present, fresh] = [rows.filter(isThere), rows.filter((row) => !isThere(row))];
  requireRoom(zones, "zones", fresh.length);
  const origin = options.origin ?? localEdit;
  const { userId, at } = options.author;
  const added: string[] = [];
  const changed: string[] = [];
  doc.transact(() => {
    const orders = ordersAtEnd(listOrders(zones), fresh.length);
    fresh.forEach(({ id: given, values, outline }, index) => {
      const id = given === null || zones.has(given) || added.includes(given) ? options.createId() : given;
      const base = { createdBy: userId, createdAt: at, order: orders[index] };
      zones.set(id, createObject({ ...base, ...values, ...toShapeRecord("0", toRings(outline)) }));
      added.push(id);
    });
    for (const { id, values, outline } of present) {
      const before = JSON.stringify(findRecord(doc, { kind: "zones", id: id! }));
      for (const [key, value] of Object.entries(values)) writeValue(zones.get(id!) as Y.Map<unknown>, key, value);
      if (!isSameOutline(toPolygon(findZone(doc, id!)!), outline)) setZoneOutline(doc, id!, outline, origin);
      if (before !== JSON.stringify(findRecord(doc, { kind: "zones", id: id! }))) changed.push(id!);
    }
  }, origin);
  return { added, changed };
}

function findOrigin(doc: Y.Doc): GeoOrigin | null {
  const { latitude, longitude, northDegrees } = readSettings(getSettings(doc));
  return latitude === null || longitude === null ? null : { latitude, longitude, northDegrees };
}

function toCoordinate(origin: GeoOrigin | null): (point: Point2) => Point2 {
  return (point) => (origin === null ? [point[0], -point[1]] : toLongitudeLatitude(point, origin));
}

// RFC 7946 §3.1.6: outer rings run counterclockwise with north up, holes clockwise. With z down, the sign flips.
function turnOutward({ outer, holes }: Polygon): Polygon {
  const turn = (ring: Ring, isOuter: boolean) => (getSignedArea(ring) < 0 === isOuter ? ring : ring.toReversed());
  return { outer: turn(outer, true), holes: holes.map((hole) => turn(hole, false)) };
}

function closeRing(ring: readonly Point2[]): readonly Point2[] {
  return [...ring, ring[0]!];
}

function toProperties(record: ObjectRecord): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  // Sorted, so that equal zones yield equal files, regardless of the order of edits.
  for (const [key, value] of Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (key === "shape" || key.startsWith("v:")) continue;
    const isPlain = isTextRecord(value) && value.runs.every((run) => Object.keys(run).length === 1);
    properties[key] = isPlain ? toPlainText(value.runs) : value;
  }
  return properties;
}

interface GeoJsonFile {
  readonly blueprint?: { readonly frame?: unknown };
  readonly features: readonly unknown[];
}

function parse(text: string): GeoJsonFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new SceneInputError("file", "This isn't GeoJSON.");
  }
  const { type, features, blueprint } = (typeof file === "object" && file !== null ? file : {}) as Record<
    string,
    unknown
  >;
  if (type === "Feature") return { features: [file] };
  if (type !== "FeatureCollection" || !Array.isArray(features))
    throw new SceneInputError("file", "This isn't GeoJSON.");
  return { features, blueprint: typeof blueprint === "object" && blueprint !== null ? blueprint : {} };
}

function readFeature(value: unknown, origin: GeoOrigin | null, line: number): ZoneRow[] {
  const { id, geometry, properties } = (value ?? {}) as Record<string, unknown>;
  const { type, coordinates } = (geometry ?? {}) as Record<string, unknown>;
  const { local, ...given } = (typeof properties === "object" && properties !== null ? properties : {}) as Record<
    string,
    unknown
  >;
  const parts = type === "MultiPolygon" ? coordinates : [coordinates];
  if ((type !== "Polygon" && type !== "MultiPolygon") || !Array.isArray(parts)) {
    throw new SceneInputError("geometry", "Only polygons can become zones.");
  }
  const values = readProperties(given);
  return (parts as unknown[]).map((part, index): ZoneRow => {
    const rings = readRings(part);
    const exact = index === 0 ? findExactRings(local, rings, origin) : null;
    const placed = exact ?? rings.map((ring) => ring.map((point) => fromCoordinate(point, origin)));
    const outline = requirePolygon({ outer: placed[0] ?? [], holes: placed.slice(1) });
    return { id: index === 0 && isSceneId(id) ? id : null, values, outline, line };
  });
}

function readProperties(given: Readonly<Record<string, unknown>>): ObjectRecord {
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const base = key.split("@")[0]!;
    if (key === "shape" || (!Object.hasOwn(zoneKind.fields, base) && !Object.hasOwn(zoneKind.texts, base))) continue;
    const isText = Object.hasOwn(zoneKind.texts, base) && typeof value === "string";
    values[key] = requireValue(zoneKind, key, isText ? { runs: value === "" ? [] : [{ text: value }] } : value);
  }
  return values;
}

function readRings(part: unknown): Point2[][] {
  if (!Array.isArray(part)) throw new SceneInputError("geometry", "Its rings can't be read.");
  return (part as unknown[]).map((ring) => {
    const points = Array.isArray(ring) ? (ring as unknown[]).map((point) => readPoint(point)) : [];
    const [first, last] = [points[0], points.at(-1)];
    return first !== undefined && last !== undefined && isNear(first, last, 0) ? points.slice(0, -1) : points;
  });
}

// A third number is an elevation; zones store their heights separately.
function readPoint(point: unknown): Point2 {
  const parsed = Array.isArray(point) ? point2Field.parse(point.slice(0, 2)) : undefined;
  if (parsed === undefined) throw new SceneInputError("geometry", "One of its points can't be read.");
  return parsed;
}

function fromCoordinate(point: Point2, origin: GeoOrigin | null): Point2 {
  return origin === null ? [point[0], -point[1]] : fromLongitudeLatitude(point, origin);
}

/** The exact metres that our export stores beside the degrees, provided the degrees are unchanged. */
function findExactRings(
  local: unknown,
  rings: readonly (readonly Point2[])[],
  origin: GeoOrigin | null,
): Point2[][] | null {
  if (!Array.isArray(local) || local.length !== rings.length) return null;
  let exact: Point2[][];
  try {
    exact = readRings(local);
  } catch {
    return null;
  }
  const place = toCoordinate(origin);
  const isSame = exact.every(
    (ring, index) =>
      ring.length === rings[index]!.length &&
      ring.every((point, at) => isNear(place(point), rings[index]![at]!, degreesTolerance)),
  );
  return isSame ? exact : null;
}

function isNear(a: Point2, b: Point2, tolerance: number): boolean {
  return Math.abs(a[0] - b[0]) <= tolerance && Math.abs(a[1] - b[1]) <= tolerance;
}

/** Whether the outlines match, regardless of a ring's starting point and direction. */
export function isSameOutline(one: Polygon, other: Polygon): boolean {
  if (one.holes.length !== other.holes.length || !isSameRing(one.outer, other.outer)) return false;
  return one.holes.every((hole) => other.holes.some((candidate) => isSameRing(hole, candidate)));
}

function isSameRing(one: Ring, other: Ring): boolean {
  if (one.length !== other.length) return false;
  return [other, other.toReversed()].some((candidate) => {
    const start = candidate.findIndex((point) => isNear(point, one[0]!, 0));
    return start >= 0 && one.every((point, index) => isNear(point, candidate[(start + index) % candidate.length]!, 0));
  });
}
