import { Box3, Matrix4, Object3D, Vector3 } from "three";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { restingMotion } from "../camera/camera-rig.ts";
import type { LoadedScan } from "../loaders/loaded-scan.ts";
import { raycastPoints } from "../loaders/raycast-points.ts";
import { LiveScene } from "../scene/live-scene.ts";
import { eyeHeight } from "./walk-physics.ts";

beforeEach(() => vi.stubGlobal("window", Object.assign(new EventTarget(), { devicePixelRatio: 1 })));
afterEach(() => vi.unstubAllGlobals());

const gapM = 0.04;

/** Points of a rectangle at a corner, along two sides. */
function* spread(corner: readonly number[], along: readonly number[], across: readonly number[]): Generator<number> {
  const counts = [along, across].map((side) => Math.max(1, Math.round(Math.hypot(...side) / gapM)));
  for (let i = 0; i <= counts[0]!; i++) {
    for (let j = 0; j <= counts[1]!; j++) {
      for (let axis = 0; axis < 3; axis++)
        yield corner[axis]! + (along[axis]! * i) / counts[0]! + (across[axis]! * j) / counts[1]!;
    }
  }
}

/** A walker at the origin on a scan that has no surfaces, only points. */
function enter(positions: Float32Array): LiveScene {
  const live = new LiveScene({ isPhone: false, memoryGb: 8 });
  const points = { positions, count: positions.length / 3, stride: 3, offset: 0 };
  const placed = { points, matrix: new Matrix4(), errorM: gapM / 2 };
  const bounds = new Box3().setFromArray(positions);
  const scan: LoadedScan = {
    object: new Object3D(),
    bounds,
    isSolid: false,
    raycast: (ray, options) => raycastPoints([placed], ray, options),
    listObstacles: () => [placed],
    dispose: () => undefined,
  };
  live.addScan("stairs", scan);
  live.showOnly(new Set(["stairs"]));
  live.rig.setBounds(bounds.clone().expandByVector(new Vector3(0, 3, 0)));
  live.rig.setStartView({ position: [0, eyeHeight, 2], target: [0, eyeHeight, 0] });
  live.rig.placeAtStart();
  live.rig.setMode("walk");
  live.rig.placeAt({ position: [0, eyeHeight, 0], target: [0, eyeHeight, -1] });
  return live;
}

function walkAhead(live: LiveScene, seconds: number): readonly number[] {
  live.rig.hold({ ...restingMotion, forward: 1 });
  for (let frame = 0; frame < seconds * 30; frame++) live.advance(1 / 30);
  live.rig.hold(restingMotion);
  for (let frame = 0; frame < 30; frame++) live.advance(1 / 30);
  return live.rig.getPose().position;
}

describe("a walker on points", () => {
  const floor = [...spread([-2, 0, 2.5], [4, 0, 0], [0, 0, -3.1])];

  it("climbs stairs", () => {
    const [rise, run] = [0.17, 0.3];
    const steps = Array.from({ length: 8 }, (_, step) => {
      const [y, z] = [step * rise, -0.6 - step * run];
      return [...spread([-1, y, z], [2, 0, 0], [0, rise, 0]), ...spread([-1, y + rise, z], [2, 0, 0], [0, 0, -run])];
    });
    const landing = [...spread([-1, 8 * rise, -3], [2, 0, 0], [0, 0, -3])];
    const live = enter(Float32Array.from([...floor, ...steps.flat(), ...landing]));
    const [, y, z] = walkAhead(live, 3);
    expect(z).toBeLessThan(-3);
    expect(y).toBeCloseTo(8 * rise + eyeHeight, 1);
  });

  it("goes up a ramp", () => {
    const ramp = [...spread([-1, 0, -0.6], [2, 0, 0], [0, 0.8, -5])];
    const live = enter(Float32Array.from([...floor, ...ramp]));
    const [, y, z] = walkAhead(live, 2);
    expect(z).toBeLessThan(-2);
    expect(y).toBeCloseTo(eyeHeight + (-z! - 0.6) * 0.16, 1);
  });
});
