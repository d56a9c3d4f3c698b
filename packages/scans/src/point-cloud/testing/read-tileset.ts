import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { MeshoptDecoder } from "meshoptimizer";

export interface TestTile {
  readonly boundingVolume: { readonly box: readonly number[] };
  readonly geometricError: number;
  readonly refine: string;
  readonly content: { readonly uri: string };
  readonly children?: readonly TestTile[];
}

/** One tile as a third-party reader sees it: its points in the content's frame (metres, y up), and its errors. */
export interface DecodedTile {
  readonly tile: TestTile;
  /** As stored, compressed. */
  readonly sizeBytes: number;
  /** Errors of the Khronos validator. */
  readonly errors: readonly string[];
  readonly positions: readonly (readonly [number, number, number])[];
  /** Linear, as in glTF. */
  readonly colours: Uint8Array;
  /** In the scan's own range. */
  readonly intensity: readonly number[] | undefined;
  readonly classification: readonly number[] | undefined;
}

interface GltfValidator {
  validateBytes(bytes: Uint8Array): Promise<{
    issues: { numErrors: number; messages: { code: string; message: string; severity: number; pointer?: string }[] };
  }>;
}
const validator = createRequire(import.meta.url)("gltf-validator") as GltfValidator;

async function readStored(path: string): Promise<{ bytes: Uint8Array; sizeBytes: number }> {
  const stored = await readFile(`${path}.br`);
  return { bytes: new Uint8Array(brotliDecompressSync(stored)), sizeBytes: stored.length };
}

/** Reads a delivered tileset back, root first, including referenced tilesets. */
export async function readTileset(
  folder: string,
): Promise<{ root: TestTile; tiles: DecodedTile[]; tilesets: { path: string; sizeBytes: number }[] }> {
  const tiles: DecodedTile[] = [];
  const tilesets: { path: string; sizeBytes: number }[] = [];
  const readJson = async (path: string): Promise<TestTile> => {
    const { bytes, sizeBytes } = await readStored(path);
    tilesets.push({ path, sizeBytes });
    return JSON.parse(new TextDecoder().decode(bytes)).root;
  };
  const visit = async (tile: TestTile, base: string) => {
    if (tile.content.uri.endsWith(".json")) {
      const path = join(base, tile.content.uri);
      await visit(await readJson(path), dirname(path));
      return;
    }
    tiles.push(await decodeTile(base, tile));
    for (const child of tile.children ?? []) await visit(child, base);
  };
  const root = await readJson(join(folder, "tileset.json"));
  await visit(root, folder);
  return { root, tiles, tilesets };
}

interface CompressedView {
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteStride: number;
  readonly count: number;
  readonly mode: "ATTRIBUTES";
  readonly filter?: string;
}

async function decodeTile(folder: string, tile: TestTile): Promise<DecodedTile> {
  const { bytes, sizeBytes } = await readStored(join(folder, tile.content.uri));
  const { issues } = await validator.validateBytes(bytes);
  const errors = issues.messages
    .filter(({ severity }) => severity === 0)
    .map(({ code, message }) => `${code} ${message}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const jsonBytes = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonBytes)));
  const binary = bytes.subarray(28 + jsonBytes);
  await MeshoptDecoder.ready;
  const attributes = json.meshes[0].primitives[0].attributes as Record<string, number>;
  const decode = (name: string): ArrayBuffer | undefined => {
    const accessor = json.accessors[attributes[name] ?? -1];
    if (!accessor) return undefined;
    const packed = json.bufferViews[accessor.bufferView].extensions.EXT_meshopt_compression as CompressedView;
    const target = new Uint8Array(packed.count * packed.byteStride);
    const source = binary.subarray(packed.byteOffset, packed.byteOffset + packed.byteLength);
    MeshoptDecoder.decodeGltfBuffer(target, packed.count, packed.byteStride, source, packed.mode, packed.filter);
    return target.buffer;
  };
  const { scale = [1, 1, 1], translation } = json.nodes[0] as { scale?: number[]; translation: number[] };
  const count = json.accessors[0].count as number;
  const isWide = json.accessors[0].componentType === 5126;
  const raw = isWide ? new Float32Array(decode("POSITION")!) : new Uint16Array(decode("POSITION")!);
  const [stride, unit] = isWide ? [3, 1] : [4, 65_535];
  const positions = Array.from({ length: count }, (_, i) =>
    [0, 1, 2].map((axis) => (raw[i * stride + axis]! / unit) * scale[axis]! + translation[axis]!),
  ) as unknown as [number, number, number][];
  const { properties } = json.extensions?.EXT_structural_metadata.schema.classes.point ?? { properties: {} };
  const intensity = decode("_INTENSITY");
  const { offset = 0, scale: range } = properties.intensity ?? {};
  const toReading = (value: number) => (range === undefined ? value : offset + (value / 65_535) * range);
  const classification = decode("_CLASSIFICATION");
  return {
    tile,
    sizeBytes,
    errors,
    positions,
    colours: new Uint8Array(decode("COLOR_0")!),
    intensity: intensity && [...new Uint16Array(intensity)].filter((_, i) => i % 2 === 0).map(toReading),
    classification: classification && [...new Uint8Array(classification)].filter((_, i) => i % 4 === 0),
  };
}
