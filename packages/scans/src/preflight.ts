import { type ScanFormat, type ScanKind, scanFormats } from "@blueprint/contract/scan-formats";
import type { PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "./byte-source.ts";
import { detectFormat } from "./detect-format.ts";
import { fileExtension } from "./file-extension.ts";
import { ScanProblem } from "./scan-problem.ts";

type Probe = (source: ByteSource, format: ScanFormat) => Promise<PreflightReport>;

// Loaded on demand: the browser fetches only what the dropped file needs.
const probes: Readonly<Record<ScanKind, () => Promise<Probe>>> = {
  mesh: async () => (await import("./mesh/probe-mesh.ts")).probeMesh,
  "point-cloud": async () => (await import("./point-cloud/probe-point-cloud.ts")).probePointCloud,
  splat: async () => (await import("./splat/probe-splat.ts")).probeSplat,
  panorama: async () => (await import("./panorama/probe-panorama.ts")).probePanorama,
  plan: async () => (await import("./plan-file/probe-plan.ts")).probePlan,
};

/**
 * Identifies a file and checks whether it can be used, by its headers and a few samples: under a second for any size.
 * Runs in the browser and in Node.
 * @throws ScanProblem when the file cannot be used
 */
export async function preflight(source: ByteSource): Promise<PreflightReport> {
  const format = await detectFormat(source);
  const extensions: readonly string[] = scanFormats[format].extensions;
  const extension = fileExtension(source.name);
  const probe = await probes[scanFormats[format].kind]();
  let report: PreflightReport;
  try {
    report = await probe(source, format);
  } catch (error) {
    if (error instanceof ScanProblem) throw error;
    // A probe only fails like this when the file's own structure is wrong.
    throw new ScanProblem("scan-corrupt", error instanceof Error ? error.message : undefined);
  }
  const isMislabelled = extension !== "" && !extensions.includes(extension);
  return isMislabelled ? { ...report, warnings: ["scan-mislabelled", ...report.warnings] } : report;
}
