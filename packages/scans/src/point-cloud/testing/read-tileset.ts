import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { MeshoptDecoder } from "meshoptimizer";

export interface TestTile {
  readonly boundingVolume: { readonly box: readonly number[] };
  readonly geometricError: number;
  readonly refine: string;
  readonly content: { readonly uri: string };
  readonly children?: readonly TestTile[];
}

/** One tile as another reader sees it: its points in the content's frame (metres, y up), and what is wrong with it. */
export interface DecodedTile {
  readonly tile: TestTile;
  readonly sizeBytes: number;
  /** Errors of the Khronos validator. */
  readonly errors: readonly string[];
  readonly positions: readonly (readonly [number, number, number])[];
  /** Linear, as glTF has it. */
  readonly colours: Uint8Array;
}

interface GltfValidator {
  validateBytes(bytes: Uint8Array): Promise<{
    issues: { numErrors: number; messages: { code: string; message: string; severity: number; pointer?: string }[] };
  }>;
}
const validator = createRequire(import.meta.url)("gltf-validator") as GltfValidator;

/** Reads a delivered tileset back, root first. */
export async function readTileset(folder: string): Promise<{ root: TestTile; tiles: DecodedTile[] }> {
  const tileset = JSON.parse(await readFile(join(folder, "tileset.json"), "utf8"));
  const tiles: DecodedTile[] = [];
  const visit = async (tile: TestTile) => {
    tiles.push(await decodeTile(folder, tile));
    for (const child of tile.children ?? []) await visit(child);
  };
  await visit(tileset.root);
  return { root: tileset.root, tiles };
}

async function decodeTile(folder: string, tile: TestTile): Promise<DecodedTile> {
  const bytes = new Uint8Array(await readFile(join(folder, tile.content.uri)));
  const { issues } = await validator.validateBytes(bytes);
  const errors = issues.messages
    .filter(({ severity }) => severity === 0)
    .map(({ code, message }) => `${code} ${message}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const jsonBytes = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonBytes)));
  const binary = bytes.subarray(28 + jsonBytes);
  await MeshoptDecoder.ready;
  const [positionBytes, colours] = json.bufferViews.map((bufferView: { extensions: Record<string, never> }) => {
    const packed = bufferView.extensions.EXT_meshopt_compression as unknown as {
      byteOffset: number;
      byteLength: number;
      byteStride: number;
      count: number;
      mode: "ATTRIBUTES";
    };
    const target = new Uint8Array(packed.count * packed.byteStride);
    const source = binary.subarray(packed.byteOffset, packed.byteOffset + packed.byteLength);
    MeshoptDecoder.decodeGltfBuffer(target, packed.count, packed.byteStride, source, packed.mode);
    return target;
  }) as [Uint8Array, Uint8Array];
  const { scale, translation } = json.nodes[0] as { scale: number[]; translation: number[] };
  const steps = new Uint16Array(positionBytes.buffer);
  const positions = Array.from({ length: json.accessors[0].count as number }, (_, i) =>
    [0, 1, 2].map((axis) => (steps[i * 4 + axis]! / 65_535) * scale[axis]! + translation[axis]!),
  ) as unknown as [number, number, number][];
  return { tile, sizeBytes: bytes.length, errors, positions, colours };
}
