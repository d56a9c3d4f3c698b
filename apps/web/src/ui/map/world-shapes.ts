/** Land and borders of the world as the built-in map draws them. */
export interface WorldShapes {
  /** Polygons: each an outline with its holes. */
  readonly land: readonly (readonly PackedLine[])[];
  readonly borders: readonly PackedLine[];
  readonly countries: readonly CountryLabel[];
}

export interface CountryLabel {
  readonly name: string;
  /** Degrees. */
  readonly at: readonly [longitude: number, latitude: number];
  /** Square degrees; decides which name gives way when space is short. */
  readonly size: number;
}

/**
 * Alternating longitudes and latitudes in steps of 1/100 degree (1/300 in the near shapes), each as the difference from
 * the previous one.
 */
export type PackedLine = readonly number[];

/** Land and borders for zooms at which cities are distinguishable: three times as fine. */
export type NearShapes = Pick<WorldShapes, "land" | "borders">;

export type Position = [longitude: number, latitude: number];

const stepsPerDegree = 100;
/** About 370 m: the finest atlas's resolution. */
export const nearStepsPerDegree = 300;

export function packLine(line: readonly (readonly [number, number])[], steps = stepsPerDegree): number[] {
  const packed: number[] = [];
  let [x, y] = [0, 0];
  for (const [longitude, latitude] of line) {
    const [nextX, nextY] = [Math.round(longitude * steps), Math.round(latitude * steps)];
    if (packed.length > 0 && nextX === x && nextY === y) continue;
    packed.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return packed;
}

export function unpackLine(packed: PackedLine, steps = stepsPerDegree): Position[] {
  const line: Position[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index + 1 < packed.length; index += 2) {
    x += packed[index] ?? 0;
    y += packed[index + 1] ?? 0;
    line.push([x / steps, y / steps]);
  }
  return line;
}
