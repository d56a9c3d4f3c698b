import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { init } from "@embedpdf/pdfium";
import { ScanProblem } from "../scan-problem.ts";

/**
 * Typings for the part of PDFium used here: the package's own declarations depend on Emscripten's, which are missing,
 * so its memory would silently be `any`. Documents, pages and bitmaps are addresses; 0 is null.
 */
interface Pdfium {
  readonly pdfium: {
    /** Recreated whenever the memory grows: never store it. */
    readonly HEAPU8: Uint8Array;
    readonly wasmExports: { malloc(sizeBytes: number): number; free(address: number): void };
  };
  PDFiumExt_Init(): void;
  FPDF_LoadMemDocument(address: number, sizeBytes: number, password: string): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageWidthF(page: number): number;
  FPDF_GetPageHeightF(page: number): number;
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number;
  FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, colour: number): void;
  FPDFBitmap_GetBuffer(bitmap: number): number;
  FPDFBitmap_GetStride(bitmap: number): number;
  FPDFBitmap_Destroy(bitmap: number): void;
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
}

export interface PdfDocument extends Disposable {
  readonly pageCount: number;
  openPage(index: number): PdfPage;
}

export interface PdfPage extends Disposable {
  /** Points, 1/72 inch. */
  readonly widthPt: number;
  readonly heightPt: number;
  /** Rows `top` to `top + rows` of the page rendered at `widthPx` × `heightPx`: RGB, three bytes per pixel. */
  draw(widthPx: number, heightPx: number, top: number, rows: number): Uint8Array;
}

const formatBgr = 2;
/** Draws annotations, in RGB byte order. */
const drawFlags = 0x01 | 0x10;
const white = 0xffff_ffff;
const passwordError = 4;
const securityError = 5;
let loading: Promise<Pdfium> | undefined;

async function loadLibrary(): Promise<Pdfium> {
  const wasmPath = createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm");
  const library = (await init({ wasmBinary: await readFile(wasmPath) } as never)) as unknown as Pdfium;
  library.PDFiumExt_Init();
  return library;
}

/**
 * Opens a PDF. Its scripts never run: the library is built without a script engine.
 * @throws ScanProblem `scan-encrypted`, `scan-corrupt`
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  loading ??= loadLibrary();
  const library = await loading;
  const { malloc, free } = library.pdfium.wasmExports;
  const address = malloc(bytes.length);
  if (address === 0) throw new ScanProblem("scan-too-large", "PDF");
  library.pdfium.HEAPU8.set(bytes, address);
  const document = guard(() => library.FPDF_LoadMemDocument(address, bytes.length, ""));
  if (document === 0) {
    const error = library.FPDF_GetLastError();
    free(address);
    const isLocked = error === passwordError || error === securityError;
    throw new ScanProblem(isLocked ? "scan-encrypted" : "scan-corrupt", `PDF error ${error}`);
  }
  return {
    pageCount: guard(() => library.FPDF_GetPageCount(document)),
    openPage: (index) => openPage(library, document, index),
    [Symbol.dispose]: () => {
      guard(() => library.FPDF_CloseDocument(document));
      free(address);
    },
  };
}

function openPage(library: Pdfium, document: number, index: number): PdfPage {
  const page = guard(() => library.FPDF_LoadPage(document, index));
  if (page === 0) throw new ScanProblem("scan-corrupt", `PDF page ${index + 1}`);
  return {
    widthPt: library.FPDF_GetPageWidthF(page),
    heightPt: library.FPDF_GetPageHeightF(page),
    draw: (widthPx, heightPx, top, rows) =>
      guard(() => {
        const bitmap = library.FPDFBitmap_CreateEx(widthPx, rows, formatBgr, 0, 0);
        if (bitmap === 0) throw new ScanProblem("scan-too-large", `PDF page of ${widthPx} × ${heightPx} pixels`);
        try {
          library.FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, rows, white);
          library.FPDF_RenderPageBitmap(bitmap, page, 0, -top, widthPx, heightPx, 0, drawFlags);
          const [buffer, stride] = [library.FPDFBitmap_GetBuffer(bitmap), library.FPDFBitmap_GetStride(bitmap)];
          const pixels = new Uint8Array(widthPx * rows * 3);
          for (let row = 0; row < rows; row++) {
            const from = buffer + row * stride;
            pixels.set(library.pdfium.HEAPU8.subarray(from, from + widthPx * 3), row * widthPx * 3);
          }
          return pixels;
        } finally {
          library.FPDFBitmap_Destroy(bitmap);
        }
      }),
    [Symbol.dispose]: () => guard(() => library.FPDF_ClosePage(page)),
  };
}

/** Errors inside the library are blamed on the file: the library runs in isolated memory. */
function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof ScanProblem) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new ScanProblem(/memory|OOM/i.test(message) ? "scan-out-of-memory" : "scan-corrupt", `PDF: ${message}`);
  }
}
