import { makeSheets, type SheetOrder, type SheetSign } from "../make-sheets.ts";

export const testUrl = "https://blueprint.example/go?c=bcdfghjk";

export function buildSign(changes: Partial<SheetSign> = {}): SheetSign {
  return {
    url: testUrl,
    title: "Main entrance",
    line: "Scan to walk inside",
    code: "bcdf-ghjk",
    number: 7,
    ...changes,
  };
}

export function buildOrder(changes: Partial<SheetOrder> = {}): SheetOrder {
  return {
    format: "a6",
    paper: "trimmed",
    style: "light",
    readingDistanceMm: 500,
    signs: [buildSign()],
    logo: null,
    fileKind: "pdf",
    ...changes,
  };
}

export function makeOrder(changes: Partial<SheetOrder> = {}) {
  return makeSheets(buildOrder(changes), { signal: new AbortController().signal, onProgress: () => {} });
}
