import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { type PointBatch, type PointStream, pointsPerBatch } from "./point-stream.ts";
import { readTextLines, toNumbers } from "./text-lines.ts";

/** The column layout of a text cloud. */
export interface XyzLayout {
  readonly position: readonly [number, number, number];
  readonly colour: readonly [number, number, number] | undefined;
  /** Colours range from 0 to 1 instead of 0 to 255. */
  readonly isColourFraction: boolean;
  readonly intensity: number | undefined;
  /** PTS starts with a line that holds the number of points. */
  readonly declaredCount: number | undefined;
}

const columnsMax = 32;
const sampleLines = 500;
/** "1 2 3" and a line break. */
const lineBytesMin = 6;

/**
 * Detects the columns by a header line if there is one, else by their number and ranges: 4 is x y z intensity, 6 is x y
 * z and a colour (or a normal), 7 is PTS with intensity before the colour.
 * @throws ScanProblem when no line holds three numbers, or a PTS count cannot be true
 */
export async function readXyzLayout(source: ByteSource): Promise<XyzLayout> {
  const first = await readTextLines(source, 0, sampleLines).next();
  if (first.done) throw new ScanProblem("scan-empty-file");
  const { bytes, lineEnds } = first.value;
  const rows: Float64Array[] = [];
  let header: string[] | undefined;
  let declaredCount: number | undefined;
  const numbers = new Float64Array(columnsMax);
  for (let line = 0, start = 0; line < lineEnds.length; start = lineEnds[line]!, line++) {
    const found = toNumbers(bytes, start, lineEnds[line]!, numbers);
    if (found >= 3) {
      rows.push(numbers.slice(0, found));
    } else if (rows.length === 0) {
      const text = new TextDecoder().decode(bytes.subarray(start, lineEnds[line]!)).trim();
      if (/^\d{1,15}$/.test(text)) declaredCount = Number(text);
      else header = findHeaderNames(text) ?? header;
    }
  }
  if (rows.length === 0) throw new ScanProblem("scan-empty-geometry", "no line holds three numbers");
  if (declaredCount !== undefined && declaredCount * lineBytesMin > source.sizeBytes * 2) {
    throw new ScanProblem("scan-lying-count", `${declaredCount} points in ${source.sizeBytes} bytes`);
  }
  return { ...(header ? layoutByNames(header, rows) : layoutByValues(rows)), declaredCount };
}

/** Opens XYZ, PTS, CSV and similar formats. */
export async function openXyz(source: ByteSource): Promise<PointStream> {
  const layout = await readXyzLayout(source);
  return {
    declaredCount: layout.declaredCount,
    unit: "unknown",
    metresPerUnit: { horizontal: 1, vertical: 1 },
    isGeoreferenced: false,
    batches: () => readLines(source, layout),
  };
}

async function* readLines(source: ByteSource, layout: XyzLayout) {
  let total = 0;
  for await (const { bytes, lineEnds } of readTextLines(source, 0, pointsPerBatch)) {
    const batch = unpackXyzLines(layout, bytes, lineEnds);
    total += batch.count;
    if (batch.count > 0) yield batch;
  }
  if (layout.declaredCount !== undefined && total < layout.declaredCount) {
    throw new ScanProblem("scan-truncated", `${total} of ${layout.declaredCount} points are there`);
  }
}

/** Unpacks whole lines; skips those without three numbers (headers, comments, counts between scans). */
export function unpackXyzLines(layout: XyzLayout, bytes: Uint8Array, lineEnds: readonly number[]): PointBatch {
  const positions = new Float64Array(lineEnds.length * 3);
  const rgb = layout.colour ? new Uint8Array(lineEnds.length * 3) : undefined;
  const intensity = layout.intensity !== undefined ? new Float32Array(lineEnds.length) : undefined;
  const numbers = new Float64Array(columnsMax);
  const colourScale = layout.isColourFraction ? 255 : 1;
  let count = 0;
  for (let line = 0, start = 0; line < lineEnds.length; start = lineEnds[line]!, line++) {
    const found = toNumbers(bytes, start, lineEnds[line]!, numbers);
    if (found < 3) continue;
    for (let axis = 0; axis < 3; axis++) {
      const column = layout.position[axis]!;
      positions[count * 3 + axis] = column < found ? numbers[column]! : Number.NaN;
      if (rgb && layout.colour![axis]! < found) {
        const value = numbers[layout.colour![axis]!]! * colourScale;
        rgb[count * 3 + axis] = value >= 255 ? 255 : value > 0 ? Math.round(value) : 0;
      }
    }
    if (intensity && layout.intensity! < found) intensity[count] = numbers[layout.intensity!]!;
    count++;
  }
  return { count, positions, ...(rgb && { rgb }), ...(intensity && { intensity }) };
}

/** Column names, if the line has one for each of x, y and z. */
function findHeaderNames(line: string): string[] | undefined {
  const names = line
    .replace(/^(\/\/|#)\s*/, "")
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((name) => name.replace(/^"|"$/g, ""));
  return ["x", "y", "z"].every((axis) => names.includes(axis)) ? names : undefined;
}

type Columns = Omit<XyzLayout, "declaredCount">;

function layoutByNames(names: string[], rows: Float64Array[]): Columns {
  const find = (...choices: string[]) => {
    const found = choices.map((choice) => names.indexOf(choice)).find((index) => index >= 0);
    return found ?? -1;
  };
  const colour = [find("r", "red"), find("g", "green"), find("b", "blue")] as [number, number, number];
  const hasColour = colour.every((column) => column >= 0);
  const intensity = find("intensity", "i", "reflectance", "scalar_intensity");
  return {
    position: [names.indexOf("x"), names.indexOf("y"), names.indexOf("z")],
    colour: hasColour ? colour : undefined,
    isColourFraction: hasColour && isFraction(rows, colour),
    intensity: intensity >= 0 ? intensity : undefined,
  };
}

function layoutByValues(rows: Float64Array[]): Columns {
  const columnCount = Math.min(...rows.map((row) => row.length));
  const columns: Columns = { position: [0, 1, 2], colour: undefined, isColourFraction: false, intensity: undefined };
  const colourAt = (start: number): [number, number, number] => [start, start + 1, start + 2];
  if (columnCount >= 7 && isColour(rows, 4)) return { ...columns, colour: colourAt(4), intensity: 3 };
  if (columnCount >= 6 && isColour(rows, 3)) {
    return { ...columns, colour: colourAt(3), ...(columnCount >= 7 && { intensity: 6 }) };
  }
  if (columnCount === 4) return { ...columns, intensity: 3 };
  return columns;
}

/** Normals have fractions and signs, colours are integers from 0 to 255. */
function isColour(rows: Float64Array[], start: number): boolean {
  return rows.every((row) =>
    row.subarray(start, start + 3).every((value) => Number.isInteger(value) && value >= 0 && value <= 255),
  );
}

function isFraction(rows: Float64Array[], colour: readonly number[]): boolean {
  const values = rows.flatMap((row) => colour.map((column) => row[column] ?? 0));
  return values.every((value) => value >= 0 && value <= 1) && values.some((value) => !Number.isInteger(value));
}
