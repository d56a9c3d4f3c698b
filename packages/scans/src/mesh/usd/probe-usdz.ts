import type { PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../../byte-source.ts";
import { ScanProblem } from "../../scan-problem.ts";
import { readZipDirectory, readZipEntryStart, requireSafeArchive } from "../../zip-directory.ts";
import { parseCrate } from "./parse-crate.ts";
import { crateMagic } from "./require-sound-crate.ts";
import { toUsdUnit } from "./usd-units.ts";

/** A layer up to this size is read for its unit and counts; a larger one would take too long for the user. */
const readBytesMax = 8 * 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/** Reads the package's list of files, and its first layer if that is small. */
export async function probeUsdz(source: ByteSource): Promise<PreflightReport> {
  const entries = await readZipDirectory(source);
  requireSafeArchive(entries, source.sizeBytes);
  const root = entries.find(({ path }) => /\.usd[ac]?$/i.test(path));
  if (root === undefined) throw new ScanProblem("scan-missing-part", "no USD layer in the package");
  const layer = await readZipEntryStart(source, root, Math.min(root.unpackedBytes, readBytesMax));
  const start = new TextDecoder("latin1").decode(layer.subarray(0, 64 * 1024));
  const textures = entries.filter(({ path }) => /\.(png|jpe?g|avif|webp)$/i.test(path)).length;
  const common = { kind: "mesh", format: "usdz", sizeBytes: source.sizeBytes, warnings: [] } as const;
  if (start.startsWith("#usda")) {
    const unit = /^\s*metersPerUnit\s*=\s*([-+.\de]+)/m.exec(start)?.[1];
    const upAxis = /^\s*upAxis\s*=\s*"([YZ])"/m.exec(start)?.[1];
    const found = toUsdUnit({ ...(unit === undefined ? {} : { metersPerUnit: Number(unit) }), upAxis });
    return { ...common, counts: { textures }, unit: found.unit, upAxis: found.upAxis, warnings: [] };
  }
  if (!start.startsWith(crateMagic)) throw new ScanProblem("scan-corrupt", "USD layer");
  if (layer.length < root.unpackedBytes) {
    if (root.unpackedBytes <= readBytesMax) throw new ScanProblem("scan-truncated", "USD layer");
    return { ...common, counts: { textures }, unit: "unknown", upAxis: "y", warnings: [] };
  }
  const { specsByPath } = await parseCrate(layer);
  const { unit, upAxis } = toUsdUnit(specsByPath["/"]?.fields ?? {});
  const counts = { vertices: 0, triangles: 0 };
  for (const [path, { fields }] of Object.entries(specsByPath)) {
    if (path.endsWith(".points")) counts.vertices += Math.floor(listOf(fields).length / 3);
    else if (path.endsWith(".faceVertexCounts")) for (const corners of listOf(fields)) counts.triangles += corners - 2;
  }
  const isWhole = counts.vertices > 0 && counts.triangles > 0;
  // A layer that only references others does not know their content.
  return { ...common, counts: { ...(isWhole ? counts : {}), textures }, unit, upAxis, warnings: [] };
}

function listOf({ default: value }: Fields): ArrayLike<number> & Iterable<number> {
  return Array.isArray(value) || value instanceof Int32Array || value instanceof Float32Array ? value : [];
}
