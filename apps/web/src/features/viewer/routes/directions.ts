/**
 * Edge of a cell. Doors decide: a line of cells is at most half an edge off the middle of one, which leaves a walker
 * room on both sides of a door of 0.8 m. Metres.
 */
export const cellM = 0.25;

/** A step to a neighbour on the lattice. */
export interface Direction {
  readonly stepX: number;
  readonly stepZ: number;
  readonly lengthM: number;
  /** Unit vector in the x-z plane. */
  readonly unit: readonly [x: number, z: number];
}

const steps = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/**
 * The eight directions, each to the right of the one before it: two further is a right angle, four further the opposite
 * direction. Odd ones are diagonal.
 */
export const directions: readonly Direction[] = steps.map(([stepX, stepZ]) => {
  const cells = Math.hypot(stepX, stepZ);
  return { stepX, stepZ, lengthM: cells * cellM, unit: [stepX / cells, stepZ / cells] };
});
