import { limits } from "@blueprint/contract/limits";
import * as Y from "yjs";
import { audiencesField, commonFields, defineKind, nameField, readFields, storeyField } from "./object-kind.ts";
import { compareOrder } from "./order-key.ts";
import { findPolygonProblem, findRingProblem, type Polygon, type Ring } from "./polygon.ts";
import { repairPolygon } from "./polygon-boolean.ts";
import { type RichText, readText } from "./rich-text.ts";
import {
  choiceField,
  colourField,
  type Field,
  type FieldValues,
  flagField,
  idField,
  isSceneId,
  optionalField,
  type Point2,
  point2Field,
  recordField,
  wholeNumberField,
} from "./scene-field.ts";

export const zoneTypes = ["public", "staff", "keep-out", "slow", "quiet", "capacity"] as const;
export type ZoneType = (typeof zoneTypes)[number];

/** Bottom and top in metres of the world frame (y). */
export type Heights = readonly [bottom: number, top: number];

const zoneHeightMetresMin = 0.01;

const heightsField: Field<Heights> = {
  parse: (value) => {
    const heights = point2Field.parse(value);
    return heights !== undefined && heights[1] - heights[0] >= zoneHeightMetresMin ? heights : undefined;
  },
  fallback: [0, 2.5],
  message: "The top must be above the bottom.",
};

/** A corner: position, and order in its ring. Removed ones are kept, so that no ring ends up with two corners. */
export const vertexField = recordField({ at: point2Field, order: commonFields.order, isRemoved: flagField }, ["at"]);

/**
 * A corner is stored under `v:<shape>:<ring>:<vertex>`. Redrawing the outline starts a new shape: corners that others
 * move in the old one meanwhile do not end up in it.
 */
export const zoneKind = defineKind({
  noun: "zone",
  fields: {
    ...commonFields,
    name: nameField,
    type: choiceField(zoneTypes),
    colour: optionalField(colourField),
    floor: storeyField,
    heights: heightsField,
    audiences: audiencesField,
    /** Number of people, for zones of type capacity. */
    capacity: optionalField(wholeNumberField(0, 1_000_000, 0)),
    shape: idField,
  },
  texts: { text: { charactersMax: limits.anchorTextCharactersMax } },
  members: { v: vertexField },
  translated: ["name", "text"],
  countMax: limits.zonesPerBlueprintMax,
  membersMax: limits.verticesPerZoneMax,
});

export interface ZoneVertex {
  readonly id: string;
  /** [x, z] in metres, world frame. */
  readonly at: Point2;
}

export interface ZoneRing {
  readonly id: string;
  readonly vertices: readonly ZoneVertex[];
}

/** An area of a storey, extruded between two heights. Its polygon is always valid, even after concurrent edits. */
export interface Zone extends Omit<FieldValues<(typeof zoneKind)["fields"]>, "shape"> {
  readonly id: string;
  readonly text: string;
  readonly body: RichText;
  readonly outer: ZoneRing;
  readonly holes: readonly ZoneRing[];
  /** Concurrent edits left an invalid outline; this one was derived from it. The next edit of the outline stores it. */
  readonly isRepaired: boolean;
}

/** The ring around the outside; every other ring is a hole. */
export const outerRingId = "outer";

export function toPolygon(zone: Pick<Zone, "outer" | "holes">): Polygon {
  return { outer: toRing(zone.outer), holes: zone.holes.map(toRing) };
}

function toRing(ring: ZoneRing): Ring {
  return ring.vertices.map((vertex) => vertex.at);
}

/** Null for an entry without any corner, which is not a zone. */
export function readZone(id: string, value: unknown): Zone | null {
  if (!isSceneId(id) || !(value instanceof Y.Map)) return null;
  const { shape, ...fields } = readFields(zoneKind, value);
  const drawn = readShape(value, shape);
  if (drawn === null) return null;
  return { id, ...fields, ...readText(value.get("text")), ...drawn };
}

interface StoredVertex extends ZoneVertex {
  readonly order: string;
  readonly isRemoved: boolean;
}

function readShape(zone: Y.Map<unknown>, shape: string): Pick<Zone, "outer" | "holes" | "isRepaired"> | null {
  const rings = new Map<string, StoredVertex[]>();
  for (const [key, value] of zone.entries()) {
    const [prefix, shapeId, ringId, id] = key.split(":");
    if (prefix !== "v" || shapeId !== shape || ringId === undefined || id === undefined) continue;
    const vertex = vertexField.parse(value);
    if (!vertex) continue;
    const ring = rings.get(ringId);
    if (ring === undefined) rings.set(ringId, [{ id, ...vertex }]);
    else ring.push({ id, ...vertex });
  }
  const outer = rings.get(outerRingId);
  if (outer === undefined) return null;
  rings.delete(outerRingId);
  const outerRing = { id: outerRingId, vertices: readOuterVertices(outer) };
  const holes = [...rings]
    .map(([id, vertices]) => ({ id, vertices: toVertices(vertices.filter((vertex) => !vertex.isRemoved)) }))
    .filter((hole) => findRingProblem(toRing(hole)) === null)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const drawn = { outer: outerRing, holes };
  const polygon = toPolygon(drawn);
  return findPolygonProblem(polygon) === null
    ? { ...drawn, isRepaired: false }
    : { ...toRings(repairPolygon(polygon)), isRepaired: true };
}

// If two people removed different corners so that fewer than three remain, removed ones return in the order of their
// ids.
function readOuterVertices(stored: readonly StoredVertex[]): ZoneVertex[] {
  const kept = stored.filter((vertex) => !vertex.isRemoved);
  const removed = stored.filter((vertex) => vertex.isRemoved).sort((a, b) => (a.id < b.id ? -1 : 1));
  while (kept.length < 3 && removed.length > 0) kept.push(removed.shift()!);
  return toVertices(kept);
}

function toVertices(stored: readonly StoredVertex[]): ZoneVertex[] {
  return [...stored].sort(compareOrder).map(({ id, at }) => ({ id, at }));
}

/** Gives every corner of a bare polygon an id. */
export function toRings({ outer, holes }: Polygon): { readonly outer: ZoneRing; readonly holes: readonly ZoneRing[] } {
  const name = (ring: Ring) => ring.map((at, index) => ({ id: `c${index}`, at }));
  return {
    outer: { id: outerRingId, vertices: name(outer) },
    holes: holes.map((hole, index) => ({ id: `h${index}`, vertices: name(hole) })),
  };
}
