import { describe, expect, it } from "vitest";
import { buildSlabWorld, type Slab } from "../walking/testing/slab-world.ts";
import type { WalkWorld } from "../walking/walk-physics.ts";
import { find, findIn, floor, outside, walkAlong } from "./testing/find-routes.ts";
import { buildRampWorld, joinWorlds, roughen } from "./testing/route-worlds.ts";

describe("a route between storeys", () => {
  const [riser, tread, count] = [0.175, 0.28, 17];
  const topM = riser * count;
  const steps = Array.from(
    { length: count },
    (_, step): Slab => ({ min: [-2 + step * tread, 0, 2], max: [-2 + count * tread, (step + 1) * riser, 3.1] }),
  );
  /** Over the whole room, except over the stair. */
  const upper: readonly Slab[] = [
    { min: [-8, topM - 0.25, -8], max: [8, topM, 2] },
    { min: [-8, topM - 0.25, 3.1], max: [8, topM, 8] },
    { min: [-2 + count * tread, topM - 0.25, 2], max: [8, topM, 3.1] },
  ];
  const house = buildSlabWorld([floor, ...outside, ...steps, ...upper]);
  const heightAt = (x: number, z: number) => {
    if (z < 2 || z > 3.1 || x < -2) return 0;
    return Math.min(count, Math.floor((x + 2) / tread) + 1) * riser;
  };

  it("climbs a flight of stairs to the floor above the start, and draws every step", () => {
    const route = find(house, [-5, 0, -3], [-5, topM, -3])!;
    expect(route.points.at(-1)).toEqual([-5, expect.closeTo(topM, 6), -3]);
    expect(route.isStepFree).toBe(false);
    const onTreads = walkAlong(route).filter(([x, , z]) => {
      const onTread = ((x + 2) / tread) % 1;
      return z > 2.2 && z < 2.9 && x > -2 && x < -2 + count * tread && Math.abs(onTread - 0.5) < 0.2;
    });
    expect(onTreads.length).toBeGreaterThan(50);
    expect(route.points.length).toBeGreaterThan(count);
    expect(Math.max(...onTreads.map(([x, y, z]) => Math.abs(y - heightAt(x, z))))).toBeLessThanOrEqual(0.08);
  });

  it("keeps a straight line over the foot and the top of a stair on the floor", () => {
    const route = find(house, [-5, 0, 2.5], [5, topM, 2.5])!;
    const level = walkAlong(route).filter(([x]) => x < -2.1 || x > -1.9 + count * tread);
    expect(Math.max(...level.map(([x, y, z]) => Math.abs(y - heightAt(x, z))))).toBeLessThanOrEqual(0.08);
  });

  it("comes down again", () => {
    const route = find(house, [-5, topM, -3], [-5, 0, -3])!;
    expect(route.points.at(-1)).toEqual([-5, expect.closeTo(0, 6), -3]);
    expect(route.lengthM).toBeCloseTo(find(house, [-5, 0, -3], [-5, topM, -3])!.lengthM, 0);
  });

  it("climbs a stair in a rough scan", () => {
    const { points } = find(roughen(house, 0.015), [-5, 0, -3], [-5, topM, -3])!;
    expect(points.at(-1)![1]).toBeCloseTo(topM, 1);
  });

  it("comes down below a ceiling that is lower than the head is at the top", () => {
    const ceilings = steps.map(({ min, max }): Slab => {
      const y = max[1] + 1.8;
      return { min: [min[0], y, 2], max: [min[0] + tread, y + 0.04, 3.1] };
    });
    expect(find(joinWorlds(house, buildSlabWorld(ceilings)), [-5, topM, -3], [-5, 0, -3])).not.toBeNull();
    const low = ceilings.map(
      ({ min, max }): Slab => ({ min: [min[0], min[1] - 0.2, 2], max: [max[0], max[1] - 0.2, 3.1] }),
    );
    expect(find(joinWorlds(house, buildSlabWorld(low)), [-5, topM, -3], [-5, 0, -3])).toBeNull();
  });

  it("does not bend down for a beam above a step", () => {
    const podium: Slab = { min: [0, 0, -8], max: [8, 0.35, 8] };
    const beam: Slab = { min: [0.02, 1.95, -8], max: [0.2, 2, 8] };
    expect(findIn([podium], [-4.15, 0, 0], [4, 0.35, 0])).not.toBeNull();
    expect(findIn([podium, beam], [-4.15, 0, 0], [4, 0.35, 0])).toBeNull();
  });

  it("is null without steps if the stair is the only way", () => {
    expect(find(house, [-5, 0, -3], [-5, topM, -3], true)).toBeNull();
  });

  it("does not reach a sign through the floor above it", () => {
    const [, y] = find(house, [5, topM, -5], [3, topM - 0.4, -5])!.points.at(-1)!;
    expect(y).toBeCloseTo(0, 6);
  });
});

describe("a route for a wheelchair", () => {
  const podium: Slab = { min: [0, 0, -8], max: [8, 0.51, 8] };
  const stair: readonly Slab[] = [
    { min: [-0.6, 0, -8], max: [0, 0.17, -6] },
    { min: [-0.3, 0, -8], max: [0, 0.34, -6] },
  ];
  const solids = buildSlabWorld([floor, ...outside, podium, ...stair]);
  const ramp = buildRampWorld([{ x: [-6.2, 0], y: [0, 0.51], z: [5, 6.5] }]);
  const hall = joinWorlds(solids, ramp);

  it("takes the ramp where others take the stair", () => {
    const onFoot = find(hall, [-3, 0, -7], [3, 0.51, -7])!;
    const onWheels = find(hall, [-3, 0, -7], [3, 0.51, -7], true)!;
    expect(onFoot.isStepFree).toBe(false);
    expect(onFoot.lengthM).toBeLessThan(6.5);
    expect(onWheels.isStepFree).toBe(true);
    expect(onWheels.lengthM).toBeGreaterThan(20);
    expect(onWheels.points.at(-1)).toEqual([3, expect.closeTo(0.51, 6), -7]);
    expect(Math.max(...onWheels.points.map(([, , z]) => z))).toBeGreaterThan(5.2);
  });

  it("finds the ramp step-free on foot too, and on a rough floor", () => {
    expect(find(hall, [-7, 0, 5.8], [3, 0.51, 5.8])?.isStepFree).toBe(true);
    expect(find(roughen(hall, 0.015), [-7, 0, 5.8], [3, 0.51, 5.8])?.isStepFree).toBe(true);
    expect(find(roughen(hall, 0.015), [-7, 0, 5.8], [3, 0.51, 5.8], true)).not.toBeNull();
  });

  it("takes no ramp that is too steep", () => {
    const steep = joinWorlds(solids, buildRampWorld([{ x: [-3, 0], y: [0, 0.51], z: [5, 6.5] }]));
    expect(find(steep, [-7, 0, 5.8], [3, 0.51, 5.8])?.isStepFree).toBe(false);
    expect(find(steep, [-7, 0, 5.8], [3, 0.51, 5.8], true)).toBeNull();
  });

  it("rolls over a rough floor, but not over a kerb", () => {
    const rough = roughen(buildSlabWorld([floor, ...outside]), 0.015);
    for (const z of [-5, -2.3, 0.4, 3.9]) {
      expect(find(rough, [-6, 0, z], [6, 0, z])?.isStepFree).toBe(true);
      expect(find(rough, [-6, 0, z], [6, 0, z], true)?.lengthM).toBeLessThan(12.3);
    }
    const kerb: Slab = { min: [0, 0, -8], max: [8, 0.05, 8] };
    expect(findIn([kerb], [-5, 0, 0], [5, 0, 0])?.isStepFree).toBe(false);
    expect(findIn([kerb], [-5, 0, 0], [5, 0, 0], true)).toBeNull();
    const plate: Slab = { min: [-1, 0, -1], max: [1, 0.1, 1] };
    expect(findIn([plate], [-5, 0, 0], [5, 0, 0])?.lengthM).toBeCloseTo(10, 1);
    const around = walkAlong(findIn([plate], [-5, 0, 0], [5, 0, 0], true)!);
    expect(around.some(([x, , z]) => Math.abs(x) < 1 && Math.abs(z) < 1)).toBe(false);
    const edge: Slab = { min: [0, 0, -8], max: [8, 0.01, 8] };
    expect(findIn([edge], [-5, 0, 0], [5, 0, 0], true)?.lengthM).toBeCloseTo(10, 1);
  });
});

describe("holes in the floor of a scan", () => {
  const split = (gapM: number): WalkWorld =>
    buildSlabWorld([
      ...outside,
      { min: [-8, -0.3, -8], max: [0.07, 0, 8] },
      { min: [0.07 + gapM, -0.3, -8], max: [8, 0, 8] },
    ]);

  it("are crossed if they are small, as when walking", () => {
    const route = find(split(0.28), [-4, 0, 0], [4, 0, 0.5])!;
    expect(route.points).toEqual([
      [-4, expect.closeTo(0, 6), 0],
      [4, expect.closeTo(0, 6), 0.5],
    ]);
    expect(route.isStepFree).toBe(true);
  });

  it("end the floor if they are wide", () => {
    expect(find(split(1.2), [-4, 0, 0], [4, 0, 0])).toBeNull();
  });

  it("leave a gangway, which is crossed in its middle", () => {
    const pit: Slab = { min: [-8, -3, -8], max: [8, -2.7, 8] };
    const gangway: Slab = { min: [-1, -0.1, 0.1], max: [1, 0, 0.55] };
    const banks: Slab[] = [
      { min: [-8, -3, -8], max: [-1, 0, 8] },
      { min: [1, -3, -8], max: [8, 0, 8] },
    ];
    const route = find(buildSlabWorld([pit, gangway, ...banks]), [-5, 0, 0], [5, 0, 0])!;
    const over = walkAlong(route).flatMap(([x, , z]) => (Math.abs(x) < 1 ? [z] : []));
    expect(Math.min(...over)).toBeGreaterThan(0.25);
    expect(Math.max(...over)).toBeLessThan(0.4);
  });

  it("do not hide a drop", () => {
    const pit: Slab = { min: [-8, -3, -8], max: [8, -2.7, 8] };
    expect(find(joinWorlds(split(0.6), buildSlabWorld([pit])), [-4, 0, 0], [4, 0, 0])).toBeNull();
  });
});
