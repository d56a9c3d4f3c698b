import type { Vector3Tuple } from "../../scene/scene.ts";
import type { WalkWorld } from "../../walking/walk-physics.ts";

/** A solid ramp that rises along +x between two heights, down to `bottomM`. Metres. */
export interface Ramp {
  readonly x: readonly [from: number, to: number];
  readonly y: readonly [from: number, to: number];
  readonly z: readonly [from: number, to: number];
  readonly bottomM?: number;
}

/** Half of space: points whose dot product with the normal is at most the offset. */
type HalfSpace = readonly [normal: Vector3Tuple, offset: number];

/** Ramps, as the intersections of half-spaces. */
export function buildRampWorld(ramps: readonly Ramp[]): WalkWorld {
  const solids = ramps.map(listHalfSpaces);
  return {
    cast(origin, direction, far) {
      let nearest: { distance: number; normal: Vector3Tuple } | null = null;
      for (const solid of solids) {
        const hit = enter(solid, origin, direction);
        if (hit !== null && hit.distance <= (nearest?.distance ?? far)) nearest = hit;
      }
      return nearest;
    },
  };
}

/** Everything that is in one of several worlds. */
export function joinWorlds(...worlds: readonly WalkWorld[]): WalkWorld {
  return {
    cast(origin, direction, far) {
      let nearest: ReturnType<WalkWorld["cast"]> = null;
      let reach = far;
      for (const world of worlds) {
        nearest = world.cast(origin, direction, reach) ?? nearest;
        reach = nearest?.distance ?? far;
      }
      return nearest;
    },
  };
}

/** A world whose floors and walls are rough: each ray goes a little too far or not far enough, always the same one. */
export function roughen(world: WalkWorld, noiseM: number): WalkWorld {
  return {
    cast(origin, direction, far) {
      const hit = world.cast(origin, direction, far);
      if (hit === null) return null;
      const mixed = Math.sin(origin[0] * 127.1 + origin[2] * 311.7 + direction[0] * 74.7) * 43758.5453;
      const share = mixed - Math.floor(mixed);
      return { ...hit, distance: Math.max(0, hit.distance + (2 * share - 1) * noiseM) };
    },
  };
}

/** A world that is turned around the y axis, and the way between both frames. */
export function turn(world: WalkWorld, degrees: number) {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const toTurned = ([x, y, z]: Vector3Tuple): Vector3Tuple => [c * x - s * z, y, s * x + c * z];
  const fromTurned = ([x, y, z]: Vector3Tuple): Vector3Tuple => [c * x + s * z, y, c * z - s * x];
  const turned: WalkWorld = {
    cast(origin, direction, far) {
      const hit = world.cast(fromTurned(origin), fromTurned(direction), far);
      return hit === null ? null : { ...hit, normal: toTurned(hit.normal) };
    },
  };
  return { world: turned, toTurned, fromTurned };
}

function listHalfSpaces({ x, y, z, bottomM = y[0] - 1 }: Ramp): HalfSpace[] {
  const [run, rise] = [x[1] - x[0], y[1] - y[0]];
  const length = Math.hypot(run, rise);
  const top: Vector3Tuple = [-rise / length, run / length, 0];
  return [
    [top, top[0] * x[0] + top[1] * y[0]],
    [[0, -1, 0], -bottomM],
    [[-1, 0, 0], -x[0]],
    [[1, 0, 0], x[1]],
    [[0, 0, -1], -z[0]],
    [[0, 0, 1], z[1]],
  ];
}

function enter(solid: readonly HalfSpace[], origin: Vector3Tuple, direction: Vector3Tuple) {
  let [distance, leave] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let normal: Vector3Tuple = [0, 1, 0];
  for (const [n, offset] of solid) {
    const slope = n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2];
    const away = offset - (n[0] * origin[0] + n[1] * origin[1] + n[2] * origin[2]);
    if (slope === 0 && away < 0) return null;
    if (slope < 0 && away / slope > distance) [distance, normal] = [away / slope, n];
    if (slope > 0) leave = Math.min(leave, away / slope);
  }
  return distance >= 0 && distance <= leave ? { distance, normal } : null;
}
