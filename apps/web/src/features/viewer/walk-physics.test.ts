import { describe, expect, it } from "vitest";
import type { Vector3Tuple } from "./viewer.ts";
import {
  bodyRadius,
  eyeHeight,
  isStanding,
  standOnFloor,
  stepWalk,
  type WalkIntent,
  type WalkState,
  type WalkWorld,
  walkSpeed,
} from "./walk-physics.ts";

interface Slab {
  readonly min: Vector3Tuple;
  readonly max: Vector3Tuple;
}

/** Solid axis-aligned boxes, met by the slab method. */
function buildWorld(slabs: readonly Slab[]): WalkWorld {
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

const floor: Slab = { min: [-20, -1, -20], max: [20, 0, 20] };
const ahead: WalkIntent = { forward: 1, right: 0, run: false };
const still: WalkIntent = { forward: 0, right: 0, run: false };
const start: WalkState = { position: [0, eyeHeight, 0], fallSpeed: 0 };

function walk(world: WalkWorld, intent: WalkIntent, seconds: number, yaw = 0, from = start): WalkState {
  let state = from;
  for (let t = 0; t < seconds - 1e-9; t += 0.05) state = stepWalk(state, intent, yaw, 0.05, world);
  return state;
}

describe("walking", () => {
  it("goes ahead at walking speed, eyes at standing height", () => {
    const { position } = walk(buildWorld([floor]), ahead, 2);
    expect(position[2]).toBeCloseTo(-2 * walkSpeed, 6);
    expect(position[1]).toBeCloseTo(eyeHeight, 6);
  });

  it("follows the heading, and is no faster diagonally", () => {
    const left = walk(buildWorld([floor]), ahead, 1, Math.PI / 2).position;
    expect(left[0]).toBeCloseTo(-walkSpeed, 6);
    const diagonal = walk(buildWorld([floor]), { forward: 1, right: 1, run: false }, 1).position;
    expect(Math.hypot(diagonal[0], diagonal[2])).toBeCloseTo(walkSpeed, 6);
  });

  it("stops a body's width before a wall", () => {
    const wall: Slab = { min: [-5, 0, -3.2], max: [5, 3, -3] };
    expect(walk(buildWorld([floor, wall]), ahead, 5).position[2]).toBeCloseTo(-3 + bodyRadius, 3);
  });

  it("slides along a wall met at an angle", () => {
    const wall: Slab = { min: [-50, 0, -3.2], max: [50, 3, -3] };
    const { position } = walk(buildWorld([floor, wall]), ahead, 4, -Math.PI / 4);
    expect(position[2]).toBeGreaterThanOrEqual(-3 + bodyRadius - 1e-3);
    expect(position[0]).toBeGreaterThan(4);
  });

  it("stays in a corner", () => {
    const walls: Slab[] = [
      { min: [-5, 0, -2.2], max: [5, 3, -2] },
      { min: [2, 0, -5], max: [2.2, 3, 5] },
    ];
    const { position } = walk(buildWorld([floor, ...walls]), ahead, 8, -Math.PI / 4);
    expect(position[0]).toBeLessThanOrEqual(2 - bodyRadius + 1e-3);
    expect(position[2]).toBeGreaterThanOrEqual(-2 + bodyRadius - 1e-3);
  });

  it("climbs stairs and comes down them again without falling", () => {
    const stairs = [1, 2, 3].map((step): Slab => ({ min: [-5, 0, -20], max: [5, step * 0.2, -0.6 - step * 0.4] }));
    const world = buildWorld([floor, ...stairs]);
    const up = walk(world, ahead, 2);
    expect(up.position[1]).toBeCloseTo(eyeHeight + 0.6, 2);
    const back = walk(world, { forward: -1, right: 0, run: false }, 2.2, 0, up);
    expect(back.position[1]).toBeCloseTo(eyeHeight, 2);
  });

  it("does not climb onto a table", () => {
    const table: Slab = { min: [-1, 0, -3], max: [1, 0.75, -2] };
    const { position } = walk(buildWorld([floor, table]), ahead, 4);
    expect(position[1]).toBeCloseTo(eyeHeight, 6);
    expect(position[2]).toBeCloseTo(-2 + bodyRadius, 3);
  });

  it("falls off a ledge to the floor below, and then rests", () => {
    const ledge: Slab = { min: [-5, 0, -1], max: [5, 2, 5] };
    const world = buildWorld([floor, ledge]);
    const over = walk(world, ahead, 1, 0, { position: [0, 2 + eyeHeight, 0], fallSpeed: 0 });
    expect(over.position[1]).toBeLessThan(2 + eyeHeight);
    const landed = walk(world, still, 2, 0, over);
    expect(landed.position[1]).toBeCloseTo(eyeHeight, 6);
    expect(isStanding(landed, stepWalk(landed, still, 0, 0.05, world))).toBe(true);
  });

  it("hangs over a hole in the scan rather than fall out of the venue", () => {
    const { position } = walk(buildWorld([]), ahead, 3);
    expect(position[1]).toBe(eyeHeight);
  });

  it("takes one short step after a stalled frame", () => {
    const { position } = stepWalk(start, ahead, 0, 30, buildWorld([floor]));
    expect(-position[2]).toBeCloseTo(walkSpeed * 0.1, 6);
  });
});

describe("standOnFloor", () => {
  it("stands on what lies below, and nowhere without a floor", () => {
    expect(standOnFloor([1, 2.4, 1], buildWorld([floor]))).toEqual([1, eyeHeight, 1]);
    expect(standOnFloor([1, 2.4, 1], buildWorld([]))).toBeNull();
  });
});
