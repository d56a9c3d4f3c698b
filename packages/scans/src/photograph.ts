import type { ScanFormat } from "@blueprint/contract/scan-formats";

const planName = /(^|[^a-z])(floor ?-?_?plans?|plans?|grundriss|storey|level ?\d)([^a-z]|$)/i;

/** Whether a picture's file name calls it a floor plan. */
export function hasPlanName(fileName: string): boolean {
  return planName.test(fileName.replace(/\.[^.]*$/, ""));
}

/**
 * Whether only the user can tell what a picture is. Cameras write JPEG and WebP, so one that isn't a panorama and isn't
 * named a plan may well be a photograph; drawings come as PNG, TIFF or vectors.
 */
export function isOpenPicture(format: ScanFormat, fileName: string): boolean {
  return (format === "jpeg-plan" || format === "webp-plan") && !hasPlanName(fileName);
}
