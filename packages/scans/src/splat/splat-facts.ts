import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { Bounds, UpAxis } from "@blueprint/contract/scan-report";
import { Gunzip } from "fflate";
import type { ByteSource } from "../byte-source.ts";
import { findPlyElement, plyRecordBytes, readPlyHeader, requirePlyCountsFit } from "../ply-header.ts";
import { readPlyScalar } from "../ply-scalar.ts";
import { ScanProblem } from "../scan-problem.ts";
import { readZipDirectory, readZipEntryStart, requireSafeArchive, type ZipEntry } from "../zip-directory.ts";
import { findZipMain, findZipPart } from "../zip-part.ts";
import { readGltfSplats } from "./gltf-splats.ts";
import { findLcc, lccBytesMax, lccSplatBytes, parseLcc } from "./lcc.ts";
import { findStreamedSog, parseStreamedSog, streamedSogBytesMax } from "./streamed-sog.ts";

/** The headers of a splat file, checked against its size, and facts from samples. */
export interface SplatFacts {
  readonly splatCount: number;
  /** In the file's own frame; absent if the positions cannot be read without unpacking everything. */
  readonly bounds: Bounds | undefined;
  readonly upAxis: UpAxis;
  /** Only glTF says what it is measured in. */
  readonly unit: "metre" | "unknown";
}

const sampleWindows = 64;
const splatRecordBytes = 32;
const ksplatHeaderBytes = 4096;
const ksplatSectionBytes = 1024;
const spzHeaderBytes = 16;
/** Deflate's maximum ratio. */
const gzipRatioMax = 1032;
/** The preflight does not unpack positions beyond this. */
const spzUnpackBytesMax = 16 << 20;
const sogMetaBytesMax = 1 << 20;

/**
 * Reads the headers of a splat file. By their specifications, SPZ and glTF are y up and LCC is z up; all other formats
 * keep the frame of the training programs, in which y points down.
 * @throws ScanProblem when the headers and the file's size contradict each other
 */
export async function readSplatFacts(source: ByteSource, format: ScanFormat): Promise<SplatFacts> {
  if (source.sizeBytes === 0) throw new ScanProblem("scan-empty-file");
  const facts = await readFacts(source, format);
  if (facts.splatCount === 0) throw new ScanProblem("scan-empty-geometry");
  return { ...facts, upAxis: upAxes[format] ?? "-y", unit: format === "glb-splat" ? "metre" : "unknown" };
}

const upAxes: Partial<Record<ScanFormat, UpAxis>> = { spz: "y", "glb-splat": "y", lcc: "z" };

type FormatFacts = Omit<SplatFacts, "upAxis" | "unit">;

function readFacts(source: ByteSource, format: ScanFormat): Promise<FormatFacts> {
  switch (format) {
    case "ply-splat":
      return readPlyFacts(source);
    case "spz":
      return readSpzFacts(source);
    case "splat":
      return readSplatFileFacts(source);
    case "ksplat":
      return readKsplatFacts(source);
    case "sog":
      return readSogFacts(source);
    case "lcc":
      return readLccFacts(source);
    case "glb-splat":
      return readGltfSplats(source);
    default:
      throw new ScanProblem("scan-unknown-format", `${format} is no splat format`);
  }
}

async function readPlyFacts(source: ByteSource): Promise<FormatFacts> {
  const header = await readPlyHeader(source);
  requirePlyCountsFit(header, source.sizeBytes);
  if (header.encoding !== "binary-little-endian") {
    throw new ScanProblem("scan-unsupported-feature", `PLY splats as ${header.encoding}`);
  }
  const vertex = findPlyElement(header, "vertex");
  if (!vertex) throw new ScanProblem("scan-corrupt", "PLY without vertices");
  // Compressed splats are relative to their chunks, which state their own bounds.
  const chunk = findPlyElement(header, "chunk");
  const sampled = chunk ?? vertex;
  const recordBytes = plyRecordBytes(sampled);
  if (recordBytes === undefined) throw new ScanProblem("scan-unsupported-feature", "lists inside PLY splats");
  let offset = header.dataOffset;
  for (const element of header.elements) {
    if (element === sampled) break;
    offset += (plyRecordBytes(element) ?? 0) * element.count;
  }
  const names = chunk ? ["min_x", "min_y", "min_z", "max_x", "max_y", "max_z"] : ["x", "y", "z"];
  const fields = names.map((name) => {
    let at = 0;
    for (const property of sampled.properties) {
      if (property.name === name) return { at, type: property.type };
      at += plyRecordBytes({ name: "", count: 0, properties: [property] }) ?? 0;
    }
    throw new ScanProblem("scan-corrupt", `PLY splats without ${name}`);
  });
  const bounds = await sampleBounds(source, offset, recordBytes, sampled.count, (view, at) =>
    fields.map((field) => readPlyScalar(view, at + field.at, field.type, true)),
  );
  return { splatCount: vertex.count, bounds };
}

async function readSplatFileFacts(source: ByteSource): Promise<FormatFacts> {
  if (source.sizeBytes % splatRecordBytes !== 0) {
    throw new ScanProblem("scan-truncated", "the last splat is cut off");
  }
  const splatCount = source.sizeBytes / splatRecordBytes;
  const bounds = await sampleBounds(source, 0, splatRecordBytes, splatCount, (view, at) => [
    view.getFloat32(at, true),
    view.getFloat32(at + 4, true),
    view.getFloat32(at + 8, true),
  ]);
  return { splatCount, bounds };
}

async function readKsplatFacts(source: ByteSource): Promise<FormatFacts> {
  const head = await source.read(0, ksplatHeaderBytes);
  if (head.length < ksplatHeaderBytes) throw new ScanProblem("scan-truncated", "shorter than a KSPLAT header");
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const sectionsMax = view.getUint32(4, true);
  const splatCount = view.getUint32(16, true);
  const compression = view.getUint16(20, true);
  if (head[0] !== 0 || compression > 2) throw new ScanProblem("scan-unsupported-feature", "KSPLAT version");
  // Position, scale, rotation and colour of one splat at each level of compression, without harmonics.
  const splatBytes = [44, 24, 24][compression]!;
  const sectionsEnd = ksplatHeaderBytes + sectionsMax * ksplatSectionBytes;
  requireFits(splatCount * splatBytes, source.sizeBytes - sectionsEnd);
  const sections = await source.read(ksplatHeaderBytes, sectionsMax * ksplatSectionBytes);
  const sectionView = new DataView(sections.buffer, sections.byteOffset, sections.byteLength);
  let sectionSplats = 0;
  for (let at = 0; at < sections.length; at += ksplatSectionBytes) sectionSplats += sectionView.getUint32(at, true);
  if (sectionSplats !== splatCount) throw new ScanProblem("scan-lying-count", "KSPLAT sections hold another number");
  return { splatCount, bounds: undefined };
}

/** Uncompressed size of one splat's attributes in SPZ by version and degree of harmonics. */
export function toSpzSplatBytes(version: number, degree: number): number {
  return 9 + 1 + 3 + 3 + (version >= 3 ? 4 : 3) + [0, 9, 24, 45][degree]!;
}

/** The sixteen header bytes of every SPZ. @throws ScanProblem when the file is not a supported SPZ */
export async function readSpzHeader(source: ByteSource): Promise<{
  readonly version: number;
  readonly splatCount: number;
  readonly degree: number;
  readonly fractionalBits: number;
}> {
  const head = await source.read(0, spzHeaderBytes);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isGzip ? await unpackStart(source, spzHeaderBytes) : head;
  if (bytes.length < spzHeaderBytes) throw new ScanProblem("scan-truncated", "shorter than an SPZ header");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== 0x5053474e) throw new ScanProblem("scan-corrupt", "not an SPZ");
  const version = view.getUint32(4, true);
  const degree = bytes[12]!;
  if (version < 2 || version > 4 || degree > 3) {
    throw new ScanProblem("scan-unsupported-feature", `SPZ version ${version}, degree ${degree}`);
  }
  if (isGzip === version >= 4) throw new ScanProblem("scan-corrupt", `SPZ version ${version} in the wrong wrapping`);
  return { version, splatCount: view.getUint32(8, true), degree, fractionalBits: bytes[13]! };
}

async function readSpzFacts(source: ByteSource): Promise<FormatFacts> {
  const { version, splatCount, degree, fractionalBits } = await readSpzHeader(source);
  requireFits((splatCount * toSpzSplatBytes(version, degree)) / gzipRatioMax, source.sizeBytes);
  const positionsEnd = spzHeaderBytes + splatCount * 9;
  if (version >= 4 || positionsEnd > spzUnpackBytesMax || fractionalBits > 23) return { splatCount, bounds: undefined };
  const bytes = await unpackStart(source, positionsEnd);
  requireFits(positionsEnd, bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values: number[][] = [[], [], []];
  for (let at = spzHeaderBytes; at < positionsEnd; at += 9) {
    for (let axis = 0; axis < 3; axis++) {
      // 24 bits, signed, little-endian.
      const fixed = view.getUint16(at + axis * 3, true) | (view.getInt8(at + axis * 3 + 2) << 16);
      values[axis]!.push(fixed / 2 ** fractionalBits);
    }
  }
  return { splatCount, bounds: toRobustBounds(values) };
}

/** Unpacks only the given number of bytes from a gzip file. */
async function unpackStart(source: ByteSource, lengthBytes: number): Promise<Uint8Array> {
  const result = new Uint8Array(lengthBytes);
  let filled = 0;
  const gunzip = new Gunzip((piece) => {
    const part = piece.subarray(0, lengthBytes - filled);
    result.set(part, filled);
    filled += part.length;
  });
  try {
    // Small steps, since one step of input can unpack to a thousand times its size.
    for (let at = 0; at < source.sizeBytes && filled < lengthBytes; at += 32 << 10) {
      gunzip.push(await source.read(at, 32 << 10));
    }
  } catch (error) {
    throw new ScanProblem("scan-corrupt", `gzip: ${error instanceof Error ? error.message : "unreadable"}`);
  }
  return result.subarray(0, filled);
}

async function readSogFacts(source: ByteSource): Promise<FormatFacts> {
  const entries = await readZipDirectory(source);
  requireSafeArchive(entries, source.sizeBytes);
  const streamedPath = findStreamedSog(entries.map(({ path }) => path));
  const streamedEntry = entries.find(({ path }) => path === streamedPath);
  if (streamedEntry !== undefined) return await readStreamedFacts(source, streamedEntry, entries);
  const metaPath = findSogMeta(entries.map(({ path }) => path));
  const entry = entries.find(({ path }) => path === metaPath);
  if (!entry) throw new ScanProblem("scan-missing-part", "SOG without meta.json");
  if (entry.unpackedBytes > sogMetaBytesMax) throw new ScanProblem("scan-corrupt", "SOG meta.json is too large");
  const meta = parseSogMeta(new TextDecoder().decode(await readZipEntryStart(source, entry, sogMetaBytesMax)));
  // A splat takes at least one byte in the five pictures together, unless they are uniform.
  requireFits(meta.splatCount / 100, source.sizeBytes);
  return meta;
}

/** @throws ScanProblem `scan-missing-part` if the archive lacks the finest level */
async function readStreamedFacts(
  source: ByteSource,
  entry: ZipEntry,
  entries: readonly ZipEntry[],
): Promise<FormatFacts> {
  if (entry.unpackedBytes > streamedSogBytesMax) throw new ScanProblem("scan-corrupt", "lod-meta.json is too large");
  const text = new TextDecoder().decode(await readZipEntryStart(source, entry, entry.unpackedBytes));
  const { splatCount, pieces, bounds } = parseStreamedSog(text);
  const folder = entry.path.slice(0, -"lod-meta.json".length);
  const missing = pieces.find((piece) => !entries.some(({ path }) => path === folder + piece));
  if (missing !== undefined) throw new ScanProblem("scan-missing-part", missing.slice(0, 200));
  requireFits(splatCount / 100, source.sizeBytes);
  return { splatCount, bounds };
}

async function readLccFacts(source: ByteSource): Promise<FormatFacts> {
  const entries = await readZipDirectory(source);
  requireSafeArchive(entries, source.sizeBytes);
  const entry = entries.find(({ path }) => path === findLcc(entries.map((other) => other.path)));
  if (entry === undefined) throw new ScanProblem("scan-missing-part", "no .lcc");
  if (entry.unpackedBytes > lccBytesMax) throw new ScanProblem("scan-corrupt", ".lcc is too large");
  const text = new TextDecoder().decode(await readZipEntryStart(source, entry, lccBytesMax));
  const { splatCount, bounds, parts } = parseLcc(text);
  const paths = entries.map(({ path }) => path);
  const sizes = parts.map((part) => {
    const found = entries.find(({ path }) => path === findZipPart(paths, entry.path, part));
    if (found === undefined) throw new ScanProblem("scan-missing-part", part);
    return found.unpackedBytes;
  });
  requireFits(splatCount * lccSplatBytes, sizes[1]!);
  return { splatCount, bounds };
}

/** The `meta.json` closest to the top of the archive. */
export function findSogMeta(paths: readonly string[]): string | undefined {
  return findZipMain(paths, /(^|\/)meta\.json$/, () => 0);
}

function parseSogMeta(text: string): FormatFacts {
  let meta: { count?: unknown; means?: { shape?: unknown[]; mins?: unknown; maxs?: unknown } };
  try {
    meta = JSON.parse(text);
  } catch {
    throw new ScanProblem("scan-corrupt", "SOG meta.json is no JSON");
  }
  const splatCount = meta.count ?? meta.means?.shape?.[0];
  if (typeof splatCount !== "number" || !Number.isSafeInteger(splatCount) || splatCount < 0) {
    throw new ScanProblem("scan-corrupt", "SOG meta.json without a count");
  }
  const mins = toTriple(meta.means?.mins);
  const maxs = toTriple(meta.means?.maxs);
  return { splatCount, bounds: mins && maxs ? { min: mins, max: maxs } : undefined };
}

/** SOG stores positions on a signed logarithmic scale. */
function toTriple(values: unknown): [number, number, number] | undefined {
  if (!Array.isArray(values) || values.length < 3) return undefined;
  const triple = values.slice(0, 3).map((value) => Math.sign(Number(value)) * Math.expm1(Math.abs(Number(value))));
  return triple.every(Number.isFinite) ? (triple as [number, number, number]) : undefined;
}

function requireFits(neededBytes: number, availableBytes: number): void {
  if (neededBytes <= availableBytes) return;
  const code = neededBytes >= availableBytes * 2 ? "scan-lying-count" : "scan-truncated";
  throw new ScanProblem(code, `${Math.ceil(neededBytes)} bytes are needed, ${Math.max(0, availableBytes)} are there`);
}

/** Samples evenly distributed records. @throws ScanProblem scan-invalid-geometry when no sample is finite */
async function sampleBounds(
  source: ByteSource,
  offset: number,
  recordBytes: number,
  recordCount: number,
  readPositions: (view: DataView, at: number) => number[],
): Promise<Bounds | undefined> {
  if (recordCount === 0) return undefined;
  const values: number[][] = [[], [], []];
  const windows = Math.min(sampleWindows, recordCount);
  for (let index = 0; index < windows; index++) {
    const first = Math.floor((index * recordCount) / windows);
    const count = Math.min(64, recordCount - first);
    const bytes = await source.read(offset + first * recordBytes, count * recordBytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
      const positions = readPositions(view, at);
      if (!positions.every(Number.isFinite)) continue;
      positions.forEach((value, part) => {
        values[part % 3]!.push(value);
      });
    }
  }
  if (values[0]!.length === 0) throw new ScanProblem("scan-invalid-geometry");
  return toRobustBounds(values);
}

/** From the 1st to the 99th percentile: every training leaves some splats far away in the sky. */
export function toRobustBounds(values: readonly (number[] | Float32Array)[]): Bounds {
  const sorted = values.map((axis) => Float64Array.from(axis).sort());
  const at = (axis: number, share: number) => sorted[axis]![Math.round((sorted[axis]!.length - 1) * share)] ?? 0;
  return { min: [at(0, 0.01), at(1, 0.01), at(2, 0.01)], max: [at(0, 0.99), at(1, 0.99), at(2, 0.99)] };
}
