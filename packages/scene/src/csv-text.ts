/** Writes a table as RFC 4180 text: lines end with CR LF, cells are quoted where they must be. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toCell(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
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

/**
 * Keeps a text from being run as a formula by a spreadsheet: an apostrophe in front, which such programs hide.
 * `fromSheetText` takes it off again, so nothing is changed by the way there and back.
 */
export function toSheetText(value: string): string {
  return /^'*[=+\-@\t\r]|^''+$/.test(value) ? `'${value}` : value;
}

export function fromSheetText(value: string): string {
  return /^'+[=+\-@\t\r]|^'''+$/.test(value) ? value.slice(1) : value;
}
