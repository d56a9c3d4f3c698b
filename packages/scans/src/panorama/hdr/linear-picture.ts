/** A picture of linear light with the primaries of sRGB; 1 is no particular brightness. */
export interface LinearPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Calls back for the rows from the top; red, green and blue of each pixel are valid until the next call. */
  readonly eachRow: (onRow: (colours: Float32Array, row: number) => void) => void;
}
