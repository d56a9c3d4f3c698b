import { decodeBase64, decodeBase64Url, parseDataUrl, TextFormatError } from "@blueprint/contract/data-url";
import type { textFormats } from "@blueprint/contract/media";
import type { UploadSource } from "./upload-source.ts";

export type StringFormat = (typeof textFormats)[number];

export interface StringSource extends UploadSource {
  /** The type that a data URL declares. */
  readonly contentType: string | null;
  slice(start: number, end: number): Uint8Array<ArrayBuffer>;
}

/** A file given as text. @throws TextFormatError before anything is sent (spec §5) */
export function toStringSource(name: string, text: string, format: StringFormat): StringSource {
  const { bytes, contentType } = readText(text, format);
  return { name, contentType, sizeBytes: bytes.byteLength, slice: (start, end) => bytes.subarray(start, end) };
}

function readText(text: string, format: StringFormat): ReturnType<typeof parseDataUrl> {
  switch (format) {
    case "raw":
      return { bytes: new TextEncoder().encode(text), contentType: null };
    case "base64":
      return { bytes: decodeBase64(text), contentType: null };
    case "base64url":
      return { bytes: decodeBase64Url(text), contentType: null };
    case "data_url":
      return parseDataUrl(text);
    default:
      throw new TextFormatError(`There is no text format ${String(format satisfies never)}.`);
  }
}
