import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import type { LasHeader } from "./las-header.ts";
import { openLazIntegers } from "./laz-integers.ts";
import { toDataView } from "./point-stream.ts";

/** A run of points that was compressed independently. */
export interface LazChunk {
  readonly offset: number;
  readonly sizeBytes: number;
  readonly pointCount: number;
}

interface LazLayout {
  readonly chunkCount: number;
  /** Points in each chunk, or `variableChunkSize`. */
  readonly chunkSize: number;
  readonly tableOffset: number;
}

/** No real scan compresses below a hundredth of a byte per point; a higher count is false. */
const pointsPerByteMax = 100;
/** Marks chunks of varying size, as written by COPC (LASzip record, "chunk_size"). */
const variableChunkSize = 0xffff_ffff;
/** The LASzip record is among the first variable-length records. */
const headBytesMax = 4 << 20;
/** Version and number of chunks, then the packed sizes. */
const tableHeadBytes = 8;
/** An entry packs two numbers of at most 32 bits, each after a symbol of at most two bytes. */
const tableEntryBytesMax = 16;

/**
 * Detects truncation: the chunk table is at the end of the file, so a truncated file has lost it. Reads little of the
 * file.
 * @throws ScanProblem scan-truncated, scan-lying-count, scan-laz-waveform, scan-old-laz or
 * scan-unsupported-feature
 */
export async function requireWholeLaz(source: ByteSource, header: LasHeader): Promise<void> {
  await readLayout(source, header);
}

/**
 * The location of each compressed run of points, in file order.
 * @throws ScanProblem as `requireWholeLaz`, and scan-corrupt when the table contradicts the header
 */
export async function readLazChunks(source: ByteSource, header: LasHeader): Promise<LazChunk[]> {
  const { chunkCount, chunkSize, tableOffset } = await readLayout(source, header);
  const isVariable = chunkSize === variableChunkSize;
  const packed = await source.read(
    tableOffset + tableHeadBytes,
    Math.min(chunkCount * tableEntryBytesMax + 4, 1 << 28),
  );
  const integers = openLazIntegers(packed, 2);
  const chunks: LazChunk[] = [];
  let offset = header.pointsOffset + 8;
  let pointsLeft = header.pointCount;
  let count = 0;
  let sizeBytes = 0;
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    if (isVariable) count = integers.read(count, 0);
    else count = Math.min(chunkSize, pointsLeft);
    sizeBytes = integers.read(sizeBytes, 1);
    if (count > pointsLeft || offset + sizeBytes > tableOffset) {
      throw new ScanProblem("scan-corrupt", "the LAZ chunk table does not fit the file");
    }
    if (count > 0) chunks.push({ offset, sizeBytes, pointCount: count });
    offset += sizeBytes;
    pointsLeft -= count;
  }
  if (pointsLeft > 0) throw new ScanProblem("scan-lying-count", `${pointsLeft} points are in no LAZ chunk`);
  return chunks;
}

/** Point formats with waveforms, which the decoder doesn't support. */
const waveformFormats = new Set([4, 5, 9, 10]);

async function readLayout(source: ByteSource, header: LasHeader): Promise<LazLayout> {
  if (waveformFormats.has(header.pointFormat)) {
    throw new ScanProblem("scan-laz-waveform", `LAZ of point format ${header.pointFormat}`);
  }
  const dataBytes = source.sizeBytes - header.pointsOffset;
  if (header.pointCount > dataBytes * pointsPerByteMax) {
    throw new ScanProblem("scan-lying-count", `${header.pointCount} points in ${dataBytes} bytes`);
  }
  const pointer = await source.read(header.pointsOffset, 8);
  if (pointer.length < 8) throw new ScanProblem("scan-truncated");
  let tableOffset = Number(toDataView(pointer).getBigInt64(0, true));
  // A file written as a stream could not fill in the offset; it is in the last eight bytes instead.
  if (tableOffset === -1) {
    tableOffset = Number(toDataView(await source.read(source.sizeBytes - 8, 8)).getBigInt64(0, true));
  }
  if (tableOffset < header.pointsOffset + 8)
    throw new ScanProblem("scan-corrupt", "the chunk table lies before the points");
  const table = await source.read(tableOffset, tableHeadBytes);
  if (table.length < tableHeadBytes) throw new ScanProblem("scan-truncated", "the chunk table is missing");
  const chunkCount = toDataView(table).getUint32(4, true);
  const chunkSize = await readChunkSize(source, header);
  const chunksNeeded = chunkSize === variableChunkSize ? 1 : Math.ceil(header.pointCount / chunkSize);
  // Every chunk starts with one uncompressed record.
  if (chunkCount < chunksNeeded || chunkCount * header.recordBytes > dataBytes) {
    throw new ScanProblem("scan-lying-count", `${header.pointCount} points in ${chunkCount} chunks`);
  }
  return { chunkCount, chunkSize, tableOffset };
}

async function readChunkSize(source: ByteSource, header: LasHeader): Promise<number> {
  const head = toDataView(await source.read(0, Math.min(header.pointsOffset, headBytesMax)));
  let at = head.getUint16(94, true);
  for (let left = head.getUint32(100, true); left > 0 && at + 54 <= head.byteLength; left--) {
    const lengthBytes = head.getUint16(at + 20, true);
    const isLaszip = new TextDecoder("latin1").decode(new Uint8Array(head.buffer, head.byteOffset + at + 2, 15));
    if (isLaszip === "laszip encoded\0" && at + 54 + 16 <= head.byteLength) {
      const compressor = head.getUint16(at + 54, true);
      const chunkSize = head.getUint32(at + 54 + 12, true);
      // 2 is pointwise chunked, 3 is layered chunked; 1 is one stream without chunks, long obsolete.
      if (compressor === 1) throw new ScanProblem("scan-old-laz", "LAZ without chunks");
      requireCurrentItems(head, at + 54, Math.min(lengthBytes, head.byteLength - at - 54));
      if (compressor !== 2 && compressor !== 3)
        throw new ScanProblem("scan-unsupported-feature", `LAZ compressor ${compressor}`);
      if (chunkSize === 0) throw new ScanProblem("scan-corrupt", "LAZ chunks of zero points");
      return chunkSize;
    }
    at += 54 + lengthBytes;
  }
  throw new ScanProblem("scan-corrupt", "the LASzip record is missing");
}

/**
 * Each item of a point states the version of its compression; version 1 uses a different coding.
 * @param at start of the LASzip record's content
 */
function requireCurrentItems(head: DataView, at: number, lengthBytes: number): void {
  if (lengthBytes < 34) return;
  const itemCount = head.getUint16(at + 32, true);
  for (let item = 0; item < itemCount && 34 + (item + 1) * 6 <= lengthBytes; item++) {
    const version = head.getUint16(at + 34 + item * 6 + 4, true);
    if (version === 1) throw new ScanProblem("scan-old-laz", "LAZ items of version 1");
  }
}
