import { Box3, Matrix4, PerspectiveCamera, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { toBlueprintFrame } from "../scans/scan-placement.ts";
import type { StartView } from "./camera-pose.ts";
import { CameraRig } from "./camera-rig.ts";
import { placedInClip, toStartClip } from "./start-camera.ts";

const bounds = { min: [-4, 0, -2], max: [6, 3, 5] } as const;
const outside: StartView = { position: [9, 6, 12], target: [1, 1, 1] };
const inside: StartView = { position: [0, 1.6, 0], target: [3, 1.2, 2] };
const ofOneScan: StartView = { ...outside, overviewOf: { min: [-1, 0, -1], max: [3, 2, 3] } };
const noWorld = { cast: () => null };

function placeCamera(startView: StartView, aspect: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(60, 1, 0.05, 1000);
  const rig = new CameraRig(camera, noWorld);
  rig.setAspect(aspect);
  rig.setBounds(new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max)));
  rig.setStartView(startView);
  rig.placeAtStart();
  return camera;
}

describe("the picture before three.js has loaded", () => {
  for (const [place, startView] of Object.entries({ outside, inside, "made for one of several scans": ofOneScan })) {
    for (const aspect of [16 / 9, 390 / 844]) {
      it(`has the later camera's view, ${place}, ${aspect.toFixed(2)} times as wide as high`, () => {
        const camera = placeCamera(startView, aspect);
        const placement = { position: [2, -1, 4], yaw: 0.7, scale: 1.5 } as const;
        const clip = placedInClip(toStartClip(startView, bounds, aspect), placement, 2, [1, 0.5, -3]);
        const ours = new Matrix4().fromArray([...clip]);
        for (const point of [
          [0, 0, 0],
          [1, 0.2, 0.6],
          [0.3, 0.9, 0.1],
        ] as const) {
          const [x, y, z] = point;
          const there = toBlueprintFrame([1 + x * 2, 0.5 + y * 2, -3 + z * 2], placement);
          const expected = new Vector3(...there).project(camera).toArray();
          const found = new Vector3(...point).applyMatrix4(ours).toArray();
          expect(found).toEqual(expected.map((value) => expect.closeTo(value, 4)));
        }
      });
    }
  }
});
