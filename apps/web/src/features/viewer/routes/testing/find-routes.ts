import type { Vector3Tuple } from "../../scene/scene.ts";
import { buildSlabWorld, type Slab } from "../../walking/testing/slab-world.ts";
import type { WalkWorld } from "../../walking/walk-physics.ts";
import { type Route, RouteSearch } from "../find-route.ts";

/** The floor of a hall, from −8 to 8. */
export const floor: Slab = { min: [-8, -0.3, -8], max: [8, 0, 8] };
/** The walls around it. */
export const outside: readonly Slab[] = [
  { min: [-8.2, -1, -8.2], max: [-8, 9, 8.2] },
  { min: [8, -1, -8.2], max: [8.2, 9, 8.2] },
  { min: [-8, -1, -8.2], max: [8, 9, -8] },
  { min: [-8, -1, 8], max: [8, 9, 8.2] },
];

export function find(world: WalkWorld, from: Vector3Tuple, to: Vector3Tuple, stepFree = false): Route | null {
  return new RouteSearch(world, from, to, { stepFree }).run(Number.POSITIVE_INFINITY) ?? null;
}

/** A route in the hall with other things in it. */
export function findIn(slabs: readonly Slab[], from: Vector3Tuple, to: Vector3Tuple, stepFree = false): Route | null {
  return find(buildSlabWorld([floor, ...outside, ...slabs]), from, to, stepFree);
}

/** Points along a route, at most 2 cm apart. */
export function walkAlong({ points }: Route): Vector3Tuple[] {
  return points.slice(1).flatMap((to, at) => {
    const from = points[at]!;
    const count = Math.ceil(Math.hypot(to[0] - from[0], to[2] - from[2]) / 0.02) + 1;
    return Array.from({ length: count + 1 }, (_, step) => {
      const share = step / count;
      return [0, 1, 2].map((axis) => from[axis]! + (to[axis]! - from[axis]!) * share) as unknown as Vector3Tuple;
    });
  });
}
