import { z } from "zod";

/** Faces of the cube around the eye, named by the axis they face; `nz` is straight ahead. */
export const cubeFaces = ["px", "nx", "py", "ny", "pz", "nz"] as const;
export type CubeFace = (typeof cubeFaces)[number];

/**
 * The part of `panorama.json` that the viewer needs. Levels run from coarse to fine; the first has one tile per face.
 */
export const pyramidSchema = z.object({
  version: z.literal(1),
  levels: z.array(z.object({ facePx: z.number().positive(), tilesPerSide: z.int().positive().max(64) })).min(1),
});
export type Pyramid = z.infer<typeof pyramidSchema>;

/** Direction through a point of a face, y up; `right` and `down` run from −1 to 1 as seen from the eye. */
export const faceDirections: Record<CubeFace, (right: number, down: number) => [number, number, number]> = {
  px: (right, down) => [1, -down, right],
  nx: (right, down) => [-1, -down, -right],
  py: (right, down) => [right, 1, -down],
  ny: (right, down) => [right, -1, down],
  pz: (right, down) => [-right, -down, 1],
  nz: (right, down) => [right, -down, -1],
};

export interface PyramidTile {
  readonly level: number;
  readonly face: CubeFace;
  readonly x: number;
  readonly y: number;
  /** Relative to the delivery's entry file. */
  readonly path: string;
  /** Top left, top right, bottom left, bottom right, on the cube from −1 to 1. */
  readonly corners: readonly [number, number, number][];
}

export function listTiles({ levels }: Pyramid, level: number): PyramidTile[] {
  const side = levels[level]?.tilesPerSide ?? 0;
  const tiles: PyramidTile[] = [];
  for (const face of cubeFaces) {
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const at = (column: number, row: number) => faceDirections[face]((column / side) * 2 - 1, (row / side) * 2 - 1);
        tiles.push({
          level,
          face,
          x,
          y,
          path: `tiles/${level}/${face}/${x}-${y}.webp`,
          corners: [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)],
        });
      }
    }
  }
  return tiles;
}

/**
 * The coarsest level at least as sharp as the screen. A face spans 90°, so one radian at its centre is half its pixels.
 * @param fov vertical field of view, radians
 */
export function chooseLevel({ levels }: Pyramid, viewHeightPx: number, fov: number): number {
  const screenPxPerRadian = viewHeightPx / (2 * Math.tan(fov / 2));
  const sharp = levels.findIndex(({ facePx }) => facePx / 2 >= screenPxPerRadian * 0.9);
  return sharp < 0 ? levels.length - 1 : sharp;
}

/**
 * Levels shown on the way to one, without the coarsest, which is already there. Every second level has a sixteenth of
 * the next one's tiles: it is cheap and arrives quickly.
 */
export function listStages(level: number): number[] {
  const stages: number[] = [];
  for (let stage = level; stage > 0; stage -= 2) stages.unshift(stage);
  return stages;
}
