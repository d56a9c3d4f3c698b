import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { buildGlb } from "../../testing/build-glb.ts";
import { createSpzEncoder } from "../encode-spz.ts";

/** A splat for a generated test file, in the file's own frame. */
export interface TestSplat {
  readonly position: readonly [number, number, number];
  /** Metres. */
  readonly scale: readonly [number, number, number];
  /** w, x, y, z; unit length. */
  readonly rotation: readonly [number, number, number, number];
  /** 0–1. */
  readonly rgb: readonly [number, number, number];
  readonly opacity: number;
  /** First band of harmonics: three for red, three for green, three for blue. */
  readonly harmonics: readonly number[];
}

const harmonicConstant = 0.282_094_791_773_878_14;

/** A ball of splats with a red lower half (in a y-down file: y above zero) and a blue upper half. */
export function buildBall(count: number, centre: readonly [number, number, number] = [0, 0, 0]): TestSplat[] {
  return Array.from({ length: count }, (_, i) => {
    // A golden spiral distributes points evenly over the sphere.
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

/** The antimatter15 format: 32 bytes per splat. */
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

/** The files of a SOG, version 2, without harmonics. All splats have the scale of the first and no rotation. */
export async function buildSogFiles(splats: readonly TestSplat[]): Promise<Record<string, Uint8Array>> {
  const width = Math.ceil(Math.sqrt(splats.length));
  const height = Math.ceil(splats.length / width);
  const paint = async (toPixel: (splat: TestSplat) => readonly number[]) => {
    const pixels = new Uint8Array(width * height * 4);
    splats.forEach((splat, i) => {
      pixels.set(toPixel(splat), i * 4);
    });
    const picture = sharp(pixels, { raw: { width, height, channels: 4 } });
    return new Uint8Array(await picture.webp({ lossless: true }).toBuffer());
  };
  const toLog = (value: number) => Math.sign(value) * Math.log1p(Math.abs(value));
  const axes = [0, 1, 2].map((axis) => splats.map(({ position }) => toLog(position[axis]!)));
  const [mins, maxs] = [axes.map((values) => Math.min(...values)), axes.map((values) => Math.max(...values))];
  const toSteps = ({ position }: TestSplat) =>
    [0, 1, 2].map((axis) =>
      Math.round(((toLog(position[axis]!) - mins[axis]!) / (maxs[axis]! - mins[axis]! || 1)) * 65_535),
    );
  const scale = splats[0]!.scale.map(Math.log);
  const shades = Array.from({ length: 256 }, (_, at) => (at / 255 - 0.5) / harmonicConstant);
  const meta = {
    version: 2,
    count: splats.length,
    means: { mins, maxs, files: ["means_l.webp", "means_u.webp"] },
    scales: { codebook: Array.from({ length: 256 }, (_, at) => scale[at % 3]), files: ["scales.webp"] },
    quats: { files: ["quats.webp"] },
    sh0: { codebook: shades, files: ["sh0.webp"] },
  };
  return {
    "meta.json": new TextEncoder().encode(JSON.stringify(meta)),
    "means_l.webp": await paint((splat) => [...toSteps(splat).map((step) => step & 255), 255]),
    "means_u.webp": await paint((splat) => [...toSteps(splat).map((step) => step >> 8), 255]),
    "scales.webp": await paint(() => [0, 1, 2, 255]),
    // The largest component is omitted: this is the identity.
    "quats.webp": await paint(() => [128, 128, 128, 252]),
    "sh0.webp": await paint(({ rgb, opacity }) => [...rgb, opacity].map((value) => Math.round(value * 255))),
  };
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

/** The files of an LCC scene, finest level first: z up. All splats lie unturned. */
export function buildLccFiles(
  levels: readonly (readonly TestSplat[])[],
  { isPortable = false } = {},
): Record<string, Uint8Array> {
  const splats = levels.flat();
  const data = new DataView(new ArrayBuffer(splats.length * 32));
  splats.forEach(({ position, scale, rgb, opacity }, i) => {
    const at = i * 32;
    position.forEach((value, axis) => {
      data.setFloat32(at + axis * 4, value, true);
    });
    [...rgb, opacity].forEach((value, part) => {
      data.setUint8(at + 12 + part, Math.round(value * 255));
    });
    scale.forEach((value, axis) => {
      data.setUint16(at + 16 + axis * 2, Math.round(value * 65_535), true);
    });
    // The three small components in the middle of their range; the largest, w, is left out.
    data.setUint32(at + 22, ((3 << 30) | (512 << 20) | (512 << 10) | 512) >>> 0, true);
  });
  const index = new DataView(new ArrayBuffer(4 + levels.length * 16));
  let done = 0;
  levels.forEach(({ length }, level) => {
    index.setInt32(4 + level * 16, length, true);
    index.setBigInt64(8 + level * 16, BigInt(done * 32), true);
    index.setInt32(16 + level * 16, length * 32, true);
    done += length;
  });
  const triple = (value: number) => [value, value, value];
  const side = (pick: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => pick(...splats.map(({ position }) => position[axis]!)));
  const meta = {
    version: "4.0",
    fileType: isPortable ? "Portable" : "Quality",
    totalSplats: splats.length,
    totalLevel: levels.length,
    splats: levels.map(({ length }) => length),
    boundingBox: { min: side(Math.min), max: side(Math.max) },
    attributes: [
      { name: "scale", min: triple(0), max: triple(1) },
      { name: "shcoef", min: triple(0), max: triple(0) },
    ],
  };
  return {
    "scene.lcc": new TextEncoder().encode(JSON.stringify(meta)),
    "index.bin": new Uint8Array(index.buffer),
    "data.bin": new Uint8Array(data.buffer),
    ...(isPortable ? {} : { "shcoef.bin": new Uint8Array(splats.length * 64) }),
  };
}

/** A GLB of splats (KHR_gaussian_splatting), y up, in one primitive for each list. */
export function buildGlbSplats(
  lists: readonly (readonly TestSplat[])[],
  { hasLogScales = false, change = (_json: Record<string, unknown>) => {} } = {},
): Uint8Array {
  const parts: Uint8Array[] = [];
  const accessors: object[] = [];
  const add = (splats: readonly TestSplat[], type: string, toValues: (splat: TestSplat) => readonly number[]) => {
    const bytes = new Uint8Array(Float32Array.from(splats.flatMap(toValues)).buffer);
    const side = (pick: (...values: number[]) => number) =>
      [0, 1, 2].map((axis) => pick(...splats.map(({ position }) => position[axis]!)));
    accessors.push({
      bufferView: parts.push(bytes) - 1,
      componentType: 5126,
      count: splats.length,
      type,
      ...(accessors.length % 8 === 0 ? { min: side(Math.min), max: side(Math.max) } : {}),
    });
    return accessors.length - 1;
  };
  const primitives = lists.map((splats) => ({
    mode: 0,
    attributes: {
      POSITION: add(splats, "VEC3", ({ position }) => position),
      "KHR_gaussian_splatting:ROTATION": add(splats, "VEC4", ({ rotation: [w, x, y, z] }) => [x, y, z, w]),
      "KHR_gaussian_splatting:SCALE": add(splats, "VEC3", ({ scale }) => (hasLogScales ? scale.map(Math.log) : scale)),
      "KHR_gaussian_splatting:OPACITY": add(splats, "SCALAR", ({ opacity }) => [opacity]),
      "KHR_gaussian_splatting:SH_DEGREE_0_COEF_0": add(splats, "VEC3", ({ rgb }) =>
        rgb.map((value) => (value - 0.5) / harmonicConstant),
      ),
      ...Object.fromEntries(
        [0, 1, 2].map((coefficient) => [
          `KHR_gaussian_splatting:SH_DEGREE_1_COEF_${coefficient}`,
          add(splats, "VEC3", ({ harmonics }) => [0, 3, 6].map((channel) => harmonics[channel + coefficient]!)),
        ]),
      ),
    },
    extensions: { KHR_gaussian_splatting: { kernel: "ellipse", colorSpace: "srgb_rec709_display" } },
  }));
  let at = 0;
  const bufferViews = parts.map(({ byteLength }) => {
    at += byteLength;
    return { buffer: 0, byteOffset: at - byteLength, byteLength };
  });
  const json = {
    asset: { version: "2.0" },
    extensionsUsed: ["KHR_gaussian_splatting"],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives }],
    accessors,
    bufferViews,
    buffers: [{ byteLength: at }],
  };
  change(json);
  return buildGlb(json, new Uint8Array(Buffer.concat(parts)));
}
