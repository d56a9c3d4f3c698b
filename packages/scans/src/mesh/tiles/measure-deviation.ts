import { BufferAttribute, BufferGeometry, Vector3 } from "three";
import { type HitPointInfo, MeshBVH } from "three-mesh-bvh";
import type { Grid } from "./grid.ts";
import { type TileMesh, triangleCount } from "./tile-mesh.ts";

/** Points spread evenly over the area of a surface. */
export interface SurfaceSample {
  /** Six values each: position in metres, delivered frame, then the unit normal of the face. */
  readonly points: Float64Array;
  /** Area of the sampled surface, square metres. */
  readonly areaM2: number;
}

/** Deviation of a simplified surface from the original. */
export interface Deviation {
  /** Largest distance found between the two surfaces, in both directions, metres. */
  readonly shapeM: number;
  /** 95th percentile over the original surface of the sine of the angle between face normals. */
  readonly normalSine: number;
}

const valuesPerPoint = 6;
/** About one for every second triangle of a tile. Deviations smaller in area than the points are apart can be missed. */
const pointsPerTile = 4096;
const normalShare = 0.95;
/** Steps of a low-discrepancy sequence, which keeps the points of a face apart. */
const [stepU, stepV] = [0.754877666246693, 0.569840290998053];

/** Deterministic: the same mesh always gives the same sample. */
export function sampleSurface(mesh: TileMesh, { step }: Grid, count = pointsPerTile): SurfaceSample {
  const faces = triangleCount(mesh);
  const areas = new Float64Array(faces);
  let areaM2 = 0;
  for (let face = 0; face < faces; face++) {
    areaM2 += readFace(mesh, face, step).length / 2;
    areas[face] = areaM2;
  }
  if (areaM2 === 0) return { points: new Float64Array(0), areaM2 };
  const points = new Float64Array(count * valuesPerPoint);
  let face = 0;
  for (let number = 0; number < count; number++) {
    const wanted = ((number + 0.5) / count) * areaM2;
    while (areas[face]! < wanted) face++;
    let u = (number * stepU) % 1;
    let v = (number * stepV) % 1;
    if (u + v > 1) [u, v] = [1 - u, 1 - v];
    const { corner, edgeU, edgeV, normal, length } = readFace(mesh, face, step);
    for (let axis = 0; axis < 3; axis++) {
      points[number * valuesPerPoint + axis] = corner[axis]! + u * edgeU[axis]! + v * edgeV[axis]!;
      points[number * valuesPerPoint + 3 + axis] = normal[axis]! / length;
    }
  }
  return { points, areaM2 };
}

/** Merges the samples of several surfaces; each keeps points in proportion to its area. */
export function joinSamples(samples: readonly SurfaceSample[], count = pointsPerTile): SurfaceSample {
  const areaM2 = samples.reduce((sum, sample) => sum + sample.areaM2, 0);
  const kept = samples.map((sample) => {
    const has = sample.points.length / valuesPerPoint;
    const keeps = Math.min(has, Math.round((count * sample.areaM2) / Math.max(areaM2, Number.MIN_VALUE)));
    const points = new Float64Array(keeps * valuesPerPoint);
    for (let number = 0; number < keeps; number++) {
      const from = Math.floor(((number + 0.5) * has) / keeps) * valuesPerPoint;
      points.set(sample.points.subarray(from, from + valuesPerPoint), number * valuesPerPoint);
    }
    return points;
  });
  const points = new Float64Array(kept.reduce((sum, part) => sum + part.length, 0));
  let to = 0;
  for (const part of kept) {
    points.set(part, to);
    to += part.length;
  }
  return { points, areaM2 };
}

/**
 * Measures a tile against the original in both directions: parts of the original that the tile lacks, and parts of the
 * tile that the original does not have.
 * @param original sample of the original surface
 * @param finer the mesh that the tile was simplified from
 * @param finerM deviation of `finer` from the original, metres; the result is at least this
 */
export function measureDeviation(
  shown: TileMesh,
  grid: Grid,
  original: SurfaceSample,
  finer: TileMesh,
  finerM: number,
): Deviation {
  if (shown === finer) return { shapeM: finerM, normalSine: 0 };
  const there = findNearest(original, shown, grid);
  const back = findNearest(sampleSurface(shown, grid), finer, grid);
  const sines = there.sines.sort();
  return {
    shapeM: Math.max(there.distanceMaxM, back.distanceMaxM + finerM),
    normalSine: sines[Math.floor((sines.length - 1) * normalShare)] ?? 0,
  };
}

function findNearest({ points }: SurfaceSample, surface: TileMesh, { step }: Grid) {
  const sines = new Float64Array(points.length / valuesPerPoint);
  if (triangleCount(surface) === 0) return { distanceMaxM: 0, sines };
  const { rows, layout, indices } = surface;
  // Floats are most precise near the origin.
  const origin = [rows[0]! * step, rows[1]! * step, rows[2]! * step] as const;
  const positions = new Float32Array((rows.length / layout.width) * 3);
  for (let from = 0, to = 0; from < rows.length; from += layout.width, to += 3) {
    for (let axis = 0; axis < 3; axis++) positions[to + axis] = rows[from + axis]! * step - origin[axis]!;
  }
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
  // The tree reorders the index it is given.
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  const tree = new MeshBVH(geometry, { indirect: true });
  const point = new Vector3();
  const nearest: HitPointInfo = { point: new Vector3(), distance: 0, faceIndex: 0 };
  let distanceMaxM = 0;
  for (let from = 0, number = 0; from < points.length; from += valuesPerPoint, number++) {
    point.set(points[from]! - origin[0], points[from + 1]! - origin[1], points[from + 2]! - origin[2]);
    tree.closestPointToPoint(point, nearest);
    distanceMaxM = Math.max(distanceMaxM, nearest.distance);
    const { normal, length } = readFace(surface, nearest.faceIndex, step);
    if (length === 0) continue;
    let cosine = 0;
    for (let axis = 0; axis < 3; axis++) cosine += (normal[axis]! / length) * points[from + 3 + axis]!;
    // The opposite side of a thin wall is just as near, with the opposite normal.
    sines[number] = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  }
  return { distanceMaxM, sines };
}

type Triple = [number, number, number];

function readFace({ rows, indices, layout: { width } }: TileMesh, face: number, step: number) {
  const [a, b, c] = [0, 1, 2].map((corner) => indices[face * 3 + corner]! * width) as Triple;
  const along = (from: number, to: number) =>
    [0, 1, 2].map((axis) => (rows[to + axis]! - rows[from + axis]!) * step) as Triple;
  const corner = [rows[a]! * step, rows[a + 1]! * step, rows[a + 2]! * step] as Triple;
  const [edgeU, edgeV] = [along(a, b), along(a, c)];
  const normal: Triple = [
    edgeU[1] * edgeV[2] - edgeU[2] * edgeV[1],
    edgeU[2] * edgeV[0] - edgeU[0] * edgeV[2],
    edgeU[0] * edgeV[1] - edgeU[1] * edgeV[0],
  ];
  return { corner, edgeU, edgeV, normal, length: Math.hypot(...normal) };
}
