import type { ScanFormat } from "@blueprint/contract/scan-formats";
import { metresPerUnit, type PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../../byte-source.ts";
import { ScanProblem } from "../../scan-problem.ts";
import { readZipDirectory, readZipEntryStart, requireSafeArchive } from "../../zip-directory.ts";
import { findZipMain } from "../../zip-part.ts";
import { createBoundsBuilder } from "../bounds-builder.ts";
import { boundsWarnings } from "../geometry-limits.ts";
import { transformPoint } from "../matrix.ts";
import { countFbxGeometry, readFbxCorners, readFbxVertices } from "./fbx-geometry.ts";
import { fbxBinaryMagic } from "./fbx-nodes.ts";
import { openFbx, toFbxScene } from "./fbx-scene.ts";

/** Up to this many numbers, lists are read for exact counts and bounds; for larger scans, headers are trusted. */
const exactNumbersMax = 3_000_000;
/** Text has no offsets to skip by: larger files are not read before the upload. */
const textBytesMax = 24 * 1024 * 1024;

/** Reads the records of an FBX without unpacking the geometry of a large one. */
export async function probeFbx(source: ByteSource, format: ScanFormat): Promise<PreflightReport> {
  if (format === "fbx-zip") return await probeZip(source);
  const isBinary = new TextDecoder("latin1").decode(await source.read(0, fbxBinaryMagic.length)) === fbxBinaryMagic;
  if (!isBinary && source.sizeBytes > textBytesMax) {
    return {
      kind: "mesh",
      format,
      sizeBytes: source.sizeBytes,
      counts: {},
      unit: "unknown",
      upAxis: "y",
      warnings: [],
    };
  }
  const { shapes, unit, upAxis } = toFbxScene(await openFbx(source));
  const geometries = new Set(shapes.map(({ geometry }) => geometry));
  const numbers = [...geometries].reduce((sum, geometry) => {
    const { vertices, corners } = countFbxGeometry(geometry);
    return sum + vertices * 3 + corners;
  }, 0);
  const builder = createBoundsBuilder();
  let [vertices, triangles] = [0, 0];
  for (const { geometry, matrix } of shapes) {
    const counts = countFbxGeometry(geometry);
    vertices += counts.vertices;
    if (numbers > exactNumbersMax) {
      // Assume triangles, as usual for scans.
      triangles += Math.floor(counts.corners / 3);
      continue;
    }
    // A face with n corners yields n − 2 triangles.
    for (const corner of await readFbxCorners(geometry)) triangles += corner < 0 ? -1 : 1;
    const positions = await readFbxVertices(geometry);
    for (let at = 0; at + 2 < positions.length; at += 3) {
      builder.add(...transformPoint(matrix, positions[at]!, positions[at + 1]!, positions[at + 2]!));
    }
  }
  if (vertices === 0 || triangles <= 0) throw new ScanProblem("scan-empty-geometry");
  const bounds = builder.toBounds();
  if (builder.invalidCount > 0 && builder.finiteCount === 0) throw new ScanProblem("scan-invalid-geometry");
  const materials = new Set(shapes.flatMap((shape) => shape.materials));
  const pictures = [...materials].flatMap(({ picture }) => picture ?? []);
  const isColoured =
    pictures.length > 0 || [...materials].some(({ colour }) => Math.max(...colour) - Math.min(...colour) > 0.02);
  const hasLayerColours = shapes.some(({ geometry }) =>
    geometry.children.some(({ name }) => name === "LayerElementColor"),
  );
  return {
    kind: "mesh",
    format,
    sizeBytes: source.sizeBytes,
    counts: { vertices, triangles, textures: new Set(pictures.map(({ embedded, path }) => embedded ?? path)).size },
    ...(bounds === undefined ? {} : { bounds }),
    unit,
    upAxis,
    warnings: [
      ...(pictures.some(({ embedded }) => embedded === undefined) ? (["scan-missing-texture"] as const) : []),
      ...(isColoured || hasLayerColours ? [] : (["scan-no-colour"] as const)),
      ...(builder.invalidCount > 0 ? (["scan-invalid-points-skipped"] as const) : []),
      ...(bounds === undefined ? [] : boundsWarnings(bounds, metresPerUnit[unit])),
    ],
  };
}

async function probeZip(source: ByteSource): Promise<PreflightReport> {
  const entries = (await readZipDirectory(source)).filter((entry) => !/(^|\/)__MACOSX\//i.test(entry.path));
  requireSafeArchive(entries, source.sizeBytes);
  const find = (path: string) => entries.find((entry) => entry.path === path);
  const main = findZipMain(
    entries.map(({ path }) => path),
    /\.fbx$/i,
    (path) => find(path)?.unpackedBytes ?? 0,
  );
  const entry = main === undefined ? undefined : find(main);
  if (main === undefined || entry === undefined) throw new ScanProblem("scan-missing-part", "no FBX in the archive");
  const textures = entries.filter(({ path }) => /\.(jpe?g|png|webp|bmp|tga|tiff?)$/i.test(path)).length;
  const common = { kind: "mesh", format: "fbx-zip", sizeBytes: source.sizeBytes } as const;
  if (entry.unpackedBytes > textBytesMax) {
    return { ...common, counts: { textures }, unit: "unknown", upAxis: "y", warnings: [] };
  }
  const bytes = await readZipEntryStart(source, entry, entry.unpackedBytes);
  const inner: ByteSource = {
    name: main,
    sizeBytes: entry.unpackedBytes,
    read: async (offset, lengthBytes) => bytes.slice(offset, offset + lengthBytes),
  };
  const report = await probeFbx(inner, "fbx");
  return {
    ...report,
    ...common,
    counts: { ...report.counts, textures },
    // Its pictures are stored beside it and are looked up there.
    warnings: report.warnings.filter((warning) => warning !== "scan-missing-texture"),
  };
}
