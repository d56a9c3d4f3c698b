import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSpzEncoder } from "@blueprint/scans/splat/encode-spz";
import { PerspectiveCamera, Quaternion } from "three";
import { afterAll, describe, expect, it } from "vitest";
import { readSpz } from "./read-spz.ts";
import { SplatCloud } from "./splat-cloud.ts";

const dir = mkdtempSync(join(tmpdir(), "read-spz-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** Written by the converter, read by the viewer. */
async function writeAndRead(positions: number[], rotation: Quaternion, degree: 0 | 1) {
  const count = positions.length / 3;
  const { x, y, z, w } = rotation;
  const colours = [1, 0, -1, ...new Array(degree === 0 ? 0 : 9).fill(0.25)];
  const encoder = createSpzEncoder({
    splatCountMax: count,
    degree,
    isAntialiased: false,
    coordinateMax: 100,
    origin: [0, 0, 0],
  });
  encoder.add({
    count,
    positions: Float32Array.from(positions),
    shapes: Float32Array.from(new Array(count).fill([w, x, y, z, -2, -3, -4, 0]).flat()),
    colours: Float32Array.from(new Array(count).fill(colours).flat()),
  });
  const path = join(dir, "splats.spz");
  await encoder.write(path);
  return readSpz(new Uint8Array(readFileSync(path)).buffer);
}

describe("readSpz", () => {
  it.each([0, 1] as const)("reads the converter's output, with %i bands of harmonics", async (degree) => {
    const rotation = new Quaternion(0.1, -0.7, 0.3, 0.5).normalize();
    const splats = await writeAndRead([1.25, -2.5, 30, 0, 0, -0.001], rotation, degree);
    expect(splats.count).toBe(2);
    [1.25, -2.5, 30, 0, 0, -0.001].forEach((value, at) => {
      expect(splats.centres[at]).toBeCloseTo(value, 3);
    });
    [-2, -3, -4].forEach((value, axis) => {
      expect(Math.log(splats.scales[axis]!)).toBeCloseTo(value, 1);
    });
    expect(Math.abs(new Quaternion(...splats.rotations.subarray(4, 8)).dot(rotation))).toBeCloseTo(1, 4);
    // The constant harmonic: half above and below grey, times its value over the sphere.
    [0.782, 0.5, 0.218].forEach((value, channel) => {
      expect(splats.colours[channel]).toBeCloseTo(value, 1);
    });
    expect(splats.opacities[1]).toBe(128);
    expect(splats.degree).toBe(degree);
    const ownHarmonics = [...splats.harmonics].map((byte) => byte / 128 - 1);
    expect(ownHarmonics).toEqual(new Array(degree === 0 ? 0 : 18).fill(0.25));
  });

  it("refuses anything else", async () => {
    const gzip = new Blob(["no splats at all here"]).stream().pipeThrough(new CompressionStream("gzip"));
    await expect(readSpz(await new Response(gzip).arrayBuffer())).rejects.toThrow("no SPZ");
  });
});

describe("SplatCloud", () => {
  it("draws the farthest first, from wherever the camera stands", async () => {
    const cloud = new SplatCloud(await writeAndRead([0, 0, -5, 0, 0, 5, 0, 0, 0], new Quaternion(), 0));
    const camera = new PerspectiveCamera();
    const orderFrom = (z: number) => {
      camera.position.set(0, 0, z);
      camera.lookAt(0, 0, 0);
      camera.updateMatrixWorld();
      cloud.face(camera);
      return [...cloud.order];
    };
    expect(orderFrom(10)).toEqual([0, 2, 1]);
    expect(orderFrom(-10)).toEqual([1, 2, 0]);
    cloud.dispose();
  });
});
