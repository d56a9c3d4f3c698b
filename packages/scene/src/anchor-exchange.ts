import * as Y from "yjs";
import { anchorKind } from "./anchor.ts";
import { type CsvCell, fromSheetText, readCsv, writeCsv } from "./csv-text.ts";
import { ordersAtEnd } from "./list-order.ts";
import { findKeyRule, type KeyRule } from "./object-kind.ts";
import { findRecord, listOrders, requireRoom } from "./object-operations.ts";
import { createObject, isTextRecord, type ObjectRecord, requireValue, writeValue } from "./object-record.ts";
import { toPlainText } from "./rich-text.ts";
import { getAnchors, localEdit } from "./scene-document.ts";
import { isSceneId } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";

export const anchorsFileFormat = "blueprint-anchors";
const fileCharactersMax = 20_000_000;

/** Each coordinate has its own column, in the form people measure and type it. */
const vectorColumns: Readonly<Record<string, readonly [string, string, string]>> = {
  position: ["x", "y", "z"],
  normal: ["normal_x", "normal_y", "normal_z"],
};
const columnVectors = new Map(
  Object.entries(vectorColumns).flatMap(([key, columns]) =>
    columns.map((column, axis) => [column, { key, axis }] as const),
  ),
);
/** Text columns are plain; their styles, if any, are in a column with this suffix. */
const stylesSuffix = " (styled)";

/** One anchor from a file: its values, and its line or list position. */
export interface AnchorRow {
  /** Null if it gets a new id. */
  readonly id: string | null;
  readonly values: ObjectRecord;
  /** From 1; in a CSV, the header is line 1. */
  readonly line: number;
}

export interface ImportProblem {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

export interface AnchorFile {
  readonly rows: readonly AnchorRow[];
  /** Rows with a problem are not in `rows`. */
  readonly problems: readonly ImportProblem[];
}

/** All anchors with all their data, as a table. Reading it back changes nothing. */
export function writeAnchorsCsv(doc: Y.Doc): string {
  const anchors = listRecords(doc);
  const keys = new Set(["type", "title", "text", "floor", ...anchors.flatMap(({ record }) => Object.keys(record))]);
  const columns = ["id", ...columnVectors.keys(), ...[...keys].filter((key) => !Object.hasOwn(vectorColumns, key))];
  const styled = columns.filter((column) => anchors.some(({ record }) => isStyled(record[column])));
  const heading = [...columns, ...styled.map((column) => `${column}${stylesSuffix}`)];
  return writeCsv([
    heading,
    ...anchors.map(({ id, record }) => [
      id,
      ...columns.slice(1).map((column) => toCell(column, record)),
      ...styled.map((column) => (isStyled(record[column]) ? JSON.stringify(record[column]) : "")),
    ]),
  ]);
}

/** The same as JSON. */
export function writeAnchorsJson(doc: Y.Doc): string {
  const anchors = listRecords(doc).map(({ id, record }) => ({ id, ...record }));
  return `${JSON.stringify({ format: anchorsFileFormat, version: 2, anchors }, null, 2)}\n`;
}

/** Reads a table with a header; unknown columns are problems of line 1. @throws SceneInputError */
export function readAnchorsCsv(text: string): AnchorFile {
  requireFileSize(text);
  const [heading, ...lines] = readCsv(text) ?? [];
  if (heading === undefined) throw new SceneInputError("file", "This isn't a table of anchors.");
  const columns = heading.map((column) => column.trim());
  const problems = columns
    .filter((column) => !isColumn(column))
    .map((column) => ({ line: 1, field: column, message: "Unknown column." }));
  return collectRows(
    lines.map((cells, index) => ({ cells, line: index + 2 })).filter(({ cells }) => cells.some((cell) => cell !== "")),
    problems,
    ({ cells }) => toValues(columns, cells),
  );
}

/** Reads the output of `writeAnchorsJson`. @throws SceneInputError */
export function readAnchorsJson(text: string): AnchorFile {
  requireFileSize(text);
  const file = parseJson(text) as { format?: unknown; version?: unknown; anchors?: unknown } | null;
  if (typeof file !== "object" || file?.format !== anchorsFileFormat || !Array.isArray(file.anchors)) {
    throw new SceneInputError("file", "This isn't a file of anchors.");
  }
  if (file.version !== 2) throw new SceneInputError("file", "This file is from a different version of Blueprint.");
  const entries = (file.anchors as unknown[]).map((entry, index) => ({ entry, line: index + 1 }));
  return collectRows(entries, [], ({ entry }) => {
    if (typeof entry !== "object" || entry === null) throw new SceneInputError("anchor", "This isn't an anchor.");
    return entry as Record<string, unknown>;
  });
}

/**
 * Adds new anchors and updates those whose id exists, changing only the fields a row sets. Everything happens in one
 * step. @throws SceneInputError when there is no room for them
 */
export function importAnchors(
  doc: Y.Doc,
  rows: readonly AnchorRow[],
  options: {
    readonly createId: () => string;
    readonly author: { readonly userId: string; readonly at: string };
    readonly origin?: unknown;
  },
): { readonly added: readonly string[]; readonly changed: readonly string[] } {
  const anchors = getAnchors(doc);
  const present = rows.filter((row) => row.id !== null && anchors.get(row.id) instanceof Y.Map);
  const fresh = rows.filter((row) => !present.includes(row));
  requireRoom(anchors, "anchors", fresh.length);
  for (const { values, line } of fresh) {
    if (values.position === undefined) {
      throw new SceneInputError("position", `Line ${line}: a new anchor needs a position.`);
    }
  }
  const { userId, at } = options.author;
  const added: string[] = [];
  const changed = new Set<string>();
  doc.transact(() => {
    const orders = ordersAtEnd(listOrders(anchors), fresh.length);
    fresh.forEach(({ id: given, values }, index) => {
      const id = given ?? options.createId();
      const base = { type: "info", createdBy: userId, createdAt: at, order: orders[index] };
      anchors.set(id, createObject({ ...base, ...values }));
      added.push(id);
    });
    for (const { id, values } of present) {
      const before = findRecord(doc, { kind: "anchors", id: id! });
      for (const [key, value] of Object.entries(values)) writeValue(anchors.get(id!) as Y.Map<unknown>, key, value);
      if (JSON.stringify(before) !== JSON.stringify(findRecord(doc, { kind: "anchors", id: id! }))) changed.add(id!);
    }
  }, options.origin ?? localEdit);
  return { added, changed: [...changed] };
}

function collectRows<T extends { readonly line: number }>(
  entries: readonly T[],
  problems: readonly ImportProblem[],
  toRecord: (entry: T) => Record<string, unknown>,
): AnchorFile {
  const rows: AnchorRow[] = [];
  const found = [...problems];
  const seen = new Set<string>();
  for (const entry of entries) {
    try {
      const { id = null, ...given } = toRecord(entry);
      if (id !== null && (!isSceneId(id) || seen.has(id))) throw new SceneInputError("id", "This ID isn't valid.");
      const values = Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key, requireValue(anchorKind, key, value)]),
      );
      if (id !== null) seen.add(id);
      rows.push({ id, values, line: entry.line });
    } catch (error) {
      if (!(error instanceof SceneInputError)) throw error;
      found.push({ line: entry.line, field: error.field, message: error.message });
    }
  }
  return { rows, problems: found };
}

function listRecords(doc: Y.Doc): { readonly id: string; readonly record: ObjectRecord }[] {
  return listOrders(getAnchors(doc)).map(({ id }) => ({ id, record: findRecord(doc, { kind: "anchors", id }) ?? {} }));
}

function isStyled(value: unknown): boolean {
  return isTextRecord(value) && value.runs.some((run) => Object.keys(run).length > 1);
}

function isColumn(column: string): boolean {
  const key = column.endsWith(stylesSuffix) ? column.slice(0, -stylesSuffix.length) : column;
  return key === "id" || columnVectors.has(key) || findKeyRule(anchorKind, key) !== null;
}

function toCell(column: string, record: ObjectRecord): CsvCell {
  const vector = columnVectors.get(column);
  if (vector !== undefined) {
    const value = record[vector.key] as readonly number[] | undefined;
    return value?.[vector.axis] ?? "";
  }
  const value = record[column];
  if (value === undefined) return "";
  if (isTextRecord(value)) return toPlainText(value.runs) || { asIs: emptyText };
  if (typeof value === "string") return value || { asIs: emptyText };
  if (value === null && stringFields.has(column)) return { asIs: nullText };
  if (typeof value === "number") return value;
  return JSON.stringify(value);
}

// An empty cell means unchanged; these markers mean an empty text and no value. No real value is written like them.
const emptyText = "''";
const nullText = "'none'";

function toValues(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  columns.forEach((column, index) => {
    const cell = cells[index] ?? "";
    if (cell === "" || !isColumn(column)) return;
    const vector = columnVectors.get(column);
    if (vector !== undefined) {
      const parts = (values[vector.key] ?? [undefined, undefined, undefined]) as unknown[];
      values[vector.key] = parts;
      parts[vector.axis] = cell.trim() === "" ? Number.NaN : Number(cell);
    } else if (column === "id") values.id = fromSheetText(cell.trim());
    else if (column.endsWith(stylesSuffix)) values[column.slice(0, -stylesSuffix.length)] = parseJson(cell);
    else values[column] = toValue(findKeyRule(anchorKind, column)!, column, cell);
  });
  return values;
}

function toValue(rule: KeyRule, column: string, cell: string): unknown {
  const text = cell === emptyText ? "" : fromSheetText(cell);
  if (rule.type === "text") return { runs: text === "" ? [] : [{ text }] };
  if (cell === nullText && stringFields.has(column)) return null;
  const isWord = typeof rule.field.fallback === "string" || stringFields.has(column.split("@")[0]!);
  return isWord ? text : parseJson(cell);
}

/** Fields that are text or null; every other field is written as JSON. */
const stringFields: ReadonlySet<string> = new Set(["group", "scanId", "icon", "colour", "url", "availability"]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new SceneInputError("file", "A value in it can't be read.");
  }
}

function requireFileSize(text: string): void {
  if (text.length > fileCharactersMax) throw new SceneInputError("file", "The file is larger than 20 MB.");
}
