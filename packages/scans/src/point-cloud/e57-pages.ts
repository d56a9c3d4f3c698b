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
      if (toCrc32c(payload) !== view.getUint32((i + 1) * pageBytes - checksumBytes, false)) {
        throw new ScanProblem("scan-corrupt", `E57 page ${page + i} fails its checksum`);
      }
      logical.set(payload, (page - firstPage + i) * payloadBytes);
    }
  }
  const start = logicalOffset - firstPage * payloadBytes;
  return logical.subarray(start, start + lengthBytes);
}

/** CRC-32C (Castagnoli), with eight tables to process eight bytes per step. */
const crcTables = (() => {
  const tables = Array.from({ length: 8 }, () => new Uint32Array(256));
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
    tables[0]![byte] = crc;
  }
  for (let byte = 0; byte < 256; byte++) {
    for (let step = 1; step < 8; step++) {
      const previous = tables[step - 1]![byte]!;
      tables[step]![byte] = (previous >>> 8) ^ tables[0]![previous & 255]!;
    }
  }
  return tables as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
})();

export function toCrc32c(bytes: Uint8Array): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = crcTables;
  let crc = 0xffffffff;
  let at = 0;
  for (; at + 8 <= bytes.length; at += 8) {
    crc =
      t7[(crc ^ bytes[at]!) & 255]! ^
      t6[((crc >>> 8) ^ bytes[at + 1]!) & 255]! ^
      t5[((crc >>> 16) ^ bytes[at + 2]!) & 255]! ^
      t4[((crc >>> 24) ^ bytes[at + 3]!) & 255]! ^
      t3[bytes[at + 4]!]! ^
      t2[bytes[at + 5]!]! ^
      t1[bytes[at + 6]!]! ^
      t0[bytes[at + 7]!]!;
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[at]!) & 255]!;
  return ~crc >>> 0;
}
