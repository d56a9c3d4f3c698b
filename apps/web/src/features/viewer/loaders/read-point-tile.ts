import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";

/** Points in the GPU's format. */
export interface PointTile {
  readonly count: number;
  /** Three per `strideBytes`: fractions of `scale`, or metres as floats. */
  readonly positions: Uint8Array;
  readonly strideBytes: number;
  readonly isFloat: boolean;
  /** Four bytes each: linear red, green and blue, and one unused. */
  readonly colours: Uint8Array;
  /** Metres per position unit, and the origin in the scan's own frame. */
  readonly scale: number;
  readonly translation: readonly [number, number, number];
}

interface TileJson {
  readonly bufferViews: readonly {
    readonly byteStride: number;
    readonly extensions: { readonly EXT_meshopt_compression: PackedView };
  }[];
  readonly accessors: readonly {
    readonly bufferView: number;
    readonly componentType: number;
    readonly count: number;
    readonly type: string;
  }[];
  readonly meshes: readonly {
    readonly primitives: readonly { readonly mode: number; readonly attributes: Readonly<Record<string, number>> }[];
  }[];
  readonly nodes: readonly {
    readonly translation?: readonly [number, number, number];
    readonly scale?: readonly [number, number, number];
  }[];
}

interface PackedView {
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteStride: number;
  readonly count: number;
  readonly mode: string;
  readonly filter?: string;
}

const magic = 0x46546c67;
const headerBytes = 20;
const chunkHeaderBytes = 8;
const gltfPoints = 0;
const gltfByte = 5121;
const gltfShort = 5123;
const gltfFloat = 5126;

/**
 * Reads a point tile as our converter writes it, without a full glTF reader, which is many times as large.
 * @throws Error for anything else
 */
export async function readPointTile(glb: ArrayBuffer): Promise<PointTile> {
  await MeshoptDecoder.ready;
  const view = new DataView(glb);
  if (glb.byteLength < headerBytes || view.getUint32(0, true) !== magic) throw new Error("This is no GLB.");
  const jsonBytes = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(glb, headerBytes, jsonBytes))) as TileJson;
  const binary = new Uint8Array(glb, headerBytes + jsonBytes + chunkHeaderBytes);
  const primitive = json.meshes[0]?.primitives[0];
  if (primitive?.mode !== gltfPoints) throw new Error("The tile holds no points.");
  const unpack = (name: string, componentTypes: readonly number[]) => {
    const accessor = json.accessors[primitive.attributes[name] ?? -1];
    const packed = json.bufferViews[accessor?.bufferView ?? -1]?.extensions.EXT_meshopt_compression;
    if (accessor === undefined || packed === undefined || !componentTypes.includes(accessor.componentType))
      throw new Error(`The tile's ${name} are not read.`);
    const { byteOffset, byteLength, byteStride, count, mode, filter } = packed;
    const bytes = new Uint8Array(count * byteStride);
    const source = binary.subarray(byteOffset, byteOffset + byteLength);
    MeshoptDecoder.decodeGltfBuffer(bytes, count, byteStride, source, mode, filter);
    return { bytes, byteStride, count, isFloat: accessor.componentType === gltfFloat };
  };
  const positions = unpack("POSITION", [gltfShort, gltfFloat]);
  const colours = unpack("COLOR_0", [gltfByte]);
  const { translation = [0, 0, 0], scale = [1, 1, 1] } = json.nodes[0] ?? {};
  return {
    count: positions.count,
    positions: positions.bytes,
    strideBytes: positions.byteStride,
    isFloat: positions.isFloat,
    colours: colours.bytes,
    scale: scale[0],
    translation,
  };
}
