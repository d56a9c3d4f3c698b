import { toLinear } from "../mesh-scene.ts";
import {
  type DetailRole,
  hasSecondUvs,
  listPictures,
  type SourceSurface,
  type SurfaceDetails,
  type SurfacePicture,
} from "../sources/mesh-source.ts";
import { type MeshMeasure, type SurfaceUse, surfaceUseKey } from "./measure-mesh.ts";
import type { UnpackedPicture } from "./picture-store.ts";

// A scan shows each texel once; a picture used this many times more repeats across its surfaces.
export const repeatsMin = 2;

/** Material properties of a tile besides picture and colours. */
export interface SurfaceStyle {
  readonly alphaMode: "OPAQUE" | "MASK" | "BLEND";
  readonly alphaCutoff: number;
  readonly isDoubleSided: boolean;
  /** Shown in the light of its capture. Otherwise it has normals and is lit. */
  readonly isUnlit: boolean;
  readonly emissive: readonly [number, number, number];
  readonly roughness: number;
  readonly metalness: number;
  readonly normalScale: number;
  readonly occlusionStrength: number;
}

export const plainStyle: SurfaceStyle = {
  alphaMode: "OPAQUE",
  alphaCutoff: 0.5,
  isDoubleSided: false,
  isUnlit: false,
  emissive: [0, 0, 0],
  roughness: 1,
  metalness: 0,
  normalScale: 1,
  occlusionStrength: 1,
};

/** One appearance of a tile's triangles. Tints are part of their vertex colours. */
export interface TileSurface {
  readonly style: SurfaceStyle;
  readonly tint: readonly [number, number, number, number];
  /** The base colour. */
  readonly picture?: SurfacePicture | undefined;
  readonly details: SurfaceDetails;
  /** The largest of its pictures: it decides how many texels the surface gets. */
  readonly lead?: SurfacePicture | undefined;
  /** Its pictures repeat or have different places, so they are files. Otherwise, tiles hold the parts that they show. */
  readonly hasFiles: boolean;
  /** Number of the surface that replaces this one where vertex colours replace pictures. */
  readonly coarse: number;
}

/** Neither pictures nor captured light show its form: it is darker where other surfaces keep light away. */
export function isShaded({ style, lead }: Pick<TileSurface, "style" | "lead">): boolean {
  return !style.isUnlit && lead === undefined;
}

export interface TileSurfaces {
  readonly list: readonly TileSurface[];
  /** The surface number of triangles with this combination. */
  numberOf(use: SurfaceUse): number;
  readonly hasPictures: boolean;
  readonly hasSecondUvs: boolean;
  readonly hasColours: boolean;
  readonly hasNormals: boolean;
}

/**
 * A surface with captured light (a picture or varying colours) is shown unlit; one without either is lit, which
 * requires normals. Pictures of its relief or its gloss say that a picture is only the surface's colour: it is lit, too.
 * @param pictures undefined for those that could not be read
 */
export function createTileSurfaces(
  sources: readonly SourceSurface[],
  { uses, uvAreas }: Pick<MeshMeasure, "uses" | "uvAreas">,
  pictures: readonly (UnpackedPicture | undefined)[],
): TileSurfaces {
  const list: TileSurface[] = [];
  const numbers = new Map<string, number>();
  const add = (surface: Omit<TileSurface, "coarse">): number => {
    const key = JSON.stringify([surface.style, surface.tint, surface.picture, surface.details]);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = list.length;
    numbers.set(key, number);
    list.push({ ...surface, coarse: number });
    const isPlain = surface.lead === undefined && surface.tint.every((value) => value === 1);
    if (!isPlain) {
      const style = toCoarseStyle(surface, pictures);
      list[number] = { ...surface, coarse: add({ style, tint: [1, 1, 1, 1], details: {}, hasFiles: false }) };
    }
    return number;
  };
  const byUse = new Map<number, number>();
  let hasNormals = false;
  let hasColours = false;
  for (const use of uses) {
    const source = sources[use.surface]!;
    const isUsable = ({ index, usesSecondUvs }: SurfacePicture) =>
      (usesSecondUvs === true ? use.hasSecondUvs : use.hasUvs) && pictures[index] !== undefined;
    const picture = source.picture !== undefined && isUsable(source.picture) ? source.picture : undefined;
    const readable = source.isDeclaredUnlit ? {} : pickDetails(source.details, isUsable);
    const hasRelief = (["normal", "metallicRoughness", "occlusion"] as const).some((role) => role in readable);
    const isUnlit = source.isDeclaredUnlit || ((picture !== undefined || use.coloursVary) && !hasRelief);
    const details = isUnlit ? {} : readable;
    const look = {
      alphaMode: source.alphaMode,
      alphaCutoff: source.alphaMode === "MASK" ? source.alphaCutoff : 0.5,
      isDoubleSided: source.isDoubleSided,
      isUnlit,
    };
    const style: SurfaceStyle = isUnlit
      ? { ...plainStyle, ...look }
      : {
          ...look,
          emissive: isLost(source, details, "emission") ? [0, 0, 0] : source.emissive,
          roughness: toHundredths(source.roughness),
          // Without the picture that says where, it is not metal all over.
          metalness: isLost(source, details, "metallicRoughness") ? 0 : toHundredths(source.metalness),
          normalScale: details.normal === undefined ? 1 : source.normalScale,
          occlusionStrength: details.occlusion === undefined ? 1 : source.occlusionStrength,
        };
    hasNormals ||= !isUnlit;
    hasColours ||= use.hasColours || source.tint.some((value) => value !== 1);
    const lead = findLargest(listPictures({ picture, details }), pictures);
    const hasFiles = lead !== undefined && (uvAreas[lead.index]! > repeatsMin || hasSecondUvs({ details }));
    byUse.set(surfaceUseKey(use), add({ style, tint: source.tint, picture, details, lead, hasFiles }));
  }
  return {
    list,
    numberOf: (use) => byUse.get(surfaceUseKey(use))!,
    hasPictures: list.some((surface) => surface.lead !== undefined),
    hasSecondUvs: list.some(hasSecondUvs),
    hasColours,
    hasNormals,
  };
}

/** Finer steps are invisible, but each would be drawn on its own. */
const toHundredths = (value: number) => Math.round(value * 100) / 100;

function pickDetails(details: SurfaceDetails, isUsable: (picture: SurfacePicture) => boolean): SurfaceDetails {
  return Object.fromEntries(Object.entries(details).filter(([, picture]) => isUsable(picture)));
}

function isLost(source: SourceSurface, details: SurfaceDetails, role: DetailRole): boolean {
  return source.details[role] !== undefined && details[role] === undefined;
}

function findLargest(
  shown: readonly SurfacePicture[],
  pictures: readonly (UnpackedPicture | undefined)[],
): SurfacePicture | undefined {
  const area = ({ index }: SurfacePicture) => pictures[index]!.widthPx * pictures[index]!.heightPx;
  return shown.reduce<SurfacePicture | undefined>(
    (largest, one) => (largest === undefined || area(one) > area(largest) ? one : largest),
    undefined,
  );
}

/** The style with the averages of the pictures that vertex colours cannot replace. */
function toCoarseStyle(
  { style, details }: Pick<TileSurface, "style" | "details">,
  pictures: readonly (UnpackedPicture | undefined)[],
): SurfaceStyle {
  const average = (picture: SurfacePicture | undefined): readonly [number, number, number] => {
    if (picture === undefined) return [255, 255, 255];
    const texel = new Uint8Array(4);
    const { levels } = pictures[picture.index]!;
    pictures[picture.index]!.readRow(levels.length - 1, 0, 0, 1, texel, 0);
    return [texel[0]!, texel[1]!, texel[2]!];
  };
  const [, rough, metal] = average(details.metallicRoughness);
  const glow = average(details.emission);
  return {
    ...style,
    roughness: toHundredths((style.roughness * rough) / 255),
    metalness: toHundredths((style.metalness * metal) / 255),
    emissive: [0, 1, 2].map((channel) => style.emissive[channel]! * toLinear(glow[channel]!)) as [
      number,
      number,
      number,
    ],
    normalScale: 1,
    occlusionStrength: 1,
  };
}
