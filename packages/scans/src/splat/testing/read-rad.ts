import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";

/** A delivered tree as a third-party reader sees it, node by node in file order. */
export interface ReadRad {
  readonly count: number;
  readonly degree: number;
  readonly chunkCount: number;
  readonly centres: Float32Array;
  readonly alphas: number[];
  readonly colours: number[];
  readonly scales: number[];
  /** x, y, z, w. */
  readonly rotations: number[];
  /** Red, green, blue of each coefficient. */
  readonly harmonics: number[][];
  readonly childCounts: number[];
  readonly childStarts: number[];
  /** Places without children: the splats of the scan. */
  readonly leaves: number[];
}

interface ChunkProperty {
  readonly offset: number;
  readonly bytes: number;
  readonly property: string;
  readonly encoding: string;
  readonly min: number;
  readonly max: number;
}

function readBlock(bytes: Buffer, magic: string): { description: Record<string, never>; end: number } {
  if (bytes.toString("latin1", 0, 4) !== magic) throw new Error(`no ${magic}`);
  const length = bytes.readUInt32LE(4);
  return { description: JSON.parse(bytes.toString("utf8", 8, 8 + length)), end: 8 + ((length + 7) & ~7) };
}

/** Reads `splats.rad` and its chunks according to the format. */
export async function readRad(folder: string): Promise<ReadRad> {
  const { description } = readBlock(await readFile(join(folder, "splats.rad")), "RAD0");
  const head = description as unknown as {
    count: number;
    maxSh: number;
    chunks: { filename: string; bytes: number }[];
  };
  const read = {
    count: head.count,
    degree: head.maxSh,
    chunkCount: head.chunks.length,
    centres: new Float32Array(head.count * 3),
    alphas: [] as number[],
    colours: [] as number[],
    scales: [] as number[],
    rotations: [] as number[],
    harmonics: Array.from({ length: head.count }, () => [] as number[]),
    childCounts: [] as number[],
    childStarts: [] as number[],
  };
  let base = 0;
  for (const { filename, bytes: chunkBytes } of head.chunks) {
    const bytes = await readFile(join(folder, filename));
    if (bytes.length !== chunkBytes) throw new Error(`${filename} has another size than the head says`);
    const chunk = readBlock(bytes, "RADC");
    const { count, properties } = chunk.description as unknown as { count: number; properties: ChunkProperty[] };
    const payloadAt = chunk.end + 8;
    if (Number(bytes.readBigUInt64LE(chunk.end)) !== bytes.length - payloadAt) throw new Error("payload size");
    for (const { property, offset, bytes: packedBytes, min, max } of properties) {
      const data = inflateRawSync(bytes.subarray(payloadAt + offset, payloadAt + offset + packedBytes));
      const at = (axis: number, i: number) => data[axis * count + i]!;
      const shades = [0, 0, 0];
      for (let i = 0; i < count; i++) {
        switch (property) {
          case "center":
            for (let axis = 0; axis < 3; axis++) {
              const word = Buffer.from([0, 1, 2, 3].map((part) => data[(part * 3 + axis) * count + i]!));
              read.centres[(base + i) * 3 + axis] = word.readFloatLE(0);
            }
            break;
          case "alpha":
            read.alphas.push((data[i]! / 255) * max);
            break;
          case "rgb":
            for (let axis = 0; axis < 3; axis++) {
              shades[axis] = (shades[axis]! + at(axis, i)) & 255;
              read.colours.push(min + (shades[axis]! / 255) * (max - min));
            }
            break;
          case "scales":
            for (let axis = 0; axis < 3; axis++) {
              const step = at(axis, i);
              read.scales.push(step === 0 ? 0 : Math.exp(min + ((step - 1) / 254) * (max - min)));
            }
            break;
          case "orientation": {
            let [u, v] = [(data[i * 3]! / 255) * 2 - 1, (data[i * 3 + 1]! / 255) * 2 - 1];
            const z = 1 - Math.abs(u) - Math.abs(v);
            if (z < 0) {
              [u, v] = [(1 - Math.abs(v)) * (u >= 0 ? 1 : -1), (1 - Math.abs(u)) * (v >= 0 ? 1 : -1)];
            }
            const length = Math.hypot(u, v, z);
            const half = ((data[i * 3 + 2]! / 255) * Math.PI) / 2;
            read.rotations.push(...[u, v, z].map((part) => (part / length) * Math.sin(half)), Math.cos(half));
            break;
          }
          case "child_count":
            read.childCounts.push(data.readUInt16LE(i * 2));
            break;
          case "child_start":
            read.childStarts.push(data.readUInt32LE(i * 4));
            break;
          default:
            for (let axis = 0; axis < data.length / count; axis++) {
              read.harmonics[base + i]!.push((((at(axis, i) << 24) >> 24) / 127) * max);
            }
        }
      }
    }
    base += count;
  }
  const leaves = read.childCounts.flatMap((children, place) => (children === 0 ? [place] : []));
  return { ...read, leaves };
}
