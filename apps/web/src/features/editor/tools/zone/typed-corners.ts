import type { Point2 } from "@blueprint/scene/scene-field";

/** Typed corners, or the first invalid line. */
export type TypedCorners =
  | { readonly corners: readonly Point2[]; readonly problem: null }
  | { readonly corners: null; readonly problem: string };

const number = "[-+]?(?:\\d+(?:[.,]\\d+)?|[.,]\\d+)";
// A comma may separate the two numbers or be a decimal comma; a space or semicolon after it decides.
const corner = new RegExp(`^\\(?\\s*(${number})(?:\\s*[;\\t]\\s*|\\s+|\\s*,\\s+)(${number})\\s*\\)?[;,]?$`);
const corner2 = /^\(?\s*([-+]?\d*\.?\d+)\s*,\s*([-+]?\d*\.?\d+)\s*\)?[;,]?$/;

/** Parses one corner per line: x and z in metres, separated by a space, semicolon or comma. Skips empty lines. */
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

/** Formats corners as editable text. */
export function formatCorners(corners: readonly Point2[]): string {
  return corners.map((point) => point.map((metres) => String(Math.round(metres * 1_000) / 1_000)).join(" ")).join("\n");
}

function toMetres(text: string): number {
  return Number.parseFloat(text.replace(",", "."));
}
