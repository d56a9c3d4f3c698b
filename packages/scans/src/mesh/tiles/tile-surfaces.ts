import type { SourceSurface, TextureWrap } from "../sources/mesh-source.ts";
import { type SurfaceUse, surfaceUseKey } from "./measure-mesh.ts";

/** What a tile's material says besides picture and colours. */
export interface SurfaceStyle {
  readonly alphaMode: "OPAQUE" | "MASK" | "BLEND";
  readonly alphaCutoff: number;
  readonly isDoubleSided: boolean;
  /** Shown in the light it was scanned in. Otherwise it has normals and is lit. */
  readonly isUnlit: boolean;
  readonly emissive: readonly [number, number, number];
}

export const plainStyle: SurfaceStyle = {
  alphaMode: "OPAQUE",
  alphaCutoff: 0.5,
  isDoubleSided: false,
  isUnlit: false,
  emissive: [0, 0, 0],
};

/** One look that triangles of the tiles have. Tints are part of their corners' colours. */
export interface TileSurface {
  readonly style: SurfaceStyle;
  readonly tint: readonly [number, number, number, number];
  readonly picture?: { readonly index: number; readonly wrap: readonly [TextureWrap, TextureWrap] } | undefined;
  /** The number of the surface that stands for this one where pictures have become colours of corners. */
  readonly coarse: number;
}

export interface TileSurfaces {
  readonly list: readonly TileSurface[];
  /** The surface of triangles that come in this combination. */
  numberOf(use: SurfaceUse): number;
  readonly hasPictures: boolean;
  readonly hasColours: boolean;
  readonly hasNormals: boolean;
}

/**
 * A surface that carries the light of its scan (a picture or colours) is shown as it was photographed; one without
 * either is lit, which needs normals.
 * @param isUsable whether a picture could be read
 */
export function createTileSurfaces(
  sources: readonly SourceSurface[],
  uses: readonly SurfaceUse[],
  isUsable: (picture: number) => boolean,
): TileSurfaces {
  const list: TileSurface[] = [];
  const numbers = new Map<string, number>();
  const add = (surface: Omit<TileSurface, "coarse">): number => {
    const key = JSON.stringify([surface.style, surface.tint, surface.picture]);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = list.length;
    numbers.set(key, number);
    list.push({ ...surface, coarse: number });
    const isPlain = surface.picture === undefined && surface.tint.every((value) => value === 1);
    if (!isPlain) list[number] = { ...surface, coarse: add({ style: surface.style, tint: [1, 1, 1, 1] }) };
    return number;
  };
  const byUse = new Map<number, number>();
  let hasNormals = false;
  let hasColours = false;
  for (const use of uses) {
    const source = sources[use.surface]!;
    const picture =
      source.picture !== undefined && use.hasUvs && isUsable(source.picture.index) ? source.picture : undefined;
    const isUnlit = source.isDeclaredUnlit || picture !== undefined || use.hasColours;
    const style = {
      alphaMode: source.alphaMode,
      alphaCutoff: source.alphaMode === "MASK" ? source.alphaCutoff : 0.5,
      isDoubleSided: source.isDoubleSided,
      isUnlit,
      emissive: isUnlit ? ([0, 0, 0] as const) : source.emissive,
    };
    hasNormals ||= !isUnlit;
    hasColours ||= use.hasColours || source.tint.some((value) => value !== 1);
    byUse.set(surfaceUseKey(use), add({ style, tint: source.tint, picture }));
  }
  return {
    list,
    numberOf: (use) => byUse.get(surfaceUseKey(use))!,
    hasPictures: list.some((surface) => surface.picture !== undefined),
    hasColours,
    hasNormals,
  };
}
