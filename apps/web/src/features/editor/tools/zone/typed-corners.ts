import type { Point2 } from "@blueprint/scene/scene-field";

/** Corners as somebody typed them, or the line that is no corner. */
export type TypedCorners =
  | { readonly corners: readonly Point2[]; readonly problem: null }
  | { readonly corners: null; readonly problem: string };

const number = "[-+]?(?:\\d+(?:[.,]\\d+)?|[.,]\\d+)";
// A comma may part the two figures or be a decimal comma; a space or a semicolon after it decides.
const corner = new RegExp(`^\\(?\\s*(${number})(?:\\s*[;\\t]\\s*|\\s+|\\s*,\\s+)(${number})\\s*\\)?[;,]?$`);
const corner2 = /^\(?\s*([-+]?\d*\.?\d+)\s*,\s*([-+]?\d*\.?\d+)\s*\)?[;,]?$/;

/** Reads one corner a line: x and z in metres, parted by a space, a semicolon or a comma. Empty lines are skipped. */
export function parseCorners(text: string): TypedCorners {
  const corners: Point2[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const trimmed = line.trim();
    if (trimmed === "") continue;
    const match = corner2.exec(trimmed) ?? corner.exec(trimmed);
    if (match === null) {
      return { corners: null, problem: `Line ${index + 1} isn't a corner. Enter x and z in metres, such as 2.5 4.` };
    }
    corners.push([toMetres(match[1]!), toMetres(match[2]!)]);
  }
  return { corners, problem: null };
}

/** The same corners to be typed over. */
export function formatCorners(corners: readonly Point2[]): string {
  return corners.map((point) => point.map((metres) => String(Math.round(metres * 1_000) / 1_000)).join(" ")).join("\n");
}

function toMetres(text: string): number {
  return Number.parseFloat(text.replace(",", "."));
}
