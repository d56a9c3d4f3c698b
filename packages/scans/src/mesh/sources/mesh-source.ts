import type { ScanWarningCode } from "@blueprint/contract/scan-problems";
import type { LengthUnit, UpAxis } from "@blueprint/contract/scan-report";

export type TextureWrap = "repeat" | "clamp" | "mirror";

/** A picture that surfaces name. Its bytes are read when it is needed. */
export interface SourcePicture {
  /** `image/ktx2` is decoded by us, everything else by sharp. */
  readonly mimeType: string | undefined;
  /** @throws Error or ScanProblem when the bytes cannot be had: the surface is then shown plain */
  read(): Promise<Uint8Array>;
}

/** What a material says about how its triangles look. */
export interface SourceSurface {
  /** Multiplies picture and vertex colours; linear RGBA. */
  readonly tint: readonly [number, number, number, number];
  readonly emissive: readonly [number, number, number];
  readonly alphaMode: "OPAQUE" | "MASK" | "BLEND";
  readonly alphaCutoff: number;
  readonly isDoubleSided: boolean;
  readonly isDeclaredUnlit: boolean;
  /** Index of the picture of the base colour, with how coordinates outside 0–1 continue along u and v. */
  readonly picture?: { readonly index: number; readonly wrap: readonly [TextureWrap, TextureWrap] } | undefined;
}

/** Some triangles of one surface. The arrays are used again for the next batch. */
export interface TriangleBatch {
  readonly surface: number;
  readonly count: number;
  /** Nine a triangle, in the source's own frame, 64 bits because it may be far from its origin. */
  readonly positions: Float64Array;
  /** Nine a triangle. */
  readonly normals?: Float32Array | undefined;
  /** Six a triangle, v downwards, as the surface's picture wants them. */
  readonly uvs?: Float32Array | undefined;
  /** Twelve a triangle, linear RGBA. */
  readonly colours?: Float32Array | undefined;
}

export type OnTriangles = (batch: TriangleBatch) => void;

/** A mesh of any format that can be read from beginning to end more than once, without being held in memory. */
export interface MeshSource extends AsyncDisposable {
  readonly surfaces: readonly SourceSurface[];
  readonly pictures: readonly SourcePicture[];
  /** Undefined: the format does not say, so the geometry is asked. */
  readonly upAxis?: UpAxis | undefined;
  /** What the format usually has up; decides when the geometry has no opinion. */
  readonly usualUpAxis: UpAxis;
  readonly unit: LengthUnit;
  readonly warnings: Set<ScanWarningCode>;
  /** Calls back with all triangles. The same order each time. @throws ScanProblem */
  readTriangles(onTriangles: OnTriangles, onFraction: (fraction: number) => void): Promise<void>;
  /** Points without faces, if any: positions (source frame, three each) and linear RGBA. */
  readonly points?: { readonly positions: Float64Array; readonly colours?: Float32Array | undefined } | undefined;
}
