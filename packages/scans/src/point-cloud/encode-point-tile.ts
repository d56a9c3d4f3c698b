import { MeshoptEncoder } from "meshoptimizer";

/** Points of one tile, quantised to 16 bits over its cube. */
export interface PointTile {
  readonly positions: Float32Array;
  /** 8-bit sRGB. */
  readonly rgb: Uint8Array;
  /** Indices of the tile's points in the two above. */
  readonly points: Uint32Array;
  /** Lowest corner and side of the cube, metres, y up. */
  readonly min: readonly [number, number, number];
  readonly side: number;
}

const positionStride = 8;
const colourStride = 4;
const steps = 65_535;

/** glTF wants vertex colours linear, scans store them for the screen. */
const linearBySrgb = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return Math.round((value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4) * 255);
});

/** One GLB with one POINTS primitive: KHR_mesh_quantization, EXT_meshopt_compression, KHR_materials_unlit. */
export async function encodePointTile(tile: PointTile): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const count = tile.points.length;
  const positions = new Uint16Array(count * 4);
  const colours = new Uint8Array(count * 4);
  const low = [steps, steps, steps];
  const high = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const from = tile.points[i]! * 3;
    for (let axis = 0; axis < 3; axis++) {
      const share = (tile.positions[from + axis]! - tile.min[axis]!) / tile.side;
      const step = Math.min(steps, Math.max(0, Math.round(share * steps)));
      positions[i * 4 + axis] = step;
      if (step < low[axis]!) low[axis] = step;
      if (step > high[axis]!) high[axis] = step;
      colours[i * 4 + axis] = linearBySrgb[tile.rgb[from + axis]!]!;
    }
    colours[i * 4 + 3] = 255;
  }
  const encode = (data: Uint8Array, stride: number) =>
    MeshoptEncoder.encodeGltfBuffer(data, count, stride, "ATTRIBUTES");
  const packed = [encode(new Uint8Array(positions.buffer), positionStride), encode(colours, colourStride)] as const;
  const colourOffset = padTo4(packed[0].length);
  const binaryBytes = colourOffset + padTo4(packed[1].length);
  const view = (index: 0 | 1, byteOffset: number, fallbackOffset: number, stride: number) => ({
    buffer: 1,
    byteOffset: fallbackOffset,
    byteLength: count * stride,
    byteStride: stride,
    target: 34962,
    extensions: {
      EXT_meshopt_compression: {
        buffer: 0,
        byteOffset,
        byteLength: packed[index].length,
        byteStride: stride,
        count,
        mode: "ATTRIBUTES",
      },
    },
  });
  const json = {
    asset: { version: "2.0" },
    extensionsUsed: ["KHR_mesh_quantization", "EXT_meshopt_compression", "KHR_materials_unlit"],
    extensionsRequired: ["KHR_mesh_quantization", "EXT_meshopt_compression"],
    buffers: [
      { byteLength: binaryBytes },
      // The uncompressed data is not delivered; decoders only need its size.
      {
        byteLength: count * (positionStride + colourStride),
        extensions: { EXT_meshopt_compression: { fallback: true } },
      },
    ],
    bufferViews: [view(0, 0, 0, positionStride), view(1, colourOffset, count * positionStride, colourStride)],
    accessors: [
      { bufferView: 0, componentType: 5123, normalized: true, count, type: "VEC3", min: low, max: high },
      { bufferView: 1, componentType: 5121, normalized: true, count, type: "VEC4" },
    ],
    materials: [{ pbrMetallicRoughness: { metallicFactor: 0 }, extensions: { KHR_materials_unlit: {} } }],
    meshes: [{ primitives: [{ mode: 0, material: 0, attributes: { POSITION: 0, COLOR_0: 1 } }] }],
    nodes: [{ mesh: 0, scale: [tile.side, tile.side, tile.side], translation: tile.min }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  };
  return toGlb(JSON.stringify(json), packed, binaryBytes);
}

function toGlb(jsonText: string, parts: readonly Uint8Array[], binaryBytes: number): Uint8Array {
  const json = new TextEncoder().encode(jsonText);
  const jsonBytes = padTo4(json.length);
  const glb = new Uint8Array(12 + 8 + jsonBytes + 8 + binaryBytes);
  const view = new DataView(glb.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, glb.length, true);
  view.setUint32(12, jsonBytes, true);
  view.setUint32(16, 0x4e4f534a, true);
  glb.fill(0x20, 20, 20 + jsonBytes);
  glb.set(json, 20);
  view.setUint32(20 + jsonBytes, binaryBytes, true);
  view.setUint32(24 + jsonBytes, 0x004e4942, true);
  let at = 28 + jsonBytes;
  for (const part of parts) {
    glb.set(part, at);
    at += padTo4(part.length);
  }
  return glb;
}

function padTo4(lengthBytes: number): number {
  return (lengthBytes + 3) & ~3;
}
