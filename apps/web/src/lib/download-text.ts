import { downloadBlob } from "./download-blob.ts";

/** Downloads a text as a file. */
export function downloadText(fileName: string, type: string, text: string): void {
  downloadBlob(fileName.replace(/[\\/:*?"<>|\n\r\t]/g, "_"), new Blob([text], { type: `${type};charset=utf-8` }));
}
