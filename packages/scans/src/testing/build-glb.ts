/** A GLB with any JSON and binary part, for files that no exporter would write. */
export function buildGlb(json: object, bin: Uint8Array = new Uint8Array()): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonBytes = Math.ceil(text.length / 4) * 4;
  const binBytes = Math.ceil(bin.length / 4) * 4;
  const glb = new Uint8Array(20 + jsonBytes + (binBytes > 0 ? 8 + binBytes : 0)).fill(0x20, 20, 20 + jsonBytes);
  const view = new DataView(glb.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, glb.length, true);
  view.setUint32(12, jsonBytes, true);
  view.setUint32(16, 0x4e4f534a, true);
  glb.set(text, 20);
  if (binBytes > 0) {
    view.setUint32(20 + jsonBytes, binBytes, true);
    view.setUint32(24 + jsonBytes, 0x004e4942, true);
    glb.set(bin, 28 + jsonBytes);
  }
  return glb;
}

/** The JSON of a glTF with one unindexed mesh of `positions`; `change` may corrupt it. */
export function gltfOf(positions: Float32Array, change: (json: Record<string, unknown>) => void = () => {}): object {
  const finite = (axis: number) =>
    Array.from(positions).filter((value, at) => at % 3 === axis && Number.isFinite(value));
  const json = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: positions.length / 3,
        type: "VEC3",
        min: [0, 1, 2].map((axis) => Math.min(...finite(axis))),
        max: [0, 1, 2].map((axis) => Math.max(...finite(axis))),
      },
    ],
    bufferViews: [{ buffer: 0, byteLength: positions.byteLength }],
    buffers: [{ byteLength: positions.byteLength }],
  };
  change(json);
  return json;
}

/** A GLB with one unindexed mesh. */
export function glbOf(positions: number[], change?: (json: Record<string, unknown>) => void): Uint8Array {
  const array = Float32Array.from(positions);
  return buildGlb(gltfOf(array, change), new Uint8Array(array.buffer));
}
