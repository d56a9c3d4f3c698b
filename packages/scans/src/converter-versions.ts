import type { ScanKind } from "@blueprint/contract/scan-formats";

/**
 * Increase a kind's number when its converter makes a better delivery of the same original: deliveries of earlier
 * versions are then renewed in the background.
 */
export const converterVersions: Readonly<Record<ScanKind, number>> = {
  // 2: measured errors and materials (decisions 079, 081). 3: the finest pictures as in the file and measured spacing
  // (089), pictures of more formats (097), previews without a background. Mesh 4: surfaces without pictures are shaded (101).
  mesh: 4,
  "point-cloud": 3,
  // 2: previews without a background. 3: the coarse version has harmonics.
  splat: 3,
  panorama: 1,
  plan: 1,
};
