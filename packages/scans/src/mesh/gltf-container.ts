import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { type GltfJson, type GltfJsonOptions, gltfJsonBytesMax, parseGltfJson } from "./gltf-json.ts";

/** A glTF with the location of its embedded binary part. */
export interface GltfContainer {
  readonly json: GltfJson;
  /** Location of the binary chunk; absent when the file has none. */
  readonly bin?: { readonly offset: number; readonly sizeBytes: number };
}

const jsonChunk = 0x4e4f534a;
const binChunk = 0x004e4942;

const requireJsonSize = (sizeBytes: number) => {
  if (sizeBytes > gltfJsonBytesMax) throw new ScanProblem("scan-too-large", "glTF JSON; export as GLB");
};

/** Reads a GLB's chunk headers and its JSON. @throws ScanProblem */
export async function readGlbContainer(source: ByteSource, options?: GltfJsonOptions): Promise<GltfContainer> {
  const head = await source.read(0, Math.min(20, source.sizeBytes));
  if (head.length < 20) throw new ScanProblem("scan-truncated", "GLB header");
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.getUint32(4, true) === 1) throw new ScanProblem("scan-old-gltf", "GLB version 1");
  if (view.getUint32(4, true) !== 2) {
    throw new ScanProblem("scan-unsupported-feature", `GLB version ${view.getUint32(4, true)}`);
  }
  const declaredBytes = view.getUint32(8, true);
  const jsonBytes = view.getUint32(12, true);
  if (declaredBytes > source.sizeBytes) {
    throw new ScanProblem("scan-truncated", `GLB declares ${declaredBytes} bytes, holds ${source.sizeBytes}`);
  }
  if (view.getUint32(16, true) !== jsonChunk) throw new ScanProblem("scan-corrupt", "GLB first chunk");
  if (20 + jsonBytes > declaredBytes) throw new ScanProblem("scan-corrupt", "GLB chunk is larger than the file");
  requireJsonSize(jsonBytes);
  const json = parseGltfJson(new TextDecoder().decode(await source.read(20, jsonBytes)), options);
  const binAt = 20 + jsonBytes;
  if (binAt + 8 > declaredBytes) return { json };
  const binHead = await source.read(binAt, 8);
  const binView = new DataView(binHead.buffer, binHead.byteOffset, binHead.byteLength);
  if (binView.getUint32(4, true) !== binChunk) return { json };
  const sizeBytes = binView.getUint32(0, true);
  if (binAt + 8 + sizeBytes > source.sizeBytes) throw new ScanProblem("scan-truncated", "GLB binary chunk");
  return { json, bin: { offset: binAt + 8, sizeBytes } };
}

/** Reads a .gltf text. @throws ScanProblem */
export async function readGltfText(source: ByteSource): Promise<GltfContainer> {
  requireJsonSize(source.sizeBytes);
  const text = new TextDecoder().decode(await source.read(0, source.sizeBytes));
  // An unclosed text was truncated; any other error is the writer's fault.
  if (!/\}\s*$/.test(text.slice(-1000))) throw new ScanProblem("scan-truncated", "glTF JSON does not end");
  return { json: parseGltfJson(text) };
}
