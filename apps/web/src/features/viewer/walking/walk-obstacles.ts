import { Vector3 } from "three";
import { fitPlaneNormal } from "../loaders/plane-fit.ts";
import type { PlacedPoints } from "../loaders/raycast-points.ts";
import type { Vector3Tuple } from "../scene/scene.ts";

/** Edge of a cell: finer than a body, coarser than the gaps between the points of a wall. Metres. */
const cellM = 0.16;
/** Cells along the edge of a chunk: 4 m. */
const chunkCells = 25;
/** Rays end here: walking needs no more, and farther chunks take time to build. Metres. */
export const obstacleReachM = 10;
/** Occupied cells among a cell and its 26 neighbours that make it solid; fewer are stray points. */
const solidMin = 3;
/** A plane that a ray meets at a smaller angle (sine) gives no reliable distance. */
const slantMin = 0.2;
/** Finer points arrive while somebody walks. Milliseconds. */
const recheckMs = 500;
/** Keys of cells: heights from −4096 to 4095 cells. */
const lowestCell = -4096;

/** Points, without those that an edit hides. */
export interface ObstaclePoints extends Pick<PlacedPoints, "points" | "matrix" | "sphere"> {
  readonly isHidden?: ((point: Vector3) => boolean) | undefined;
}

/** Sum and number of the points in a cell. */
interface Cell {
  x: number;
  y: number;
  z: number;
  count: number;
}

/** All cells above and below a square of the floor. */
interface Chunk {
  readonly cells: ReadonlyMap<number, Cell>;
  /** Points it was built from. */
  readonly points: number;
}

type Neighbour = readonly [dx: number, dy: number, dz: number];

const steps = [-1, 0, 1] as const;
const neighbours: readonly Neighbour[] = steps.flatMap((dx) =>
  steps.flatMap((dy) => steps.map((dz) => [dx, dy, dz] as const)),
);

/**
 * Obstacles in scans without surfaces: points and splats, gathered in cells around the walker when a ray first gets
 * there. Scene coordinates, metres.
 */
export class WalkObstacles {
  readonly #listPoints: () => Iterable<ObstaclePoints>;
  readonly #chunks = new Map<string, Chunk>();
  readonly #now: () => number;
  #sets: readonly ObstaclePoints[] = [];
  #listedAt = Number.NEGATIVE_INFINITY;

  /** @param listPoints the points on hand now */
  constructor(listPoints: () => Iterable<ObstaclePoints>, now: () => number = () => performance.now()) {
    this.#listPoints = listPoints;
    this.#now = now;
  }

  /** Forgets all obstacles: other scans are shown, or the same ones moved or cut differently. */
  clear(): void {
    this.#chunks.clear();
    this.#listedAt = Number.NEGATIVE_INFINITY;
  }

  /** The first obstacle along a unit direction; what surrounds the origin doesn't count. Null beyond 10 m. */
  cast(origin: Vector3Tuple, direction: Vector3Tuple, far: number): { distance: number; normal: Vector3Tuple } | null {
    this.#relist();
    if (this.#sets.length === 0) return null;
    const end = Math.min(far, obstacleReachM);
    let isLeaving = true;
    for (const [cell, distance] of cellsAlong(origin, direction, end)) {
      const isSolid = this.#isSolid(cell);
      if (!isSolid) isLeaving = false;
      else if (!isLeaving) return this.#meet(cell, distance, origin, direction);
    }
    return null;
  }

  #relist(): void {
    const now = this.#now();
    if (now - this.#listedAt < recheckMs) return;
    this.#listedAt = now;
    this.#sets = [...this.#listPoints()];
    // Points behind the walker may be unloaded: a chunk is only replaced by one of more points.
    for (const [key, chunk] of this.#chunks) {
      const [x, z] = key.split(",").map(Number) as [number, number];
      if (countPoints(this.#listNear(x, z)) > chunk.points) this.#chunks.delete(key);
    }
  }

  #listNear(chunkX: number, chunkZ: number): ObstaclePoints[] {
    const edge = cellM * chunkCells;
    return this.#sets.filter(({ sphere }) => {
      if (sphere === undefined) return true;
      const { x, z } = sphere.center;
      const dx = Math.max(chunkX * edge - x, 0, x - (chunkX + 1) * edge);
      const dz = Math.max(chunkZ * edge - z, 0, z - (chunkZ + 1) * edge);
      return Math.hypot(dx, dz) <= sphere.radius;
    });
  }

  #cellAt([x, y, z]: Vector3Tuple): Cell | undefined {
    const [chunkX, chunkZ] = [Math.floor(x / chunkCells), Math.floor(z / chunkCells)];
    const key = `${chunkX},${chunkZ}`;
    let chunk = this.#chunks.get(key);
    if (chunk === undefined) {
      chunk = buildChunk(chunkX, chunkZ, this.#listNear(chunkX, chunkZ));
      this.#chunks.set(key, chunk);
    }
    return chunk.cells.get(toKey(x - chunkX * chunkCells, y, z - chunkZ * chunkCells));
  }

  #isSolid([x, y, z]: Vector3Tuple): boolean {
    if (this.#cellAt([x, y, z]) === undefined) return false;
    let occupied = 0;
    for (const [dx, dy, dz] of neighbours) {
      if (this.#cellAt([x + dx, y + dy, z + dz]) !== undefined && ++occupied >= solidMin) return true;
    }
    return false;
  }

  /** Where the ray meets the plane through the points around a cell. */
  #meet(cell: Vector3Tuple, entry: number, origin: Vector3Tuple, direction: Vector3Tuple) {
    const around = neighbours.flatMap(([dx, dy, dz]) => {
      const found = this.#cellAt([cell[0] + dx, cell[1] + dy, cell[2] + dz]);
      return found === undefined ? [] : [found.x / found.count, found.y / found.count, found.z / found.count];
    });
    const against: Vector3Tuple = [-direction[0], -direction[1], -direction[2]];
    const plane = fitPlaneNormal(around);
    if (plane === null) return { distance: entry, normal: against };
    const slope = dot(plane, direction);
    const normal: Vector3Tuple = slope > 0 ? [-plane[0], -plane[1], -plane[2]] : [...plane];
    if (Math.abs(slope) < slantMin) return { distance: entry, normal };
    const centre: Vector3Tuple = [0, 1, 2].map(
      (axis) => around.reduce((sum, value, at) => (at % 3 === axis ? sum + value : sum), 0) / (around.length / 3),
    ) as unknown as Vector3Tuple;
    const met = (dot(plane, centre) - dot(plane, origin)) / slope;
    // A corner's plane may be off: the surface is within a cell of where the ray entered.
    return { distance: Math.max(0, Math.min(Math.max(met, entry - cellM), entry + 2 * cellM)), normal };
  }
}

function countPoints(sets: readonly ObstaclePoints[]): number {
  return sets.reduce((sum, { points }) => sum + points.count, 0);
}

function toKey(x: number, y: number, z: number): number {
  return ((y - lowestCell) * chunkCells + x) * chunkCells + z;
}

function buildChunk(chunkX: number, chunkZ: number, sets: readonly ObstaclePoints[]): Chunk {
  const cells = new Map<number, Cell>();
  const edge = cellM * chunkCells;
  const [fromX, fromZ] = [chunkX * edge, chunkZ * edge];
  const seen = new Vector3();
  for (const { points, matrix, isHidden } of sets) {
    const [a, b, c, , d, e, f, , g, h, i, , tx, ty, tz] = matrix.elements;
    const { positions, count, stride, offset } = points;
    for (let point = 0, at = offset; point < count; point++, at += stride) {
      const [px, py, pz] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
      const x = a! * px + d! * py + g! * pz + tx!;
      if (x < fromX || x >= fromX + edge) continue;
      const z = c! * px + f! * py + i! * pz + tz!;
      if (z < fromZ || z >= fromZ + edge) continue;
      const y = b! * px + e! * py + h! * pz + ty!;
      if (isHidden?.(seen.set(x, y, z))) continue;
      const key = toKey(
        Math.min(chunkCells - 1, Math.floor((x - fromX) / cellM)),
        Math.floor(y / cellM),
        Math.min(chunkCells - 1, Math.floor((z - fromZ) / cellM)),
      );
      const cell = cells.get(key);
      if (cell === undefined) {
        cells.set(key, { x, y, z, count: 1 });
        continue;
      }
      cell.x += x;
      cell.y += y;
      cell.z += z;
      cell.count++;
    }
  }
  return { cells, points: countPoints(sets) };
}

/** The cells a ray passes, with the distance at which it enters each. */
function* cellsAlong(
  origin: Vector3Tuple,
  direction: Vector3Tuple,
  far: number,
): Generator<readonly [cell: Vector3Tuple, distance: number]> {
  const cell = origin.map((value) => Math.floor(value / cellM)) as [number, number, number];
  const step = direction.map(Math.sign);
  const next = direction.map((slope, axis) =>
    slope === 0 ? Number.POSITIVE_INFINITY : ((cell[axis]! + (slope > 0 ? 1 : 0)) * cellM - origin[axis]!) / slope,
  );
  const width = direction.map((slope) => (slope === 0 ? Number.POSITIVE_INFINITY : Math.abs(cellM / slope)));
  let distance = 0;
  while (distance <= far) {
    yield [[...cell], distance];
    const axis = next.indexOf(Math.min(...next)) as 0 | 1 | 2;
    distance = next[axis]!;
    next[axis]! += width[axis]!;
    cell[axis] += step[axis]!;
  }
}

function dot(a: readonly [number, number, number], b: readonly [number, number, number]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
