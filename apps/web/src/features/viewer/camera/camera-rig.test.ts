import { Box3, PerspectiveCamera, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { buildSlabWorld } from "../walking/testing/slab-world.ts";
import { eyeHeight, type WalkWorld } from "../walking/walk-physics.ts";
import { distanceBetween } from "./camera-pose.ts";
import { CameraRig, restingMotion } from "./camera-rig.ts";

/** A flat floor at y = 0 and nothing else. */
const flatFloor: WalkWorld = {
  cast: ([, y], direction, far) =>
    direction[1] < -0.99 && y > 0 && y <= far ? { distance: y, normal: [0, 1, 0] } : null,
};
const outside = { position: [8, 5, 8], target: [1, 0, 1] } as const;

function buildRig() {
  const camera = new PerspectiveCamera(50, 1.6, 0.1, 100);
  const rig = new CameraRig(camera, flatFloor);
  rig.setAspect(1.6);
  rig.setBounds(new Box3(new Vector3(-4, 0, -4), new Vector3(4, 3, 4)));
  rig.setStartView(outside);
  rig.placeAtStart();
  return { rig, camera };
}

function rest(rig: CameraRig): number {
  let frames = 0;
  while (rig.advance(1 / 60) && frames < 600) frames++;
  return frames;
}

describe("the camera rig", () => {
  it("puts the camera at the start view, with the whole scene in sight", () => {
    const { camera } = buildRig();
    expect(camera.position.toArray()).toEqual([8, 5, 8].map((value) => expect.closeTo(value, 5)));
    expect(camera.getWorldDirection(new Vector3()).dot(new Vector3(-7, -5, -7).normalize())).toBeCloseTo(1, 5);
    expect(camera.far).toBeGreaterThan(16);
  });

  it("draws a window as wide as it is", () => {
    const { rig, camera } = buildRig();
    rig.setAspect(2.5);
    rig.apply();
    const [across = 0, , , , , down = 0] = camera.projectionMatrix.elements;
    expect(down / across).toBeCloseTo(2.5, 5);
  });

  it("flies within 240 ms and then requests no more frames", () => {
    const { rig } = buildRig();
    rig.travelTo({ position: [2, 1, 2], target: [0, 1, 0] });
    const frames = rest(rig);
    expect(frames).toBeGreaterThan(5);
    expect(frames).toBeLessThanOrEqual(15);
    expect(distanceBetween(rig.getPose().position, [2, 1, 2])).toBeLessThan(1e-5);
    expect(rig.advance(1 / 60)).toBe(false);
  });

  it("arrives at once with reduced motion", () => {
    const { rig, camera } = buildRig();
    rig.isMotionReduced = true;
    rig.travelTo({ position: [2, 1, 2], target: [0, 1, 0] });
    expect(camera.position.x).toBeCloseTo(2, 5);
    expect(rig.advance(1 / 60)).toBe(false);
  });

  it("starts walking inside the scene, on the floor, when the view was from outside", () => {
    const { rig } = buildRig();
    rig.setMode("walk");
    rest(rig);
    const { position } = rig.getPose();
    expect(position).toEqual([expect.closeTo(1, 5), expect.closeTo(eyeHeight, 5), expect.closeTo(1, 5)]);
  });

  it("keeps the heading of the view when walking begins, and walks that way", () => {
    const { rig } = buildRig();
    rig.setMode("walk");
    rig.hold({ ...restingMotion, forward: 1 });
    for (let frame = 0; frame < 30; frame++) expect(rig.advance(1 / 30)).toBe(true);
    rig.hold(restingMotion);
    const { position } = rig.getPose();
    expect(position[0]).toBeLessThan(0);
    expect(position[0]).toBeCloseTo(position[2], 5);
    expect(rest(rig)).toBe(0);
  });

  it("returns to free floor when a walker is sent outside", () => {
    const { rig } = buildRig();
    rig.setMode("walk");
    rig.travelTo({ position: [30, 9, 0], target: [31, 9, 0] });
    rest(rig);
    const [x, y, z] = rig.getPose().position;
    expect([Math.abs(x) <= 4, Math.abs(z) <= 4]).toEqual([true, true]);
    expect(y).toBeCloseTo(eyeHeight, 5);
  });

  it("waits for the floor if surfaces can't be hit yet", () => {
    let isReady = false;
    const rig = new CameraRig(new PerspectiveCamera(), {
      cast: (...ray) => (isReady ? flatFloor.cast(...ray) : null),
    });
    rig.setBounds(new Box3(new Vector3(-4, 0, -4), new Vector3(4, 3, 4)));
    rig.setStartView(outside);
    rig.placeAtStart();
    rig.setMode("walk");
    rest(rig);
    isReady = true;
    rig.advance(1);
    rest(rig);
    expect(rig.getPose().position[1]).toBeCloseTo(eyeHeight, 5);
  });

  it("keeps the view and ends the walk if nothing can be walked on", () => {
    const post = buildSlabWorld([{ min: [-0.2, 0, -0.2], max: [0.2, 2.4, 0.2] }]);
    const rig = new CameraRig(new PerspectiveCamera(), post);
    rig.setBounds(new Box3(new Vector3(-0.2, 0, -0.2), new Vector3(0.2, 2.4, 0.2)));
    rig.setStartView({ position: [3, 2, 3], target: [0, 1.2, 0] });
    rig.placeAtStart();
    let isTold = false;
    rig.onNoFloor = () => {
      isTold = true;
    };
    const before = rig.getPose();
    rig.setMode("walk");
    expect(rig.getPose().position).toEqual(before.position.map((value) => expect.closeTo(value, 6)));
    rest(rig);
    expect([isTold, rig.mode]).toEqual([true, "orbit"]);
    expect(rig.getPose()).toEqual(before);
  });

  it("walks on ground far from the middle of the bounds", () => {
    // A valley: its floor is 40 m above the lowest point.
    const valley = buildSlabWorld([{ min: [-300, 39, -300], max: [300, 40, 300] }]);
    const rig = new CameraRig(new PerspectiveCamera(), valley);
    rig.setBounds(new Box3(new Vector3(-300, 0, -300), new Vector3(300, 90, 300)));
    rig.setStartView({ position: [500, 200, 500], target: [0, -70, 0] });
    rig.placeAtStart();
    rig.setMode("walk");
    rest(rig);
    expect(rig.getPose().position[1]).toBeCloseTo(40 + eyeHeight, 5);
    expect(rig.getPose().target[1], "down to the ground: nothing is at eye level").toBeLessThan(40 + eyeHeight);
  });

  it("starts walking on the chosen storey", () => {
    const rig = new CameraRig(new PerspectiveCamera(), {
      cast: ([x, y, z], direction, far) =>
        y > 3 ? flatFloor.cast([x, y - 3, z], direction, far) : flatFloor.cast([x, y, z], direction, far),
    });
    rig.setBounds(new Box3(new Vector3(-4, 0, -4), new Vector3(4, 6, 4)));
    rig.setStartView(outside);
    rig.placeAtStart();
    rig.setFloors([0, 3], 3);
    rig.setMode("walk");
    expect(rig.getPose().position[1]).toBeCloseTo(3 + eyeHeight, 5);
    expect(rig.walkNear([1, 0, 1])).toBe(true);
    rest(rig);
    expect(rig.getPose().position[1]).toBeCloseTo(eyeHeight, 5);
  });

  it("only turns in a panorama", () => {
    const { rig } = buildRig();
    rig.setStartView({ position: [0, eyeHeight, 0], target: [0, eyeHeight, -1] });
    rig.setMode("look");
    rig.travelTo({ position: [9, 9, 9], target: [4, eyeHeight, 0] });
    rest(rig);
    const { position, target } = rig.getPose();
    expect(position).toEqual([0, eyeHeight, 0]);
    expect(target[0]).toBeGreaterThan(1.9);
  });

  it("keeps the camera within reach of the scene however far it is dragged", () => {
    const { rig } = buildRig();
    for (let i = 0; i < 200; i++) rig.panBy(500, 0, 900);
    for (let i = 0; i < 50; i++) rig.zoomBy(2, null);
    expect(distanceBetween(rig.getPose().position, [0, 1.5, 0])).toBeLessThan(100);
  });

  it("stands further back in a narrow window when looking from outside", () => {
    const { rig } = buildRig();
    const wide = distanceBetween(rig.getPose().position, outside.target);
    rig.setAspect(0.46);
    rig.placeAtStart();
    expect(distanceBetween(rig.getPose().position, outside.target)).toBeGreaterThan(wide * 1.3);
  });

  it("flies along the view from its position, faster with the wheel", () => {
    const { rig } = buildRig();
    const before = rig.getPose().position;
    rig.setMode("fly");
    expect(distanceBetween(rig.getPose().position, before)).toBeLessThan(1e-9);
    const flown = () => {
      const from = rig.getPose().position;
      rig.hold({ ...restingMotion, forward: 1 });
      for (let frame = 0; frame < 10; frame++) rig.advance(0.05);
      rig.hold(restingMotion);
      expect(rig.advance(0.05)).toBe(false);
      return distanceBetween(rig.getPose().position, from);
    };
    const metres = flown();
    expect(metres).toBeCloseTo(rig.flySpeed * 0.5, 6);
    // Downwards, because the camera looks down at the scene.
    expect(rig.getPose().position[1]).toBeLessThan(before[1]);
    rig.quickenBy(0.5, null);
    expect(flown()).toBeCloseTo(metres * 2, 6);
  });

  it("flies no further than the scene is visible", () => {
    const { rig } = buildRig();
    rig.setMode("fly");
    for (let step = 0; step < 20; step++) rig.quickenBy(0.5, null);
    rig.hold({ ...restingMotion, up: 1, run: true });
    for (let frame = 0; frame < 600; frame++) rig.advance(0.1);
    expect(distanceBetween(rig.getPose().position, [0, 1.5, 0])).toBeLessThan(80);
  });

  it("adds up input from keys and a gamepad, and releases each separately", () => {
    const { rig } = buildRig();
    rig.setMode("fly");
    rig.hold({ ...restingMotion, forward: 1 }, "keys");
    rig.hold({ ...restingMotion, forward: -1 }, "gamepad");
    expect(rig.advance(0.05)).toBe(false);
    rig.hold(restingMotion, "gamepad");
    expect(rig.advance(0.05)).toBe(true);
  });
});
