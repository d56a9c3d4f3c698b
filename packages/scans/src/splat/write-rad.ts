import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { harmonicStep, harmonicsByDegree, type SplatStore } from "./splat-store.ts";
import type { SplatTree } from "./splat-tree.ts";

const deflate = promisify(deflateRaw);

export const radFileName = "splats.rad";
const chunksFolder = "chunks";
/** Fixed by the format: a chunk is the unit that the renderer loads and drops. */
const chunkSplats = 65_536;
const fileMagic = 0x3044_4152;
const chunkMagic = 0x4344_4152;
/** Opacities of merged splats are stored up to twice the maximum of a single one. */
const alphaStoredMax = 2;
/** Below this, lengths are indistinguishable from zero. */
const lnScaleFloor = -16;

interface RadEncoding {
  readonly rgbMin: number;
  readonly rgbMax: number;
  readonly lnScaleMin: number;
  readonly lnScaleMax: number;
  readonly sh1Max: number;
  readonly sh2Max: number;
  readonly sh3Max: number;
  readonly lodOpacity: true;
}

/** One property of all splats in a chunk, in the format's layout: axis by axis, each over all splats. */
interface RadProperty {
  readonly property: string;
  readonly encoding: string;
  readonly bytes: Uint8Array;
  readonly min?: number;
  readonly max?: number;
}

/**
 * Writes a tree as RAD, the format from which Spark's renderer loads what the view needs: a head (`splats.rad`) and one
 * file per chunk, each with its own URL, so that it can be cached separately.
 * @param onShare called after each chunk with the share written; may throw to stop
 */
export async function writeRad(
  outputDir: string,
  store: SplatStore,
  tree: SplatTree,
  onShare: (share: number) => Promise<void>,
): Promise<void> {
  await mkdir(join(outputDir, chunksFolder), { recursive: true });
  const encoding = findEncoding(store);
  const chunks: { offset: number; bytes: number; filename: string }[] = [];
  for (let base = 0; base < tree.nodeCount; base += chunkSplats) {
    const count = Math.min(chunkSplats, tree.nodeCount - base);
    const bytes = await encodeChunk(store, tree, base, count, encoding);
    const filename = `${chunksFolder}/${chunks.length}.radc`;
    await writeFile(join(outputDir, filename), bytes);
    chunks.push({ offset: 0, bytes: bytes.length, filename });
    await onShare((base + count) / tree.nodeCount);
  }
  const head = toBlock(fileMagic, {
    version: 1,
    type: "gsplat",
    count: tree.nodeCount,
    maxSh: store.degree,
    lodTree: true,
    chunkSize: chunkSplats,
    allChunkBytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0),
    chunks,
    splatEncoding: encoding,
  });
  const path = join(outputDir, radFileName);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, head);
}

/** Ranges that contain all but the outermost values, so that eight bits are fine enough. */
function findEncoding({ count, colours, scales }: SplatStore): RadEncoding {
  const step = Math.max(1, Math.floor(count / 100_000));
  const shades: number[] = [];
  const lengths: number[] = [];
  for (let splat = 0; splat < count; splat += step) {
    for (let axis = 0; axis < 3; axis++) shades.push(colours[splat * 3 + axis]!);
    // The smallest scale of a flat splat is meaningless.
    const sorted = [0, 1, 2].map((axis) => Math.log(scales[splat * 3 + axis]!)).sort((a, b) => a - b);
    lengths.push(sorted[1]!, sorted[2]!);
  }
  shades.sort((a, b) => a - b);
  lengths.sort((a, b) => a - b);
  const at = (values: number[], share: number) => values[Math.round((values.length - 1) * share)]!;
  let lnScaleMax = -Infinity;
  // The root and other top nodes are few and must not shrink.
  for (let index = 0; index < count * 3; index++) lnScaleMax = Math.max(lnScaleMax, scales[index]!);
  lnScaleMax = Math.log(lnScaleMax);
  return {
    rgbMin: Math.max(-1, Math.min(0, at(shades, 0.005))),
    rgbMax: Math.min(2, Math.max(1, at(shades, 0.995))),
    lnScaleMin: Math.max(lnScaleFloor, Math.min(lnScaleMax - 1, at(lengths, 0.002) - 1.5)),
    lnScaleMax,
    sh1Max: 1,
    sh2Max: 1,
    sh3Max: 1,
    lodOpacity: true,
  };
}

async function encodeChunk(
  store: SplatStore,
  tree: SplatTree,
  base: number,
  count: number,
  encoding: RadEncoding,
): Promise<Uint8Array> {
  const splats = tree.splats.subarray(base, base + count);
  const properties: RadProperty[] = [
    packCentres(store, splats),
    packAlphas(store, splats),
    packColours(store, splats, encoding),
    packScales(store, splats, encoding),
    packRotations(store, splats),
    ...packHarmonics(store, splats),
    {
      property: "child_count",
      encoding: "u16",
      bytes: new Uint8Array(Uint16Array.from(tree.childCounts.subarray(base, base + count)).buffer),
    },
    {
      property: "child_start",
      encoding: "u32",
      bytes: new Uint8Array(Uint32Array.from(tree.childStarts.subarray(base, base + count)).buffer),
    },
  ];
  const packed = await Promise.all(properties.map(({ bytes }) => deflate(bytes, { level: 6 })));
  let payloadBytes = 0;
  const described = properties.map(({ bytes: _, ...property }, index) => {
    const offset = payloadBytes;
    payloadBytes += padTo8(packed[index]!.length);
    return { offset, bytes: packed[index]!.length, ...property, compression: "gz" };
  });
  const head = toBlock(chunkMagic, {
    version: 1,
    base,
    count,
    payloadBytes,
    maxSh: store.degree,
    lodTree: true,
    splatEncoding: encoding,
    properties: described,
  });
  const chunk = new Uint8Array(head.length + 8 + payloadBytes);
  chunk.set(head);
  new DataView(chunk.buffer).setBigUint64(head.length, BigInt(payloadBytes), true);
  described.forEach(({ offset }, index) => {
    chunk.set(packed[index]!, head.length + 8 + offset);
  });
  return chunk;
}

/** Groups bytes by significance, which compresses better than whole floats. */
function packCentres({ centres }: SplatStore, splats: Uint32Array): RadProperty {
  const count = splats.length;
  const bytes = new Uint8Array(count * 12);
  const value = new Float32Array(1);
  const parts = new Uint8Array(value.buffer);
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < count; i++) {
      value[0] = centres[splats[i]! * 3 + axis]!;
      for (let part = 0; part < 4; part++) bytes[(part * 3 + axis) * count + i] = parts[part]!;
    }
  }
  return { property: "center", encoding: "f32_lebytes", bytes };
}

function packAlphas({ alphas }: SplatStore, splats: Uint32Array): RadProperty {
  const bytes = Uint8Array.from(splats, (splat) => {
    const alpha = alphas[splat]!;
    // How the renderer interprets values above 1: a disc that stays opaque further out, up to five times as dense.
    const stored = alpha <= 1 ? alpha : 1 + 0.25 * (Math.sqrt(1 + Math.E * Math.log(alpha)) - 1);
    return Math.round((Math.min(alphaStoredMax, stored) / alphaStoredMax) * 255);
  });
  return { property: "alpha", encoding: "r8", bytes, min: 0, max: alphaStoredMax };
}

function packColours({ colours }: SplatStore, splats: Uint32Array, { rgbMin, rgbMax }: RadEncoding): RadProperty {
  const count = splats.length;
  const bytes = new Uint8Array(count * 3);
  for (let channel = 0; channel < 3; channel++) {
    let previous = 0;
    for (let i = 0; i < count; i++) {
      const shade = toByte((colours[splats[i]! * 3 + channel]! - rgbMin) / (rgbMax - rgbMin), 255);
      bytes[channel * count + i] = (shade - previous) & 255;
      previous = shade;
    }
  }
  return { property: "rgb", encoding: "r8_delta", bytes, min: rgbMin, max: rgbMax };
}

function packScales({ scales }: SplatStore, splats: Uint32Array, { lnScaleMin, lnScaleMax }: RadEncoding): RadProperty {
  const count = splats.length;
  const bytes = new Uint8Array(count * 3);
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < count; i++) {
      const length = Math.log(scales[splats[i]! * 3 + axis]!);
      // Zero would mean no extent at all.
      bytes[axis * count + i] = 1 + toByte((length - lnScaleMin) / (lnScaleMax - lnScaleMin), 254);
    }
  }
  return { property: "scales", encoding: "ln_0r8", bytes, min: lnScaleMin, max: lnScaleMax };
}

/** The axis of a rotation in octahedral encoding, two bytes, and its angle, one byte. */
function packRotations({ rotations }: SplatStore, splats: Uint32Array): RadProperty {
  const bytes = new Uint8Array(splats.length * 3);
  for (let i = 0; i < splats.length; i++) {
    const at = splats[i]! * 4;
    const sign = rotations[at + 3]! < 0 ? -1 : 1;
    const w = Math.min(1, rotations[at + 3]! * sign);
    const sine = Math.sqrt(Math.max(0, 1 - w * w));
    const [x, y, z] =
      sine < 1e-6
        ? [1, 0, 0]
        : ([0, 1, 2].map((part) => (rotations[at + part]! * sign) / sine) as [number, number, number]);
    const sum = Math.abs(x) + Math.abs(y) + Math.abs(z);
    let [u, v] = [x / sum, y / sum];
    if (z < 0) [u, v] = [(1 - Math.abs(v)) * (u >= 0 ? 1 : -1), (1 - Math.abs(u)) * (v >= 0 ? 1 : -1)];
    bytes[i * 3] = toByte((u + 1) / 2, 255);
    bytes[i * 3 + 1] = toByte((v + 1) / 2, 255);
    bytes[i * 3 + 2] = toByte((2 * Math.acos(w)) / Math.PI, 255);
  }
  return { property: "orientation", encoding: "oct88r8", bytes };
}

function packHarmonics({ harmonics, degree }: SplatStore, splats: Uint32Array): RadProperty[] {
  const each = harmonicsByDegree[degree];
  const bands: RadProperty[] = [];
  for (let band = 1; band <= degree; band++) {
    const first = harmonicsByDegree[band - 1]!;
    const size = harmonicsByDegree[band]! - first;
    const bytes = new Uint8Array(splats.length * size);
    for (let index = 0; index < size; index++) {
      for (let i = 0; i < splats.length; i++) {
        bytes[index * splats.length + i] = harmonics[splats[i]! * each + first + index]! & 255;
      }
    }
    const max = harmonicStep * 127;
    bands.push({ property: `sh${band}`, encoding: "s8", bytes, min: -max, max });
  }
  return bands;
}

function toByte(share: number, max: number): number {
  return share >= 1 ? max : share > 0 ? Math.round(share * max) : 0;
}

/** A magic number, the length of a description, the description, and zero padding to a multiple of eight. */
function toBlock(magic: number, description: object): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(description));
  const block = new Uint8Array(8 + padTo8(text.length));
  const view = new DataView(block.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, text.length, true);
  block.set(text, 8);
  return block;
}

function padTo8(lengthBytes: number): number {
  return (lengthBytes + 7) & ~7;
}
