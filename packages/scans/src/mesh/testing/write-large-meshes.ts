import { readFile } from "node:fs/promises";
import { NodeIO, type Primitive } from "@gltf-transform/core";
import { ALL_EXTENSIONS } from "@gltf-transform/extensions";
import { MeshoptDecoder } from "meshoptimizer";
import sharp from "sharp";
import { decodeKtx2 } from "../decode-ktx2.ts";
import { BufferedFile } from "../sources/buffered-file.ts";

/** A mesh to build large ones from: its triangles, and its picture if it has one. */
export interface MeshSample {
  /** Three per vertex, metres. */
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  readonly uvs: Float32Array | undefined;
  /** JPEG. */
  readonly picture: Uint8Array | undefined;
}

/** Reads the largest surface of a GLB as a sample. */
export async function readMeshSample(path: string): Promise<MeshSample> {
  await MeshoptDecoder.ready;
  const io = new NodeIO()
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ "meshopt.decoder": MeshoptDecoder });
  const document = await io.readBinary(new Uint8Array(await readFile(path)));
  const primitives = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .filter((primitive) => primitive.getMode() === 4 && primitive.getIndices() !== null);
  const size = (primitive: Primitive) => primitive.getIndices()!.getCount();
  const primitive = primitives.sort((a, b) => size(b) - size(a))[0]!;
  const texture = primitive.getMaterial()?.getBaseColorTexture() ?? null;
  const positions = new Float32Array(primitive.getAttribute("POSITION")!.getCount() * 3);
  const uv = primitive.getAttribute("TEXCOORD_0");
  const uvs = texture === null || uv === null ? undefined : new Float32Array((positions.length / 3) * 2);
  const element: number[] = [];
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    positions.set(primitive.getAttribute("POSITION")!.getElement(vertex, element).slice(0, 3), vertex * 3);
    uvs?.set(uv!.getElement(vertex, element).slice(0, 2), vertex * 2);
  }
  const indices = Uint32Array.from(primitive.getIndices()!.getArray()!);
  return { positions, indices, uvs, picture: texture === null ? undefined : await toJpeg(texture.getImage()!) };
}

async function toJpeg(bytes: Uint8Array): Promise<Uint8Array> {
  const isKtx2 = bytes[1] === 0x4b && bytes[2] === 0x54;
  if (!isKtx2) return new Uint8Array(await sharp(bytes).jpeg({ quality: 90 }).toBuffer());
  const { widthPx, heightPx, rgba } = await decodeKtx2(bytes);
  const picture = sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } }).removeAlpha();
  return new Uint8Array(await picture.jpeg({ quality: 90 }).toBuffer());
}

/**
 * Writes copies of a sample side by side as one GLB, each with its own triangles and picture, in small pieces.
 * @returns the number of triangles
 */
export function writeTiledGlb(path: string, sample: MeshSample, copies: number): number {
  const { positions, indices, uvs, picture } = sample;
  const [min, max] = [0, 1].map((side) =>
    [0, 1, 2].map((axis) => {
      let value = side === 0 ? Infinity : -Infinity;
      for (let at = axis; at < positions.length; at += 3) {
        value = side === 0 ? Math.min(value, positions[at]!) : Math.max(value, positions[at]!);
      }
      return value;
    }),
  ) as [number[], number[]];
  const columns = Math.ceil(Math.sqrt(copies));
  const place = (copy: number) => [
    (copy % columns) * (max[0]! - min[0]!),
    0,
    Math.floor(copy / columns) * (max[2]! - min[2]!),
  ];
  const parts = [positions, uvs, indices].filter((part) => part !== undefined);
  const pieces = picture === undefined ? parts : [...parts, picture];
  const views: object[] = [];
  let binaryBytes = 0;
  for (let copy = 0; copy < copies; copy++) {
    for (const piece of pieces) {
      views.push({ buffer: 0, byteOffset: binaryBytes, byteLength: piece.byteLength });
      binaryBytes += padTo4(piece.byteLength);
    }
  }
  const list = (make: (copy: number) => object) => Array.from({ length: copies }, (_, copy) => make(copy));
  const accessors = list((copy) => {
    const [x, y, z] = place(copy) as [number, number, number];
    const first = copy * pieces.length;
    const count = positions.length / 3;
    const offset = [x, y, z];
    return [
      {
        ...{ bufferView: first, componentType: 5126, count, type: "VEC3" },
        min: min.map((value, axis) => Math.fround(value + offset[axis]!)),
        max: max.map((value, axis) => Math.fround(value + offset[axis]!)),
      },
      ...(uvs === undefined ? [] : [{ bufferView: first + 1, componentType: 5126, count, type: "VEC2" }]),
      { bufferView: first + parts.length - 1, componentType: 5125, count: indices.length, type: "SCALAR" },
    ];
  }).flat();
  const json = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: list((copy) => copy as unknown as object) }],
    nodes: list((copy) => ({ mesh: copy })),
    meshes: list((copy) => {
      const first = copy * parts.length;
      const attributes = { POSITION: first, ...(uvs === undefined ? {} : { TEXCOORD_0: first + 1 }) };
      const material = picture === undefined ? {} : { material: copy };
      return { primitives: [{ attributes, indices: first + parts.length - 1, ...material }] };
    }),
    accessors,
    bufferViews: views,
    buffers: [{ byteLength: binaryBytes }],
    ...(picture !== undefined && {
      materials: list((copy) => ({ pbrMetallicRoughness: { baseColorTexture: { index: copy }, metallicFactor: 0 } })),
      textures: list((copy) => ({ source: copy })),
      images: list((copy) => ({ bufferView: copy * pieces.length + parts.length, mimeType: "image/jpeg" })),
    }),
  };
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = new Uint8Array(padTo4(text.length)).fill(0x20);
  padded.set(text);
  using file = new BufferedFile(path);
  for (const word of [0x46546c67, 2, 28 + padded.length + binaryBytes, padded.length, 0x4e4f534a]) file.uint32(word);
  file.bytes(padded);
  file.uint32(binaryBytes);
  file.uint32(0x004e4942);
  for (let copy = 0; copy < copies; copy++) {
    const offset = place(copy);
    const moved = Float32Array.from(positions, (value, at) => value + offset[at % 3]!);
    for (const piece of [moved, ...pieces.slice(1)]) {
      file.bytes(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
      file.bytes(new Uint8Array(padTo4(piece.byteLength) - piece.byteLength));
    }
  }
  return (indices.length / 3) * copies;
}

const padTo4 = (lengthBytes: number) => (lengthBytes + 3) & ~3;
