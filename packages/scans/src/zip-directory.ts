import { Inflate } from "fflate";
import type { ByteSource } from "./byte-source.ts";
import { ScanProblem } from "./scan-problem.ts";

/** One file of an archive as its central directory describes it; sizes are only claims until the bytes are inflated. */
export interface ZipEntry {
  /** As stored, decoded as UTF-8 if valid, else as Latin-1; not yet checked for safety. */
  readonly path: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly isSymlink: boolean;
  readonly compressedBytes: number;
  readonly unpackedBytes: number;
  readonly localHeaderOffset: number;
}

export const archiveLimits = {
  entriesMax: 10_000,
  directoryBytesMax: 16 * 1024 * 1024,
  unpackedBytesMax: 8 * 1024 ** 3,
  /** Text formats of scans compress up to about 20 times; deflate's maximum is 1032. */
  ratioMax: 100,
  /** Below this a high ratio is harmless. */
  ratioFreeBytes: 16 * 1024 * 1024,
  pathCharactersMax: 1024,
} as const;

const endOfDirectory = 0x06054b50;
const endOfDirectory64 = 0x06064b50;
const endOfDirectory64Locator = 0x07064b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function findDirectory(source: ByteSource): Promise<{ offset: number; sizeBytes: number; entryCount: number }> {
  // The end record is 22 bytes plus a comment of at most 65,535; a zip64 locator of 20 bytes may precede it.
  const tailBytes = Math.min(source.sizeBytes, 22 + 65_535 + 20);
  const tailOffset = source.sizeBytes - tailBytes;
  const tail = viewOf(await source.read(tailOffset, tailBytes));
  for (let at = tail.byteLength - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== endOfDirectory) continue;
    const found = {
      entryCount: tail.getUint16(at + 10, true),
      sizeBytes: tail.getUint32(at + 12, true),
      offset: tail.getUint32(at + 16, true),
    };
    const needs64 = found.entryCount === 0xffff || found.sizeBytes === 0xffffffff || found.offset === 0xffffffff;
    if (!needs64 || at < 20 || tail.getUint32(at - 20, true) !== endOfDirectory64Locator) return found;
    const record = viewOf(await source.read(Number(tail.getBigUint64(at - 12, true)), 56));
    if (record.byteLength < 56 || record.getUint32(0, true) !== endOfDirectory64) break;
    return {
      entryCount: Number(record.getBigUint64(32, true)),
      sizeBytes: Number(record.getBigUint64(40, true)),
      offset: Number(record.getBigUint64(48, true)),
    };
  }
  throw new ScanProblem("scan-truncated", "zip has no end of central directory");
}

function decodePath(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/**
 * Reads only a zip's central directory; works in the browser and in Node.
 * @throws ScanProblem `scan-truncated`, `scan-corrupt`, or `scan-zip-bomb` for more entries than a scan has
 */
export async function readZipDirectory(source: ByteSource): Promise<ZipEntry[]> {
  const directory = await findDirectory(source);
  if (directory.entryCount > archiveLimits.entriesMax || directory.sizeBytes > archiveLimits.directoryBytesMax) {
    throw new ScanProblem("scan-zip-bomb", `${directory.entryCount} entries`);
  }
  if (directory.offset + directory.sizeBytes > source.sizeBytes) {
    throw new ScanProblem("scan-truncated", "zip central directory lies behind the end of the file");
  }
  const bytes = await source.read(directory.offset, directory.sizeBytes);
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0, index = 0; index < directory.entryCount; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryEntry) {
      throw new ScanProblem("scan-corrupt", "zip central directory entry");
    }
    const pathBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const next = at + 46 + pathBytes + extraBytes + view.getUint16(at + 32, true);
    if (next > bytes.length) throw new ScanProblem("scan-corrupt", "zip central directory entry");
    let compressedBytes = view.getUint32(at + 20, true);
    let unpackedBytes = view.getUint32(at + 24, true);
    let localHeaderOffset = view.getUint32(at + 42, true);
    const extraEnd = at + 46 + pathBytes + extraBytes;
    for (let extra = at + 46 + pathBytes; extra + 4 <= extraEnd; ) {
      const fieldEnd = Math.min(extraEnd, extra + 4 + view.getUint16(extra + 2, true));
      if (view.getUint16(extra, true) === 1) {
        // zip64: only the values that overflowed are present, in this order.
        let field = extra + 4;
        const next64 = (value: number) => {
          if (value !== 0xffffffff || field + 8 > fieldEnd) return value;
          field += 8;
          return Number(view.getBigUint64(field - 8, true));
        };
        unpackedBytes = next64(unpackedBytes);
        compressedBytes = next64(compressedBytes);
        localHeaderOffset = next64(localHeaderOffset);
      }
      extra = fieldEnd;
    }
    const madeOnUnix = view.getUint8(at + 5) === 3;
    const unixMode = view.getUint32(at + 38, true) >>> 16;
    entries.push({
      path: decodePath(bytes.subarray(at + 46, at + 46 + pathBytes)),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      isSymlink: madeOnUnix && (unixMode & 0o170000) === 0o120000,
      compressedBytes,
      unpackedBytes,
      localHeaderOffset,
    });
    at = next;
  }
  return entries;
}

/** True for a path that stays inside the folder it is unpacked into, on every operating system. */
export function isSafeArchivePath(path: string): boolean {
  return (
    path.length > 0 &&
    path.length <= archiveLimits.pathCharactersMax &&
    !path.startsWith("/") &&
    // Windows reads a backslash as a separator and "c:" as a drive; a NUL byte ends a path early.
    !/[\\\0]/.test(path) &&
    !/^[a-zA-Z]:/.test(path) &&
    path.split("/").every((segment) => segment !== "..")
  );
}

/**
 * Validates an archive by its declarations, before anything is unpacked.
 * @throws ScanProblem `scan-unsafe-archive`, `scan-zip-bomb`, or `scan-unsupported-feature` when it is encrypted
 */
export function requireSafeArchive(entries: readonly ZipEntry[], archiveBytes: number): void {
  let unpackedBytes = 0;
  for (const entry of entries) {
    if (!isSafeArchivePath(entry.path) || entry.isSymlink) {
      throw new ScanProblem("scan-unsafe-archive", JSON.stringify(entry.path.slice(0, 200)));
    }
    if (entry.isEncrypted) throw new ScanProblem("scan-unsupported-feature", "the archive is encrypted");
    unpackedBytes += entry.unpackedBytes;
  }
  requireUnpackedWithinLimits(unpackedBytes, archiveBytes);
}

/** @throws ScanProblem `scan-zip-bomb` */
export function requireUnpackedWithinLimits(unpackedBytes: number, archiveBytes: number): void {
  const tooMuch = unpackedBytes > archiveLimits.unpackedBytesMax;
  const tooDense =
    unpackedBytes > archiveLimits.ratioFreeBytes && unpackedBytes > archiveBytes * archiveLimits.ratioMax;
  if (tooMuch || tooDense) throw new ScanProblem("scan-zip-bomb", `${archiveBytes} bytes unpack to ${unpackedBytes}`);
}

/**
 * Unpacks at most `lengthBytesMax` bytes from the start of one entry, reading no more of the archive than necessary.
 * @throws ScanProblem `scan-corrupt`, `scan-truncated`, `scan-unsupported-feature`
 */
export async function readZipEntryStart(
  source: ByteSource,
  entry: ZipEntry,
  lengthBytesMax: number,
): Promise<Uint8Array> {
  const header = viewOf(await source.read(entry.localHeaderOffset, 30));
  if (header.byteLength < 30) throw new ScanProblem("scan-truncated", "zip local header");
  if (header.getUint32(0, true) !== localHeader) throw new ScanProblem("scan-corrupt", "zip local header");
  const start = entry.localHeaderOffset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const end = Math.min(start + entry.compressedBytes, source.sizeBytes);
  if (entry.method === 0) return source.read(start, Math.min(lengthBytesMax, end - start));
  if (entry.method !== 8) throw new ScanProblem("scan-unsupported-feature", `zip method ${entry.method}`);
  const pieces: Uint8Array[] = [];
  let total = 0;
  const inflate = new Inflate((piece) => {
    pieces.push(piece);
    total += piece.length;
  });
  try {
    // Small steps: one step of input can inflate to a thousand times its size.
    for (let at = start; at < end && total < lengthBytesMax; at += 64 * 1024) {
      inflate.push(await source.read(at, Math.min(64 * 1024, end - at)));
    }
  } catch (error) {
    throw new ScanProblem("scan-corrupt", `zip entry: ${error instanceof Error ? error.message : "unreadable"}`);
  }
  const result = new Uint8Array(Math.min(total, lengthBytesMax));
  let at = 0;
  for (const piece of pieces) {
    if (at >= result.length) break;
    const part = piece.subarray(0, result.length - at);
    result.set(part, at);
    at += part.length;
  }
  return result;
}
