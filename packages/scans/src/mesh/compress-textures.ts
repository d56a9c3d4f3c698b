import type { Document, Texture } from "@gltf-transform/core";
import { EXTTextureWebP } from "@gltf-transform/extensions";
import { listTextureSlots } from "@gltf-transform/functions";
import sharp, { type Sharp } from "sharp";
import { decodeKtx2 } from "./decode-ktx2.ts";
import type { MeshScene } from "./mesh-scene.ts";

const colourSidePxMax = 2048;
const otherSidePxMax = 1024;
// Sixteen thousand pixels a side; beyond that a picture is a way to fill the memory.
const inputPixelsMax = 16_384 * 16_384;

async function toWebp(texture: Texture, bytes: Uint8Array): Promise<Uint8Array> {
  let picture: Sharp;
  if (texture.getMimeType() === "image/ktx2") {
    const { widthPx, heightPx, rgba } = await decodeKtx2(bytes);
    picture = sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } });
  } else picture = sharp(bytes, { limitInputPixels: inputPixelsMax, failOn: "error" });
  const slots = listTextureSlots(texture);
  const isColour = slots.some((slot) => /baseColor|emissive/i.test(slot));
  const sidePxMax = isColour ? colourSidePxMax : otherSidePxMax;
  const resized = picture.resize(sidePxMax, sidePxMax, { fit: "inside", withoutEnlargement: true });
  const keepsAlpha = texture.listParents().some((parent) => "getAlphaMode" in parent && usesAlpha(parent));
  const flat = keepsAlpha ? resized : resized.removeAlpha();
  // Directions and factors show blocking sooner than colours do.
  return new Uint8Array(await flat.webp({ quality: isColour ? 80 : 90, effort: 3 }).toBuffer());
}

function usesAlpha(parent: object): boolean {
  return "getAlphaMode" in parent && typeof parent.getAlphaMode === "function" && parent.getAlphaMode() !== "OPAQUE";
}

/** Makes each picture a WebP of bounded size. One that cannot be read is left out with a warning. */
export async function compressTextures(
  document: Document,
  warnings: MeshScene["warnings"],
  onFraction: (fraction: number) => void,
): Promise<void> {
  const textures = document.getRoot().listTextures();
  for (const [index, texture] of textures.entries()) {
    const bytes = texture.getImage();
    try {
      if (bytes === null || bytes.length === 0) throw new Error("no picture");
      texture.setImage(await toWebp(texture, bytes)).setMimeType("image/webp");
    } catch {
      texture.dispose();
      warnings.add("scan-missing-texture");
    }
    onFraction((index + 1) / textures.length);
  }
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (["KHR_texture_basisu", "EXT_texture_avif"].includes(extension.extensionName)) extension.dispose();
  }
  if (document.getRoot().listTextures().length > 0) document.createExtension(EXTTextureWebP).setRequired(true);
}
