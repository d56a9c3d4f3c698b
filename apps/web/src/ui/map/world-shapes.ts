/** Land and borders of the world as the built-in map draws them. */
export interface WorldShapes {
  /** Polygons: each its outline and its holes. */
  readonly land: readonly (readonly PackedLine[])[];
  readonly borders: readonly PackedLine[];
  readonly countries: readonly CountryLabel[];
}

export interface CountryLabel {
  readonly name: string;
  /** Degrees. */
  readonly at: readonly [longitude: number, latitude: number];
  /** Square degrees; decides which name gives way where there is no room. */
  readonly size: number;
}

/** Longitudes and latitudes in turn, in steps of 1/100 degree (1/300 in the near shapes), each the difference to the one before. */
export type PackedLine = readonly number[];

/** Land and borders as they are drawn where cities can be told apart: three times as fine. */
export type NearShapes = Pick<WorldShapes, "land" | "borders">;

export type Position = [longitude: number, latitude: number];

const stepsPerDegree = 100;
/** Some 370 m: what the finest atlas tells apart. */
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
