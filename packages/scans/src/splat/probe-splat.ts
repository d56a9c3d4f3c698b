import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { readSplatFacts } from "./splat-facts.ts";

/**
 * Describes a splat file by its headers and samples; runs in the browser. Bounds exclude the outermost hundredth of the
 * splats on each side.
 * @throws ScanProblem when the file cannot be used
 */
export async function probeSplat(source: ByteSource, format: ScanFormat): Promise<PreflightReport> {
  const { splatCount, bounds, upAxis, unit } = await readSplatFacts(source, format);
  return {
    kind: "splat",
    format,
    sizeBytes: source.sizeBytes,
    counts: { splats: splatCount },
    ...(bounds && { bounds }),
    unit,
    upAxis,
    warnings: unit === "unknown" ? ["scan-units-unknown"] : [],
  };
}
