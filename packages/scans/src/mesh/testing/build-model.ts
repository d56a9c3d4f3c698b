import sharp from "sharp";
import { buildGlb } from "../../testing/build-glb.ts";

export interface Model {
  readonly positions: readonly number[];
  /** By set number. */
  readonly uvs?: readonly (readonly number[])[];
  readonly colours?: readonly number[];
  readonly indices?: readonly number[];
  readonly pictures?: readonly Uint8Array[];
  readonly json?: Readonly<Record<string, unknown>>;
}

/** A GLB of one mesh; its materials are those in `json`. */
export function buildModel({ positions, uvs = [], colours, indices, pictures = [], json = {} }: Model): Uint8Array {
  const pieces: Uint8Array[] = [];
  const views: object[] = [];
  let length = 0;
  const addView = (bytes: Uint8Array) => {
    views.push({ buffer: 0, byteOffset: length, byteLength: bytes.length });
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    pieces.push(padded);
    length += padded.length;
    return views.length - 1;
  };
  const accessors: object[] = [];
  const addAccessor = (values: Float32Array | Uint32Array, type: string, size: number, range = {}) => {
    const bufferView = addView(new Uint8Array(values.buffer));
    const componentType = values instanceof Float32Array ? 5126 : 5125;
    accessors.push({ bufferView, componentType, count: values.length / size, type, ...range });
    return accessors.length - 1;
  };
  const along = (axis: number) => positions.filter((_, at) => at % 3 === axis);
  const attributes: Record<string, number> = {
    POSITION: addAccessor(Float32Array.from(positions), "VEC3", 3, {
      min: [0, 1, 2].map((axis) => along(axis).reduce((low, value) => Math.min(low, value), Infinity)),
      max: [0, 1, 2].map((axis) => along(axis).reduce((high, value) => Math.max(high, value), -Infinity)),
    }),
  };
  for (const [set, values] of uvs.entries()) {
    attributes[`TEXCOORD_${set}`] = addAccessor(Float32Array.from(values), "VEC2", 2);
  }
  if (colours !== undefined) attributes.COLOR_0 = addAccessor(Float32Array.from(colours), "VEC4", 4);
  const primitive = {
    attributes,
    ...(indices === undefined ? {} : { indices: addAccessor(Uint32Array.from(indices), "SCALAR", 1) }),
    material: 0,
  };
  const images = pictures.map((bytes) => ({ bufferView: addView(bytes), mimeType: "image/png" }));
  const whole = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [primitive] }],
    materials: [{}],
    ...(images.length === 0 ? {} : { images, textures: images.map((_, source) => ({ source })) }),
    accessors,
    bufferViews: views,
    buffers: [{ byteLength: length }],
    ...json,
  };
  return buildGlb(whole, new Uint8Array(Buffer.concat(pieces)));
}

/** A wall of 4 m × 3 m that faces +z and shows its picture `repeats` times along each side. */
export const wall = (repeats = 1) => ({
  positions: [0, 0, 0, 4, 0, 0, 4, 3, 0, 0, 3, 0],
  uvs: [[0, repeats, repeats, repeats, repeats, 0, 0, 0]],
  indices: [0, 1, 2, 0, 2, 3],
});

/** A PNG of one colour. */
export const plain = (red: number, green: number, blue: number, sidePx = 64) =>
  sharp({ create: { width: sidePx, height: sidePx, channels: 3, background: { r: red, g: green, b: blue } } })
    .png()
    .toBuffer();
