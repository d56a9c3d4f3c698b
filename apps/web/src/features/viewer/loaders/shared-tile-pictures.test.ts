import { Group, Mesh, MeshStandardMaterial, NoColorSpace, type Texture } from "three";
import type { GLTFParser } from "three/addons/loaders/GLTFLoader.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SharedTilePictures } from "./shared-tile-pictures.ts";

afterEach(() => vi.unstubAllGlobals());

class DecodedImage {
  src = "";
  readonly width = 64;
  readonly height = 32;
  async decode(): Promise<void> {}
}

async function loadTextures(pictures: SharedTilePictures): Promise<[Texture, Texture]> {
  vi.stubGlobal("Image", DecodedImage);
  const textures = [0, 1].map((source) => ({ extensions: { EXT_texture_webp: { source } } }));
  const json = { textures, images: [{ uri: "colour.webp" }, { uri: "normals.webp" }] };
  const parser = { json, options: { path: "https://scans.example/" }, associations: new Map() };
  const { loadTexture } = pictures.createPlugin(parser as unknown as GLTFParser);
  return (await Promise.all([loadTexture?.(0), loadTexture?.(1)])) as [Texture, Texture];
}

describe("SharedTilePictures", () => {
  it("leaves the colour space to the material, because normals are not colours", async () => {
    const [colour, normals] = await loadTextures(new SharedTilePictures());
    expect([colour.colorSpace, normals.colorSpace]).toEqual([NoColorSpace, NoColorSpace]);
  });

  it("counts each texture of a tile once, whatever it is used for", async () => {
    const pictures = new SharedTilePictures();
    const [map, normalMap] = await loadTextures(pictures);
    const tile = new Group().add(
      new Mesh(undefined, new MeshStandardMaterial({ map, normalMap })),
      new Mesh(undefined, new MeshStandardMaterial({ map, roughnessMap: normalMap, metalnessMap: normalMap })),
    );
    expect(pictures.countBytes(tile)).toBeCloseTo(2 * 64 * 32 * 4 * (4 / 3));
  });
});
