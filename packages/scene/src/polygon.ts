import type { Point2 } from "./scene-field.ts";

/**
 * Polygons on the floor plane. Points are [x, z] in metres of the world frame (right-handed, y up), so seen from above
 * x points right and z down. A ring is a closed line that does not repeat its first point.
 */
export type Ring = readonly Point2[];

export interface Polygon {
  readonly outer: Ring;
  readonly holes: readonly Ring[];
}

/** Below a scan's resolution; points closer than this count as one. */
export const pointDistanceMetresMin = 0.001;
/** One square centimetre. */
export const ringAreaMin = 0.0001;

/** Shoelace formula, square metres. Positive when the ring runs clockwise seen from above (x towards z). */
export function getSignedArea(ring: Ring): number {
  const [originX, originZ] = ring[0] ?? [0, 0];
  let doubled = 0;
  // Relative to the first point: far from the origin, the products would lose the millimetres.
  for (let index = 1; index + 1 < ring.length; index += 1) {
    const [ax, az] = ring[index]!;
    const [bx, bz] = ring[index + 1]!;
    doubled += (ax - originX) * (bz - originZ) - (bx - originX) * (az - originZ);
  }
  return doubled / 2;
}

/** Square metres, excluding holes. */
export function getArea({ outer, holes }: Polygon): number {
  return holes.reduce((area, hole) => area - Math.abs(getSignedArea(hole)), Math.abs(getSignedArea(outer)));
}

/** Metres, including the perimeter of every hole. */
export function getPerimeter({ outer, holes }: Polygon): number {
  return [outer, ...holes].reduce(
    (sum, ring) => sum + ring.reduce((length, point, index) => length + getDistance(point, nextOf(ring, index)), 0),
    0,
  );
}

/** Centre of mass of the area. It may lie outside; use `findInsidePoint` for a point that is always inside. */
export function getCentroid({ outer, holes }: Polygon): Point2 {
  const [originX, originZ] = outer[0] ?? [0, 0];
  let [weight, sumX, sumZ] = [0, 0, 0];
  for (const [ring, sign] of [[outer, 1] as const, ...holes.map((hole) => [hole, -1] as const)]) {
    const area = getSignedArea(ring);
    const [x, z] = getRingMoment(ring, originX, originZ);
    const direction = sign * Math.sign(area);
    weight += direction * area;
    sumX += direction * x;
    sumZ += direction * z;
  }
  return weight === 0 ? [originX, originZ] : [originX + sumX / weight, originZ + sumZ / weight];
}

function getRingMoment(ring: Ring, originX: number, originZ: number): Point2 {
  let [x, z] = [0, 0];
  ring.forEach(([pointX, pointZ], index) => {
    const [nextX, nextZ] = nextOf(ring, index);
    const [ax, az, bx, bz] = [pointX - originX, pointZ - originZ, nextX - originX, nextZ - originZ];
    const cross = ax * bz - bx * az;
    x += ((ax + bx) * cross) / 6;
    z += ((az + bz) * cross) / 6;
  });
  return [x, z];
}

/** Whether a point is inside; the boundary counts as inside, including that of a hole. */
export function containsPoint({ outer, holes }: Polygon, point: Point2): boolean {
  return isInRing(outer, point, true) && !holes.some((hole) => isInRing(hole, point, false));
}

function isInRing(ring: Ring, [x, z]: Point2, edgeCounts: boolean): boolean {
  let isInside = false;
  for (let index = 0; index < ring.length; index += 1) {
    const [a, b] = [ring[index]!, nextOf(ring, index)];
    if (isOnSegment(a, b, [x, z])) return edgeCounts;
    if (a[1] > z !== b[1] > z && x < ((b[0] - a[0]) * (z - a[1])) / (b[1] - a[1]) + a[0]) isInside = !isInside;
  }
  return isInside;
}

/** A point well inside, for a label or a visitor's position: the middle of the widest of several cuts. */
export function findInsidePoint(polygon: Polygon): Point2 {
  const centre = getCentroid(polygon);
  const rings = [polygon.outer, ...polygon.holes];
  const depths = polygon.outer.map((point) => point[1]);
  const [low, high] = [Math.min(...depths), Math.max(...depths)];
  let best: { readonly point: Point2; readonly width: number } = { point: centre, width: 0 };
  for (let step = 0; step <= cuts; step += 1) {
    const z = step === cuts ? centre[1] : low + ((high - low) * (step + 0.5)) / cuts;
    const crossings = rings.flatMap((ring) => findCrossings(ring, z)).sort((a, b) => a - b);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const [from, to] = [crossings[index]!, crossings[index + 1]!];
      if (to - from > best.width) best = { point: [(from + to) / 2, z], width: to - from };
    }
  }
  return best.point;
}

const cuts = 16;

function findCrossings(ring: Ring, z: number): number[] {
  const crossings: number[] = [];
  ring.forEach((a, index) => {
    const b = nextOf(ring, index);
    if (a[1] > z !== b[1] > z) crossings.push(((b[0] - a[0]) * (z - a[1])) / (b[1] - a[1]) + a[0]);
  });
  return crossings;
}

export type PolygonProblem =
  | "too-few-points"
  | "points-too-close"
  | "too-small"
  | "crosses-itself"
  | "hole-outside"
  | "holes-overlap";

/** Why a polygon is invalid; null when it is simple, large enough, and its holes are disjoint and inside it. */
export function findPolygonProblem({ outer, holes }: Polygon): PolygonProblem | null {
  for (const ring of [outer, ...holes]) {
    const problem = findRingProblem(ring);
    if (problem !== null) return problem;
  }
  for (const hole of holes) {
    if (doRingsTouch(outer, hole) || !isInRing(outer, hole[0]!, false)) return "hole-outside";
  }
  for (const [index, hole] of holes.entries()) {
    for (const other of holes.slice(index + 1)) {
      if (doRingsTouch(hole, other) || isInRing(hole, other[0]!, true) || isInRing(other, hole[0]!, true)) {
        return "holes-overlap";
      }
    }
  }
  return null;
}

export function findRingProblem(ring: Ring): PolygonProblem | null {
  if (ring.length < 3) return "too-few-points";
  if (ring.some((point, index) => getDistance(point, nextOf(ring, index)) < pointDistanceMetresMin)) {
    return "points-too-close";
  }
  if (crossesItself(ring)) return "crosses-itself";
  return Math.abs(getSignedArea(ring)) < ringAreaMin ? "too-small" : null;
}

function crossesItself(ring: Ring): boolean {
  const count = ring.length;
  for (let first = 0; first < count; first += 1) {
    const [a, b] = [ring[first]!, nextOf(ring, first)];
    // Neighbours share a corner; they cross only by folding back over the same line.
    const c = nextOf(ring, (first + 1) % count);
    if (isOnSegment(a, b, c) || isOnSegment(b, c, a)) return true;
    for (let second = first + 2; second < count; second += 1) {
      if (first === 0 && second === count - 1) continue;
      if (doSegmentsTouch(a, b, ring[second]!, nextOf(ring, second))) return true;
    }
  }
  return false;
}

function doRingsTouch(one: Ring, other: Ring): boolean {
  return one.some((a, index) =>
    other.some((c, otherIndex) => doSegmentsTouch(a, nextOf(one, index), c, nextOf(other, otherIndex))),
  );
}

function doSegmentsTouch(a: Point2, b: Point2, c: Point2, d: Point2): boolean {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return false;
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return false;
  const sides = [getSide(a, b, c), getSide(a, b, d), getSide(c, d, a), getSide(c, d, b)] as const;
  if (sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0) return true;
  return isOnSegment(a, b, c) || isOnSegment(a, b, d) || isOnSegment(c, d, a) || isOnSegment(c, d, b);
}

function isOnSegment(a: Point2, b: Point2, point: Point2): boolean {
  if (getSide(a, b, point) !== 0) return false;
  return (
    Math.min(a[0], b[0]) <= point[0] &&
    point[0] <= Math.max(a[0], b[0]) &&
    Math.min(a[1], b[1]) <= point[1] &&
    point[1] <= Math.max(a[1], b[1])
  );
}

/** Which side of the line from a to b a point is on: 1, -1, or 0 when it is on the line within tolerance. */
function getSide(a: Point2, b: Point2, [x, z]: Point2): number {
  const [dx, dz] = [b[0] - a[0], b[1] - a[1]];
  const cross = dx * (z - a[1]) - dz * (x - a[0]);
  return Math.abs(cross) <= hairMetres * Math.hypot(dx, dz) ? 0 : Math.sign(cross);
}

// Far below a millimetre, far above double rounding errors at a kilometre.
const hairMetres = 1e-7;

/** The convex hull of points (Andrew's monotone chain); fewer than three points when they are collinear. */
export function getConvexHull(points: readonly Point2[]): Ring {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ordered: readonly Point2[]): Point2[] => {
    const chain: Point2[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && getTurn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function getTurn(a: Point2, b: Point2, c: Point2): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

export function getDistance(a: Point2, b: Point2): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

function nextOf(ring: Ring, index: number): Point2 {
  return ring[(index + 1) % ring.length]!;
}
