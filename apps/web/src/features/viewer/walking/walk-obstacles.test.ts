import { Matrix4, Sphere, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { Vector3Tuple } from "../scene/scene.ts";
import { type ObstaclePoints, obstacleReachM, WalkObstacles } from "./walk-obstacles.ts";
import { bodyRadius, eyeHeight, stepWalk, type WalkState, type WalkWorld } from "./walk-physics.ts";

/** Points in a grid of 4 cm over an upright rectangle. */
function wall(from: readonly [x: number, z: number], to: readonly [x: number, z: number], [bottom, top] = [0, 2.5]) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const positions: number[] = [];
  for (let along = 0; along <= length; along += 0.04) {
    for (let y = bottom!; y <= top!; y += 0.04) {
      const share = along / length;
      positions.push(from[0] + (to[0] - from[0]) * share, y, from[1] + (to[1] - from[1]) * share);
    }
  }
  return place(positions);
}

function place(positions: readonly number[], matrix = new Matrix4()): ObstaclePoints {
  const sphere = new Sphere().setFromPoints(
    Array.from({ length: positions.length / 3 }, (_, at) => new Vector3().fromArray(positions, at * 3)),
  );
  return {
    points: { positions: Float32Array.from(positions), count: positions.length / 3, stride: 3, offset: 0 },
    matrix,
    sphere: sphere.applyMatrix4(matrix),
  };
}

const ahead: Vector3Tuple = [0, 0, -1];

/** The points over an even floor at height 0. */
function toWorld(obstacles: WalkObstacles): WalkWorld {
  return {
    cast: (origin, direction, far) => {
      if (direction[1] >= -0.99) return obstacles.cast(origin, direction, far);
      return origin[1] > far ? null : { distance: origin[1], normal: [0, 1, 0] };
    },
  };
}

function walkAhead(world: WalkWorld, from: Vector3Tuple, seconds: number): Vector3Tuple {
  let state: WalkState = { position: from, fallSpeed: 0 };
  for (let t = 0; t < seconds; t += 0.05) {
    state = stepWalk(state, { forward: 1, right: 0, run: false }, 0, 0.05, world);
  }
  return state.position;
}

describe("obstacles of points", () => {
  it("are at their points' distance, with the normal of their surface", () => {
    const obstacles = new WalkObstacles(() => [wall([-3, -2.57], [3, -2.57])]);
    const hit = obstacles.cast([0, 1.2, 0], ahead, 5);
    expect(hit?.distance).toBeCloseTo(2.57, 3);
    expect(hit?.normal[2]).toBeCloseTo(1, 3);
    expect(obstacles.cast([0, 1.2, 0], ahead, 2)).toBeNull();
    expect(obstacles.cast([0, 1.2, 0], [0, 0, 1], 5)).toBeNull();
    expect(obstacles.cast([0, 3.2, 0], ahead, 5), "above the wall").toBeNull();
  });

  it("are hit at an angle where the ray crosses their surface", () => {
    const obstacles = new WalkObstacles(() => [wall([-8, -2], [8, -2])]);
    const hit = obstacles.cast([0, 1.2, 0], [Math.SQRT1_2, 0, -Math.SQRT1_2], 5);
    expect(hit?.distance).toBeCloseTo(2 * Math.SQRT2, 2);
  });

  it("stop a walker a body's width before a wall, and let one through a door", () => {
    const door = new WalkObstacles(() => [wall([-6, -3], [-0.5, -3]), wall([0.5, -3], [6, -3])]);
    const [blocked, through] = [
      walkAhead(toWorld(door), [3, eyeHeight, 0], 4),
      walkAhead(toWorld(door), [0, eyeHeight, 0], 4),
    ];
    expect(blocked[2]).toBeCloseTo(-3 + bodyRadius, 2);
    expect(through[2]).toBeLessThan(-6);
  });

  it("ignore stray points", () => {
    const strays = [0.3, 0.9, 1.2, 1.6, 1.9].flatMap((y, at) => [at * 0.02, y, -2 - at * 0.4]);
    expect(new WalkObstacles(() => [place(strays)]).cast([0, 1.2, 0], ahead, 5)).toBeNull();
  });

  it("let a walker out of an obstacle around them", () => {
    const plant = wall([-0.1, 0.05], [0.1, 0.05]);
    expect(walkAhead(toWorld(new WalkObstacles(() => [plant])), [0, eyeHeight, 0], 2)[2]).toBeLessThan(-3);
  });

  it("are found in the scene's frame, across the edges of chunks and within their reach", () => {
    const turned = new Matrix4().makeRotationY(Math.PI / 2).setPosition(-20, 0, 0);
    const { points } = wall([-2, -3], [2, -3]);
    // Turned by 90°, z = −3 becomes x = −3.
    const obstacles = new WalkObstacles(() => [place([...(points.positions as Float32Array)], turned)]);
    expect(obstacles.cast([-15, 1.2, 0], [-1, 0, 0], 60)?.distance).toBeCloseTo(8, 2);
    expect(obstacles.cast([-23 + obstacleReachM + 0.5, 1.2, 0], [-1, 0, 0], 60)).toBeNull();
  });

  it("ignore points that an edit hides", () => {
    const isHidden = ({ x }: Vector3) => x > 0;
    const obstacles = new WalkObstacles(() => [{ ...wall([-3, -2], [3, -2]), isHidden }]);
    expect(obstacles.cast([-1, 1.2, 0], ahead, 5)).not.toBeNull();
    expect(obstacles.cast([1, 1.2, 0], ahead, 5)).toBeNull();
  });

  it("follow finer points, keep unloaded ones behind the walker, and drop hidden scans", () => {
    let now = 0;
    let sets: ObstaclePoints[] = [];
    const obstacles = new WalkObstacles(
      () => sets,
      () => now,
    );
    const isBlocked = () => obstacles.cast([0, 1.2, 0], ahead, 5) !== null;
    expect(isBlocked()).toBe(false);
    sets = [wall([-3, -2], [3, -2])];
    now += 1_000;
    expect(isBlocked()).toBe(true);
    sets = [place([0, 0, -1])];
    now += 1_000;
    expect(isBlocked()).toBe(true);
    sets = [];
    obstacles.clear();
    expect(isBlocked()).toBe(false);
  });
});
