/**
 * One cell of a table. A text never becomes a formula in a spreadsheet, whoever wrote it; numbers stay numbers. `asIs`
 * is for tokens of the table's format, such as a marker or a list of numbers, and never for user text.
 */
export type CsvCell = string | number | { readonly asIs: string };

/** Writes a table as RFC 4180 text: lines end with CR LF, cells are quoted where necessary. */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map((cell) => quote(toText(cell))).join(",")}\r\n`).join("");
}

function toText(cell: CsvCell): string {
  if (typeof cell === "string") return toSheetText(cell);
  return typeof cell === "number" ? String(cell) : cell.asIs;
}

// Semicolons and tabs too: spreadsheets in many locales use them as separators.
function quote(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Parses a table. Accepts any line endings and skips a byte order mark; null for an unterminated quote. */
export function readCsv(text: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    if (cell === null) return null;
    row.push(cell.value);
    at = cell.end;
    if (text[at] === ",") {
      at += 1;
      if (at < text.length) continue;
      row.push("");
    } else if (text[at] === "\r" && text[at + 1] === "\n") at += 2;
    else at += 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

interface Cell {
  readonly value: string;
  readonly end: number;
}

function readPlain(text: string, start: number): Cell {
  let end = start;
  while (end < text.length && text[end] !== "," && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { value: text.slice(start, end), end };
}

function readQuoted(text: string, start: number): Cell | null {
  let value = "";
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return null;
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      // Text between a closing quote and the next comma is undefined by any standard; it is kept verbatim.
      const rest = readPlain(text, quote + 1);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    at = quote + 2;
  }
}

// Characters that start a formula. The full-width forms are typed in East Asia; some programs treat them as ASCII.
const formulaStart = "[=+\\-@\\t\\r\\n＝＋－＠]";
const needsApostrophe = new RegExp(`^'*${formulaStart}|^''+$`);
const hasApostrophe = new RegExp(`^'+${formulaStart}|^'''+$`);

// A leading apostrophe, which spreadsheets hide.
function toSheetText(text: string): string {
  return needsApostrophe.test(text) ? `'${text}` : text;
}

/** Recovers the text given to `writeCsv`; the round trip is lossless. */
export function fromSheetText(cell: string): string {
  return hasApostrophe.test(cell) ? cell.slice(1) : cell;
}
