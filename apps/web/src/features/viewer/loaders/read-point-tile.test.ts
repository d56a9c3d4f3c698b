import { encodePointTile } from "@blueprint/scans/point-cloud/encode-point-tile";
import { rootCube, wordsPerPoint } from "@blueprint/scans/point-cloud/packed-points";
import { type BufferGeometry, Points, Vector3 } from "three";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { describe, expect, it } from "vitest";
import { readPointTile } from "./read-point-tile.ts";

const count = 300;
const attributes = { intensity: { min: 0, max: 1, isWhole: false }, hasClassification: true };

async function buildTile(sideM: number): Promise<ArrayBuffer> {
  const words = new Uint32Array(count * wordsPerPoint);
  for (let i = 0; i < words.length; i++) words[i] = (i * 2_654_435_761) % 2 ** 31;
  const grid = { min: [-3, 1, 20], sideM } as const;
  const glb = await encodePointTile({ cube: rootCube, words, spacingM: sideM / 20 }, grid, attributes);
  return glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.length) as ArrayBuffer;
}

async function readWithThree(glb: ArrayBuffer): Promise<Points<BufferGeometry>> {
  const { scene } = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parseAsync(glb, "");
  scene.updateMatrixWorld(true);
  let found: Points<BufferGeometry> | undefined;
  scene.traverse((child) => {
    if (child instanceof Points) found = child as Points<BufferGeometry>;
  });
  if (found === undefined) throw new Error("three.js found no points.");
  return found;
}

describe("the coarsest points without three.js", () => {
  for (const [what, sideM] of [
    ["a room, in sixteen bits", 6],
    ["a site, in floats", 900],
  ] as const) {
    it(`match three.js's points: ${what}`, async () => {
      const glb = await buildTile(sideM);
      const tile = await readPointTile(glb);
      expect(tile.isFloat).toBe(sideM > 100);
      expect(tile.count).toBe(count);
      const points = await readWithThree(glb);
      const [positions, colours] = [points.geometry.getAttribute("position"), points.geometry.getAttribute("color")];
      const view = new DataView(tile.positions.buffer);
      for (let i = 0; i < count; i++) {
        const own = [0, 1, 2].map((axis) => {
          const at = i * tile.strideBytes + axis * (tile.isFloat ? 4 : 2);
          const value = tile.isFloat ? view.getFloat32(at, true) : view.getUint16(at, true) / 65_535;
          return value * tile.scale + tile.translation[axis]!;
        });
        const there = new Vector3().fromBufferAttribute(positions, i).applyMatrix4(points.matrixWorld).toArray();
        expect(own).toEqual(there.map((value) => expect.closeTo(value, 3)));
        const colour = [...tile.colours.subarray(i * 4, i * 4 + 3)].map((byte) => byte / 255);
        expect(colour).toEqual([0, 1, 2].map((part) => expect.closeTo(colours.getComponent(i, part), 5)));
      }
    });
  }

  it("are not read from anything but a point tile", async () => {
    await expect(readPointTile(new ArrayBuffer(64))).rejects.toThrow("no GLB");
  });
});
