import type { DocumentProblem } from "@blueprint/contract/guide";
import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { documentCharactersMax, documentPagesMax, type ReadDocument } from "./document-messages.ts";

// Reads a PDF's text in a separate process: a document that needs too much memory or time ends this process instead of the
// server. Scripts in it are not run, and nothing is fetched.
async function read(data: Uint8Array): Promise<ReadDocument> {
  let opened: PDFDocumentProxy;
  try {
    opened = await getDocument({
      data,
      useWorkerFetch: false,

      stopAtErrors: false,
      verbosity: 0,
    }).promise;
  } catch (error) {
    const isEncrypted = error instanceof Error && error.name === "PasswordException";
    return { pageCount: 0, pages: [], problem: isEncrypted ? "encrypted" : "unreadable" };
  }
  const pages: string[] = [];
  let characters = 0;
  for (let number = 1; number <= Math.min(opened.numPages, documentPagesMax); number++) {
    const text = await readPage(opened, number);
    characters += text.length;
    if (characters > documentCharactersMax) break;
    pages.push(text);
  }
  return { pageCount: opened.numPages, pages, problem: findProblem(opened.numPages, pages) };
}

function findProblem(pageCount: number, pages: readonly string[]): DocumentProblem | null {
  if (pages.every((text) => text === "")) return "no-text";
  return pages.length < pageCount ? "too-long" : null;
}

/** A damaged page has no text; the others are read all the same. */
async function readPage(opened: PDFDocumentProxy, number: number): Promise<string> {
  try {
    const page = await opened.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
    page.cleanup();
    return toReadable(text);
  } catch {
    return "";
  }
}

/** Words divided at the end of a line become whole again; what no text can hold is left out. */
function toReadable(text: string): string {
  return text
    .toWellFormed()
    .replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, "$1")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

process.once("message", (bytes: Uint8Array) => {
  // The library refuses a Buffer.
  void read(new Uint8Array(bytes)).then((answer) => process.send?.(answer, () => process.exit(0)));
});
process.on("disconnect", () => process.exit(1));
