import type { PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import {
  findPlyElement,
  type PlyElement,
  type PlyHeader,
  plyRecordBytes,
  plyScalarBytes,
  readPlyHeader,
  requirePlyCountsFit,
} from "../ply-header.ts";
import { readPlyScalar } from "../ply-scalar.ts";
import { ScanProblem } from "../scan-problem.ts";
import { type BoundsBuilder, createBoundsBuilder } from "./bounds-builder.ts";
import { boundsWarnings } from "./geometry-limits.ts";

const exactBytesMax = 8 * 1024 * 1024;
const sampleChunks = 32;
const sampleRecords = 1024;

/** @throws ScanProblem `scan-empty-geometry`, `scan-corrupt` */
export function requirePlyMesh(header: PlyHeader): { vertex: PlyElement; faces: PlyElement } {
  const vertex = findPlyElement(header, "vertex");
  const faces = findPlyElement(header, "face") ?? findPlyElement(header, "tristrips");
  if (vertex === undefined || faces === undefined || vertex.count === 0 || faces.count === 0) {
    throw new ScanProblem("scan-empty-geometry");
  }
  if (!["x", "y", "z"].every((name) => vertex.properties.some((property) => property.name === name))) {
    throw new ScanProblem("scan-corrupt", "PLY vertices have no position");
  }
  return { vertex, faces };
}

export async function probePlyMesh(source: ByteSource): Promise<PreflightReport> {
  const header = await readPlyHeader(source);
  const { vertex, faces } = requirePlyMesh(header);
  requirePlyCountsFit(header, source.sizeBytes);
  const builder = createBoundsBuilder();
  // Sampling requires that the vertices come first and have a fixed size.
  if (header.elements[0] === vertex) {
    if (header.encoding === "ascii") await sampleText(source, header, vertex, builder);
    else await sampleBinary(source, header, vertex, builder);
  }
  if (builder.invalidCount > 0 && builder.finiteCount === 0) throw new ScanProblem("scan-invalid-geometry");
  const bounds = builder.toBounds();
  const hasColour = vertex.properties.some((property) => /^(diffuse_)?red$/.test(property.name));
  return {
    kind: "mesh",
    format: "ply-mesh",
    sizeBytes: source.sizeBytes,
    // A PLY face may have any number of corners; strips and polygons are counted during conversion.
    counts: faces.name === "face" ? { vertices: vertex.count, triangles: faces.count } : { vertices: vertex.count },
    ...(bounds === undefined ? {} : { bounds }),
    unit: "unknown",
    upAxis: "z",
    warnings: [
      "scan-units-unknown",
      ...(hasColour ? [] : (["scan-no-colour"] as const)),
      ...(builder.invalidCount > 0 ? (["scan-invalid-points-skipped"] as const) : []),
      ...(bounds === undefined ? [] : boundsWarnings(bounds)),
    ],
  };
}

async function sampleBinary(
  source: ByteSource,
  header: PlyHeader,
  vertex: PlyElement,
  builder: BoundsBuilder,
): Promise<void> {
  const recordBytes = plyRecordBytes(vertex);
  if (recordBytes === undefined) return;
  const isLittleEndian = header.encoding === "binary-little-endian";
  const places = ["x", "y", "z"].map((name) => {
    let offset = 0;
    for (const property of vertex.properties) {
      if (property.name === name) return { offset, type: property.type };
      offset += plyScalarBytes(property.type);
    }
    throw new ScanProblem("scan-corrupt", "PLY vertices have no position");
  });
  const isExact = vertex.count * recordBytes <= exactBytesMax;
  const chunks = isExact ? 1 : sampleChunks;
  const records = isExact ? vertex.count : sampleRecords;
  for (let chunk = 0; chunk < chunks; chunk++) {
    const first = chunks === 1 ? 0 : Math.floor(((vertex.count - records) * chunk) / (chunks - 1));
    const bytes = await source.read(header.dataOffset + first * recordBytes, records * recordBytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
      const [x, y, z] = places.map(({ offset, type }) => readPlyScalar(view, at + offset, type, isLittleEndian));
      builder.add(x!, y!, z!);
    }
  }
}

async function sampleText(
  source: ByteSource,
  header: PlyHeader,
  vertex: PlyElement,
  builder: BoundsBuilder,
): Promise<void> {
  const columns = ["x", "y", "z"].map((name) => vertex.properties.findIndex((property) => property.name === name));
  const lengthBytes = Math.min(exactBytesMax, source.sizeBytes - header.dataOffset);
  const lines = new TextDecoder("latin1").decode(await source.read(header.dataOffset, lengthBytes)).split(/\r\n|\n|\r/);
  const complete = header.dataOffset + lengthBytes < source.sizeBytes ? lines.length - 1 : lines.length;
  for (let line = 0; line < Math.min(complete, vertex.count); line++) {
    const words = lines[line]!.trim().split(/\s+/);
    const [x, y, z] = columns.map((column) => Number(words[column]));
    builder.add(x!, y!, z!);
  }
}
