import { MeshoptEncoder } from "meshoptimizer";
import { packGlb, padTo4 } from "../../glb-container.ts";
import type { SurfaceStyle } from "./tile-surfaces.ts";

/** Triangles or points of one material, positions in grid steps. */
export interface GlbPrimitive {
  readonly style: SurfaceStyle;
  readonly positions: Int32Array;
  /** Three a triangle. Absent: the positions are points. */
  readonly indices?: Uint32Array | undefined;
  /** −127 to 127, three a vertex. */
  readonly normals?: Int8Array | undefined;
  /** Linear RGBA, four a vertex. */
  readonly colours?: Uint16Array | undefined;
  /** Shares of the atlas, or repeats of a picture of its own. */
  readonly picture?:
    | { readonly kind: "atlas"; readonly uvs: Uint16Array }
    | {
        readonly kind: "file";
        readonly uri: string;
        readonly uvs: Float32Array;
        readonly wrap: readonly [number, number];
      }
    | undefined;
}

export interface GlbTile {
  readonly primitives: readonly GlbPrimitive[];
  /** Metres. */
  readonly step: number;
  /** WebP. */
  readonly atlas?: Uint8Array | undefined;
}

interface Accessor {
  bufferView: number;
  componentType: number;
  normalized?: true;
  count: number;
  type: "SCALAR" | "VEC2" | "VEC3" | "VEC4";
  min?: number[];
  max?: number[];
}

const [byte, unsignedShort, unsignedInt, float] = [5120, 5123, 5125, 5126] as const;
const shortMax = 65_535;
/** Texture coordinates of repeating pictures are kept to this part of the picture. */
const uvStep = 2 ** -12;
/** Mantissas of the exponential filter have 24 bits with their sign. */
const mantissaMax = 2 ** 23 - 1;

/**
 * One GLB: KHR_mesh_quantization, EXT_meshopt_compression, WebP pictures. Positions are whole grid steps from a whole
 * step, scaled by the node: equal places are equal numbers in every tile.
 */
export async function encodeGlb({ primitives, step, atlas }: GlbTile): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const writer = new GlbWriter(atlas !== undefined);
  const origin = findOrigin(primitives);
  const meshPrimitives = primitives.map((primitive) => writer.addPrimitive(primitive, origin));
  const atlasView = atlas === undefined ? undefined : writer.addBytes(atlas);
  return writer.finish(meshPrimitives, {
    scale: [step, step, step],
    translation: origin.map((value) => value * step),
    atlasView,
  });
}

/** The lowest corner where offsets fit 16 bits, else the middle, from where 24-bit offsets reach furthest. */
function findOrigin(primitives: readonly GlbPrimitive[]): number[] {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of primitives) {
    for (let at = 0; at < positions.length; at++) {
      const axis = at % 3;
      if (positions[at]! < min[axis]!) min[axis] = positions[at]!;
      if (positions[at]! > max[axis]!) max[axis] = positions[at]!;
    }
  }
  const isShort = min.every((low, axis) => max[axis]! - low <= shortMax);
  return isShort ? min : min.map((low, axis) => Math.round((low + max[axis]!) / 2));
}

class GlbWriter {
  readonly #views: object[] = [];
  readonly #accessors: Accessor[] = [];
  readonly #materials: object[] = [];
  readonly #pieces: Uint8Array[] = [];
  readonly #files: { uri: string; wrap: readonly [number, number] }[] = [];
  #storedBytes = 0;
  #decodedBytes = 0;
  #usesUnlit = false;
  readonly #hasAtlas: boolean;

  constructor(hasAtlas: boolean) {
    this.#hasAtlas = hasAtlas;
  }

  addPrimitive(primitive: GlbPrimitive, origin: readonly number[]): object {
    const { picture } = primitive;
    const indices = primitive.indices?.slice();
    // Points lie one beside the other as they come.
    const [remap, count] =
      indices === undefined ? inOrder(primitive.positions.length / 3) : MeshoptEncoder.reorderMesh(indices, true, true);
    const attributes: Record<string, number> = {
      POSITION: this.#addPositions(primitive.positions, remap, count, origin),
    };
    if (primitive.normals !== undefined) {
      const values = reorder(primitive.normals, 3, 4, remap, new Int8Array(count * 4));
      attributes.NORMAL = this.#addAttribute(values, 4, { componentType: byte, normalized: true, count, type: "VEC3" });
    }
    if (primitive.colours !== undefined) {
      const values = reorder(primitive.colours, 4, 4, remap, new Uint16Array(count * 4));
      attributes.COLOR_0 = this.#addAttribute(values, 8, {
        componentType: unsignedShort,
        normalized: true,
        count,
        type: "VEC4",
      });
    }
    if (picture?.kind === "atlas") {
      const values = reorder(picture.uvs, 2, 2, remap, new Uint16Array(count * 2));
      const accessor = { componentType: unsignedShort, normalized: true as const, count, type: "VEC2" as const };
      attributes.TEXCOORD_0 = this.#addAttribute(values, 4, accessor);
    } else if (picture?.kind === "file") {
      const values = reorder(picture.uvs, 2, 2, remap, new Float32Array(count * 2));
      const steps = Int32Array.from(values, (value) => Math.round(value / uvStep));
      const accessor = { componentType: float, count, type: "VEC2" as const };
      attributes.TEXCOORD_0 = this.#addAttribute(toExponential(steps, Math.log2(uvStep)), 8, accessor, "EXPONENTIAL");
    }
    const material = this.#addMaterial(primitive);
    if (indices === undefined) return { mode: 0, attributes, material };
    return { attributes, indices: this.#addIndices(indices, count), material };
  }

  addBytes(bytes: Uint8Array): number {
    const byteOffset = this.#store(bytes);
    return this.#views.push({ buffer: 0, byteOffset, byteLength: bytes.length }) - 1;
  }

  finish(
    primitives: readonly object[],
    { scale, translation, atlasView }: { scale: number[]; translation: number[]; atlasView: number | undefined },
  ): Uint8Array {
    const images: object[] = [];
    const samplers: object[] = [];
    const textures: object[] = [];
    const addTexture = (image: object, wrapS: number, wrapT: number) => {
      samplers.push({ magFilter: 9729, minFilter: 9987, wrapS, wrapT });
      images.push(image);
      textures.push({
        sampler: samplers.length - 1,
        extensions: { EXT_texture_webp: { source: images.length - 1 } },
      });
    };
    if (this.#hasAtlas) addTexture({ bufferView: atlasView, mimeType: "image/webp" }, 33071, 33071);
    for (const { uri, wrap } of this.#files) addTexture({ uri, mimeType: "image/webp" }, wrap[0], wrap[1]);
    const required = [
      "KHR_mesh_quantization",
      "EXT_meshopt_compression",
      ...(textures.length > 0 ? ["EXT_texture_webp"] : []),
    ];
    const json = {
      asset: { version: "2.0" },
      extensionsUsed: [...required, ...(this.#usesUnlit ? ["KHR_materials_unlit"] : [])],
      extensionsRequired: required,
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, scale, translation }],
      meshes: [{ primitives }],
      materials: this.#materials,
      ...(textures.length > 0 && { textures, images, samplers }),
      accessors: this.#accessors,
      bufferViews: this.#views,
      buffers: [
        { byteLength: this.#storedBytes },
        // The uncompressed data is not delivered; decoders only need its size.
        { byteLength: this.#decodedBytes, extensions: { EXT_meshopt_compression: { fallback: true } } },
      ],
    };
    return packGlb(JSON.stringify(json), this.#pieces, this.#storedBytes);
  }

  #addPositions(positions: Int32Array, remap: Uint32Array, count: number, origin: readonly number[]): number {
    const steps = reorder(positions, 3, 3, remap, new Int32Array(count * 3));
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    for (let at = 0; at < steps.length; at++) {
      const axis = at % 3;
      const value = steps[at]! - origin[axis]!;
      steps[at] = value;
      if (value < min[axis]!) min[axis] = value;
      if (value > max[axis]!) max[axis] = value;
    }
    const accessor = { count, type: "VEC3" as const, min, max };
    if (Math.min(...min) >= 0 && Math.max(...max) <= shortMax) {
      const values = new Uint16Array(count * 4);
      for (let at = 0; at < steps.length; at++) values[Math.floor(at / 3) * 4 + (at % 3)] = steps[at]!;
      return this.#addAttribute(values, 8, { ...accessor, componentType: unsignedShort });
    }
    return this.#addAttribute(toExponential(steps, 0), 12, { ...accessor, componentType: float }, "EXPONENTIAL");
  }

  #addIndices(indices: Uint32Array, vertices: number): number {
    const isShort = vertices <= shortMax;
    const values = isShort ? Uint16Array.from(indices) : indices;
    const encoded = MeshoptEncoder.encodeGltfBuffer(toBytes(values), values.length, isShort ? 2 : 4, "TRIANGLES");
    return this.#addEncoded(encoded, isShort ? 2 : 4, values.length, "TRIANGLES", undefined, {
      componentType: isShort ? unsignedShort : unsignedInt,
      count: values.length,
      type: "SCALAR",
    });
  }

  #addAttribute(
    values: Int8Array | Uint16Array | Uint32Array,
    stride: number,
    accessor: Omit<Accessor, "bufferView">,
    filter?: "EXPONENTIAL",
  ): number {
    const encoded = MeshoptEncoder.encodeGltfBuffer(toBytes(values), accessor.count, stride, "ATTRIBUTES");
    return this.#addEncoded(encoded, stride, accessor.count, "ATTRIBUTES", filter, accessor);
  }

  #addEncoded(
    encoded: Uint8Array,
    byteStride: number,
    count: number,
    mode: "ATTRIBUTES" | "TRIANGLES",
    filter: "EXPONENTIAL" | undefined,
    accessor: Omit<Accessor, "bufferView">,
  ): number {
    const compression = {
      buffer: 0,
      byteOffset: this.#store(encoded),
      byteLength: encoded.length,
      byteStride,
      count,
      mode,
      ...(filter === undefined ? {} : { filter }),
    };
    const isAttribute = mode === "ATTRIBUTES";
    this.#views.push({
      buffer: 1,
      byteOffset: this.#decodedBytes,
      byteLength: count * byteStride,
      ...(isAttribute ? { byteStride } : {}),
      target: isAttribute ? 34962 : 34963,
      extensions: { EXT_meshopt_compression: compression },
    });
    this.#decodedBytes += padTo4(count * byteStride);
    return this.#accessors.push({ bufferView: this.#views.length - 1, ...accessor }) - 1;
  }

  #addMaterial({ style, picture, normals }: GlbPrimitive): number {
    const isUnlit = style.isUnlit || normals === undefined;
    this.#usesUnlit ||= isUnlit;
    return (
      this.#materials.push({
        // Without the factor a viewer takes it for metal, which is black where there is nothing to reflect.
        pbrMetallicRoughness: {
          metallicFactor: 0,
          ...(isUnlit ? {} : { roughnessFactor: 1 }),
          ...(picture === undefined ? {} : { baseColorTexture: { index: this.#findTexture(picture) } }),
        },
        ...(style.alphaMode === "OPAQUE" ? {} : { alphaMode: style.alphaMode }),
        ...(style.alphaMode === "MASK" ? { alphaCutoff: style.alphaCutoff } : {}),
        ...(style.isDoubleSided ? { doubleSided: true } : {}),
        ...(style.emissive.some((value) => value > 0) ? { emissiveFactor: style.emissive } : {}),
        ...(isUnlit ? { extensions: { KHR_materials_unlit: {} } } : {}),
      }) - 1
    );
  }

  /** The atlas, where there is one, is the first texture. */
  #findTexture(picture: NonNullable<GlbPrimitive["picture"]>): number {
    if (picture.kind === "atlas") return 0;
    let at = this.#files.findIndex(
      ({ uri, wrap }) => uri === picture.uri && wrap[0] === picture.wrap[0] && wrap[1] === picture.wrap[1],
    );
    if (at < 0) at = this.#files.push({ uri: picture.uri, wrap: picture.wrap }) - 1;
    return at + (this.#hasAtlas ? 1 : 0);
  }

  #store(bytes: Uint8Array): number {
    const offset = this.#storedBytes;
    this.#pieces.push(bytes);
    this.#storedBytes += padTo4(bytes.length);
    return offset;
  }
}

const toBytes = (values: ArrayBufferView) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

const inOrder = (count: number): [Uint32Array, number] => [Uint32Array.from({ length: count }, (_, at) => at), count];

/** Brings vertices into the order that the encoder chose, each padded from `size` to `stride` values. */
function reorder<T extends Int8Array | Uint16Array | Int32Array | Float32Array>(
  values: T,
  size: number,
  stride: number,
  remap: Uint32Array,
  out: T,
): T {
  for (let vertex = 0; vertex < remap.length; vertex++) {
    const to = remap[vertex]!;
    if (to === 0xffffffff) continue;
    for (let value = 0; value < size; value++) out[to * stride + value] = values[vertex * size + value]!;
  }
  return out;
}

/** Whole numbers times a power of two as the exponential filter of EXT_meshopt_compression stores them. */
function toExponential(mantissas: Int32Array, exponent: number): Uint32Array {
  return Uint32Array.from(mantissas, (value) => {
    const mantissa = Math.min(mantissaMax, Math.max(-mantissaMax, value));
    return ((exponent << 24) | (mantissa & 0xffffff)) >>> 0;
  });
}
