import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadThreeLibrary } from "./load-wasm-library.ts";

interface Ktx2File {
  isValid(): boolean;
  getWidth(): number;
  getHeight(): number;
  getHasAlpha(): boolean | number;
  startTranscoding(): boolean | number;
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  transcodeImage(
    target: Uint8Array,
    level: number,
    layer: number,
    face: number,
    format: number,
    unused: number,
    channel0: number,
    channel1: number,
  ): boolean | number;
  close(): void;
  delete(): void;
}
interface BasisModule {
  KTX2File: new (bytes: Uint8Array) => Ktx2File;
  initializeBasis(): void;
}
type CreateBasis = (options: { wasmBinary: Uint8Array }) => Promise<BasisModule>;

// cTFRGBA32 of basis_universal's transcoder: plain RGBA, four bytes per pixel.
const rgba32 = 13;
let loading: Promise<BasisModule> | undefined;

async function loadBasis(): Promise<BasisModule> {
  const library = await loadThreeLibrary("basis/basis_transcoder.js");
  const wasmBinary = await readFile(join(library.folder, "basis_transcoder.wasm"));
  const basis = await (library.exports as CreateBasis)({ wasmBinary });
  basis.initializeBasis();
  return basis;
}

export interface DecodedPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array;
}

/** Decodes the largest level of a KTX2 picture with Basis compression (ETC1S or UASTC). @throws Error for others */
export async function decodeKtx2(bytes: Uint8Array): Promise<DecodedPicture> {
  loading ??= loadBasis();
  const basis = await loading;
  const file = new basis.KTX2File(bytes);
  try {
    if (!file.isValid() || !file.startTranscoding()) throw new Error("KTX2 without Basis compression");
    const rgba = new Uint8Array(file.getImageTranscodedSizeInBytes(0, 0, 0, rgba32));
    if (!file.transcodeImage(rgba, 0, 0, 0, rgba32, 0, -1, -1)) throw new Error("KTX2 cannot be transcoded");
    return { widthPx: file.getWidth(), heightPx: file.getHeight(), rgba };
  } finally {
    file.close();
    file.delete();
  }
}
