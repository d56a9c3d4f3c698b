import Papa from "papaparse";

/**
 * One cell of a table. A text never becomes a formula in a spreadsheet, whoever wrote it; numbers stay numbers. `asIs`
 * is for tokens of the table's format, such as a marker or a list of numbers, and never for user text.
 */
export type CsvCell = string | number | { readonly asIs: string };

/** Writes a table as RFC 4180 text: lines end with CR LF, cells are quoted where necessary. */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  const cells = rows.map((row) => row.map(toText));
  // Semicolons and tabs too: spreadsheets in many locales use them as separators.
  return `${Papa.unparse(cells, { newline: "\r\n", quotes: (cell: string) => /[;\t]|^\s|\s$/.test(cell) })}\r\n`;
}

function toText(cell: CsvCell): string {
  if (typeof cell === "string") return toSheetText(cell);
  return typeof cell === "number" ? String(cell) : cell.asIs;
}

/** Parses a table. Accepts any line endings and skips a byte order mark; null for an unterminated quote. */
export function readCsv(text: string): string[][] | null {
  const lines = withPlainLineEnds(text).replace(/\n$/, "");
  const { data, errors } = Papa.parse<string[]>(lines, { delimiter: ",", newline: "\n" });
  return errors.some(({ code }) => code === "MissingQuotes") ? null : data;
}

// Papa Parse expects one line ending per table, but people append lines on another system. Quoted cells stay as they are.
function withPlainLineEnds(text: string): string {
  return text
    .split('"')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/\r\n?/g, "\n") : part))
    .join('"');
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
