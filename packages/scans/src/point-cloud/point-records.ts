/**
 * Points as plain records: each has three doubles, then a float of intensity and four bytes of red, green, blue and
 * class. The three views share the same bytes.
 */
export interface PointRecords {
  readonly count: number;
  readonly doubles: Float64Array;
  readonly floats: Float32Array;
  readonly bytes: Uint8Array;
}

/** No coordinate on this planet is larger, in any unit; such values are as broken as NaN. */
export const coordinateMax = 1e11;
export const recordBytes = 32;
/** Colour of points of a colourless scan in a file that has some colours. */
export const neutralGrey = 160;

export function createRecords(count: number): PointRecords {
  const buffer = new ArrayBuffer(count * recordBytes);
  return {
    count,
    doubles: new Float64Array(buffer),
    floats: new Float32Array(buffer),
    bytes: new Uint8Array(buffer),
  };
}
