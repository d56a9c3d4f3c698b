import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import decodeQr from "qr/decode.js";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** RGBA, four bytes per pixel. */
export interface CodePicture {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** What a reader sees in a picture, or null when it finds no code. */
export type CodeReader = (picture: CodePicture) => Promise<string | null>;

let preparing: Promise<unknown> | undefined;

/** Apps scan with this library's algorithms, and so does Android's. */
export const readWithZxing: CodeReader = async (picture) => {
  preparing ??= prepareZxing();
  await preparing;
  const image = { ...picture, colorSpace: "srgb" } as Parameters<typeof readBarcodes>[0];
  const [found] = await readBarcodes(image, { formats: ["QRCode"], maxNumberOfSymbols: 1 });
  return found?.isValid === true ? found.text : null;
};

/** By default, the library would fetch its program from a CDN. */
async function prepareZxing(): Promise<void> {
  const path = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = new Uint8Array(await readFile(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/** A second opinion that shares no code with the first. Its retries aren't bounded by time: results must not depend on load. */
export const readWithQr: CodeReader = async (picture) => {
  try {
    return decodeQr(picture, { format: "RGBA", timeLimit: Number.POSITIVE_INFINITY });
  } catch {
    return null;
  }
};
