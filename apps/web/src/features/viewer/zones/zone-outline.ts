import { containsPoint, findInsidePoint, getCentroid } from "@blueprint/scene/polygon";
import { ShapeUtils, Vector2 } from "three";
import type { Vector3Tuple } from "../scene/scene.ts";
import type { ViewerZone } from "./zone-mesh.ts";

/** Triangles in the scene's frame, metres. */
export interface FlatMesh {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** A rim and, on it, a narrower line: together they stand out on light and on dark floors. */
export const rimM = 0.07;
export const lineM = 0.03;
// Scanned floors are uneven by some centimetres.
const liftM = 0.03;
const overM = 0.002;

/** Ribbons along all rings of some zones, on their floors. @param over draws it over a ribbon that is not */
export function buildOutline(zones: readonly ViewerZone[], widthM: number, over = false): FlatMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const { outer, holes, heights } of zones) {
    const y = heights[0] + liftM + (over ? overM : 0);
    for (const ring of [outer, ...holes]) {
      ring.forEach(([x, z], at) => {
        const [nextX, nextZ] = ring[(at + 1) % ring.length]!;
        const length = Math.hypot(nextX - x, nextZ - z);
        if (length === 0) return;
        // Longer by half the width at both ends, so that corners are closed.
        const [alongX, alongZ] = [((nextX - x) / length) * (widthM / 2), ((nextZ - z) / length) * (widthM / 2)];
        const first = positions.length / 3;
        for (const [cornerX, cornerZ] of [
          [x - alongX - alongZ, z - alongZ + alongX],
          [x - alongX + alongZ, z - alongZ - alongX],
          [nextX + alongX + alongZ, nextZ + alongZ - alongX],
          [nextX + alongX - alongZ, nextZ + alongZ + alongX],
        ] as const)
          positions.push(cornerX, y, cornerZ);
        indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
      });
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** The floors of some zones. */
export function buildFloors(zones: readonly ViewerZone[]): FlatMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const { outer, holes, heights } of zones) {
    const first = positions.length / 3;
    for (const [x, z] of [outer, ...holes].flat()) positions.push(x, heights[0] + liftM - overM, z);
    const toVectors = (ring: ViewerZone["outer"]) => ring.map(([x, z]) => new Vector2(x, z));
    for (const triangle of ShapeUtils.triangulateShape(toVectors(outer), holes.map(toVectors)))
      indices.push(...triangle.map((corner) => corner + first));
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Where a zone's name stands: in the middle of its floor, or elsewhere inside it if the middle is not. */
export function findNameSpot({ outer, holes, heights }: Pick<ViewerZone, "outer" | "holes" | "heights">): Vector3Tuple {
  const floor = { outer, holes };
  const middle = getCentroid(floor);
  const [x, z] = containsPoint(floor, middle) ? middle : findInsidePoint(floor);
  return [x, heights[0] + liftM, z];
}
