import type { ScanWarningCode } from "@blueprint/contract/scan-problems";
import type { LengthUnit, UpAxis } from "@blueprint/contract/scan-report";
import type { Document, Material } from "@gltf-transform/core";

/** Geometry of one material as stored in its file: in the source's frame, with world transforms applied, unchecked. */
export interface MeshPart {
  readonly material: Material;
  /** Three per vertex; 64-bit where the file may be far from its origin. */
  readonly positions: Float32Array | Float64Array;
  /** Three per triangle. Absent: the vertices are points. */
  readonly indices?: Uint32Array | undefined;
  /** Three per vertex, unit length. */
  readonly normals?: Float32Array | undefined;
  /** Keyed by set number (`TEXCOORD_n`), two per vertex, v downwards. */
  readonly uvSets: ReadonlyMap<number, Float32Array>;
  /** Linear RGBA, four per vertex. */
  readonly colours?: Float32Array | undefined;
}

/** A mesh of any format after reading: its materials are in `document`, its geometry in `parts`. */
export interface MeshScene {
  readonly document: Document;
  readonly parts: readonly MeshPart[];
  /** Undefined: the format does not specify it, so it is inferred from the geometry. */
  readonly upAxis?: UpAxis | undefined;
  /** The format's usual up axis; used when the geometry is inconclusive. */
  readonly usualUpAxis: UpAxis;
  readonly unit: LengthUnit;
  readonly warnings: Set<ScanWarningCode>;
}

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/** Converts an sRGB byte to linear light, 0–1, as glTF expects. */
export function toLinear(byte: number): number {
  return linear[Math.min(255, Math.max(0, Math.round(byte)))]!;
}

/** Converts linear light, 0–1, to an sRGB byte. */
export function toSrgbByte(value: number): number {
  const part = Math.min(1, Math.max(0, value));
  return Math.round(255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055));
}
