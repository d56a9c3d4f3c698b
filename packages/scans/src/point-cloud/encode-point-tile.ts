import { MeshoptEncoder } from "meshoptimizer";
import { packGlb, padTo4 } from "../glb-container.ts";
import { gridLevels, type OctreeCube, type PointGrid, toCornerM, toSideM, wordsPerPoint } from "./packed-points.ts";

/** Attributes of a cloud's points besides position and colour. */
export interface PointAttributes {
  /** How 16 bits map to the scan's intensity values; absent if it has none. */
  readonly intensity: { readonly min: number; readonly max: number; readonly isWhole: boolean } | undefined;
  readonly hasClassification: boolean;
}

interface PackedView {
  readonly bytes: Uint8Array;
  readonly stride: number;
  readonly filter?: "EXPONENTIAL";
}

const steps = 65_535;
/** Positions are stored to this precision, metres, or finer: scanners measure no better. */
const precisionM = 5e-4;
/** For small objects scanned at close range, precision relative to the distance between points. */
const precisionShare = 1 / 16;
/** Exponential filters store 24 bits of a number, including its sign. */
const exponentBitsMax = 24;

/** glTF requires linear vertex colours, scans store sRGB. */
const linearBySrgb = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return Math.round((value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4) * 255);
});

/** A node's own points and the parameters for packing them. */
export interface PointTile {
  readonly cube: OctreeCube;
  /** Packed, with spatial neighbours next to each other. */
  readonly words: Uint32Array;
  /** Distance between neighbours, metres. */
  readonly spacingM: number;
}

/**
 * One GLB with one POINTS primitive: KHR_mesh_quantization, EXT_meshopt_compression, KHR_materials_unlit; intensity and
 * class as vertex attributes that EXT_structural_metadata describes.
 */
export async function encodePointTile(
  { cube, words, spacingM }: PointTile,
  grid: PointGrid,
  attributes: PointAttributes,
): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const count = words.length / wordsPerPoint;
  const sideM = toSideM(grid, cube.level);
  // Bits below the precision are noise, which does not compress.
  const stepM = Math.max(sideM / steps, Math.min(precisionM, spacingM * precisionShare));
  // Sixteen bits for a small cube, floats for a large one: the coarsest tiles of a site hold real points too.
  const position = stepM <= precisionM ? packFine(words, cube, sideM, stepM) : packWide(words, cube, sideM);
  const views = [position.view, packColours(words)];
  const accessors: object[] = [
    position.accessor,
    { bufferView: 1, componentType: 5121, normalized: true, count, type: "VEC4" },
  ];
  const primitive: Record<string, number> = { POSITION: 0, COLOR_0: 1 };
  const add = (name: string, componentType: number, isNormalized: boolean, bytes: Uint8Array) => {
    primitive[name] = accessors.length;
    accessors.push({
      bufferView: views.length,
      componentType,
      ...(isNormalized && { normalized: true }),
      count,
      type: "SCALAR",
    });
    views.push({ bytes, stride: 4 });
  };
  if (attributes.intensity) {
    const values = new Uint16Array(count * 2);
    for (let i = 0; i < count; i++) values[i * 2] = words[i * wordsPerPoint + 4]!;
    add("_INTENSITY", 5123, !attributes.intensity.isWhole, new Uint8Array(values.buffer));
  }
  if (attributes.hasClassification) {
    const values = new Uint8Array(count * 4);
    for (let i = 0; i < count; i++) values[i * 4] = words[i * wordsPerPoint + 3]! >>> 24;
    add("_CLASSIFICATION", 5121, false, values);
  }
  const metadata = describeAttributes(attributes);
  const packed = views.map(({ bytes, stride }) => MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, "ATTRIBUTES"));
  let binaryBytes = 0;
  let unpackedBytes = 0;
  const bufferViews = views.map(({ stride, filter }, index) => {
    const byteLength = packed[index]!.length;
    const view = {
      buffer: 1,
      byteOffset: unpackedBytes,
      byteLength: count * stride,
      byteStride: stride,
      target: 34962,
      extensions: {
        EXT_meshopt_compression: {
          buffer: 0,
          byteOffset: binaryBytes,
          byteLength,
          byteStride: stride,
          count,
          mode: "ATTRIBUTES",
          ...(filter && { filter }),
        },
      },
    };
    unpackedBytes += count * stride;
    binaryBytes += padTo4(byteLength);
    return view;
  });
  const required = ["KHR_mesh_quantization", "EXT_meshopt_compression"];
  const json = {
    asset: { version: "2.0" },
    extensionsUsed: [...required, "KHR_materials_unlit", ...(metadata ? ["EXT_structural_metadata"] : [])],
    extensionsRequired: required,
    ...(metadata && { extensions: { EXT_structural_metadata: metadata } }),
    buffers: [
      { byteLength: binaryBytes },
      // The uncompressed data is not delivered; decoders only need its size.
      { byteLength: unpackedBytes, extensions: { EXT_meshopt_compression: { fallback: true } } },
    ],
    bufferViews,
    accessors,
    materials: [{ pbrMetallicRoughness: { metallicFactor: 0 }, extensions: { KHR_materials_unlit: {} } }],
    meshes: [
      {
        primitives: [
          {
            mode: 0,
            material: 0,
            attributes: primitive,
            ...(metadata && { extensions: { EXT_structural_metadata: { propertyAttributes: [0] } } }),
          },
        ],
      },
    ],
    nodes: [
      {
        mesh: 0,
        translation: toCornerM(grid, cube),
        ...(position.scale !== 1 && { scale: Array(3).fill(position.scale) }),
      },
    ],
    scenes: [{ nodes: [0] }],
    scene: 0,
  };
  return packGlb(JSON.stringify(json), packed, binaryBytes);
}

interface PackedPositions {
  readonly view: PackedView;
  readonly accessor: object;
  /** Metres per accessor unit. */
  readonly scale: number;
}

function packFine(words: Uint32Array, { corner, level }: OctreeCube, sideM: number, stepM: number): PackedPositions {
  const count = words.length / wordsPerPoint;
  const positions = new Uint16Array(count * 4);
  const share = sideM / stepM / 2 ** (gridLevels - level);
  const min = [steps, steps, steps];
  const max = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const step = Math.round((words[i * wordsPerPoint + axis]! - corner[axis]!) * share);
      positions[i * 4 + axis] = step;
      if (step < min[axis]!) min[axis] = step;
      if (step > max[axis]!) max[axis] = step;
    }
  }
  return {
    view: { bytes: new Uint8Array(positions.buffer), stride: 8 },
    accessor: { bufferView: 0, componentType: 5123, normalized: true, count, type: "VEC3", min, max },
    scale: stepM * steps,
  };
}

function packWide(words: Uint32Array, { corner, level }: OctreeCube, sideM: number): PackedPositions {
  const count = words.length / wordsPerPoint;
  const positions = new Float32Array(count * 3);
  const stepM = sideM / 2 ** (gridLevels - level);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      positions[i * 3 + axis] = (words[i * wordsPerPoint + axis]! - corner[axis]!) * stepM;
    }
  }
  const bits = Math.min(exponentBitsMax, Math.ceil(Math.log2(sideM / precisionM)) + 1);
  const bytes = MeshoptEncoder.encodeFilterExp(positions, count, 12, bits, "SharedComponent");
  // Bounds from the filtered numbers, which are what a decoder will see.
  const codes = new Int32Array(bytes.slice().buffer);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < codes.length; i++) {
    const value = ((codes[i]! << 8) >> 8) * 2 ** (codes[i]! >> 24);
    if (value < min[i % 3]!) min[i % 3] = value;
    if (value > max[i % 3]!) max[i % 3] = value;
  }
  return {
    view: { bytes, stride: 12, filter: "EXPONENTIAL" },
    accessor: { bufferView: 0, componentType: 5126, count, type: "VEC3", min, max },
    scale: 1,
  };
}

function packColours(words: Uint32Array): PackedView {
  const count = words.length / wordsPerPoint;
  const colours = new Uint8Array(count * 4);
  for (let i = 0; i < count; i++) {
    const packed = words[i * wordsPerPoint + 3]!;
    colours[i * 4] = linearBySrgb[packed & 255]!;
    colours[i * 4 + 1] = linearBySrgb[(packed >>> 8) & 255]!;
    colours[i * 4 + 2] = linearBySrgb[(packed >>> 16) & 255]!;
    colours[i * 4 + 3] = 255;
  }
  return { bytes: colours, stride: 4 };
}

/** The EXT_structural_metadata of a cloud; undefined if there is nothing to describe. */
function describeAttributes({ intensity, hasClassification }: PointAttributes): object | undefined {
  if (!intensity && !hasClassification) return undefined;
  const toRange = ({ min, max }: { min: number; max: number }) => ({ normalized: true, offset: min, scale: max - min });
  return {
    schema: {
      id: "point_cloud",
      classes: {
        point: {
          properties: {
            ...(intensity && {
              intensity: { type: "SCALAR", componentType: "UINT16", ...(!intensity.isWhole && toRange(intensity)) },
            }),
            ...(hasClassification && { classification: { type: "SCALAR", componentType: "UINT8" } }),
          },
        },
      },
    },
    propertyAttributes: [
      {
        class: "point",
        properties: {
          ...(intensity && { intensity: { attribute: "_INTENSITY" } }),
          ...(hasClassification && { classification: { attribute: "_CLASSIFICATION" } }),
        },
      },
    ],
  };
}
