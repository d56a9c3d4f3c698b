import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { UpAxis } from "@blueprint/contract/scan-report";
import { type Archive, openArchive } from "../archive.ts";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { findZipPart } from "../zip-part.ts";
import { findLcc, parseLcc } from "./lcc.ts";
import { openGltfSplats } from "./open-gltf-splats.ts";
import { findSogMeta, readSpzHeader, toSpzSplatBytes } from "./splat-facts.ts";
import {
  bakeTransform,
  MemoryReadFileSystem,
  ReadStream,
  readFile,
  type SplatFileSystem,
  type SplatInputFormat,
  type SplatMemoryFileSystem,
  type SplatReadOptions,
  type SplatReadStream,
  type SplatSource,
  type SplatTransform,
  Transform,
} from "./splat-library.ts";
import { findStreamedSog, parseStreamedSog, streamedSogBytesMax } from "./streamed-sog.ts";

const inputFormats: Partial<Record<ScanFormat, SplatInputFormat>> = {
  "ply-splat": "ply",
  spz: "spz",
  splat: "splat",
  ksplat: "ksplat",
  sog: "sog",
  lcc: "lcc",
};
/** Archives are unpacked into memory. */
const unpackedBytesMax = 1.5 * 1024 ** 3;

/** Degrees about each axis that point a file's up axis to y. */
const upright: Readonly<Record<UpAxis, readonly [number, number, number]>> = {
  y: [0, 0, 0],
  "-y": [0, 0, 180],
  z: [-90, 0, 0],
};

/**
/**
 * Opens splats of any format in metres, rotated so that y points up: as `frame` says, whatever frame the library's
 * readers assume for a format.
 * @throws ScanProblem when the file is at fault; the caller closes the result
 */
export async function openSplats(
  source: ByteSource,
  path: string,
  format: ScanFormat,
  frame: { readonly upAxis: UpAxis; readonly metresPerUnit: number },
): Promise<SplatSource> {
  const placed = new Transform().fromEulers(...upright[frame.upAxis]);
  placed.scale = frame.metresPerUnit;
  if (format === "glb-splat") {
    const nodes = await openGltfSplats(source, path);
    return bakeTransform(withTransform(nodes, placed.mul(nodes.meta.transform)), Transform.IDENTITY);
  }
  const inputFormat = inputFormats[format];
  if (!inputFormat) throw new ScanProblem("scan-unknown-format", `${format} is no splat format`);
  if (format === "spz") await requireWholeSpz(source, path);
  const input =
    format === "sog"
      ? await unpackSog(source, path)
      : format === "lcc"
        ? await unpackLcc(source, path)
        : { fileSystem: toFileSystem(source), filename: `scan.${inputFormat}`, inputFormat };
  const [splats] = await readOrBlame(() => readFile(input));
  if (!splats) throw new ScanProblem("scan-empty-geometry");
  if (!(["position", "geometric", "color"] as const).every((layer) => splats.meta.availableLayers.has(layer))) {
    throw new ScanProblem("scan-corrupt", "the splats lack positions, shapes or colours");
  }
  return bakeTransform(withTransform(splats, placed), Transform.IDENTITY);
}

function withTransform(splats: SplatSource, transform: SplatTransform): SplatSource {
  const meta = { ...splats.meta, transform };
  return { meta, read: (request) => splats.read(request), close: () => splats.close() };
}

/** Reader errors mean that the file is invalid: converts them to a ScanProblem. */
export async function readOrBlame<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ScanProblem) throw error;
    throw new ScanProblem("scan-corrupt", error instanceof Error ? error.message : String(error));
  }
}

/** Counts the unpacked bytes of a gzipped SPZ before a reader unpacks it into memory. */
async function requireWholeSpz(source: ByteSource, path: string): Promise<void> {
  const { version, splatCount, degree } = await readSpzHeader(source);
  if (version >= 4) return;
  const neededBytes = 16 + splatCount * toSpzSplatBytes(version, degree);
  let unpackedBytes = 0;
  const unpacked = createReadStream(path).pipe(createGunzip());
  try {
    for await (const piece of unpacked as AsyncIterable<Uint8Array>) {
      unpackedBytes += piece.length;
      // Extensions may follow the splats, but never the same amount again.
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

/** SOG is a zip of pictures that are decoded entirely anyway; strips the folder they may be in. */
async function unpackSog(source: ByteSource, path: string): Promise<SplatReadOptions> {
  await using archive = await openArchive(path, source);
  const streamedPath = findStreamedSog(archive.paths);
  if (streamedPath !== undefined) return await unpackStreamedSog(archive, streamedPath);
  const metaPath = findSogMeta(archive.paths);
  if (metaPath === undefined) throw new ScanProblem("scan-missing-part", "SOG without meta.json");
  const folder = metaPath.slice(0, -"meta.json".length);
  const fileSystem = new MemoryReadFileSystem();
  for (const entryPath of archive.paths) {
    if (entryPath.startsWith(folder)) fileSystem.set(entryPath.slice(folder.length), await archive.read(entryPath));
  }
  requireSogParts(fileSystem, "meta.json");
  return { fileSystem, filename: "meta.json", inputFormat: "sog" };
}

/** Unpacks only the finest level; the coarser ones are derived from it. */
async function unpackStreamedSog(archive: Archive, streamedPath: string): Promise<SplatReadOptions> {
  if (archive.sizeBytes(streamedPath) > streamedSogBytesMax) {
    throw new ScanProblem("scan-corrupt", "lod-meta.json is too large");
  }
  const folder = streamedPath.slice(0, -"lod-meta.json".length);
  const meta = await archive.read(streamedPath);
  const { level, pieces } = parseStreamedSog(new TextDecoder().decode(meta));
  const fileSystem = new MemoryReadFileSystem();
  fileSystem.set("lod-meta.json", meta);
  for (const piece of pieces) {
    const pieceFolder = piece.slice(0, piece.lastIndexOf("/") + 1);
    if (!archive.paths.includes(folder + piece)) throw new ScanProblem("scan-missing-part", piece.slice(0, 200));
    for (const entryPath of archive.paths) {
      if (entryPath.startsWith(folder + pieceFolder)) {
        fileSystem.set(entryPath.slice(folder.length), await archive.read(entryPath));
      }
    }
    requireSogParts(fileSystem, piece);
  }
  return { fileSystem, filename: "lod-meta.json", inputFormat: "lod", options: { lodSelect: [level] } };
}

/** An LCC scene at its finest level: the coarser ones are derived from it. */
async function unpackLcc(source: ByteSource, path: string): Promise<SplatReadOptions> {
  await using archive = await openArchive(path, source);
  const lccPath = findLcc(archive.paths);
  if (lccPath === undefined) throw new ScanProblem("scan-missing-part", "no .lcc");
  const meta = await archive.read(lccPath);
  const parts = parseLcc(new TextDecoder().decode(meta)).parts.map((part) => {
    const path = findZipPart(archive.paths, lccPath, part);
    if (path === undefined) throw new ScanProblem("scan-missing-part", part);
    return { part, path };
  });
  const unpackedBytes = parts.reduce((sum, { path: entry }) => sum + archive.sizeBytes(entry), 0);
  if (unpackedBytes > unpackedBytesMax) throw new ScanProblem("scan-too-large", `LCC of ${unpackedBytes} bytes`);
  const fileSystem = new MemoryReadFileSystem();
  fileSystem.set("scene.lcc", meta);
  for (const { part, path: entry } of parts) fileSystem.set(part, await archive.read(entry));
  return { fileSystem, filename: "scene.lcc", inputFormat: "lcc", options: { lodSelect: [0] } };
}

function requireSogParts(fileSystem: SplatMemoryFileSystem, metaPath: string): void {
  const folder = metaPath.slice(0, metaPath.lastIndexOf("/") + 1);
  const meta: unknown = JSON.parse(new TextDecoder().decode(fileSystem.get(metaPath)));
  for (const part of Object.values(meta as Record<string, unknown>)) {
    const files = (part as { files?: unknown } | null)?.files;
    for (const file of Array.isArray(files) ? files : []) {
      if (fileSystem.get(folder + String(file)) === undefined) {
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
