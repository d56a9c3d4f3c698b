import type { Readable } from "node:stream";
import yauzl from "yauzl";
import type { ByteSource } from "./byte-source.ts";
import { ScanProblem } from "./scan-problem.ts";
import { readZipDirectory, requireSafeArchive, requireUnpackedWithinLimits } from "./zip-directory.ts";

/** A zip judged safe by its declared sizes; the actual unpacked bytes are counted during unpacking. */
export interface Archive extends AsyncDisposable {
  /** File paths in archive order, with forward slashes; excludes folders and macOS resource forks. */
  readonly paths: readonly string[];
  /** The declared unpacked size. */
  sizeBytes(path: string): number;
  /** @throws ScanProblem `scan-zip-bomb` as soon as the output exceeds what was declared or allowed */
  read(path: string): Promise<Uint8Array>;
  stream(path: string): AsyncIterable<Uint8Array>;
}

function openZip(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    // Names are decoded and validated here, so that the validated name is the one used; yauzl would reject unusual ones
    // with its own errors.
    yauzl.open(
      path,
      { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true },
      (error, zip) => {
        if (error === null && zip !== undefined) resolve(zip);
        else reject(new ScanProblem("scan-corrupt", error?.message ?? "zip"));
      },
    );
  });
}

function listEntries(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = [];
    zip.on("entry", (entry: yauzl.Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on("end", () => resolve(entries));
    zip.on("error", (error: Error) => reject(new ScanProblem("scan-corrupt", error.message)));
    zip.readEntry();
  });
}

function openStream(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null && stream !== undefined) resolve(stream);
      else reject(new ScanProblem("scan-unsupported-feature", error?.message ?? "zip entry"));
    });
  });
}

/**
 * Opens a zip on disk. `source` reads the same file: the archive is validated by the same directory reader that the
 * browser's preflight uses.
 * @throws ScanProblem `scan-unsafe-archive`, `scan-zip-bomb`, `scan-corrupt`, `scan-truncated`
 */
export async function openArchive(path: string, source: ByteSource): Promise<Archive> {
  const declared = await readZipDirectory(source);
  requireSafeArchive(declared, source.sizeBytes);
  const zip = await openZip(path);
  try {
    const entries = await listEntries(zip);
    // If two readers see different archives in one file, a validated archive can smuggle in another one.
    const isSame =
      entries.length === declared.length &&
      entries.every((entry, index) => entry.uncompressedSize === declared[index]?.unpackedBytes);
    if (!isSame) throw new ScanProblem("scan-corrupt", "zip directory is ambiguous");
    const byPath = new Map<string, yauzl.Entry>();
    for (const [index, entry] of entries.entries()) {
      const entryPath = declared[index]?.path ?? "";
      if (entryPath.endsWith("/") || /(^|\/)__MACOSX\//i.test(entryPath)) continue;
      byPath.set(entryPath, entry);
    }
    const requireEntry = (entryPath: string) => {
      const entry = byPath.get(entryPath);
      if (entry === undefined) throw new ScanProblem("scan-missing-part", entryPath.slice(0, 200));
      return entry;
    };
    let unpackedBytes = 0;
    async function* stream(entryPath: string): AsyncIterable<Uint8Array> {
      const entry = requireEntry(entryPath);
      const unpacked = await openStream(zip, entry);
      let entryBytes = 0;
      try {
        for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
          entryBytes += chunk.length;
          unpackedBytes += chunk.length;
          if (entryBytes > entry.uncompressedSize)
            throw new ScanProblem("scan-zip-bomb", "unpacks to more than declared");
          requireUnpackedWithinLimits(unpackedBytes, source.sizeBytes);
          yield chunk;
        }
      } catch (error) {
        if (error instanceof ScanProblem) throw error;
        const message = error instanceof Error ? error.message : "zip entry";
        // yauzl counts too, and reports an overrun with this message.
        throw new ScanProblem(/too many bytes/.test(message) ? "scan-zip-bomb" : "scan-corrupt", message);
      } finally {
        unpacked.destroy();
      }
    }
    return {
      paths: [...byPath.keys()],
      sizeBytes: (entryPath) => requireEntry(entryPath).uncompressedSize,
      stream,
      read: async (entryPath) => {
        const pieces: Uint8Array[] = [];
        for await (const piece of stream(entryPath)) pieces.push(piece);
        return new Uint8Array(Buffer.concat(pieces));
      },
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
