import { type Equirectangular, samplePanorama, toRow } from "./equirectangular.ts";

/**
 * The six faces of the cube around the eye, y up, right-handed: `px` is the face towards +x, `nz` the one straight
 * ahead. Each is stored as seen by the eye: left to right, top to bottom. The lower edge of `py` and the upper edge of
 * `ny` meet `nz`.
 */
export const cubeFaces = ["px", "nx", "py", "ny", "pz", "nz"] as const;
export type CubeFace = (typeof cubeFaces)[number];

/** Direction through a point of a face; `right` and `down` range from −1 to 1. */
export const faceDirections: Record<CubeFace, (right: number, down: number) => [number, number, number]> = {
  px: (right, down) => [1, -down, right],
  nx: (right, down) => [-1, -down, -right],
  py: (right, down) => [right, 1, -down],
  ny: (right, down) => [right, -1, down],
  pz: (right, down) => [-right, -down, 1],
  nz: (right, down) => [right, -down, -1],
};

/** A square part of a face, in pixels of the whole face. */
export interface FacePart {
  readonly face: CubeFace;
  readonly facePx: number;
  readonly left: number;
  readonly top: number;
  readonly sidePx: number;
}

/** The first and last picture row that a part of a face shows. */
export function findRows({ heightPx }: Equirectangular, { face, facePx, left, top, sidePx }: FacePart) {
  const toShare = (pixel: number) => (pixel / facePx) * 2 - 1;
  // Latitude is extreme at corners, or where the part crosses a centre line of the face.
  const candidates = (start: number) => {
    const [low, high] = [toShare(start), toShare(start + sidePx)];
    return [low, high, Math.min(high, Math.max(low, 0))];
  };
  let first = heightPx - 1;
  let last = 0;
  for (const right of candidates(left)) {
    for (const down of candidates(top)) {
      const [x, y, z] = faceDirections[face](right, down);
      const row = toRow(heightPx, y, Math.hypot(x, z));
      first = Math.min(first, Math.floor(row));
      last = Math.max(last, Math.ceil(row) + 1);
    }
  }
  return { first: Math.max(0, first), last: Math.min(heightPx - 1, last) };
}

/** Renders a part of a face, three bytes per pixel. The picture rows given by `findRows` must be loaded. */
export function projectPart(panorama: Equirectangular, { face, facePx, left, top, sidePx }: FacePart): Uint8Array {
  const pixels = new Uint8Array(sidePx * sidePx * 3);
  const toDirection = faceDirections[face];
  for (let row = 0; row < sidePx; row++) {
    const down = ((top + row + 0.5) / facePx) * 2 - 1;
    for (let column = 0; column < sidePx; column++) {
      const [x, y, z] = toDirection(((left + column + 0.5) / facePx) * 2 - 1, down);
      samplePanorama(panorama, x, y, z, pixels, (row * sidePx + column) * 3);
    }
  }
  return pixels;
}
