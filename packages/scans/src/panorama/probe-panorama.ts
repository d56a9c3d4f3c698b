import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { readPictureHeader } from "./picture-header.ts";
import { readPanoramaSet } from "./read-panorama-set.ts";
import { requireEquirectangular } from "./require-equirectangular.ts";

/**
 * Says from a picture's header, or those of an archive, whether it is a panorama that can be shown; runs in the browser.
 * @throws ScanProblem scan-not-equirectangular, scan-too-large, or when the file is damaged
 */
export async function probePanorama(source: ByteSource, format: ScanFormat): Promise<PreflightReport> {
  if (source.sizeBytes === 0) throw new ScanProblem("scan-empty-file");
  if (format === "panorama-zip") return await probeSet(source);
  if (format !== "jpeg" && format !== "png" && format !== "webp") {
    throw new ScanProblem("scan-unknown-format", `${format} is no panorama format`);
  }
  const header = await readPictureHeader(source, format);
  requireEquirectangular(header);
  const { widthPx, heightPx, hasLocation } = header;
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

async function probeSet(source: ByteSource): Promise<PreflightReport> {
  const { pictures, positions, upAxis, warnings } = await readPanoramaSet(source);
  return {
    kind: "panorama",
    format: "panorama-zip",
    sizeBytes: source.sizeBytes,
    counts: countPictures(pictures),
    unit: "metre",
    upAxis,
    positions,
    warnings,
  };
}

/** How many there are, and the size of the largest. */
export function countPictures(pictures: readonly { readonly widthPx: number; readonly heightPx: number }[]) {
  const { widthPx, heightPx } = pictures.reduce((a, b) => (b.widthPx > a.widthPx ? b : a));
  return { panoramas: pictures.length, widthPx, heightPx };
}
