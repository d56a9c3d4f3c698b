import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import type { ByteSource } from "../../byte-source.ts";
import { readLasHeader } from "../las-header.ts";
import { readLazChunks } from "../laz-chunk-table.ts";
import type { PointBatch } from "../point-stream.ts";
import { encodeLazIntegers } from "./encode-laz-integers.ts";

const headerBytes = 375;
const recordBytes = 36;

/**
 * Writes copies of a cloud side by side as one LAS 1.4 file of point format 7, z up, in steps of a millimetre: a large
 * scan made from a real one. Colourless clouds are coloured by position.
 * @returns how many points it holds
 */
export async function writeTiledLas(path: string, batches: readonly PointBatch[], copies: number): Promise<number> {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  let count = 0;
  for (const { positions, count: batchCount } of batches) {
    count += batchCount;
    for (let i = 0; i < batchCount * 3; i++) {
      min[i % 3] = Math.min(min[i % 3]!, positions[i]!);
      max[i % 3] = Math.max(max[i % 3]!, positions[i]!);
    }
  }
  const header = new DataView(new ArrayBuffer(headerBytes));
  new Uint8Array(header.buffer).set(new TextEncoder().encode("LASF"));
  header.setUint16(24, 0x0401, true);
  header.setUint16(94, headerBytes, true);
  header.setUint32(96, headerBytes, true);
  header.setUint8(104, 7);
  header.setUint16(105, recordBytes, true);
  header.setBigUint64(247, BigInt(count * copies), true);
  for (let axis = 0; axis < 3; axis++) header.setFloat64(131 + axis * 8, 0.001, true);
  const perRow = Math.ceil(Math.sqrt(copies));
  const [width, depth] = [max[0]! - min[0]! + 1, max[1]! - min[1]! + 1];
  const extents = [perRow * width - 1, Math.ceil(copies / perRow) * depth - 1, max[2]! - min[2]!];
  // The standard stores each axis's upper bound before its lower one, which is zero here.
  for (const [axis, extent] of extents.entries()) header.setFloat64(179 + axis * 16, extent, true);
  const stream = createWriteStream(path, { highWaterMark: 8 << 20 });
  stream.write(new Uint8Array(header.buffer));
  for (let copy = 0; copy < copies; copy++) {
    const offset = [(copy % perRow) * width - min[0]!, Math.floor(copy / perRow) * depth - min[1]!, -min[2]!];
    for (const batch of batches) {
      if (!stream.write(toRecords(batch, offset))) await once(stream, "drain");
    }
  }
  stream.end();
  await once(stream, "close");
  return count * copies;
}

function toRecords({ count, positions, rgb, intensity }: PointBatch, offset: readonly number[]): Uint8Array {
  const isColoured = rgb?.some((value) => value > 0) ?? false;
  const records = new DataView(new ArrayBuffer(count * recordBytes));
  for (let i = 0; i < count; i++) {
    const at = i * recordBytes;
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[i * 3 + axis]! + offset[axis]!;
      records.setInt32(at + axis * 4, Math.round(value * 1000), true);
      const shade = isColoured ? rgb![i * 3 + axis]! : (value * 40) & 255;
      records.setUint16(at + 30 + axis * 2, shade * 257, true);
    }
    records.setUint16(at + 12, intensity?.[i] ?? 0, true);
    records.setUint8(at + 16, 1 + (i & 3));
  }
  return new Uint8Array(records.buffer);
}

/**
 * Copies a LAZ file, adding `paddingBytes` of zeros after each chunk: a quick way to make files of any size with few
 * points.
 */
export async function writePaddedLaz(path: string, source: ByteSource, paddingBytes: number): Promise<void> {
  const header = await readLasHeader(source);
  const chunks = await readLazChunks(source, header);
  await using file = await open(path, "wx");
  const write = async (bytes: Uint8Array, at: number) => {
    await file.write(bytes, 0, bytes.length, at);
  };
  await write(await source.read(0, header.pointsOffset), 0);
  let at = header.pointsOffset + 8;
  for (const { offset, sizeBytes } of chunks) {
    await write(await source.read(offset, sizeBytes), at);
    at += sizeBytes + paddingBytes;
  }
  const tableOffset = new DataView(new ArrayBuffer(8));
  tableOffset.setBigInt64(0, BigInt(at), true);
  await write(new Uint8Array(tableOffset.buffer), header.pointsOffset);
  const head = new DataView(new ArrayBuffer(8));
  head.setUint32(4, chunks.length, true);
  await write(new Uint8Array(head.buffer), at);
  // If all chunks have the same number of points, the table stores only their sizes.
  await write(encodeLazIntegers(chunks.map(({ sizeBytes }) => [sizeBytes + paddingBytes])), at + 8);
}
