import { describe, expect, it } from "vitest";
import {
  distanceBetween,
  dot,
  fitStartView,
  fovForAspect,
  fromLookPose,
  fromOrbitPose,
  interpolateLook,
  interpolateOrbit,
  normalise,
  panOrbit,
  poseInFrontOf,
  stepBackForAspect,
  subtract,
  toLookPose,
  toOrbitPose,
  turnOrbit,
  uniteBounds,
  viewAxes,
  zoomOrbit,
} from "./camera-pose.ts";

const pose = { position: [4, 3, 5], target: [1, 1, 1] } as const;

const closeTo = (actual: readonly number[], wanted: readonly number[]) => {
  for (const [axis, value] of wanted.entries()) expect(actual[axis]).toBeCloseTo(value, 6);
};

describe("orbit poses", () => {
  it("come back as the camera poses they were made from", () => {
    const back = fromOrbitPose(toOrbitPose(pose));
    closeTo(back.position, pose.position);
    closeTo(back.target, pose.target);
  });

  it("keep their distance while turning and never tip over the top", () => {
    const turned = turnOrbit(toOrbitPose(pose), 1, -10);
    const { position, target } = fromOrbitPose(turned);
    expect(distanceBetween(position, target)).toBeCloseTo(distanceBetween(pose.position, pose.target), 6);
    expect(turned.polar).toBeGreaterThan(0);
  });

  it("pan to the view's right and up", () => {
    const front = toOrbitPose({ position: [0, 0, 5], target: [0, 0, 0] });
    closeTo(panOrbit(front, 2, 1).target, [2, 1, 0]);
    const side = toOrbitPose({ position: [5, 0, 0], target: [0, 0, 0] });
    closeTo(panOrbit(side, 2, 0).target, [0, 0, -2]);
  });

  it("zoom while the focus stays on its ray", () => {
    const focus = [2, 0.5, 0] as const;
    const zoomed = fromOrbitPose(zoomOrbit(toOrbitPose(pose), 0.5, focus, { min: 0.1, max: 100 }));
    for (const axis of [0, 1, 2]) {
      expect(zoomed.position[axis]! - focus[axis]!).toBeCloseTo((pose.position[axis]! - focus[axis]!) / 2, 6);
    }
  });

  it("stop at the nearest distance without drifting", () => {
    const orbit = toOrbitPose(pose);
    const nearest = zoomOrbit(orbit, 1e-6, [2, 0, 0], { min: 1, max: 100 });
    expect(nearest.distance).toBe(1);
    closeTo(zoomOrbit(nearest, 0.5, [9, 9, 9], { min: 1, max: 100 }).target, nearest.target);
  });

  it("fly the short way round", () => {
    const from = { target: [0, 0, 0], azimuth: 3, polar: 1, distance: 2 } as const;
    const halfway = interpolateOrbit(from, { ...from, azimuth: -3 }, 0.5);
    expect(Math.cos(halfway.azimuth)).toBeCloseTo(-1, 6);
  });
});

describe("standing poses", () => {
  it("come back as the camera poses they were made from", () => {
    const back = fromLookPose(toLookPose(pose), distanceBetween(pose.position, pose.target));
    closeTo(back.position, pose.position);
    closeTo(back.target, pose.target);
  });

  it("turn the short way round", () => {
    const from = { position: [0, 0, 0], yaw: 3, pitch: 0 } as const;
    expect(Math.cos(interpolateLook(from, { ...from, yaw: -3 }, 0.5).yaw)).toBeCloseTo(-1, 6);
  });
});

describe("poseInFrontOf", () => {
  it("stands in front of a wall, on its open side, and looks at the point", () => {
    const { position, target } = poseInFrontOf([1, 1.5, 0], [0, 0, 1], [5, 1.6, -9], 2);
    expect(target).toEqual([1, 1.5, 0]);
    expect(position[2]).toBeGreaterThan(1.9);
    expect(distanceBetween(position, target)).toBeCloseTo(2, 6);
  });

  it("looks at a floor from the approaching side, never straight down", () => {
    const { position } = poseInFrontOf([0, 0, 0], [0, 1, 0], [4, 2, 0], 2);
    expect(position[0]).toBeGreaterThan(1);
    expect(position[1]).toBeGreaterThan(0.5);
    expect(position[2]).toBeCloseTo(0, 6);
  });

  it("looks up at a ceiling from below", () => {
    expect(poseInFrontOf([0, 3, 0], [0, -1, 0], [4, 1.6, 0], 2).position[1]).toBeLessThan(3);
  });
});

describe("narrow windows", () => {
  it("show a preview's view unchanged in a window of its shape", () => {
    expect(fovForAspect(1.6)).toBeCloseTo((50 * Math.PI) / 180, 6);
    expect(stepBackForAspect(1.6)).toBe(1);
  });

  it("see as wide as they can and step back for the rest", () => {
    const aspect = 390 / 844;
    expect(fovForAspect(aspect)).toBeCloseTo((72 * Math.PI) / 180, 6);
    const halfWidth = stepBackForAspect(aspect) * Math.tan(fovForAspect(aspect) / 2) * aspect;
    expect(halfWidth).toBeCloseTo(Math.tan((25 * Math.PI) / 180) * 1.6 * 0.9, 6);
  });

  it.each([0.46, 0.75, 1, 1.3, 2.2])("do not crop a scan in a window %d times as wide as high", (aspect) => {
    // Previews show a scan with this much air around it.
    const half = Math.tan((25 * Math.PI) / 180) / 1.16;
    const seen = stepBackForAspect(aspect) * Math.tan(fovForAspect(aspect) / 2);
    expect(seen * aspect).toBeGreaterThan(half * 1.6);
    expect(seen).toBeGreaterThan(half);
  });
});

describe("the start view of several scans", () => {
  const room = { min: [0, 0, 0], max: [6, 3, 4] } as const;
  const yard = { min: [-30, -1, -9], max: [-4, 8, 25] } as const;
  const overview = { position: [10, 7, 11], target: [3, 1, 2], overviewOf: room } as const;

  it.each([0.46, 0.75, 1, 1.6, 3])("crops none of them in a window %d times as wide as high", (aspect) => {
    const all = uniteBounds([room, yard]);
    const fitted = fitStartView(overview, all, aspect);
    const seenFrom = toOrbitPose(fitted);
    const { right, up } = viewAxes(seenFrom);
    const tangent = Math.tan(fovForAspect(aspect) / 2);
    const reaches = { x: 0, y: 0 };
    for (const x of [all.min[0], all.max[0]]) {
      for (const y of [all.min[1], all.max[1]]) {
        for (const z of [all.min[2], all.max[2]]) {
          const corner = subtract([x, y, z], fitted.position);
          const ahead = dot(corner, normalise(subtract(fitted.target, fitted.position)));
          expect(ahead).toBeGreaterThan(0);
          reaches.x = Math.max(reaches.x, Math.abs(dot(corner, right)) / ahead / tangent / aspect);
          reaches.y = Math.max(reaches.y, Math.abs(dot(corner, up)) / ahead / tangent);
        }
      }
    }
    // In view, and no smaller than needed.
    expect(Math.max(reaches.x, reaches.y)).toBeLessThan(0.95);
    expect(Math.max(reaches.x, reaches.y)).toBeGreaterThan(0.9);
    const before = toOrbitPose(overview);
    expect([seenFrom.azimuth, seenFrom.polar]).toEqual(
      [before.azimuth, before.polar].map((angle) => expect.closeTo(angle, 6)),
    );
  });

  it("shows the far end of a wide scan in a narrow window", () => {
    const tile = { min: [-264, -53, -248], max: [301, -13, 284] } as const;
    const view = { position: [-444, 198, 239], target: [-59, -123, 7], overviewOf: tile } as const;
    const aspect = 390 / 700;
    const { position, target } = fitStartView(view, tile, aspect);
    const { right } = viewAxes(toOrbitPose({ position, target }));
    const ahead = normalise(subtract(target, position));
    const tangent = Math.tan(fovForAspect(aspect) / 2) * aspect;
    for (const x of [tile.min[0], tile.max[0]]) {
      for (const z of [tile.min[2], tile.max[2]]) {
        const corner = subtract([x, tile.max[1], z], position);
        expect(Math.abs(dot(corner, right)) / dot(corner, ahead)).toBeLessThan(tangent);
      }
    }
  });

  it("is unchanged for one scan, for scans of the same room, from inside, and if the team chose it", () => {
    const { position, target } = overview;
    const sameRoom = uniteBounds([room, { min: [-0.1, -0.05, 0.2], max: [6.1, 2.9, 4.1] }]);
    const everything = uniteBounds([room, yard]);
    const inside = { position: [3, 1.6, 2], target: [5, 1.5, 2] } as const;
    for (const [fitted, expected] of [
      [fitStartView(overview, room, 1.6), { position, target }],
      [fitStartView(overview, sameRoom, 1.6), { position, target }],
      [fitStartView({ ...inside, overviewOf: room }, everything, 0.5), inside],
      [fitStartView({ position, target }, everything, 1.6), { position, target }],
    ] as const) {
      closeTo(fitted.position, expected.position);
      closeTo(fitted.target, expected.target);
    }
  });
});
