/**
 * One cell of a table. A text never becomes a formula of the spreadsheet that opens it, whoever wrote it; numbers stay
 * numbers. `asIs` is for what the table's own format says, such as a mark or a list of numbers, and never for words.
 */
export type CsvCell = string | number | { readonly asIs: string };

/** Writes a table as RFC 4180 text: lines end with CR LF, cells are quoted where they must be. */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map((cell) => quote(toText(cell))).join(",")}\r\n`).join("");
}

function toText(cell: CsvCell): string {
  if (typeof cell === "string") return toSheetText(cell);
  return typeof cell === "number" ? String(cell) : cell.asIs;
}

// Semicolons and tabs as well: spreadsheets of many countries take them for the end of a cell.
function quote(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Reads a table. Line ends may be any, a byte order mark is skipped; null when a quote never ends. */
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
      // What follows a closing quote up to the next comma is no part of any standard; it is kept as it stands.
      const rest = readPlain(text, quote + 1);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    at = quote + 2;
  }
}

// What begins a formula. The wide forms are typed in East Asia; some programs take them for the narrow ones.
const formulaStart = "[=+\\-@\\t\\r\\n＝＋－＠]";
const needsApostrophe = new RegExp(`^'*${formulaStart}|^''+$`);
const hasApostrophe = new RegExp(`^'+${formulaStart}|^'''+$`);

// An apostrophe in front, which spreadsheets hide.
function toSheetText(text: string): string {
  return needsApostrophe.test(text) ? `'${text}` : text;
}

/** A text as it was given to `writeCsv`: nothing is changed by the way there and back. */
export function fromSheetText(cell: string): string {
  return hasApostrophe.test(cell) ? cell.slice(1) : cell;
}
