import type { ScanFormat } from "@blueprint/contract/scan-formats";
import { Gunzip } from "fflate";
import type { ByteSource } from "./byte-source.ts";
import { fileExtension } from "./file-extension.ts";
import { readPictureHeader } from "./panorama/picture-header.ts";
import { hasPlanName } from "./photograph.ts";
import { parsePlyHeader, plyContent, plyHeaderBytesMax } from "./ply-header.ts";
import { ScanProblem } from "./scan-problem.ts";
import { readZipDirectory } from "./zip-directory.ts";

const sampleBytesMax = plyHeaderBytesMax;
const pcdHeaderBytesMax = 4096;
const latin1 = new TextDecoder("latin1");
const utf8 = new TextDecoder("utf-8");

const signatures: readonly (readonly [magic: string, format: ScanFormat])[] = [
  ["Kaydara FBX Binary  ", "fbx"],
  ["ASTM-E57", "e57"],
  ["# .PCD", "pcd"],
  ["%PDF-", "pdf"],
  ["AutoCAD Binary DXF", "dxf"],
  ["II*\0", "tiff"],
  ["MM\0*", "tiff"],
  ["II+\0", "tiff"],
  ["MM\0+", "tiff"],
  ["#?RADIANCE", "hdr"],
  ["#?RGBE", "hdr"],
  ["v/1\x01", "exr"],
  // SPZ version 4 and later starts with its magic; older versions are gzip streams around it.
  ["NGSP", "spz"],
];
const pictureSignatures: readonly (readonly [magic: string, format: "jpeg" | "png"])[] = [
  ["\xff\xd8\xff", "jpeg"],
  ["\x89PNG\r\n\x1a\n", "png"],
];
const otherSignatures = ["glTF", "PK\x03\x04", "LASF", "RIFF", "ply", "solid "] as const;
/** Equirectangular pictures are twice as wide as high; stitching programs are off by a pixel or two. */
const panoramaAspectTolerance = 0.01;

function startsWith(bytes: Uint8Array, magic: string): boolean {
  if (bytes.length < magic.length) return false;
  for (let index = 0; index < magic.length; index++) if (bytes[index] !== magic.charCodeAt(index)) return false;
  return true;
}

async function detectZip(source: ByteSource): Promise<ScanFormat> {
  const paths = (await readZipDirectory(source))
    .map((entry) => entry.path.toLowerCase())
    // macOS resource forks repeat every name with a prefix.
    .filter((path) => !path.startsWith("__macosx/"));
  const holds = (pattern: RegExp) => paths.some((path) => pattern.test(path));
  if (holds(/\.lcc$/)) return "lcc";
  if (holds(/\.lcc2$/)) throw new ScanProblem("scan-lcc2");
  if (holds(/\.(ifc|ifczip|ifcxml)$/) && !holds(/\.(gltf|glb|obj|fbx)$/)) throw new ScanProblem("scan-ifc");
  if (holds(/\.(gltf|glb)$/)) return "gltf-zip";
  if (holds(/\.obj$/)) return "obj-zip";
  if (holds(/\.fbx$/)) return "fbx-zip";
  // USDZ: the first file of the package is its root layer.
  if (/\.usd[ac]?$/.test(paths[0] ?? "")) return "usdz";
  if (holds(/(^|\/)meta\.json$/) && holds(/(^|\/)means_[lu]\.webp$/)) return "sog";
  if (holds(/(^|\/)lod-meta\.json$/)) return "sog";
  if (holds(/\.(jpe?g|png|webp|hdr|exr)$/)) return "panorama-zip";
  throw new ScanProblem("scan-unknown-format", "a zip without a glTF, OBJ, FBX, USD, SOG or pictures inside");
}

/**
 * A picture twice as wide as high is a panorama, any other one a plan. Metadata that declares a panorama overrides the
 * shape, and the name can identify a plan of exactly that shape.
 */
async function detectPicture(source: ByteSource, format: "jpeg" | "png" | "webp"): Promise<ScanFormat> {
  // The probe reports what is wrong with a damaged picture.
  const header = await readPictureHeader(source, format).catch((error: unknown) => {
    if (error instanceof ScanProblem || error instanceof RangeError) return undefined;
    throw error;
  });
  if (header === undefined || header.isPanorama) return format;
  const { widthPx, heightPx } = header;
  const isTwiceAsWide = Math.abs(widthPx / heightPx / 2 - 1) <= panoramaAspectTolerance;
  return isTwiceAsWide && !hasPlanName(source.name) ? format : `${format}-plan`;
}

function isSvg(text: string): boolean {
  return /^\s*(<\?xml[^>]*\?>)?\s*(<!--[\s\S]*?-->\s*)*(<!DOCTYPE\s+svg[^[>]*(\[[^\]]*\])?\s*>\s*)?(<!--[\s\S]*?-->\s*)*<(svg:)?svg[\s>]/i.test(
    text,
  );
}

/** Alternating group codes and values; comments (999) may precede the first section. */
function isDxf(lines: readonly string[]): boolean {
  let at = 0;
  while (lines[at] === "999") at += 2;
  return lines[at] === "0" && lines[at + 1] === "SECTION";
}

/** Splats in a GLB are splats if they use the extension itself; compressed ones and drafts are named by their probe. */
function detectGlb(head: Uint8Array): ScanFormat {
  const jsonBytes = head.length < 16 ? 0 : new DataView(head.buffer, head.byteOffset).getUint32(12, true);
  return latin1.decode(head.subarray(20, 20 + jsonBytes)).includes('"KHR_gaussian_splatting"') ? "glb-splat" : "glb";
}

function detectLas(head: Uint8Array): ScanFormat {
  // LAS 1.4 §2.4: the header of the oldest version has 227 bytes; byte 104 is the point record format.
  if (head.length < 227) throw new ScanProblem("scan-truncated", "LAS header");
  const headerBytes = (head[94] ?? 0) | ((head[95] ?? 0) << 8);
  // COPC 1.0: the first variable length record follows the header and is named "copc".
  if (latin1.decode(head.subarray(headerBytes + 2, headerBytes + 7)) === "copc\0") return "copc";
  // LASzip sets the highest bits of the point record format.
  return ((head[104] ?? 0) & 0xc0) === 0 ? "las" : "laz";
}

function gunzipStart(head: Uint8Array): Uint8Array {
  let start = new Uint8Array();
  try {
    const gunzip = new Gunzip((piece) => {
      if (start.length === 0) start = piece.slice(0, 64);
    });
    for (let at = 0; at < head.length && start.length === 0; at += 4096) gunzip.push(head.subarray(at, at + 4096));
  } catch {
    // Not a gzip stream after all: the caller finds no magic in it.
  }
  return start;
}

function isPlausibleSplatRecord(view: DataView, at: number): boolean {
  let scaleSum = 0;
  for (let axis = 0; axis < 3; axis++) {
    if (!(Math.abs(view.getFloat32(at + axis * 4, true)) < 1e6)) return false;
    const scale = view.getFloat32(at + 12 + axis * 4, true);
    if (!(scale >= 0 && scale < 1e4)) return false;
    scaleSum += scale;
  }
  let norm = 0;
  for (let part = 0; part < 4; part++) norm += ((view.getUint8(at + 28 + part) - 128) / 128) ** 2;
  return scaleSum > 0 && norm > 0.9 && norm < 1.1;
}

// The format has no header: 32-byte records of position, scale, colour and a unit quaternion.
function isSplat(head: Uint8Array, sizeBytes: number, extension: string): boolean {
  const count = Math.min(256, Math.floor(head.length / 32));
  if (count === 0 || (sizeBytes % 32 !== 0 && extension !== "splat")) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  let plausible = 0;
  for (let index = 0; index < count; index++) if (isPlausibleSplatRecord(view, index * 32)) plausible++;
  return plausible >= count * (extension === "splat" ? 0.5 : 0.98);
}

function isKsplat(head: Uint8Array, sizeBytes: number): boolean {
  if (head.length < 4096) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const sectionsMax = view.getUint32(4, true);
  const sections = view.getUint32(8, true);
  const splatsMax = view.getUint32(12, true);
  const splats = view.getUint32(16, true);
  return (
    view.getUint8(0) === 0 &&
    view.getUint8(1) >= 1 &&
    view.getUint8(1) < 10 &&
    sections >= 1 &&
    sections <= sectionsMax &&
    sectionsMax < 10_000 &&
    splats <= splatsMax &&
    view.getUint16(20, true) <= 2 &&
    sizeBytes >= 4096 + sectionsMax * 1024
  );
}

/** PCL writes a comment line first; other programs start with the first entry. Binary data may follow the header. */
function isPcd(head: Uint8Array): boolean {
  const lines = latin1
    .decode(head.subarray(0, pcdHeaderBytesMax))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (/^VERSION\s+\.?\d/.test(lines[0] ?? "")) lines.shift();
  return /^(FIELDS|COLUMNS)\s/.test(lines[0] ?? "");
}

function isBinaryStl(head: Uint8Array, sizeBytes: number, extension: string): boolean {
  if (head.length < 84) return false;
  const triangles = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(80, true);
  if (sizeBytes === 84 + triangles * 50) return true;
  // A truncated or invalid file still counts as STL if named so: its probe then reports what is wrong.
  return extension === "stl" && !isText(head);
}

function isText(head: Uint8Array): boolean {
  const sample = head.subarray(0, 4096);
  return sample.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 12 || byte === 13);
}

function isGltfJson(text: string, tail: string): boolean {
  return /^\s*\{/.test(text) && /"(asset|accessors|bufferViews|meshes|scenes)"\s*:/.test(text + tail);
}

/** IFC as text (STEP physical file) or as XML. */
function isIfc(text: string): boolean {
  if (/^\s*ISO-10303-21;/.test(text)) return /FILE_SCHEMA\s*\(\s*\(\s*'IFC/i.test(text);
  return /^\s*<\?xml/.test(text) && /<(\w+:)?ifcXML[\s>]/.test(text);
}

/** The description of an LCC scene, without the files beside it. */
function isLcc(text: string): boolean {
  return /"totalLevel"\s*:/.test(text) && /"splats"\s*:/.test(text);
}

function completeLines(text: string, isWhole: boolean): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  // The last line of a sample may be cut off inside a number.
  if (!isWhole && lines.length > 1) lines.pop();
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

function isObj(lines: readonly string[]): boolean {
  const statements = lines.filter((line) => !line.startsWith("#")).slice(0, 2000);
  if (statements.length === 0) return false;
  const known = /^(v|vn|vt|vp|f|l|p|o|g|s|mtllib|usemtl|cstype|deg|end|mg)(\s|$)/;
  const knownCount = statements.filter((line) => known.test(line)).length;
  const shows = statements.some((line) => /^(v\s+[-+.\d]|f\s+\d|mtllib\s|usemtl\s)/.test(line));
  return shows && knownCount >= statements.length * 0.9;
}

function isXyz(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => !/^(#|\/\/)/.test(line)).slice(0, 500);
  // A PTS file starts with its number of points, a CSV may start with column names.
  if (/^\d+$/.test(rows[0] ?? "") || /^["']?[a-z/]/i.test(rows[0] ?? "")) rows.shift();
  if (rows.length === 0) return false;
  const isRow = (line: string) => {
    const columns = line.split(/[\s,;]+/).filter((column) => column !== "");
    return (
      columns.length >= 3 &&
      columns.slice(0, 3).every((column) => /^(nan|[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?)$/i.test(column))
    );
  };
  return rows.filter(isRow).length >= rows.length * 0.9;
}

/**
 * Detects a file's format by its content; the name only decides where a format has no signature. Reads a few samples
 * regardless of size. Runs in the browser and in Node.
 * @throws ScanProblem `scan-empty-file`, `scan-unknown-format`, `scan-truncated`
 */
export async function detectFormat(source: ByteSource): Promise<ScanFormat> {
  if (source.sizeBytes === 0) throw new ScanProblem("scan-empty-file");
  const head = await source.read(0, Math.min(source.sizeBytes, sampleBytesMax));
  const extension = fileExtension(source.name);

  for (const [magic, format] of signatures) if (startsWith(head, magic)) return format;
  if (startsWith(head, "glTF")) return detectGlb(head);
  if (startsWith(head, "PK\x03\x04")) return detectZip(source);
  if (startsWith(head, "LASF")) return detectLas(head);
  for (const [magic, format] of pictureSignatures) if (startsWith(head, magic)) return detectPicture(source, format);
  if (startsWith(head, "RIFF") && latin1.decode(head.subarray(8, 12)) === "WEBP") return detectPicture(source, "webp");
  if (/^ply\s/.test(latin1.decode(head.subarray(0, 4)))) {
    const content = plyContent(parsePlyHeader(head));
    return content === "mesh" ? "ply-mesh" : content === "points" ? "ply-points" : "ply-splat";
  }
  if (startsWith(head, "\x1f\x8b") && startsWith(gunzipStart(head), "NGSP")) return "spz";
  const cutSignature = [...[...signatures, ...pictureSignatures].map(([magic]) => magic), ...otherSignatures].some(
    (magic) => head.length < magic.length && magic.startsWith(latin1.decode(head)),
  );
  if (cutSignature) throw new ScanProblem("scan-truncated", `only ${head.length} bytes`);

  if (isPcd(head)) return "pcd";

  if (isText(head)) {
    const text = utf8.decode(head).replace(/^\uFEFF/, "");
    const tailBytes = Math.min(source.sizeBytes, sampleBytesMax);
    if (/^\s*\{/.test(text)) {
      if (isGltfJson(text, utf8.decode(await source.read(source.sizeBytes - tailBytes, tailBytes)))) return "gltf";
      if (isLcc(text)) throw new ScanProblem("scan-lcc-alone");
      throw new ScanProblem("scan-unknown-format", "JSON that is not a glTF");
    }
    if (isIfc(text)) throw new ScanProblem("scan-ifc");
    if (isSvg(text)) return "svg";
    const lines = completeLines(text, source.sizeBytes <= sampleBytesMax);
    if (/^solid\b/i.test(lines[0] ?? "") && (lines.length === 1 || /^(facet|endsolid)\b/i.test(lines[1] ?? ""))) {
      return "stl";
    }
    if (/^; FBX \d/.test(lines[0] ?? "") || lines.slice(0, 20).some((line) => /^FBXHeaderExtension:/.test(line))) {
      return "fbx";
    }
    if (isDxf(lines)) return "dxf";
    if (isObj(lines)) return "obj";
    if (isXyz(lines)) return "xyz";
    if (extension === "stl" && /^solid\b/i.test(lines[0] ?? "")) return "stl";
    throw new ScanProblem("scan-unknown-format", "text");
  }
  if (isKsplat(head, source.sizeBytes)) return "ksplat";
  if (isBinaryStl(head, source.sizeBytes, extension)) return "stl";
  if (isSplat(head, source.sizeBytes, extension)) return "splat";
  throw new ScanProblem("scan-unknown-format");
}
