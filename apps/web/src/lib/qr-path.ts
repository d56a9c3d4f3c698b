import { encode } from "uqr";

/**
 * A QR code as one path, with the quiet zone of four modules that the standard requires.
 * @returns `size`: modules per side, the path's unit
 */
export function toQrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const parts: string[] = [];
  for (const [y, row] of data.entries()) {
    // Adjacent modules merge into one bar: printers leave hairline gaps between squares.
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue;
      let length = 1;
      while (row[x + length] === true) length += 1;
      parts.push(`M${x} ${y}h${length}v1h-${length}z`);
      x += length;
    }
  }
  return { path: parts.join(""), size };
}
