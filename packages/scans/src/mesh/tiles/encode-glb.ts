import { MeshoptEncoder } from "meshoptimizer";
import { packGlb, padTo4 } from "../../glb-container.ts";
import type { DetailRole } from "../sources/mesh-source.ts";
import { type AtlasLayerName, atlasLayerNames } from "./build-atlas.ts";
import type { SurfaceStyle } from "./tile-surfaces.ts";

/** A layer of the tile's atlas, or a separate picture with the set of texture coordinates that it uses. */
export type GlbMap =
  | AtlasLayerName
  | { readonly uri: string; readonly wrap: readonly [number, number]; readonly texCoord: 0 | 1 };
export type GlbMaps = Partial<Record<DetailRole | "base", GlbMap>>;

/** Triangles or points of one material, positions in grid steps. */
export interface GlbPrimitive {
  readonly style: SurfaceStyle;
  readonly positions: Int32Array;
  /** Three per triangle. Absent: the positions are points. */
  readonly indices?: Uint32Array | undefined;
  /** −127 to 127, three per vertex. */
  readonly normals?: Int8Array | undefined;
  /** −127 to 127, four per vertex. */
  readonly tangents?: Int8Array | undefined;
  /** Linear RGBA, four per vertex. */
  readonly colours?: Uint16Array | undefined;
  /** Coordinates in the atlas, or in separate pictures. */
  readonly picture?:
    | { readonly kind: "atlas"; readonly uvs: Uint16Array; readonly maps: Readonly<GlbMaps> }
    | {
        readonly kind: "file";
        readonly uvs: Float32Array;
        readonly secondUvs: Float32Array | undefined;
        readonly maps: Readonly<GlbMaps>;
      }
    | undefined;
}

export interface GlbTile {
  readonly primitives: readonly GlbPrimitive[];
  /** Metres. */
  readonly step: number;
  /** WebP. */
  readonly atlas?: Readonly<Partial<Record<AtlasLayerName, Uint8Array>>> | undefined;
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

const [byte, unsignedByte, unsignedShort, unsignedInt, float] = [5120, 5121, 5123, 5125, 5126] as const;
const shortMax = 65_535;
/** Texture coordinates of repeating pictures are rounded to this fraction of the picture. */
const uvStep = 2 ** -12;
/** Mantissas of the exponential filter have 24 bits including the sign. */
const mantissaMax = 2 ** 23 - 1;

/**
 * One GLB: KHR_mesh_quantization, EXT_meshopt_compression, WebP pictures. Positions are integer grid steps from an
 * integer origin, scaled by the node: equal positions are equal numbers in every tile.
 */
export async function encodeGlb({ primitives, step, atlas = {} }: GlbTile): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const layers = atlasLayerNames.filter((name) => atlas[name] !== undefined);
  const writer = new GlbWriter(layers);
  const origin = findOrigin(primitives);
  const meshPrimitives = primitives.map((primitive) => writer.addPrimitive(primitive, origin));
  const atlasViews = new Map(layers.map((name) => [name, writer.addBytes(atlas[name]!)]));
  return writer.finish(meshPrimitives, {
    scale: [step, step, step],
    translation: origin.map((value) => value * step),
    atlasViews,
  });
}

/** The lowest corner if offsets fit 16 bits, else the middle, which maximises the reach of 24-bit offsets. */
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
  /** The atlas's layers come first. */
  readonly #textures: GlbMap[];
  #storedBytes = 0;
  #decodedBytes = 0;
  readonly #materialExtensions = new Set<string>();

  constructor(layers: readonly AtlasLayerName[]) {
    this.#textures = [...layers];
  }

  addPrimitive(primitive: GlbPrimitive, origin: readonly number[]): object {
    const { picture } = primitive;
    const indices = primitive.indices?.slice();
    // Points keep their order.
    const [remap, count] =
      indices === undefined ? inOrder(primitive.positions.length / 3) : MeshoptEncoder.reorderMesh(indices, true, true);
    const attributes: Record<string, number> = {
      POSITION: this.#addPositions(primitive.positions, remap, count, origin),
    };
    if (primitive.normals !== undefined) {
      const values = reorder(primitive.normals, 3, 4, remap, new Int8Array(count * 4));
      attributes.NORMAL = this.#addAttribute(values, 4, { componentType: byte, normalized: true, count, type: "VEC3" });
    }
    if (primitive.tangents !== undefined) {
      const values = reorder(primitive.tangents, 4, 4, remap, new Int8Array(count * 4));
      const accessor = { componentType: byte, normalized: true as const, count, type: "VEC4" as const };
      attributes.TANGENT = this.#addAttribute(values, 4, accessor);
    }
    if (primitive.colours !== undefined) {
      const values = reorder(primitive.colours, 4, 4, remap, new Uint16Array(count * 4));
      // Shades and tints that bytes hold exactly take half the room.
      const isBytes = values.every((value) => value >>> 8 === (value & 255));
      const accessor = { normalized: true as const, count, type: "VEC4" as const };
      attributes.COLOR_0 = isBytes
        ? this.#addAttribute(
            Uint8Array.from(values, (value) => value & 255),
            4,
            { ...accessor, componentType: unsignedByte },
          )
        : this.#addAttribute(values, 8, { ...accessor, componentType: unsignedShort });
    }
    if (picture?.kind === "atlas") {
      const values = reorder(picture.uvs, 2, 2, remap, new Uint16Array(count * 2));
      const accessor = { componentType: unsignedShort, normalized: true as const, count, type: "VEC2" as const };
      attributes.TEXCOORD_0 = this.#addAttribute(values, 4, accessor);
    } else if (picture?.kind === "file") {
      for (const [set, uvs] of [picture.uvs, picture.secondUvs].entries()) {
        if (uvs === undefined) continue;
        const values = reorder(uvs, 2, 2, remap, new Float32Array(count * 2));
        const steps = toExponential(
          Int32Array.from(values, (value) => Math.round(value / uvStep)),
          Math.log2(uvStep),
        );
        const accessor = { componentType: float, count, type: "VEC2" as const };
        attributes[`TEXCOORD_${set}`] = this.#addAttribute(steps, 8, accessor, "EXPONENTIAL");
      }
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
    place: { scale: number[]; translation: number[]; atlasViews: ReadonlyMap<AtlasLayerName, number> },
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
    const { scale, translation, atlasViews } = place;
    for (const texture of this.#textures) {
      if (typeof texture === "string") {
        addTexture({ bufferView: atlasViews.get(texture), mimeType: "image/webp" }, 33071, 33071);
      } else addTexture({ uri: texture.uri, mimeType: "image/webp" }, texture.wrap[0], texture.wrap[1]);
    }
    const required = [
      "KHR_mesh_quantization",
      "EXT_meshopt_compression",
      ...(textures.length > 0 ? ["EXT_texture_webp"] : []),
    ];
    const json = {
      asset: { version: "2.0" },
      extensionsUsed: [...required, ...this.#materialExtensions],
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
    values: Int8Array | Uint8Array | Uint16Array | Uint32Array,
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
    const { base, normal, metallicRoughness, occlusion, emission } = picture?.maps ?? {};
    const toTexture = (map: GlbMap) => ({
      index: this.#findTexture(map),
      ...(typeof map === "object" && map.texCoord > 0 ? { texCoord: map.texCoord } : {}),
    });
    const extensions: Record<string, object> = {};
    if (isUnlit) extensions.KHR_materials_unlit = {};
    // Factors range to 1; the rest of the brightness is an extension.
    const strength = Math.max(1, ...style.emissive);
    if (strength > 1) extensions.KHR_materials_emissive_strength = { emissiveStrength: strength };
    for (const name of Object.keys(extensions)) this.#materialExtensions.add(name);
    return (
      this.#materials.push({
        // Without this factor, viewers assume metal, which renders black where there is nothing to reflect.
        pbrMetallicRoughness: {
          metallicFactor: isUnlit ? 0 : style.metalness,
          ...(isUnlit ? {} : { roughnessFactor: style.roughness }),
          ...(base === undefined ? {} : { baseColorTexture: toTexture(base) }),
          ...(metallicRoughness === undefined ? {} : { metallicRoughnessTexture: toTexture(metallicRoughness) }),
        },
        ...(normal === undefined ? {} : { normalTexture: { ...toTexture(normal), scale: style.normalScale } }),
        ...(occlusion === undefined
          ? {}
          : { occlusionTexture: { ...toTexture(occlusion), strength: style.occlusionStrength } }),
        ...(style.alphaMode === "OPAQUE" ? {} : { alphaMode: style.alphaMode }),
        ...(style.alphaMode === "MASK" ? { alphaCutoff: style.alphaCutoff } : {}),
        ...(style.isDoubleSided ? { doubleSided: true } : {}),
        ...(style.emissive.some((value) => value > 0)
          ? { emissiveFactor: style.emissive.map((value) => value / strength) }
          : {}),
        ...(emission === undefined ? {} : { emissiveTexture: toTexture(emission) }),
        ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
      }) - 1
    );
  }

  #findTexture(map: GlbMap): number {
    const at = this.#textures.findIndex((texture) => JSON.stringify(texture) === JSON.stringify(map));
    return at < 0 ? this.#textures.push(map) - 1 : at;
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

/** Reorders vertices as chosen by the encoder, padding each from `size` to `stride` values. */
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

/** Integers times a power of two, as stored by the exponential filter of EXT_meshopt_compression. */
function toExponential(mantissas: Int32Array, exponent: number): Uint32Array {
  return Uint32Array.from(mantissas, (value) => {
    const mantissa = Math.min(mantissaMax, Math.max(-mantissaMax, value));
    return ((exponent << 24) | (mantissa & 0xffffff)) >>> 0;
  });
}
