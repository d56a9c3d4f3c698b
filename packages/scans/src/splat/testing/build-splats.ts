import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSpzEncoder } from "../encode-spz.ts";

/** A splat for a file made by a test, in the file's own frame. */
export interface TestSplat {
  readonly position: readonly [number, number, number];
  /** Metres. */
  readonly scale: readonly [number, number, number];
  /** w, x, y, z; unit length. */
  readonly rotation: readonly [number, number, number, number];
  /** 0–1. */
  readonly rgb: readonly [number, number, number];
  readonly opacity: number;
  /** First band of harmonics: three of red, three of green, three of blue. */
  readonly harmonics: readonly number[];
}

const harmonicConstant = 0.282_094_791_773_878_14;

/** A ball of splats, its lower half (in a y-down file: y above zero) red and its upper half blue. */
export function buildBall(count: number, centre: readonly [number, number, number] = [0, 0, 0]): TestSplat[] {
  return Array.from({ length: count }, (_, i) => {
    // A golden spiral spreads points evenly over the sphere.
    const y = 1 - (2 * (i + 0.5)) / count;
    const radius = Math.sqrt(1 - y * y);
    const angle = i * 2.399_963;
    const half = (i % 7) * 0.2;
    const axis = [0.6, 0, 0.8] as const;
    return {
      position: [centre[0] + radius * Math.cos(angle), centre[1] + y, centre[2] + radius * Math.sin(angle)],
      scale: [0.02, 0.05, 0.01],
      rotation: [Math.cos(half), axis[0] * Math.sin(half), 0, axis[2] * Math.sin(half)],
      rgb: y > 0 ? [0.8, 0.2, 0.2] : [0.2, 0.2, 0.8],
      opacity: 0.9,
      harmonics: [0.1, -0.2, 0.3, 0, 0.1, 0.2, -0.3, 0.2, -0.1],
    };
  });
}

export function buildPlySplats(splats: readonly TestSplat[], declaredCount = splats.length): Uint8Array {
  const names = [
    ...["x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2"],
    ...Array.from({ length: 9 }, (_, i) => `f_rest_${i}`),
    ...["opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"],
  ];
  const head = new TextEncoder().encode(
    [
      "ply",
      "format binary_little_endian 1.0",
      `element vertex ${declaredCount}`,
      ...names.map((name) => `property float ${name}`),
      "end_header",
      "",
    ].join("\n"),
  );
  const rows = new Float32Array(splats.length * names.length);
  splats.forEach((splat, i) => {
    rows.set(
      [
        ...splat.position,
        ...splat.rgb.map((value) => (value - 0.5) / harmonicConstant),
        ...splat.harmonics,
        Math.log(splat.opacity / (1 - splat.opacity)),
        ...splat.scale.map(Math.log),
        ...splat.rotation,
      ],
      i * names.length,
    );
  });
  const bytes = new Uint8Array(head.length + rows.byteLength);
  bytes.set(head);
  bytes.set(new Uint8Array(rows.buffer), head.length);
  return bytes;
}

/** The antimatter15 form: 32 bytes a splat. */
export function buildSplatFile(splats: readonly TestSplat[]): Uint8Array {
  const bytes = new Uint8Array(splats.length * 32);
  const view = new DataView(bytes.buffer);
  splats.forEach((splat, i) => {
    [...splat.position, ...splat.scale].forEach((value, part) => {
      view.setFloat32(i * 32 + part * 4, value, true);
    });
    bytes.set(
      [...splat.rgb, splat.opacity].map((value) => Math.round(value * 255)),
      i * 32 + 24,
    );
    bytes.set(
      splat.rotation.map((value) => Math.min(255, Math.round(value * 128 + 128))),
      i * 32 + 28,
    );
  });
  return bytes;
}

/** One section without compression. */
export function buildKsplat(splats: readonly TestSplat[], declaredCount = splats.length): Uint8Array {
  const bytes = new Uint8Array(4096 + 1024 + splats.length * 44);
  const view = new DataView(bytes.buffer);
  bytes[1] = 1;
  view.setUint32(4, 1, true);
  view.setUint32(8, 1, true);
  view.setUint32(12, declaredCount, true);
  view.setUint32(16, declaredCount, true);
  view.setUint32(4096, declaredCount, true);
  view.setUint32(4096 + 4, declaredCount, true);
  splats.forEach((splat, i) => {
    const at = 5120 + i * 44;
    [...splat.position, ...splat.scale, ...splat.rotation].forEach((value, part) => {
      view.setFloat32(at + part * 4, value, true);
    });
    bytes.set(
      [...splat.rgb, splat.opacity].map((value) => Math.round(value * 255)),
      at + 40,
    );
  });
  return bytes;
}

/** A gzipped SPZ, version 3. */
export async function buildSpz(splats: readonly TestSplat[]): Promise<Uint8Array> {
  const encoder = createSpzEncoder({
    splatCountMax: splats.length,
    degree: 1,
    isAntialiased: false,
    coordinateMax: 100,
    origin: [0, 0, 0],
  });
  encoder.add({
    count: splats.length,
    positions: Float32Array.from(splats.flatMap(({ position }) => position)),
    shapes: Float32Array.from(
      splats.flatMap(({ rotation, scale, opacity }) => [
        ...rotation,
        ...scale.map(Math.log),
        Math.log(opacity / (1 - opacity)),
      ]),
    ),
    colours: Float32Array.from(
      splats.flatMap(({ rgb, harmonics }) => [...rgb.map((value) => (value - 0.5) / harmonicConstant), ...harmonics]),
    ),
  });
  const folder = await mkdtemp(join(tmpdir(), "blueprint-spz-"));
  try {
    await encoder.write(join(folder, "a.spz"));
    return new Uint8Array(await readFile(join(folder, "a.spz")));
  } finally {
    await rm(folder, { recursive: true });
  }
}
