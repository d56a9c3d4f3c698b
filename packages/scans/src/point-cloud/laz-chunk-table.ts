import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import type { LasHeader } from "./las-header.ts";
import { toDataView } from "./point-stream.ts";

/** No real scan compresses below a hundredth of a byte a point; a count beyond that is not the file's own. */
const pointsPerByteMax = 100;
/** Marks chunks of differing size, as COPC writes them (LASzip record, "chunk_size"). */
const variableChunkSize = 0xffff_ffff;

/**
 * The chunk table stands at the end of the file, so a file that was cut off has lost it.
 * @throws ScanProblem scan-truncated, scan-lying-count or scan-unsupported-feature
 */
export async function requireWholeLaz(source: ByteSource, header: LasHeader): Promise<void> {
  const dataBytes = source.sizeBytes - header.pointsOffset;
  if (header.pointCount > dataBytes * pointsPerByteMax) {
    throw new ScanProblem("scan-lying-count", `${header.pointCount} points in ${dataBytes} bytes`);
  }
  const pointer = await source.read(header.pointsOffset, 8);
  if (pointer.length < 8) throw new ScanProblem("scan-truncated");
  let tableOffset = Number(toDataView(pointer).getBigInt64(0, true));
  // Written as a stream, the offset could not be filled in and stands in the last eight bytes instead.
  if (tableOffset === -1) {
    tableOffset = Number(toDataView(await source.read(source.sizeBytes - 8, 8)).getBigInt64(0, true));
  }
  if (tableOffset < header.pointsOffset)
    throw new ScanProblem("scan-corrupt", "the chunk table lies before the points");
  const table = await source.read(tableOffset, 8);
  if (table.length < 8) throw new ScanProblem("scan-truncated", "the chunk table is missing");
  const chunkCount = toDataView(table).getUint32(4, true);
  const chunkSize = await readChunkSize(source, header);
  const chunksNeeded = chunkSize === variableChunkSize ? 1 : Math.ceil(header.pointCount / chunkSize);
  // Every chunk begins with one uncompressed record.
  if (chunkCount < chunksNeeded || chunkCount * header.recordBytes > dataBytes) {
    throw new ScanProblem("scan-lying-count", `${header.pointCount} points in ${chunkCount} chunks`);
  }
}

async function readChunkSize(source: ByteSource, header: LasHeader): Promise<number> {
  const head = toDataView(await source.read(0, header.pointsOffset));
  let at = head.getUint16(94, true);
  for (let left = head.getUint32(100, true); left > 0 && at + 54 <= head.byteLength; left--) {
    const lengthBytes = head.getUint16(at + 20, true);
    const isLaszip = new TextDecoder("latin1").decode(new Uint8Array(head.buffer, head.byteOffset + at + 2, 15));
    if (isLaszip === "laszip encoded\0" && at + 54 + 16 <= head.byteLength) {
      const compressor = head.getUint16(at + 54, true);
      const chunkSize = head.getUint32(at + 54 + 12, true);
      // 2 is chunked pointwise, 3 chunked by layers; 1 is one stream without chunks, long out of use.
      if (compressor !== 2 && compressor !== 3) throw new ScanProblem("scan-unsupported-feature", "LAZ without chunks");
      if (chunkSize === 0) throw new ScanProblem("scan-corrupt", "LAZ chunks of zero points");
      return chunkSize;
    }
    at += 54 + lengthBytes;
  }
  throw new ScanProblem("scan-corrupt", "the LASzip record is missing");
}
