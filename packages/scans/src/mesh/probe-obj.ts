import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { readZipDirectory, readZipEntryStart, requireSafeArchive } from "../zip-directory.ts";
import { findZipMain } from "../zip-part.ts";
import { createBoundsBuilder } from "./bounds-builder.ts";
import { boundsWarnings } from "./geometry-limits.ts";

const sampleBytesMax = 8 * 1024 * 1024;

export async function probeObj(source: ByteSource, format: ScanFormat): Promise<PreflightReport> {
  let bytes: Uint8Array;
  let textBytes = source.sizeBytes;
  let textures: number | undefined;
  if (format === "obj-zip") {
    const entries = (await readZipDirectory(source)).filter((entry) => !/(^|\/)__MACOSX\//i.test(entry.path));
    requireSafeArchive(entries, source.sizeBytes);
    const find = (path: string) => entries.find((entry) => entry.path === path);
    const main = findZipMain(
      entries.map((entry) => entry.path),
      /\.obj$/i,
      (path) => find(path)?.unpackedBytes ?? 0,
    );
    const entry = main === undefined ? undefined : find(main);
    if (entry === undefined) throw new ScanProblem("scan-missing-part", "no OBJ in the archive");
    textBytes = entry.unpackedBytes;
    textures = entries.filter(({ path }) => /\.(jpe?g|png|webp|bmp|tga|tiff?)$/i.test(path)).length;
    bytes = await readZipEntryStart(source, entry, sampleBytesMax);
  } else bytes = await source.read(0, Math.min(sampleBytesMax, source.sizeBytes));

  const isWhole = bytes.length >= textBytes;
  const lines = new TextDecoder("latin1").decode(bytes).split(/\r\n|\n|\r/);
  if (!isWhole) lines.pop();
  const builder = createBoundsBuilder();
  let triangles = 0;
  let hasVertexColours = false;
  let namesMaterials = false;
  for (const line of lines) {
    if (line.startsWith("v ")) {
      const words = line.trim().split(/\s+/);
      builder.add(Number(words[1]), Number(words[2]), Number(words[3]));
      if (words.length >= 7) hasVertexColours = true;
    } else if (line.startsWith("f ")) triangles += Math.max(0, line.trim().split(/\s+/).length - 3);
    else if (line.startsWith("mtllib")) namesMaterials = true;
  }
  if (builder.invalidCount > 0 && builder.finiteCount === 0) throw new ScanProblem("scan-invalid-geometry");
  if (isWhole && (triangles === 0 || builder.finiteCount === 0)) throw new ScanProblem("scan-empty-geometry");
  const bounds = builder.toBounds();
  const isColoured = hasVertexColours || (format === "obj-zip" && namesMaterials);
  return {
    kind: "mesh",
    format,
    sizeBytes: source.sizeBytes,
    // Only what was read is counted: an estimate would look like a fact.
    counts: {
      ...(isWhole ? { vertices: builder.finiteCount + builder.invalidCount, triangles } : {}),
      ...(textures === undefined ? {} : { textures }),
    },
    ...(isWhole && bounds !== undefined ? { bounds } : {}),
    unit: "unknown",
    upAxis: "y",
    warnings: [
      "scan-units-unknown",
      ...(format === "obj" && namesMaterials ? (["scan-missing-texture"] as const) : []),
      ...(isColoured ? [] : (["scan-no-colour"] as const)),
      ...(builder.invalidCount > 0 ? (["scan-invalid-points-skipped"] as const) : []),
      ...(isWhole && bounds !== undefined ? boundsWarnings(bounds) : []),
    ],
  };
}
