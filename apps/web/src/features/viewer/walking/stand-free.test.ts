import { describe, expect, it } from "vitest";
import { lookDirection } from "../camera/camera-pose.ts";
import { canStandOn, findFreeSpot, findHeading } from "./stand-free.ts";
import { buildSlabWorld, type Slab } from "./testing/slab-world.ts";
import { bodyRadius, eyeHeight } from "./walk-physics.ts";

const floor: Slab = { min: [-4, -0.2, -4], max: [4, 0, 4] };
const ceiling: Slab = { min: [-4, 2.7, -4], max: [4, 2.9, 4] };
const table: Slab = { min: [-0.8, 0, -0.8], max: [0.8, 0.75, 0.8] };
const walls: readonly Slab[] = [
  { min: [-4.2, 0, -4], max: [-4, 2.7, 4] },
  { min: [4, 0, -4], max: [4.2, 2.7, 4] },
  { min: [-4, 0, -4.2], max: [4, 2.7, -4] },
  { min: [-4, 0, 4], max: [4, 2.7, 4.2] },
];
const room = buildSlabWorld([floor, ceiling, table, ...walls]);

describe("findFreeSpot", () => {
  it("stands beside the table, at eye height above the floor", () => {
    const spot = findFreeSpot([0, 2, 0], 0, 0, room);
    const [x, y, z] = spot!.eye;
    expect(y).toBeCloseTo(eyeHeight, 6);
    expect(Math.max(Math.abs(x), Math.abs(z))).toBeGreaterThan(0.8 + bodyRadius);
  });

  it("keeps away from walls and returns from outside", () => {
    const [x, , z] = findFreeSpot([6, 1.6, 0], 0, 0, room)!.eye;
    expect(Math.abs(x)).toBeLessThan(4 - bodyRadius);
    expect(Math.abs(z)).toBeLessThan(4 - bodyRadius);
  });

  it("stands on the storey that was chosen", () => {
    const upper: Slab = { min: [-4, 2.9, -4], max: [4, 3, 4] };
    const house = buildSlabWorld([floor, ceiling, upper, ...walls]);
    expect(findFreeSpot([0, 1, 0], 3, 0, house)?.eye[1]).toBeCloseTo(3 + eyeHeight, 6);
    expect(findFreeSpot([0, 4, 0], 0, 0, house)?.eye[1]).toBeCloseTo(eyeHeight, 6);
  });

  it("finds nothing where there is no floor or no headroom", () => {
    expect(findFreeSpot([0, 1, 0], 0, 0, buildSlabWorld([]))).toBeNull();
    const low: Slab = { min: [-4, 1.3, -4], max: [4, 1.5, 4] };
    expect(findFreeSpot([0, 1, 0], 0, 0, buildSlabWorld([floor, low]))).toBeNull();
  });
});

describe("findFreeSpot around an object", () => {
  const statue: Slab = { min: [-0.6, 0, -0.6], max: [0.6, 2.4, 0.6] };

  it("stands on the ground beside it, not on top of it", () => {
    const ground: Slab = { min: [-20, -0.2, -20], max: [20, 0, 20] };
    const spot = findFreeSpot([0, 4, 0], null, 0, buildSlabWorld([ground, statue]))!;
    expect(spot.eye[1]).toBeCloseTo(eyeHeight, 6);
    expect(spot.isOpen).toBe(false);
  });

  it("stands on top where that is the only floor, and finds nothing on a post", () => {
    expect(findFreeSpot([0, 4, 0], null, 1, buildSlabWorld([statue]))).toEqual({
      eye: [0, expect.closeTo(2.4 + eyeHeight, 6), 0],
      yaw: 1,
      isOpen: true,
    });
    const post: Slab = { min: [-0.2, 0, -0.2], max: [0.2, 2.4, 0.2] };
    expect(findFreeSpot([0, 4, 0], null, 1, buildSlabWorld([post]))).toBeNull();
  });
});

describe("findHeading", () => {
  it("keeps a heading with room ahead", () => {
    expect(findHeading([0, eyeHeight, 3], 0, room)).toBe(0);
  });

  it("turns away from a wall to the open side", () => {
    const yaw = findHeading([3.5, eyeHeight, 0], -Math.PI / 2, room)!;
    expect(room.cast([3.5, eyeHeight, 0], lookDirection(yaw, 0), 20)!.distance).toBeGreaterThan(3);
  });
});

describe("findHeading beside an open side", () => {
  const open = buildSlabWorld([floor, ceiling, ...walls.filter((wall) => wall.max[2] !== -4)]);

  it("turns from the void into the room", () => {
    const eye = [0, eyeHeight, 0] as const;
    expect(open.cast(eye, lookDirection(0, 0), 100)).toBeNull();
    expect(open.cast(eye, lookDirection(findHeading(eye, 0, open)!, 0), 100)).not.toBeNull();
  });

  it("finds none if nothing is in sight", () => {
    expect(findHeading([0, eyeHeight, 0], 1, buildSlabWorld([floor]))).toBeNull();
  });
});

describe("canStandOn", () => {
  it("accepts free floor, but neither a table top under a lamp nor a spot in a wall", () => {
    expect(canStandOn([2, 0, 2], room)).toBe(true);
    expect(canStandOn([3.95, 0, 0], room)).toBe(false);
    const lamp: Slab = { min: [-0.5, 1.4, -0.5], max: [0.5, 1.6, 0.5] };
    expect(canStandOn([0, 0.75, 0], buildSlabWorld([floor, table, lamp]))).toBe(false);
  });
});
