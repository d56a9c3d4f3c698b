import type { Point2, Quaternion } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { lengthOf, subtract } from "./uncertainty.ts";
import type { Vector3 } from "./vector.ts";

/** A rotation, uniform scale and translation in the plane: p ↦ scale · R(angle) · p + shift. */
export interface PlaneSimilarity {
  readonly scale: number;
  /** Radians, from the first axis towards the second. */
  readonly angle: number;
  readonly shift: Point2;
}

/** The same in space: p ↦ scale · rotation · p + position, metres, world frame. */
export interface SpaceSimilarity {
  readonly scale: number;
  readonly rotation: Quaternion;
  readonly position: Vector3;
}

/** A similarity fitted to pairs, with the residual of each pair in units of the target. */
export interface Fitted<T> {
  readonly similarity: T;
  readonly residuals: readonly number[];
  /** Root mean square of the residuals. Meaningless for two pairs, which always fit. */
  readonly rms: number;
}

export interface PointPair<P> {
  readonly from: P;
  readonly to: P;
}

const spreadMin = 1e-9;

/**
 * The least-squares similarity of the plane (Umeyama 1991, in its closed form for two dimensions). Never reflects.
 * @throws SceneInputError for fewer than two different points on either side
 */
export function fitPlaneSimilarity(pairs: readonly PointPair<Point2>[]): Fitted<PlaneSimilarity> {
  if (pairs.length < 2) throw new SceneInputError("pairs", "Add at least two pairs of points.");
  const fromCentre = getMean(pairs.map((pair) => pair.from));
  const toCentre = getMean(pairs.map((pair) => pair.to));
  let [along, across, fromSpread, toSpread] = [0, 0, 0, 0];
  for (const { from, to } of pairs) {
    const [fx, fy, tx, ty] = [
      from[0] - fromCentre[0],
      from[1] - fromCentre[1],
      to[0] - toCentre[0],
      to[1] - toCentre[1],
    ];
    along += fx * tx + fy * ty;
    across += fx * ty - fy * tx;
    fromSpread += fx * fx + fy * fy;
    toSpread += tx * tx + ty * ty;
  }
  const scale = Math.hypot(along, across) / fromSpread;
  if (!(fromSpread > spreadMin && toSpread > spreadMin && scale > 0)) throw pointsTooClose();
  const angle = Math.atan2(across, along);
  const turned = transformPoint2({ scale, angle, shift: [0, 0] }, fromCentre);
  const similarity: PlaneSimilarity = { scale, angle, shift: [toCentre[0] - turned[0], toCentre[1] - turned[1]] };
  return withResiduals(similarity, pairs, ({ from, to }) => {
    const placed = transformPoint2(similarity, from);
    return Math.hypot(placed[0] - to[0], placed[1] - to[1]);
  });
}

export function transformPoint2({ scale, angle, shift }: PlaneSimilarity, [x, y]: Point2): Point2 {
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return [cos * x - sin * y + shift[0], sin * x + cos * y + shift[1]];
}

/** The inverse similarity. */
export function invertPlaneSimilarity({ scale, angle, shift }: PlaneSimilarity): PlaneSimilarity {
  const inverse: PlaneSimilarity = { scale: 1 / scale, angle: -angle, shift: [0, 0] };
  const [x, y] = transformPoint2(inverse, shift);
  return { ...inverse, shift: [-x, -y] };
}

/**
 * Places a scan of known up axis by two or more pairs: rotated about the vertical only, scaled uniformly, translated.
 * @throws SceneInputError for fewer than two points that differ seen from above
 */
export function fitUprightSimilarity(pairs: readonly PointPair<Vector3>[]): Fitted<SpaceSimilarity> {
  const plane = fitPlaneSimilarity(
    pairs.map(({ from, to }) => ({ from: [from[0], from[2]], to: [to[0], to[2]] })),
  ).similarity;
  // Rotating x towards z is the negative direction about y in a right-handed frame.
  const rotation: Quaternion = [0, Math.sin(-plane.angle / 2), 0, Math.cos(plane.angle / 2)];
  const lift = pairs.reduce((sum, { from, to }) => sum + to[1] - plane.scale * from[1], 0) / pairs.length;
  return fitted({ scale: plane.scale, rotation, position: [plane.shift[0], lift, plane.shift[1]] }, pairs);
}

/**
 * The least-squares similarity of space for three or more pairs (Umeyama's scale with Horn's quaternion for the
 * rotation, which also handles coplanar points).
 * @throws SceneInputError for fewer than three pairs, or collinear points
 */
export function fitSimilarity(pairs: readonly PointPair<Vector3>[]): Fitted<SpaceSimilarity> {
  if (pairs.length < 3) throw new SceneInputError("pairs", "Add at least three pairs of points.");
  const fromCentre = getMean3(pairs.map((pair) => pair.from));
  const toCentre = getMean3(pairs.map((pair) => pair.to));
  const centred = pairs.map(({ from, to }) => ({ from: subtract(from, fromCentre), to: subtract(to, toCentre) }));
  if (isOnLine(centred.map(({ from }) => from)) || isOnLine(centred.map(({ to }) => to))) throw pointsTooClose();
  const rotation = findRotation(centred);
  let [matched, spread] = [0, 0];
  for (const { from, to } of centred) {
    const turned = rotate(rotation, from);
    matched += turned[0] * to[0] + turned[1] * to[1] + turned[2] * to[2];
    spread += lengthOf(from) ** 2;
  }
  const scale = matched / spread;
  if (!(scale > 0)) throw pointsTooClose();
  const turned = rotate(rotation, fromCentre);
  const position: Vector3 = [
    toCentre[0] - scale * turned[0],
    toCentre[1] - scale * turned[1],
    toCentre[2] - scale * turned[2],
  ];
  return fitted({ scale, rotation, position }, pairs);
}

export function transformPoint({ scale, rotation, position }: SpaceSimilarity, point: Vector3): Vector3 {
  const [x, y, z] = rotate(rotation, point);
  return [scale * x + position[0], scale * y + position[1], scale * z + position[2]];
}

/** Rotates a vector by a unit quaternion. */
export function rotate([qx, qy, qz, qw]: Quaternion, [x, y, z]: Vector3): Vector3 {
  const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
  return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
}

/** Applies `b` first, then `a`. */
export function multiplyRotations(a: Quaternion, b: Quaternion): Quaternion {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

type Matrix4 = number[][];

function findRotation(pairs: readonly PointPair<Vector3>[]): Quaternion {
  const sum = (a: 0 | 1 | 2, b: 0 | 1 | 2) => pairs.reduce((total, { from, to }) => total + from[a] * to[b], 0);
  const [xx, xy, xz] = [sum(0, 0), sum(0, 1), sum(0, 2)];
  const [yx, yy, yz] = [sum(1, 0), sum(1, 1), sum(1, 2)];
  const [zx, zy, zz] = [sum(2, 0), sum(2, 1), sum(2, 2)];
  // Horn 1987, equation for N: the eigenvector of its largest eigenvalue is the quaternion (w, x, y, z).
  const [w, x, y, z] = findLargestEigenvector([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ]) as [number, number, number, number];
  return [x, y, z, w];
}

const jacobiSweepsMax = 50;

/** For a symmetric matrix, by Jacobi rotations. */
function findLargestEigenvector(matrix: Matrix4): number[] {
  const values = matrix.map((row) => [...row]);
  const vectors = values.map((_, row) => values.map((__, column) => (row === column ? 1 : 0)));
  for (let sweep = 0; sweep < jacobiSweepsMax; sweep += 1) {
    let off = 0;
    for (let p = 0; p < 3; p += 1) for (let q = p + 1; q < 4; q += 1) off += values[p]![q]! ** 2;
    if (off < 1e-30 * values.reduce((total, row, index) => total + row[index]! ** 2, 0) || off === 0) break;
    for (let p = 0; p < 3; p += 1) for (let q = p + 1; q < 4; q += 1) rotateJacobi(values, vectors, p, q);
  }
  let largest = 0;
  for (let index = 1; index < 4; index += 1) if (values[index]![index]! > values[largest]![largest]!) largest = index;
  return vectors.map((row) => row[largest]!);
}

function rotateJacobi(values: Matrix4, vectors: Matrix4, p: number, q: number): void {
  const mixed = values[p]![q]!;
  if (mixed === 0) return;
  const theta = (values[q]![q]! - values[p]![p]!) / (2 * mixed);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const cos = 1 / Math.hypot(t, 1);
  const sin = t * cos;
  for (let k = 0; k < 4; k += 1) {
    const [a, b] = [values[k]![p]!, values[k]![q]!];
    values[k]![p] = cos * a - sin * b;
    values[k]![q] = sin * a + cos * b;
  }
  for (let k = 0; k < 4; k += 1) {
    const [a, b] = [values[p]![k]!, values[q]![k]!];
    values[p]![k] = cos * a - sin * b;
    values[q]![k] = sin * a + cos * b;
    const [c, d] = [vectors[k]![p]!, vectors[k]![q]!];
    vectors[k]![p] = cos * c - sin * d;
    vectors[k]![q] = sin * c + cos * d;
  }
}

function isOnLine(points: readonly Vector3[]): boolean {
  const furthest = points.reduce((best, point) => (lengthOf(point) > lengthOf(best) ? point : best));
  const length = lengthOf(furthest);
  if (length ** 2 < spreadMin) return true;
  return points.every((point) => {
    const along = (point[0] * furthest[0] + point[1] * furthest[1] + point[2] * furthest[2]) / length;
    return lengthOf(point) ** 2 - along ** 2 < 1e-10 * length ** 2;
  });
}

function fitted(similarity: SpaceSimilarity, pairs: readonly PointPair<Vector3>[]): Fitted<SpaceSimilarity> {
  return withResiduals(similarity, pairs, ({ from, to }) => lengthOf(subtract(transformPoint(similarity, from), to)));
}

function withResiduals<T, P>(similarity: T, pairs: readonly P[], measure: (pair: P) => number): Fitted<T> {
  const residuals = pairs.map(measure);
  const rms = Math.sqrt(residuals.reduce((sum, residual) => sum + residual ** 2, 0) / pairs.length);
  return { similarity, residuals, rms };
}

function getMean(points: readonly Point2[]): Point2 {
  const sum = points.reduce<Point2>((total, point) => [total[0] + point[0], total[1] + point[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

function getMean3(points: readonly Vector3[]): Vector3 {
  const sum = points.reduce<Vector3>((t, point) => [t[0] + point[0], t[1] + point[1], t[2] + point[2]], [0, 0, 0]);
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
}

function pointsTooClose(): SceneInputError {
  return new SceneInputError("pairs", "The points are too close together or on one line. Choose points farther apart.");
}
