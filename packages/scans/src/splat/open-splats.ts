import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import { openArchive } from "../archive.ts";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { findSogMeta, readSpzHeader, toSpzSplatBytes } from "./splat-facts.ts";
import {
  bakeTransform,
  MemoryReadFileSystem,
  ReadStream,
  readFile,
  type SplatFileSystem,
  type SplatInputFormat,
  type SplatMemoryFileSystem,
  type SplatReadStream,
  type SplatSource,
  Transform,
} from "./splat-library.ts";

const inputFormats: Partial<Record<ScanFormat, SplatInputFormat>> = {
  "ply-splat": "ply",
  spz: "spz",
  splat: "splat",
  ksplat: "ksplat",
  sog: "sog",
};

/**
 * Opens splats of any format, turned so that y points up. The library's readers assume y down for every format;
 * SPZ is y up as it is (its specification: right, up, back), so there nothing is turned.
 * @throws ScanProblem when the file is at fault; the caller closes what it gets
 */
export async function openSplats(source: ByteSource, path: string, format: ScanFormat): Promise<SplatSource> {
  const inputFormat = inputFormats[format];
  if (!inputFormat) throw new ScanProblem("scan-unknown-format", `${format} is no splat format`);
  if (format === "spz") await requireWholeSpz(source, path);
  const { fileSystem, filename } =
    format === "sog"
      ? await unpackSog(source, path)
      : { fileSystem: toFileSystem(source), filename: `scan.${inputFormat}` };
  const [splats] = await readOrBlame(() => readFile({ filename, inputFormat, fileSystem }));
  if (!splats) throw new ScanProblem("scan-empty-geometry");
  if (!(["position", "geometric", "color"] as const).every((layer) => splats.meta.availableLayers.has(layer))) {
    throw new ScanProblem("scan-corrupt", "the splats lack positions, shapes or colours");
  }
  return format === "spz" ? splats : bakeTransform(splats, Transform.IDENTITY);
}

/** The readers throw plain errors for files that are not what they say. */
export async function readOrBlame<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ScanProblem) throw error;
    throw new ScanProblem("scan-corrupt", error instanceof Error ? error.message : String(error));
  }
}

/** Counts what a gzipped SPZ unpacks to before a reader unpacks it into memory. */
async function requireWholeSpz(source: ByteSource, path: string): Promise<void> {
  const { version, splatCount, degree } = await readSpzHeader(source);
  if (version >= 4) return;
  const neededBytes = 16 + splatCount * toSpzSplatBytes(version, degree);
  let unpackedBytes = 0;
  const unpacked = createReadStream(path).pipe(createGunzip());
  try {
    for await (const piece of unpacked as AsyncIterable<Uint8Array>) {
      unpackedBytes += piece.length;
      // Extensions may follow the splats, but never as much again.
      if (unpackedBytes > neededBytes * 2 + (1 << 20)) throw new ScanProblem("scan-zip-bomb", "SPZ");
    }
  } catch (error) {
    if (error instanceof ScanProblem) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    throw new ScanProblem(code === "Z_BUF_ERROR" ? "scan-truncated" : "scan-corrupt", `gzip ${code ?? ""}`);
  } finally {
    unpacked.destroy();
  }
  if (unpackedBytes >= neededBytes) return;
  const isLie = unpackedBytes * 2 <= neededBytes;
  throw new ScanProblem(isLie ? "scan-lying-count" : "scan-truncated", `SPZ unpacks to ${unpackedBytes} bytes`);
}

/** SOG is a zip of pictures that are decoded whole anyway; the folder they may stand in is taken away. */
async function unpackSog(source: ByteSource, path: string): Promise<{ fileSystem: SplatFileSystem; filename: string }> {
  await using archive = await openArchive(path, source);
  const metaPath = findSogMeta(archive.paths);
  if (metaPath === undefined) throw new ScanProblem("scan-missing-part", "SOG without meta.json");
  const folder = metaPath.slice(0, -"meta.json".length);
  const fileSystem = new MemoryReadFileSystem();
  for (const entryPath of archive.paths) {
    if (entryPath.startsWith(folder)) fileSystem.set(entryPath.slice(folder.length), await archive.read(entryPath));
  }
  requireSogParts(fileSystem);
  return { fileSystem, filename: "meta.json" };
}

function requireSogParts(fileSystem: SplatMemoryFileSystem): void {
  const meta: unknown = JSON.parse(new TextDecoder().decode(fileSystem.get("meta.json")));
  for (const part of Object.values(meta as Record<string, unknown>)) {
    const files = (part as { files?: unknown } | null)?.files;
    for (const file of Array.isArray(files) ? files : []) {
      if (fileSystem.get(String(file)) === undefined) {
        throw new ScanProblem("scan-missing-part", String(file).slice(0, 200));
      }
    }
  }
}

class ByteSourceStream extends ReadStream implements SplatReadStream {
  readonly #source: ByteSource;
  readonly #end: number;
  #at: number;

  constructor(source: ByteSource, start: number, end: number) {
    super(end - start);
    this.#source = source;
    this.#at = start;
    this.#end = end;
  }

  async pull(target: Uint8Array): Promise<number> {
    const bytes = await this.#source.read(this.#at, Math.min(target.length, this.#end - this.#at));
    target.set(bytes);
    this.#at += bytes.length;
    this.bytesRead += bytes.length;
    return bytes.length;
  }
}

function toFileSystem(source: ByteSource): SplatFileSystem {
  return {
    createSource: async () => ({
      size: source.sizeBytes,
      seekable: true,
      read: (start = 0, end = source.sizeBytes) => new ByteSourceStream(source, start, Math.min(end, source.sizeBytes)),
      // The converter that opened the file closes it.
      close: () => {},
    }),
  };
}
