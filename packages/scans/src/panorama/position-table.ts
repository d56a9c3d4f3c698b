import Papa from "papaparse";
import { ScanProblem } from "../scan-problem.ts";

/** One row of a position table. Missing values are undefined. */
export interface PositionRow {
  /** The picture's name in the table. */
  readonly file: string;
  readonly name: string | undefined;
  /** Eye position: metres, in the axes of the table. */
  readonly position: readonly [number, number, number] | undefined;
  /** Eye position: WGS 84 degrees, metres above sea level. */
  readonly geographic: GeographicPosition | undefined;
  /** Heading of the picture's centre: degrees clockwise from north, seen from above. */
  readonly heading: number | undefined;
}

export interface GeographicPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number | undefined;
}

const spellings = {
  file: ["file", "filename", "image", "picture"],
  name: ["name", "title"],
  x: ["x"],
  y: ["y"],
  z: ["z"],
  heading: ["heading"],
  latitude: ["latitude", "lat"],
  longitude: ["longitude", "lon", "lng"],
  altitude: ["altitude", "alt"],
} as const;
type Column = keyof typeof spellings;
type Cells = Readonly<Partial<Record<Column, string>>>;

/** No location on Earth has larger coordinates in metres. */
const coordinateMax = 1e8;

/**
 * Reads a position table: CSV with a header row, or a JSON array of objects (also under `panoramas`).
 * Null when it names no pictures, so that it is some other file.
 * @throws ScanProblem scan-panorama-position-invalid
 */
export function readPositionTable(text: string, format: "csv" | "json"): PositionRow[] | null {
  const content = text.replace(/^\uFEFF/, "");
  const rows = format === "json" ? readJson(content) : readCsv(content);
  return rows === null || rows.length === 0 ? null : rows.map(toRow);
}

function toRow(cells: Cells): PositionRow {
  const { file = "" } = cells;
  const number = (column: Column, reach: number): number | undefined => {
    const text = cells[column] ?? "";
    if (text === "") return undefined;
    const value = Number(text);
    // Also rejects NaN and infinity.
    if (!(Math.abs(value) <= reach)) {
      throw new ScanProblem("scan-panorama-position-invalid", `${column} ${JSON.stringify(text.slice(0, 40))}`, file);
    }
    return value;
  };
  const all = (...values: readonly (number | undefined)[]) => {
    const given = values.filter((value) => value !== undefined);
    if (given.length > 0 && given.length < values.length) {
      throw new ScanProblem("scan-panorama-position-invalid", "half of a position", file);
    }
    return given.length === values.length ? given : undefined;
  };
  const position = all(number("x", coordinateMax), number("y", coordinateMax), number("z", coordinateMax));
  const geographic = all(number("latitude", 90), number("longitude", 180));
  return {
    file,
    name: cells.name === "" ? undefined : cells.name,
    position: position === undefined ? undefined : [position[0]!, position[1]!, position[2]!],
    geographic:
      geographic === undefined
        ? undefined
        : { latitude: geographic[0]!, longitude: geographic[1]!, altitude: number("altitude", 100_000) },
    heading: number("heading", 100_000),
  };
}

function findColumn(name: string): Column | undefined {
  const wanted = name.trim().toLowerCase();
  return (Object.keys(spellings) as Column[]).find((column) =>
    (spellings[column] as readonly string[]).includes(wanted),
  );
}

function readJson(text: string): Cells[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const list =
    typeof parsed === "object" && parsed !== null && "panoramas" in parsed
      ? (parsed as { panoramas: unknown }).panoramas
      : parsed;
  if (!Array.isArray(list)) return null;
  const rows: Cells[] = [];
  for (const item of list as readonly unknown[]) {
    if (typeof item !== "object" || item === null) return null;
    const cells: Partial<Record<Column, string>> = {};
    for (const [key, value] of Object.entries(item)) {
      const column = findColumn(key);
      if (column === undefined || value === null) continue;
      cells[column] ??= typeof value === "string" ? value.trim() : String(value);
    }
    if (cells.file === undefined || cells.file === "") return null;
    rows.push(cells);
  }
  return rows;
}

function readCsv(text: string): Cells[] | null {
  // Papa Parse expects a quote right after the delimiter; people type blanks between them.
  const table = text.replace(/^\s*[\r\n]/, "").replaceAll(/([,;\t]) +"/g, '$1"');
  const newline = table.includes("\n") ? "\n" : "\r";
  const read = (delimiter: string, preview = 0) =>
    Papa.parse<string[]>(table, { delimiter, newline, preview, skipEmptyLines: "greedy" }).data;
  const delimiter = [",", ";", "\t"].find((candidate) => (read(candidate, 1)[0]?.length ?? 0) > 1);
  if (delimiter === undefined) return null;
  const [head = [], ...records] = read(delimiter);
  const columns = head.map(findColumn);
  if (!columns.includes("file")) return null;
  const rows: Cells[] = [];
  for (const record of records) {
    const cells: Partial<Record<Column, string>> = {};
    for (const [index, cell] of record.entries()) {
      const column = columns[index];
      if (column === undefined) continue;
      const text = cell.trim();
      // Spreadsheets in many locales write a decimal comma, and then use another delimiter.
      const isNumber = column !== "file" && column !== "name";
      cells[column] ??= isNumber && delimiter !== "," ? text.replace(/^([-+]?\d*),(\d+)$/, "$1.$2") : text;
    }
    if (cells.file !== undefined && cells.file !== "") rows.push(cells);
  }
  return rows;
}
