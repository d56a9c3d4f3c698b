import type { ScanWarningCode } from "@blueprint/contract/scan-problems";
import type { LengthUnit, UpAxis } from "@blueprint/contract/scan-report";
import type { Document, Material } from "@gltf-transform/core";

/** Geometry of one material as its file holds it: in the source's frame, placed in the world, not yet judged. */
export interface MeshPart {
  readonly material: Material;
  /** Three a vertex; 64 bits where the file may be far from its origin. */
  readonly positions: Float32Array | Float64Array;
  /** Three a triangle. Absent: the vertices are points. */
  readonly indices?: Uint32Array | undefined;
  /** Three a vertex, unit length. */
  readonly normals?: Float32Array | undefined;
  /** By number of the set (`TEXCOORD_n`), two a vertex, v downwards. */
  readonly uvSets: ReadonlyMap<number, Float32Array>;
  /** Linear RGBA, four a vertex. */
  readonly colours?: Float32Array | undefined;
}

/** A mesh of any format after reading: its materials live in `document`, its geometry in `parts`. */
export interface MeshScene {
  readonly document: Document;
  readonly parts: readonly MeshPart[];
  /** Undefined: the format does not say, so the geometry is asked. */
  readonly upAxis?: UpAxis | undefined;
  /** What the format usually has up; decides when the geometry has no opinion. */
  readonly usualUpAxis: UpAxis;
  readonly unit: LengthUnit;
  readonly warnings: Set<ScanWarningCode>;
}

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/** One sRGB byte as linear light, 0–1, as glTF wants colours. */
export function toLinear(byte: number): number {
  return linear[Math.min(255, Math.max(0, Math.round(byte)))]!;
}

/** Linear light, 0–1, as an sRGB byte. */
export function toSrgbByte(value: number): number {
  const part = Math.min(1, Math.max(0, value));
  return Math.round(255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055));
}
