import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { Texture } from "@gltf-transform/core";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { convertMesh } from "./convert-mesh.ts";
import { buildFbx, roomRecords } from "./testing/build-fbx.ts";
import { buildModel, plain, wall } from "./testing/build-model.ts";
import { buildUsda, buildUsdz } from "./testing/build-usdz.ts";
import { listTiles, readMeshTiles } from "./testing/read-mesh-tiles.ts";
import { expectNear, leafOf, primitivesOf, readShown } from "./testing/shown-pictures.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scan-material-pictures-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function convert(format: ScanFormat, content: Uint8Array) {
  const inputPath = join(folder, "original");
  const outputDir = join(folder, "out");
  await rm(outputDir, { recursive: true, force: true });
  await mkdir(outputDir);
  await writeFile(inputPath, content);
  const job = { format, inputPath, originalName: "a", outputDir };
  const report = await convertMesh(job, () => {}, new AbortController().signal);
  const root = await readMeshTiles(outputDir, report);
  expect(listTiles(root).flatMap(({ problems }) => problems)).toEqual([]);
  return { report, root };
}

/** The material of a scan that has pictures, and what it shows of each. */
async function convertMaterial(format: ScanFormat, content: Uint8Array) {
  const { report, root } = await convert(format, content);
  const primitives = primitivesOf(leafOf(root));
  const primitive = primitives.find((one) => one.getMaterial()!.listExtensions().length === 0 && hasPicture(one))!;
  const material = primitive?.getMaterial();
  const shown = async (texture: Texture | null | undefined) =>
    texture === null || texture === undefined ? undefined : await readShown(primitive, texture);
  return {
    report,
    isLit: primitive !== undefined,
    roughness: material?.getRoughnessFactor(),
    metalness: material?.getMetallicFactor(),
    base: await shown(material?.getBaseColorTexture()),
    normal: await shown(material?.getNormalTexture()),
    gloss: await shown(material?.getMetallicRoughnessTexture()),
    occlusion: await shown(material?.getOcclusionTexture()),
    emission: await shown(material?.getEmissiveTexture()),
  };
}
const hasPicture = (primitive: ReturnType<typeof primitivesOf>[number]) => {
  const material = primitive.getMaterial()!;
  return [material.getNormalTexture(), material.getMetallicRoughnessTexture()].some((texture) => texture !== null);
};

const [red, bluish, rough, metal, heights] = await Promise.all([
  plain(200, 60, 20),
  plain(128, 190, 230),
  plain(150, 150, 150),
  plain(220, 220, 220),
  plain(140, 140, 140),
]);

describe("specular-glossiness with a texture", { timeout: 60_000 }, () => {
  const half = (left: object, right: object) =>
    sharp({ create: { width: 64, height: 64, channels: 4, background: left } })
      .composite([{ input: { create: { width: 32, height: 64, channels: 4, background: right } }, left: 32, top: 0 }])
      .png()
      .toBuffer();

  it.each(["glb", "gltf-zip"] as const)("shows polished metal next to matt paint, in %s", async (format) => {
    const pictures = [
      await half({ r: 0, g: 0, b: 0, alpha: 1 }, { r: 48, g: 80, b: 160, alpha: 1 }),
      // Gloss is the alpha: 80 % on the metal, 20 % on the paint.
      await half({ r: 224, g: 176, b: 80, alpha: 0.8 }, { r: 56, g: 56, b: 56, alpha: 0.2 }),
    ];
    const old = { diffuseTexture: { index: 0 }, specularGlossinessTexture: { index: 1 }, glossinessFactor: 0.5 };
    const glb = buildModel({
      ...wall(),
      // The triangle that is seen shows the left half only.
      uvs: [[0, 1, 0.4, 1, 0.4, 0, 0, 0]],
      pictures,
      json: {
        materials: [{ extensions: { KHR_materials_pbrSpecularGlossiness: old } }],
        extensionsUsed: ["KHR_materials_pbrSpecularGlossiness"],
      },
    });
    const content = format === "glb" ? glb : zipSync({ "model.glb": glb });
    const { isLit, roughness, metalness, base, gloss, report } = await convertMaterial(format, content);
    expect(report.warnings).toEqual([]);
    expect([isLit, roughness, metalness]).toEqual([true, 1, 1]);
    expectNear(base!, [224, 176, 80]);
    // Roughness in green is what gloss of 80 % at a factor of 50 % leaves: 60 %.
    expectNear(gloss!.slice(1), [153, 255]);
  });
});

describe("textures of an OBJ", { timeout: 60_000 }, () => {
  const zip = (mtl: string, files: Record<string, Uint8Array>) =>
    zipSync({
      "room.obj": new TextEncoder().encode(
        "mtllib room.mtl\nv 0 0 0\nv 4 0 0\nv 4 0 3\nv 0 0 3\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl wall\nf 1/1 2/2 3/3 4/4\n",
      ),
      "room.mtl": new TextEncoder().encode(`newmtl wall\n${mtl}`),
      ...files,
    });
  const files = {
    "red.png": red,
    "bluish.png": bluish,
    "rough.png": rough,
    "metal.png": metal,
    "heights.png": heights,
  };

  it.each(["norm", "map_Bump -bm 0.5", "bump"])("keep normals (%s), roughness and metalness", async (keyword) => {
    const mtl = `map_Kd red.png\n${keyword} bluish.png\nmap_Pr rough.png\nmap_Pm metal.png\n`;
    const found = await convertMaterial("obj-zip", zip(mtl, files));
    expect(found.report.warnings).toEqual(["scan-units-unknown"]);
    expect([found.isLit, found.roughness, found.metalness]).toEqual([true, 1, 1]);
    expectNear(found.base!, [200, 60, 20]);
    expectNear(found.normal!, [128, 190, 230]);
    expectNear(found.gloss!.slice(1), [150, 220]);
  });

  it("fall back to the factors without a texture", async () => {
    const mtl = "map_Kd red.png\nmap_Pr rough.png\nPm 0.25\n";
    const { roughness, metalness, gloss, normal } = await convertMaterial("obj-zip", zip(mtl, files));
    expect([roughness, metalness, normal]).toEqual([1, 0.25, undefined]);
    expectNear(gloss!.slice(1), [150, 255]);
  });

  it("stay unlit next to a height texture, which has no unit", async () => {
    const { isLit, report } = await convertMaterial("obj-zip", zip("map_Kd red.png\nmap_Bump heights.png\n", files));
    expect(isLit).toBe(false);
    expect(report.warnings).toEqual(["scan-units-unknown"]);
  });

  it("report a missing texture", async () => {
    const { report } = await convertMaterial("obj-zip", zip("map_Kd red.png\nnorm lost.png\n", files));
    expect(report.warnings).toContain("scan-missing-texture");
  });
});

describe("textures of an FBX", { timeout: 60_000 }, () => {
  const convertFbx = (feeds: Record<string, Uint8Array>) =>
    convertMaterial("fbx", buildFbx(roomRecords({ unitScale: 100, picture: { content: red, path: "r.png" }, feeds })));

  it.each([
    ["NormalMap", "Maya|TEX_roughness_map", "Maya|TEX_metallic_map"],
    ["Bump", "3dsMax|main|roughness_map", "3dsMax|main|metalness_map"],
  ])("keep normals (%s), roughness (%s) and metalness (%s)", async (normalOf, roughnessOf, metalnessOf) => {
    const found = await convertFbx({ [normalOf]: bluish, [roughnessOf]: rough, [metalnessOf]: metal });
    expect([found.isLit, found.roughness, found.metalness]).toEqual([true, 1, 1]);
    expectNear(found.base!, [200, 60, 20]);
    expectNear(found.normal!, [128, 190, 230]);
    expectNear(found.gloss!.slice(1), [150, 220]);
  });

  it("stay unlit next to a height texture", async () => {
    expect((await convertFbx({ Bump: heights })).isLit).toBe(false);
  });
});

describe("textures of a USDZ", { timeout: 60_000 }, () => {
  it("keep normals, roughness, metalness, occlusion and emission", async () => {
    const [occluded, glowing] = [await plain(90, 90, 90), await plain(20, 220, 20)];
    const usda = buildUsda({
      picture: "red.png",
      inputs: {
        normal: ["bluish.png", "rgb"],
        roughness: ["rough.png", "r"],
        metallic: ["metal.png", "r"],
        occlusion: ["occluded.png", "r"],
        emissiveColor: ["glowing.png", "rgb"],
      },
    });
    const found = await convertMaterial(
      "usdz",
      buildUsdz({
        "room.usda": usda,
        "red.png": red,
        "bluish.png": bluish,
        "rough.png": rough,
        "metal.png": metal,
        "occluded.png": occluded,
        "glowing.png": glowing,
      }),
    );
    expect(found.report.warnings).toEqual([]);
    expect([found.isLit, found.roughness, found.metalness]).toEqual([true, 1, 1]);
    expectNear(found.base!, [200, 60, 20]);
    expectNear(found.normal!, [128, 190, 230]);
    expectNear(found.gloss!.slice(1), [150, 220]);
    expectNear(found.occlusion!.slice(0, 1), [90]);
    expectNear(found.emission!, [20, 220, 20]);
  });
});
