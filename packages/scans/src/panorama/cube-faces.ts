import { type Equirectangular, samplePanorama } from "./equirectangular.ts";

/**
 * The six faces of the cube around the eye, y up, right-handed: `px` is the face towards +x, `nz` the one straight
 * ahead. Each is stored as the eye sees it: left to right, top to bottom. Of `py` the lower edge, of `ny` the upper
 * edge is the one that meets `nz`.
 */
export const cubeFaces = ["px", "nx", "py", "ny", "pz", "nz"] as const;
export type CubeFace = (typeof cubeFaces)[number];

/** Direction through a point of a face; `right` and `down` run from −1 to 1. */
export const faceDirections: Record<CubeFace, (right: number, down: number) => [number, number, number]> = {
  px: (right, down) => [1, -down, right],
  nx: (right, down) => [-1, -down, -right],
  py: (right, down) => [right, 1, -down],
  ny: (right, down) => [right, -1, down],
  pz: (right, down) => [-right, -down, 1],
  nz: (right, down) => [right, -down, -1],
};

/** Draws one face, `facePx` pixels square, three bytes a pixel. */
export function projectFace(panorama: Equirectangular, face: CubeFace, facePx: number): Uint8Array {
  const pixels = new Uint8Array(facePx * facePx * 3);
  const toDirection = faceDirections[face];
  for (let row = 0; row < facePx; row++) {
    const down = ((row + 0.5) / facePx) * 2 - 1;
    for (let column = 0; column < facePx; column++) {
      const [x, y, z] = toDirection(((column + 0.5) / facePx) * 2 - 1, down);
      samplePanorama(panorama, x, y, z, pixels, (row * facePx + column) * 3);
    }
  }
  return pixels;
}
