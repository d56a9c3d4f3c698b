import type { Vector3Tuple } from "../../scene/scene.ts";
import type { WalkWorld } from "../walk-physics.ts";

/** A solid axis-aligned box, metres. */
export interface Slab {
  readonly min: Vector3Tuple;
  readonly max: Vector3Tuple;
}

/** Solid boxes, intersected with the slab method. */
export function buildSlabWorld(slabs: readonly Slab[]): WalkWorld {
  return {
    cast(origin, direction, far) {
      let nearest: { distance: number; normal: Vector3Tuple } | null = null;
      for (const { min, max } of slabs) {
        let [enter, leave, axisOfEntry] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
        for (const axis of [0, 1, 2] as const) {
          const near = (min[axis] - origin[axis]) / (direction[axis] || 1e-12);
          const away = (max[axis] - origin[axis]) / (direction[axis] || 1e-12);
          if (Math.min(near, away) > enter) [enter, axisOfEntry] = [Math.min(near, away), axis];
          leave = Math.min(leave, Math.max(near, away));
        }
        if (enter < 0 || enter > leave || enter > far || enter >= (nearest?.distance ?? far + 1)) continue;
        const normal: [number, number, number] = [0, 0, 0];
        normal[axisOfEntry] = -Math.sign(direction[axisOfEntry as 0 | 1 | 2]);
        nearest = { distance: enter, normal };
      }
      return nearest;
    },
  };
}
