import { difference, type Geom, intersection, union } from "polyclip-ts";
import {
  findPolygonProblem,
  getArea,
  getConvexHull,
  type Polygon,
  pointDistanceMetresMin,
  type Ring,
  ringAreaMin,
} from "./polygon.ts";
import type { Point2 } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";

type MultiPolygon = ReturnType<typeof union>;

/** The union of the polygons, largest piece first. @throws SceneInputError */
export function unitePolygons(polygons: readonly Polygon[]): Polygon[] {
  const [first, ...others] = polygons.map(toGeometry);
  return first === undefined ? [] : run(() => union(first, ...others));
}

/** A polygon minus the others, largest piece first. @throws SceneInputError */
export function subtractPolygons(from: Polygon, others: readonly Polygon[]): Polygon[] {
  return run(() => difference(toGeometry(from), ...others.map(toGeometry)));
}

/** The intersection of the polygons, largest piece first. @throws SceneInputError */
export function intersectPolygons(polygons: readonly Polygon[]): Polygon[] {
  const [first, ...others] = polygons.map(toGeometry);
  return first === undefined ? [] : run(() => intersection(first, ...others));
}

/**
 * Splits a polygon along the straight line through two points; returns both sides, largest piece first.
 * @throws SceneInputError when the line leaves everything on one side
 */
export function splitPolygon(polygon: Polygon, from: Point2, to: Point2): Polygon[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < pointDistanceMetresMin) throw new SceneInputError("line", "Choose two different points.");
  const reach = 2 * Math.max(...polygon.outer.map(([x, z]) => Math.hypot(x - from[0], z - from[1]))) + 1;
  const along: Point2 = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const corner = (forward: number, aside: number): Point2 => [
    from[0] + (forward * along[0] - aside * along[1]) * reach,
    from[1] + (forward * along[1] + aside * along[0]) * reach,
  ];
  const side: Polygon = { outer: [corner(-1, 0), corner(1, 0), corner(1, 1), corner(-1, 1)], holes: [] };
  const pieces = [...intersectPolygons([polygon, side]), ...subtractPolygons(polygon, [side])];
  if (pieces.length < 2) throw new SceneInputError("line", "The line doesn't split the zone in two.");
  return pieces.sort((a, b) => getArea(b) - getArea(a));
}

/**
 * Makes a valid polygon of any points, such as those left by concurrent edits; the result is the same on every device.
 * Returns the largest part of the crossing lines or, failing that, the hull of all points.
 */
export function repairPolygon({ outer, holes }: Polygon): Polygon {
  const cut = (() => {
    try {
      const body = unitePolygons([{ outer, holes: [] }])[0];
      if (body === undefined) return null;
      const openings = holes.flatMap((hole) => unitePolygons([{ outer: hole, holes: [] }]));
      return openings.length === 0 ? body : (subtractPolygons(body, openings)[0] ?? body);
    } catch {
      return null;
    }
  })();
  if (cut !== null) return cut;
  const around: Polygon = { outer: getConvexHull(outer), holes: [] };
  return findPolygonProblem(around) === null ? around : toSmallSquare(outer);
}

// Collinear points have no area; a square of this size can be seen and dragged.
const smallSquareMetres = 0.2;

function toSmallSquare(points: Ring): Polygon {
  const middle = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / Math.max(points.length, 1);
  const [x, z, half] = [middle(0), middle(1), smallSquareMetres / 2];
  return {
    outer: [
      [x - half, z - half],
      [x + half, z - half],
      [x + half, z + half],
      [x - half, z + half],
    ],
    holes: [],
  };
}

function run(operation: () => MultiPolygon): Polygon[] {
  const pieces = attempt(operation)
    .map((rings): Polygon => {
      const [outer = [], ...holes] = rings.map(toRing);
      return { outer, holes: holes.filter((hole) => hole.length > 2) };
    })
    .filter((polygon) => polygon.outer.length > 2 && getArea(polygon) >= ringAreaMin)
    .sort((a, b) => getArea(b) - getArea(a));
  // The library accepts outlines that touch themselves in a point, but the editor cannot edit them.
  if (pieces.some((piece) => findPolygonProblem(piece) !== null)) throw tooClose();
  return pieces;
}

function attempt(operation: () => MultiPolygon): MultiPolygon {
  try {
    return operation();
  } catch {
    // The library fails on some nearly coincident lines.
    throw tooClose();
  }
}

function tooClose(): SceneInputError {
  return new SceneInputError("shape", "These outlines are too close together. Move a corner a little and try again.");
}

function toGeometry({ outer, holes }: Polygon): Geom {
  return [outer, ...holes].map((ring) => ring.map(([x, z]): [number, number] => [toGrid(x), toGrid(z)]));
}

function toRing(points: readonly (readonly [number, number])[]): Point2[] {
  const ring = points.slice(0, -1).map(([x, z]): Point2 => [toGrid(x), toGrid(z)]);
  return ring.filter((point, index) => {
    const next = ring[(index + 1) % ring.length]!;
    return Math.hypot(next[0] - point[0], next[1] - point[1]) >= pointDistanceMetresMin;
  });
}

// A tenth of a millimetre: makes near-coincident lines coincide, which the library's sweep depends on.
function toGrid(metres: number): number {
  return Math.round(metres * 10_000) / 10_000;
}
