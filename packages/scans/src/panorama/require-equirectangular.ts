import { ScanProblem } from "../scan-problem.ts";

/** Largest panorama converted. Decoding a progressive JPEG of this size takes 3 GB; other formats take little. */
export const panoramaWidthPxMax = 32_768;
export const panoramaHeightPxMax = 16_384;
/** Stitching programs are off by a pixel or two. */
const aspectTolerance = 0.01;

/** @throws ScanProblem scan-not-equirectangular, scan-too-large; both name the affected file in the archive */
export function requireEquirectangular(
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  part?: string,
): void {
  const size = `${widthPx} × ${heightPx} pixels`;
  if (Math.abs(widthPx / heightPx / 2 - 1) > aspectTolerance) {
    throw new ScanProblem("scan-not-equirectangular", size, part);
  }
  if (widthPx > panoramaWidthPxMax || heightPx > panoramaHeightPxMax) {
    throw new ScanProblem("scan-too-large", size, part);
  }
}
