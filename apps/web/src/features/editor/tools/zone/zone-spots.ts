import type { Point2 } from "@blueprint/scene/scene-field";
import type { Zone, ZoneRing, ZoneVertex } from "@blueprint/scene/zone";
import type { ScreenPoint } from "../tool-stage.ts";

/** Closer together than this, one handle would cover another. */
const handlePx = 32;

/** A corner of a zone, and the middle of the side that follows it. */
export interface ZoneSpot {
  readonly ring: ZoneRing;
  readonly vertex: ZoneVertex;
  /** The corner before it, from which a straight line continues. */
  readonly before: ZoneVertex;
  readonly middle: Point2;
  /** Unique in its zone. */
  readonly key: string;
  readonly name: string;
  readonly middleName: string;
}

export function listZoneSpots({ outer, holes }: Pick<Zone, "outer" | "holes">): ZoneSpot[] {
  return [outer, ...holes].flatMap((ring) =>
    ring.vertices.map((vertex, index): ZoneSpot => {
      const count = ring.vertices.length;
      return {
        ring,
        vertex,
        before: ring.vertices[(index + count - 1) % count]!,
        middle: toMiddle(vertex.at, ring.vertices[(index + 1) % count]!.at),
        key: `${ring.id} ${vertex.id}`,
        name: `${ring.id === outer.id ? "Corner" : "Corner of a hole"} ${index + 1}`,
        middleName: `New corner after corner ${index + 1}`,
      };
    }),
  );
}

/**
 * Screen positions of the midpoint handles, in the order given. Null for one that another handle would cover: it
 * appears when the zone is larger on the screen.
 */
export function findFreeMiddles(
  middles: readonly (ScreenPoint | null)[],
  taken: readonly (ScreenPoint | null)[],
): (ScreenPoint | null)[] {
  return middles.map((point, index) => {
    if (point === null) return null;
    const isNear = (other: ScreenPoint | null) =>
      other !== null && Math.hypot(other.x - point.x, other.y - point.y) < handlePx;
    return taken.some(isNear) || middles.some((other, at) => at !== index && isNear(other)) ? null : point;
  });
}

export function toMillimetres(metres: number): number {
  return Math.round(metres * 1_000) / 1_000;
}

function toMiddle(a: Point2, b: Point2): Point2 {
  return [toMillimetres((a[0] + b[0]) / 2), toMillimetres((a[1] + b[1]) / 2)];
}
