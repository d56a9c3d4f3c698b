import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { Bounds, PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { readZipDirectory, readZipEntryStart, requireSafeArchive, type ZipEntry } from "../zip-directory.ts";
import { findZipMain, findZipPart } from "../zip-part.ts";
import { createBoundsBuilder } from "./bounds-builder.ts";
import { boundsWarnings } from "./geometry-limits.ts";
import { type GltfContainer, readGlbContainer, readGltfText } from "./gltf-container.ts";
import {
  type GltfAccessor,
  type GltfJson,
  gltfJsonBytesMax,
  listExternalUris,
  primitiveCounts,
  requireGltfCountsFit,
} from "./gltf-json.ts";
import { compose, identity, type Matrix, multiply, transformPoint } from "./matrix.ts";

const nodeVisitsMax = 1_000_000;
const sampledVerticesMax = 4096;
const exactBytesMax = 16 * 1024 * 1024;

export async function probeGltf(source: ByteSource, format: ScanFormat): Promise<PreflightReport> {
  if (format === "gltf-zip") return probeZip(source);
  const container = format === "glb" ? await readGlbContainer(source) : await readGltfText(source);
  requireSelfContained(container.json);
  return describe(source, format, container, () => undefined, source);
}

/** @throws ScanProblem `scan-external-reference` */
export function requireSelfContained(json: GltfJson): void {
  const uri = listExternalUris(json)[0];
  if (uri !== undefined) throw new ScanProblem("scan-external-reference", JSON.stringify(uri.slice(0, 200)));
}

/** In an archive, a relative reference may name another of its files; a URL or an absolute path is not allowed. */
export function requireArchiveReference(uri: string): void {
  if (/^([a-z][a-z0-9+.-]*:|\/|\\)/i.test(uri)) {
    throw new ScanProblem("scan-external-reference", JSON.stringify(uri.slice(0, 200)));
  }
}

async function probeZip(source: ByteSource): Promise<PreflightReport> {
  const entries = (await readZipDirectory(source)).filter((entry) => !/(^|\/)__MACOSX\//i.test(entry.path));
  requireSafeArchive(entries, source.sizeBytes);
  const byPath = new Map<string, ZipEntry>(entries.map((entry) => [entry.path, entry]));
  const sizeOf = (path: string) => byPath.get(path)?.unpackedBytes ?? 0;
  const main = findZipMain([...byPath.keys()], /\.(gltf|glb)$/i, sizeOf);
  const entry = main === undefined ? undefined : byPath.get(main);
  if (main === undefined || entry === undefined) throw new ScanProblem("scan-missing-part", "no glTF in the archive");
  // Only the beginning is unpacked; a GLB's binary part is not read.
  const start = await readZipEntryStart(source, entry, Math.min(entry.unpackedBytes, 64 * 1024));
  let neededBytes = entry.unpackedBytes;
  if (/\.glb$/i.test(main) && start.length >= 20) {
    neededBytes = 28 + new DataView(start.buffer, start.byteOffset).getUint32(12, true);
  }
  if (neededBytes > gltfJsonBytesMax) throw new ScanProblem("scan-too-large", "glTF JSON; export as GLB");
  const bytes = neededBytes <= start.length ? start : await readZipEntryStart(source, entry, neededBytes);
  const inner: ByteSource = {
    name: main,
    sizeBytes: entry.unpackedBytes,
    read: async (offset, lengthBytes) => bytes.slice(offset, offset + lengthBytes),
  };
  const container = /\.glb$/i.test(main) ? await readGlbContainer(inner) : await readGltfText(inner);
  const paths = [...byPath.keys()];
  for (const uri of listExternalUris(container.json)) {
    requireArchiveReference(uri);
    if (findZipPart(paths, main, uri) === undefined) throw new ScanProblem("scan-missing-part", uri.slice(0, 200));
  }
  const externalBytes = (uri: string) => {
    const part = findZipPart(paths, main, uri);
    return part === undefined ? undefined : sizeOf(part);
  };
  return describe(source, "gltf-zip", container, externalBytes, undefined);
}

async function describe(
  source: ByteSource,
  format: ScanFormat,
  { json, bin }: GltfContainer,
  externalBytes: (uri: string) => number | undefined,
  binSource: ByteSource | undefined,
): Promise<PreflightReport> {
  requireGltfCountsFit(json, bin?.sizeBytes, externalBytes);
  const counts = { vertices: 0, triangles: 0, points: 0 };
  const corners = createBoundsBuilder();
  const placements: { readonly at: number; readonly accessor: GltfAccessor; readonly matrix: Matrix }[] = [];
  visitMeshes(json, (mesh, matrix) => {
    for (const primitive of json.meshes?.[mesh]?.primitives ?? []) {
      const at = primitive.attributes.POSITION ?? -1;
      const accessor = json.accessors?.[at];
      if (accessor === undefined) continue;
      const { triangles, points } = primitiveCounts(json, primitive);
      if (triangles + points === 0) continue;
      counts.triangles += triangles;
      counts.points += points;
      counts.vertices += accessor.count;
      placements.push({ at, accessor, matrix });
    }
  });
  let hasBounds = true;
  let readBytesLeft = exactBytesMax;
  for (const { at, accessor, matrix } of placements) {
    const box = accessorBounds(accessor);
    // The box of a rotated box is too large, so the positions themselves are used if available.
    const positions =
      bin === undefined || binSource === undefined || isAxisAligned(matrix) ? undefined : findPositions(json, at);
    if (
      positions !== undefined &&
      binSource !== undefined &&
      bin !== undefined &&
      positions.sizeBytes <= readBytesLeft
    ) {
      readBytesLeft -= positions.sizeBytes;
      const bytes = await binSource.read(bin.offset + positions.offset, positions.sizeBytes);
      eachPosition(bytes, positions.stride, (x, y, z) => {
        if (Number.isFinite(x + y + z)) corners.add(...transformPoint(matrix, x, y, z));
      });
    } else if (box === undefined) hasBounds = false;
    else {
      for (let corner = 0; corner < 8; corner++) {
        const [x, y, z] = [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? box.max : box.min)[axis]!);
        corners.add(...transformPoint(matrix, x!, y!, z!));
      }
    }
  }
  if (counts.triangles + counts.points === 0) throw new ScanProblem("scan-empty-geometry");
  const bounds = corners.toBounds();
  if (corners.invalidCount > 0) throw new ScanProblem("scan-invalid-geometry", "node transforms");
  const warnings: PreflightReport["warnings"] = [];
  if (binSource !== undefined && bin !== undefined && (await sampleHasInvalidPositions(json, bin.offset, binSource))) {
    warnings.push("scan-invalid-points-skipped");
  }
  if (!hasColours(json)) warnings.push("scan-no-colour");
  const isComplete = hasBounds && bounds !== undefined;
  if (isComplete) warnings.push(...boundsWarnings(bounds));
  return {
    kind: "mesh",
    format,
    sizeBytes: source.sizeBytes,
    counts: {
      vertices: counts.vertices,
      triangles: counts.triangles,
      ...(counts.points > 0 ? { points: counts.points } : {}),
      textures: json.images?.length ?? 0,
    },
    ...(isComplete ? { bounds } : {}),
    unit: "metre",
    upAxis: "y",
    warnings,
  };
}

/** Calls back for each placement of a mesh in the scene. @throws ScanProblem `scan-corrupt` for a cyclic scene */
export function visitMeshes(json: GltfJson, visit: (mesh: number, world: Matrix) => void): void {
  const nodes = json.nodes ?? [];
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  const scene = json.scenes?.[json.scene ?? 0];
  const roots = scene?.nodes ?? nodes.map((_, at) => at).filter((at) => !children.has(at));
  const open = roots.map((node) => ({ node, parent: identity }));
  for (let visits = 0; open.length > 0; visits++) {
    // A tree visits each node once; many more visits indicate a cycle.
    if (visits > Math.min(nodeVisitsMax, nodes.length * 2)) throw new ScanProblem("scan-corrupt", "glTF node cycle");
    const { node: at, parent } = open.pop()!;
    const node = nodes[at];
    if (node === undefined) throw new ScanProblem("scan-corrupt", `glTF names node ${at}, which does not exist`);
    const local = node.matrix ?? compose(node.translation ?? [], node.rotation ?? [], node.scale ?? []);
    const world = multiply(parent, local);
    if (node.mesh !== undefined) visit(node.mesh, world);
    for (const child of node.children ?? []) open.push({ node: child, parent: world });
  }
}

const normalisedMax: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };

function accessorBounds(accessor: GltfAccessor): Bounds | undefined {
  if (accessor.min === undefined || accessor.max === undefined) return undefined;
  const divisor = accessor.normalized === true ? (normalisedMax[accessor.componentType] ?? 1) : 1;
  const values = [...accessor.min.slice(0, 3), ...accessor.max.slice(0, 3)];
  if (values.length !== 6) return undefined;
  if (!values.every((value) => typeof value === "number" && Number.isFinite(value))) {
    throw new ScanProblem("scan-invalid-geometry", "the bounds of the positions are not numbers");
  }
  const [x0, y0, z0, x1, y1, z1] = (values as number[]).map((value) => value / divisor);
  return { min: [x0!, y0!, z0!], max: [x1!, y1!, z1!] };
}

/** True when the matrix only translates, scales and swaps axes, so that a box stays a box. */
function isAxisAligned(matrix: Matrix): boolean {
  return [0, 4, 8].every((column) => {
    const large = [0, 1, 2].filter((row) => Math.abs(matrix[column + row]!) > 1e-6);
    return large.length <= 1;
  });
}

/** Location of plain 32-bit positions in the binary part; undefined for compressed, quantised or implicit ones. */
function findPositions(
  json: GltfJson,
  at: number,
): { readonly offset: number; readonly sizeBytes: number; readonly stride: number } | undefined {
  const accessor = json.accessors?.[at];
  const view = json.bufferViews?.[accessor?.bufferView ?? -1];
  if (accessor?.componentType !== 5126 || view === undefined || view.buffer !== 0) return undefined;
  if (view.extensions?.EXT_meshopt_compression !== undefined || accessor.sparse !== undefined) return undefined;
  if (json.buffers?.[0]?.uri !== undefined) return undefined;
  const stride = view.byteStride ?? 12;
  return { offset: (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0), sizeBytes: stride * accessor.count, stride };
}

function eachPosition(bytes: Uint8Array, stride: number, visit: (x: number, y: number, z: number) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 12 <= bytes.length; at += stride) {
    visit(view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true));
  }
}

/** @throws ScanProblem `scan-invalid-geometry` when no sampled position is finite */
async function sampleHasInvalidPositions(json: GltfJson, binOffset: number, source: ByteSource): Promise<boolean> {
  const builder = createBoundsBuilder();
  const accessors = new Set(
    (json.meshes ?? []).flatMap((mesh) => mesh.primitives.map((primitive) => primitive.attributes.POSITION ?? -1)),
  );
  for (const at of [...accessors].slice(0, 16)) {
    const positions = findPositions(json, at);
    if (positions === undefined) continue;
    const lengthBytes = Math.min(positions.sizeBytes, positions.stride * sampledVerticesMax);
    const bytes = await source.read(binOffset + positions.offset, lengthBytes);
    eachPosition(bytes, positions.stride, (x, y, z) => builder.add(x, y, z));
  }
  if (builder.invalidCount > 0 && builder.finiteCount === 0) throw new ScanProblem("scan-invalid-geometry");
  return builder.invalidCount > 0;
}

function hasColours(json: GltfJson): boolean {
  if ((json.images?.length ?? 0) > 0) return true;
  if (json.meshes?.some((mesh) => mesh.primitives.some((primitive) => "COLOR_0" in primitive.attributes))) return true;
  return (json.materials ?? []).some((material) => {
    const [red = 1, green = 1, blue = 1] = material.pbrMetallicRoughness?.baseColorFactor ?? [];
    return Math.max(red, green, blue) - Math.min(red, green, blue) > 0.02;
  });
}
