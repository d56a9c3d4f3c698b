import crc32c from "crc-32/crc32c.js";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { toDataView } from "./point-stream.ts";

/** The fixed header of an E57 file. Section offsets include the checksums between the pages, lengths do not. */
export interface E57Header {
  readonly pageBytes: number;
  readonly xmlOffset: number;
  readonly xmlBytes: number;
}

const headerBytes = 48;
const checksumBytes = 4;
const pagesPerRead = 4096;

/** @throws ScanProblem when the file is shorter than declared or of another version */
export async function readE57Header(source: ByteSource): Promise<E57Header> {
  const head = await source.read(0, headerBytes);
  if (head.length < headerBytes) throw new ScanProblem("scan-truncated", "shorter than an E57 header");
  const view = toDataView(head);
  if (view.getUint32(8, true) !== 1) throw new ScanProblem("scan-unsupported-feature", "E57 version");
  const fileBytes = Number(view.getBigUint64(16, true));
  const xmlOffset = Number(view.getBigUint64(24, true));
  const xmlBytes = Number(view.getBigUint64(32, true));
  const pageBytes = Number(view.getBigUint64(40, true));
  if (pageBytes < 64 || pageBytes > 1 << 20 || pageBytes % 4 !== 0)
    throw new ScanProblem("scan-corrupt", "E57 page size");
  if (fileBytes > source.sizeBytes || xmlOffset + xmlBytes > source.sizeBytes) {
    throw new ScanProblem("scan-truncated", `an E57 file of ${fileBytes} bytes has ${source.sizeBytes}`);
  }
  return { pageBytes, xmlOffset, xmlBytes };
}

/** Logical position (without checksums) of a physical one. */
export function toLogicalOffset(physicalOffset: number, pageBytes: number): number {
  return physicalOffset - Math.floor(physicalOffset / pageBytes) * checksumBytes;
}

/**
 * Reads `lengthBytes` from a logical position, removing and checking each page's CRC-32C.
 * @throws ScanProblem scan-corrupt when a checksum does not match, scan-truncated past the end
 */
export async function readE57Logical(
  source: ByteSource,
  pageBytes: number,
  logicalOffset: number,
  lengthBytes: number,
): Promise<Uint8Array> {
  const payloadBytes = pageBytes - checksumBytes;
  const firstPage = Math.floor(logicalOffset / payloadBytes);
  const lastPage = Math.floor((logicalOffset + Math.max(lengthBytes, 1) - 1) / payloadBytes);
  if (lastPage * pageBytes >= source.sizeBytes) throw new ScanProblem("scan-truncated", "E57 section past the end");
  const logical = new Uint8Array((lastPage - firstPage + 1) * payloadBytes);
  for (let page = firstPage; page <= lastPage; page += pagesPerRead) {
    const count = Math.min(pagesPerRead, lastPage - page + 1);
    const physical = await source.read(page * pageBytes, count * pageBytes);
    if (physical.length < count * pageBytes) throw new ScanProblem("scan-truncated", "the last E57 page is cut off");
    const view = toDataView(physical);
    for (let i = 0; i < count; i++) {
      const payload = physical.subarray(i * pageBytes, (i + 1) * pageBytes - checksumBytes);
      // The standard stores this one number big-endian.
      if (crc32c.buf(payload) !== view.getInt32((i + 1) * pageBytes - checksumBytes, false)) {
        throw new ScanProblem("scan-corrupt", `E57 page ${page + i} fails its checksum`);
      }
      logical.set(payload, (page - firstPage + i) * payloadBytes);
    }
  }
  const start = logicalOffset - firstPage * payloadBytes;
  return logical.subarray(start, start + lengthBytes);
}
