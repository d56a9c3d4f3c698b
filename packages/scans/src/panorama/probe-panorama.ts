import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { readPictureHeader } from "./picture-header.ts";

/** Largest panorama converted. A progressive JPEG of this size takes its decoder 3 GB; others take little. */
export const panoramaWidthPxMax = 32_768;
export const panoramaHeightPxMax = 16_384;
/** Stitching programs round a pixel or two away. */
const aspectTolerance = 0.01;

/**
 * Says from a picture's header whether it is a panorama that can be shown; runs in the browser.
 * @throws ScanProblem scan-not-equirectangular, scan-too-large, or when the file is damaged
 */
export async function probePanorama(source: ByteSource, format: ScanFormat): Promise<PreflightReport> {
  if (source.sizeBytes === 0) throw new ScanProblem("scan-empty-file");
  if (format !== "jpeg" && format !== "png" && format !== "webp") {
    throw new ScanProblem("scan-unknown-format", `${format} is no panorama format`);
  }
  const { widthPx, heightPx, hasLocation } = await readPictureHeader(source, format);
  if (Math.abs(widthPx / heightPx / 2 - 1) > aspectTolerance) {
    throw new ScanProblem("scan-not-equirectangular", `${widthPx} × ${heightPx} pixels`);
  }
  if (widthPx > panoramaWidthPxMax || heightPx > panoramaHeightPxMax) {
    throw new ScanProblem("scan-too-large", `${widthPx} × ${heightPx} pixels`);
  }
  return {
    kind: "panorama",
    format,
    sizeBytes: source.sizeBytes,
    counts: { widthPx, heightPx },
    unit: "metre",
    upAxis: "y",
    warnings: hasLocation ? ["scan-has-location"] : [],
  };
}
