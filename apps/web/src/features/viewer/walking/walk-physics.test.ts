import { describe, expect, it } from "vitest";
import { buildSlabWorld, type Slab } from "./testing/slab-world.ts";
import {
  bodyRadius,
  eyeHeight,
  isStanding,
  standOnFloor,
  stayOnScan,
  stepWalk,
  type WalkIntent,
  type WalkState,
  type WalkWorld,
  walkSpeed,
} from "./walk-physics.ts";

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
    const { position } = walk(buildSlabWorld([floor]), ahead, 2);
    expect(position[2]).toBeCloseTo(-2 * walkSpeed, 6);
    expect(position[1]).toBeCloseTo(eyeHeight, 6);
  });

  it("follows the heading, and is no faster diagonally", () => {
    const left = walk(buildSlabWorld([floor]), ahead, 1, Math.PI / 2).position;
    expect(left[0]).toBeCloseTo(-walkSpeed, 6);
    const diagonal = walk(buildSlabWorld([floor]), { forward: 1, right: 1, run: false }, 1).position;
    expect(Math.hypot(diagonal[0], diagonal[2])).toBeCloseTo(walkSpeed, 6);
  });

  it("stops a body's width before a wall", () => {
    const wall: Slab = { min: [-5, 0, -3.2], max: [5, 3, -3] };
    expect(walk(buildSlabWorld([floor, wall]), ahead, 5).position[2]).toBeCloseTo(-3 + bodyRadius, 3);
  });

  it("slides along a wall met at an angle", () => {
    const wall: Slab = { min: [-50, 0, -3.2], max: [50, 3, -3] };
    const { position } = walk(buildSlabWorld([floor, wall]), ahead, 4, -Math.PI / 4);
    expect(position[2]).toBeGreaterThanOrEqual(-3 + bodyRadius - 1e-3);
    expect(position[0]).toBeGreaterThan(4);
  });

  it("stays in a corner", () => {
    const walls: Slab[] = [
      { min: [-5, 0, -2.2], max: [5, 3, -2] },
      { min: [2, 0, -5], max: [2.2, 3, 5] },
    ];
    const { position } = walk(buildSlabWorld([floor, ...walls]), ahead, 8, -Math.PI / 4);
    expect(position[0]).toBeLessThanOrEqual(2 - bodyRadius + 1e-3);
    expect(position[2]).toBeGreaterThanOrEqual(-2 + bodyRadius - 1e-3);
  });

  it("climbs stairs and descends them without falling", () => {
    const stairs = [1, 2, 3].map((step): Slab => ({ min: [-5, 0, -20], max: [5, step * 0.2, -0.6 - step * 0.4] }));
    const world = buildSlabWorld([floor, ...stairs]);
    const up = walk(world, ahead, 2);
    expect(up.position[1]).toBeCloseTo(eyeHeight + 0.6, 2);
    const back = walk(world, { forward: -1, right: 0, run: false }, 2.2, 0, up);
    expect(back.position[1]).toBeCloseTo(eyeHeight, 2);
  });

  it("does not climb onto a table", () => {
    const table: Slab = { min: [-1, 0, -3], max: [1, 0.75, -2] };
    const { position } = walk(buildSlabWorld([floor, table]), ahead, 4);
    expect(position[1]).toBeCloseTo(eyeHeight, 6);
    expect(position[2]).toBeCloseTo(-2 + bodyRadius, 3);
  });

  it("falls off a ledge to the floor below, and then rests", () => {
    const ledge: Slab = { min: [-5, 0, -1], max: [5, 2, 5] };
    const world = buildSlabWorld([floor, ledge]);
    const over = walk(world, ahead, 1, 0, { position: [0, 2 + eyeHeight, 0], fallSpeed: 0 });
    expect(over.position[1]).toBeLessThan(2 + eyeHeight);
    const landed = walk(world, still, 2, 0, over);
    expect(landed.position[1]).toBeCloseTo(eyeHeight, 6);
    expect(isStanding(landed, stepWalk(landed, still, 0, 0.05, world))).toBe(true);
  });

  it("hovers over a hole in the scan rather than falling out of the venue", () => {
    const { position } = walk(buildSlabWorld([]), ahead, 3);
    expect(position[1]).toBe(eyeHeight);
  });

  it("keeps a body's width beside a wall too, and the middle of a narrow passage", () => {
    const wall: Slab = { min: [0.2, 0, -20], max: [0.4, 3, 20] };
    expect(walk(buildSlabWorld([floor, wall]), ahead, 1).position[0]).toBeCloseTo(0.2 - bodyRadius, 3);
    const passage = buildSlabWorld([floor, wall, { min: [-0.4, 0, -20], max: [-0.3, 3, 20] }]);
    expect(walk(passage, ahead, 1).position[0]).toBeCloseTo(-0.05, 2);
  });

  it("takes one short step after a stalled frame", () => {
    const { position } = stepWalk(start, ahead, 0, 30, buildSlabWorld([floor]));
    expect(-position[2]).toBeCloseTo(walkSpeed * 0.1, 6);
  });
});

describe("standOnFloor", () => {
  it("stands on the floor below, and nowhere without one", () => {
    expect(standOnFloor([1, 2.4, 1], buildSlabWorld([floor]))).toEqual([1, eyeHeight, 1]);
    expect(standOnFloor([1, 2.4, 1], buildSlabWorld([]))).toBeNull();
  });
});

describe("stayOnScan", () => {
  const bounds = { min: [-5, 0, -5], max: [5, 3, 5] } as const;
  const island = buildSlabWorld([{ min: [-2, -1, -2], max: [2, 0, 2] }]);
  const at = (x: number, y = eyeHeight): WalkState => ({ position: [x, y, 0], fallSpeed: 0 });

  it("walks across gaps in the floor, but not off its edge", () => {
    expect(stayOnScan(at(1.8), at(1.9), [1.8, eyeHeight, 0], bounds, island)).toMatchObject({ isOnFloor: true });
    expect(stayOnScan(at(3), at(3.1), [2, eyeHeight, 0], bounds, island)?.position[0]).toBe(3.1);
    expect(stayOnScan(at(3.4), at(3.6), [2, eyeHeight, 0], bounds, island)?.position[0]).toBe(3.4);
  });

  it("stops at the scan's bounds", () => {
    const ground = buildSlabWorld([floor]);
    expect(stayOnScan(at(4.9), at(5.1), [4.9, eyeHeight, 0], bounds, ground)?.position[0]).toBe(4.9);
  });

  it("puts a walker back who is outside or fell below the scan", () => {
    expect(stayOnScan(at(9), at(9), null, bounds, island)).toBeNull();
    expect(stayOnScan(at(0, -0.5), at(0, -0.6), null, bounds, island)).toBeNull();
  });
});
