import sharp from "sharp";
import { toLinear, toSrgbByte } from "./mesh-scene.ts";

type Rgb = readonly [number, number, number];

/** The factors of KHR_materials_pbrSpecularGlossiness that determine the base colour, linear. */
export interface SpecularGlossiness {
  readonly diffuse: Rgb;
  readonly specular: Rgb;
}

/** Reflectance of nonmetals. */
const dielectric = 0.04;
const sidePxMax = 4096;

/**
 * Whether a material defines a specular colour. White is the default, and exporters that ignore the value write it next
 * to a diffuse colour; interpreted literally, all their surfaces would be mirrors.
 */
export function hasSpecularColour(
  specular: Rgb | undefined,
  hasSpecularPicture: boolean,
  diffuse: Rgb,
  hasDiffusePicture: boolean,
): boolean {
  if (hasSpecularPicture) return true;
  if (specular === undefined) return false;
  const isDark = !hasDiffusePicture && Math.max(...diffuse) < dielectric;
  return isDark || specular.some((value) => value < 1);
}

/**
 * The closest base colour in the metallic-roughness model, computed as in the Khronos converter: a metal has a black
 * diffuse colour and shows its specular colour.
 */
export function toBaseColour({ diffuse, specular }: SpecularGlossiness): [number, number, number] {
  const notSpecular = 1 - Math.max(...specular);
  const metallic = toMetalness({ diffuse, specular });
  const share = metallic * metallic;
  return [0, 1, 2].map((channel) => {
    const ofDiffuse = (diffuse[channel]! * notSpecular) / (1 - dielectric) / Math.max(1 - metallic, 1e-6);
    const ofSpecular = (specular[channel]! - dielectric * (1 - metallic)) / Math.max(metallic, 1e-6);
    return Math.min(1, Math.max(0, ofDiffuse * (1 - share) + ofSpecular * share));
  }) as [number, number, number];
}

function toMetalness({ diffuse, specular }: SpecularGlossiness): number {
  return findMetallic(toBrightness(diffuse), toBrightness(specular), 1 - Math.max(...specular));
}

function toBrightness([red, green, blue]: Rgb): number {
  return Math.sqrt(0.299 * red * red + 0.587 * green * green + 0.114 * blue * blue);
}

function findMetallic(diffuse: number, specular: number, notSpecular: number): number {
  if (specular < dielectric) return 0;
  const b = (diffuse * notSpecular) / (1 - dielectric) + specular - 2 * dielectric;
  const c = dielectric - specular;
  const root = Math.sqrt(Math.max(0, b * b - 4 * dielectric * c));
  return Math.min(1, Math.max(0, (-b + root) / (2 * dielectric)));
}

/**
 * Merges the two pictures of a material into a base colour picture. Alpha comes from the diffuse picture.
 * @param diffusePicture absent if the material has only a factor
 * @returns a PNG
 * @throws Error when a picture can't be read
 */
export async function mergePictures(
  diffusePicture: Uint8Array | undefined,
  specularPicture: Uint8Array,
  factors: SpecularGlossiness,
): Promise<Uint8Array> {
  const { pixels, width, height } = await mapTexels(diffusePicture, specularPicture, factors, (colours, at, merged) => {
    const colour = toBaseColour(colours);
    for (let channel = 0; channel < 3; channel++) merged[at + channel] = toSrgbByte(colour[channel]!);
    if (diffusePicture === undefined) merged[at + 3] = 255;
  });
  return await toPng(pixels, width, height);
}

/**
 * The picture of roughness and metalness that belongs to the merged base colour: gloss is the alpha of the specular
 * picture.
 * @param glossiness factor of the gloss
 * @returns a PNG
 * @throws Error when a picture can't be read
 */
export async function mergeGloss(
  diffusePicture: Uint8Array | undefined,
  specularPicture: Uint8Array,
  factors: SpecularGlossiness,
  glossiness: number,
): Promise<Uint8Array> {
  const onTexel: OnTexel = (colours, at, merged, gloss) => {
    const roughness = 1 - (gloss / 255) * glossiness;
    merged.set([255, Math.round(roughness * 255), Math.round(toMetalness(colours) * 255), 255], at);
  };
  const { pixels, width, height } = await mapTexels(diffusePicture, specularPicture, factors, onTexel);
  return await toPng(pixels, width, height);
}

/** @param merged RGBA of the diffuse picture, else of the specular one, to be replaced at `at` */
type OnTexel = (colours: SpecularGlossiness, at: number, merged: Uint8Array, gloss: number) => void;

async function mapTexels(
  diffusePicture: Uint8Array | undefined,
  specularPicture: Uint8Array,
  factors: SpecularGlossiness,
  onTexel: OnTexel,
): Promise<{ pixels: Uint8Array; width: number; height: number }> {
  const decode = (picture: Uint8Array, size: { width: number; height: number; fit: "inside" | "fill" }) =>
    sharp(picture)
      .toColourspace("srgb")
      .resize({ ...size, withoutEnlargement: size.fit === "inside" })
      .ensureAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
  const inside = { width: sidePxMax, height: sidePxMax, fit: "inside" } as const;
  const { data: pixels, info } = await decode(diffusePicture ?? specularPicture, inside);
  const { width, height } = info;
  const specular = (await decode(specularPicture, { width, height, fit: "fill" })).data;
  const shade = (bytes: Uint8Array, at: number, factor: Rgb): Rgb => [
    toLinear(bytes[at]!) * factor[0],
    toLinear(bytes[at + 1]!) * factor[1],
    toLinear(bytes[at + 2]!) * factor[2],
  ];
  for (let at = 0; at < pixels.length; at += 4) {
    const colours = {
      diffuse: diffusePicture === undefined ? factors.diffuse : shade(pixels, at, factors.diffuse),
      specular: shade(specular, at, factors.specular),
    };
    onTexel(colours, at, pixels, specular[at + 3]!);
  }
  return { pixels, width, height };
}

async function toPng(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  return new Uint8Array(
    await sharp(pixels, { raw: { width, height, channels: 4 } })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
}
