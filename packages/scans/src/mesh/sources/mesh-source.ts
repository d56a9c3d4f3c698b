import type { ScanWarningCode } from "@blueprint/contract/scan-problems";
import type { LengthUnit, UpAxis } from "@blueprint/contract/scan-report";

export type TextureWrap = "repeat" | "clamp" | "mirror";

/** A picture that surfaces reference. Its bytes are read on demand. */
export interface SourcePicture {
  /** We decode `image/ktx2` ourselves, sharp decodes everything else. */
  readonly mimeType: string | undefined;
  /** @throws Error or ScanProblem when the bytes are unavailable: the surface is then shown plain */
  read(): Promise<Uint8Array>;
}

/** A picture of a surface, by its index, with the wrap modes along u and v. */
export interface SurfacePicture {
  readonly index: number;
  readonly wrap: readonly [TextureWrap, TextureWrap];
  /** Its place on the surface is given by the triangles' second texture coordinates. */
  readonly usesSecondUvs?: boolean | undefined;
}

/** Pictures of lit surfaces besides the base colour, with the channels that glTF gives them. */
export type DetailRole = "normal" | "metallicRoughness" | "occlusion" | "emission";
export type SurfaceDetails = Readonly<Partial<Record<DetailRole, SurfacePicture>>>;

/** How a material makes its triangles look. */
export interface SourceSurface {
  /** Multiplied with picture and vertex colours; linear RGBA. */
  readonly tint: readonly [number, number, number, number];
  /** Linear; above 1 for surfaces brighter than white. */
  readonly emissive: readonly [number, number, number];
  readonly roughness: number;
  readonly metalness: number;
  readonly normalScale: number;
  readonly occlusionStrength: number;
  readonly alphaMode: "OPAQUE" | "MASK" | "BLEND";
  readonly alphaCutoff: number;
  readonly isDoubleSided: boolean;
  readonly isDeclaredUnlit: boolean;
  /** The base colour. */
  readonly picture?: SurfacePicture | undefined;
  readonly details: SurfaceDetails;
}

export const hasSecondUvs = ({ details }: Pick<SourceSurface, "details">): boolean =>
  Object.values(details).some((picture) => picture.usesSecondUvs === true);

export const listPictures = ({ picture, details }: Pick<SourceSurface, "picture" | "details">): SurfacePicture[] =>
  [picture, ...Object.values(details)].filter((one) => one !== undefined);

/** Some triangles of one surface. The arrays are reused for the next batch. */
export interface TriangleBatch {
  readonly surface: number;
  readonly count: number;
  /** Nine per triangle, in the source's frame, 64-bit because it may be far from its origin. */
  readonly positions: Float64Array;
  /** Nine per triangle. */
  readonly normals?: Float32Array | undefined;
  /** Six per triangle, v downwards, for the surface's picture. */
  readonly uvs?: Float32Array | undefined;
  /** The same for the pictures that use them. */
  readonly secondUvs?: Float32Array | undefined;
  /** Twelve per triangle, linear RGBA. */
  readonly colours?: Float32Array | undefined;
}

export type OnTriangles = (batch: TriangleBatch) => void;

/** A mesh of any format that can be read sequentially more than once, without being held in memory. */
export interface MeshSource extends AsyncDisposable {
  readonly surfaces: readonly SourceSurface[];
  readonly pictures: readonly SourcePicture[];
  /** Undefined: the format does not specify it, so it is inferred from the geometry. */
  readonly upAxis?: UpAxis | undefined;
  /** The format's usual up axis; used when the geometry is inconclusive. */
  readonly usualUpAxis: UpAxis;
  readonly unit: LengthUnit;
  readonly warnings: Set<ScanWarningCode>;
  /** Calls back with all triangles, in the same order each time. @throws ScanProblem */
  readTriangles(onTriangles: OnTriangles, onFraction: (fraction: number) => void): Promise<void>;
  /** Points without faces, if any: positions (source frame, three each) and linear RGBA. */
  readonly points?: { readonly positions: Float64Array; readonly colours?: Float32Array | undefined } | undefined;
}
