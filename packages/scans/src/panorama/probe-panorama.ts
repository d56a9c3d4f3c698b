import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { type HdrFormat, isHdrFormat, readHdrHeader } from "./hdr/hdr-header.ts";
import { requireWholeExr } from "./hdr/require-whole-exr.ts";
import { readPictureHeader } from "./picture-header.ts";
import { readPanoramaSet } from "./read-panorama-set.ts";
import { requireEquirectangular } from "./require-equirectangular.ts";

const headBytesMax = 1 << 20;

/**
 * Checks by a picture's header, or those in an archive, whether it is a valid panorama; runs in the browser.
 * @throws ScanProblem scan-not-equirectangular, scan-too-large, or when the file is damaged
 */
export async function probePanorama(source: ByteSource, format: ScanFormat): Promise<PreflightReport> {
  if (source.sizeBytes === 0) throw new ScanProblem("scan-empty-file");
  if (format === "panorama-zip") return await probeSet(source);
  if (isHdrFormat(format)) return await probeHdr(source, format);
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

async function probeHdr(source: ByteSource, format: HdrFormat): Promise<PreflightReport> {
  const header = readHdrHeader(await source.read(0, headBytesMax), format);
  if (header === undefined) throw new ScanProblem("scan-truncated", `${format} header`);
  requireEquirectangular(header);
  if (format === "exr") await requireWholeExr(source, header);
  const { widthPx, heightPx } = header;
  return {
    kind: "panorama",
    format,
    sizeBytes: source.sizeBytes,
    counts: { widthPx, heightPx },
    unit: "metre",
    upAxis: "y",
    warnings: ["scan-hdr-tone-mapped"],
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

/** The number of pictures, and the size of the largest. */
export function countPictures(pictures: readonly { readonly widthPx: number; readonly heightPx: number }[]) {
  const { widthPx, heightPx } = pictures.reduce((a, b) => (b.widthPx > a.widthPx ? b : a));
  return { panoramas: pictures.length, widthPx, heightPx };
}
