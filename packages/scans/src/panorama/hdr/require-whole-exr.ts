import type { ByteSource } from "../../byte-source.ts";
import { ScanProblem } from "../../scan-problem.ts";
import type { HdrHeader } from "./hdr-header.ts";

const tableBytesMax = 16 << 20;
const tiledFlag = 0x02;

/**
 * Finds out by the table of offsets behind an OpenEXR header whether the file ends before its pixels do.
 * @throws ScanProblem scan-truncated
 */
export async function requireWholeExr(source: ByteSource, { endOffset }: HdrHeader): Promise<void> {
  const flags = (await source.read(5, 1))[0] ?? 0;
  const first = await readOffsets(source, endOffset, 8);
  // The first block of pixels follows the table.
  const tableBytes = Math.min(tableBytesMax, Math.max(8, (first[0] ?? 0) - endOffset));
  const offsets = await readOffsets(source, endOffset, tableBytes - (tableBytes % 8));
  // A program that is stopped while it writes leaves zeros.
  if (offsets.length === 0 || offsets.includes(0)) throw new ScanProblem("scan-truncated", "OpenEXR table");
  const last = offsets.reduce((a, b) => Math.max(a, b));
  const headBytes = (flags & tiledFlag) === 0 ? 8 : 20;
  const head = await source.read(last, headBytes);
  if (head.length < headBytes) throw new ScanProblem("scan-truncated", "OpenEXR pixels");
  const sizeBytes = new DataView(head.buffer, head.byteOffset).getInt32(headBytes - 4, true);
  if (last + headBytes + sizeBytes > source.sizeBytes) throw new ScanProblem("scan-truncated", "OpenEXR pixels");
}

async function readOffsets(source: ByteSource, at: number, lengthBytes: number): Promise<number[]> {
  const bytes = await source.read(at, lengthBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.length / 8) }, (_, index) => Number(view.getBigUint64(index * 8, true)));
}
