import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { convertMesh } from "./convert-mesh.ts";
import { buildModel, plain, wall } from "./testing/build-model.ts";
import { listTiles, readMeshTiles } from "./testing/read-mesh-tiles.ts";
import { expectNear, leafOf, primitivesOf, readShown } from "./testing/shown-pictures.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scan-texture-mappings-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function convertPrimitive(glb: Uint8Array, format: "glb" | "gltf-zip") {
  const inputPath = join(folder, "original");
  const outputDir = join(folder, "out");
  await rm(outputDir, { recursive: true, force: true });
  await mkdir(outputDir);
  await writeFile(inputPath, format === "glb" ? glb : zipSync({ "model.glb": glb }));
  const job = { format, inputPath, originalName: "a", outputDir };
  const report = await convertMesh(job, () => {}, new AbortController().signal);
  const root = await readMeshTiles(outputDir, report);
  expect(listTiles(root).flatMap(({ problems }) => problems)).toEqual([]);
  const [primitive] = primitivesOf(leafOf(root));
  return { report, primitive: primitive!, material: primitive!.getMaterial()! };
}

/** Four squares of one colour each: upper left, upper right, lower left, lower right. */
async function quarters(colours: readonly (readonly [number, number, number])[], sidePx = 64): Promise<Uint8Array> {
  const pixels = Uint8Array.from({ length: sidePx * sidePx * 3 }, (_, at) => {
    const [column, row] = [Math.floor(at / 3) % sidePx, Math.floor(at / 3 / sidePx)];
    return colours[(row < sidePx / 2 ? 0 : 2) + (column < sidePx / 2 ? 0 : 1)]![at % 3]!;
  });
  return await sharp(pixels, { raw: { width: sidePx, height: sidePx, channels: 3 } })
    .png()
    .toBuffer();
}

/** A square of side `size` whose corner of the picture lies at `left` and `top`, for the corners of the wall. */
const square = (left: number, top: number, size: number) => [
  ...[left, top + size, left + size, top + size],
  ...[left + size, top, left, top],
];

const formats = ["glb", "gltf-zip"] as const;

describe("textures of one surface with different coordinates", { timeout: 60_000 }, () => {
  it.each(formats)("keep separate coordinates: a light map next to tiles (%s)", async (format) => {
    const base = await plain(200, 60, 20);
    const occlusion = await quarters([
      [90, 0, 0],
      [250, 0, 0],
      [250, 0, 0],
      [250, 0, 0],
    ]);
    const glb = buildModel({
      ...wall(),
      // The base colour repeats eight times; the wall is in the upper left quarter of the light map.
      uvs: [wall(8).uvs[0]!, square(0.05, 0.05, 0.4)],
      pictures: [base, occlusion],
      json: {
        materials: [
          {
            pbrMetallicRoughness: { baseColorTexture: { index: 0 } },
            occlusionTexture: { index: 1, texCoord: 1, strength: 0.5 },
          },
        ],
      },
    });
    const { report, primitive, material } = await convertPrimitive(glb, format);
    expect(report.warnings).toEqual([]);
    expect(material.getBaseColorTextureInfo()!.getTexCoord()).toBe(0);
    expect(material.getOcclusionTextureInfo()!.getTexCoord()).toBe(1);
    expect(material.getOcclusionStrength()).toBeCloseTo(0.5);
    expectNear(await readShown(primitive, material.getBaseColorTexture()!), [200, 60, 20]);
    expectNear(await readShown(primitive, material.getOcclusionTexture()!, 1), [90]);
    const uvs = primitive.getAttribute("TEXCOORD_0")!;
    const widths = Array.from({ length: uvs.getCount() }, (_, at) => uvs.getElement(at, [])[0]!);
    expect(Math.max(...widths) - Math.min(...widths)).toBeCloseTo(8, 2);
  });

  it.each(formats)("keep separate transforms of the same coordinates (%s)", async (format) => {
    const normals = await quarters([
      [128, 128, 255],
      [128, 128, 255],
      [128, 128, 255],
      [128, 190, 230],
    ]);
    const glb = buildModel({
      ...wall(),
      pictures: [await plain(200, 60, 20), normals],
      json: {
        extensionsUsed: ["KHR_texture_transform"],
        materials: [
          {
            pbrMetallicRoughness: { baseColorTexture: { index: 0 } },
            normalTexture: {
              index: 1,
              // The lower right quarter.
              extensions: { KHR_texture_transform: { offset: [0.55, 0.55], scale: [0.4, 0.4] } },
            },
          },
        ],
      },
    });
    const { primitive, material } = await convertPrimitive(glb, format);
    expect(material.getNormalTextureInfo()!.getTexCoord()).toBe(1);
    expectNear(await readShown(primitive, material.getNormalTexture()!, 1), [128, 190, 230]);
    expectNear(await readShown(primitive, material.getBaseColorTexture()!), [200, 60, 20]);
    const tangent = primitive.getAttribute("TANGENT")!.getElement(0, []);
    expect(tangent.map(Math.round)).toEqual([1, 0, 0, 1]);
  });

  it.each(formats)("align their tangents with the coordinates of the normal texture (%s)", async (format) => {
    // The second coordinates show the picture from right to left.
    const [a, b, c, d, e, f, g, h] = square(0, 0, 1) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const glb = buildModel({
      ...wall(),
      uvs: [wall().uvs[0]!, [c, b, a, d, g, f, e, h]],
      pictures: [await plain(200, 60, 20), await plain(128, 190, 230)],
      json: {
        materials: [
          {
            pbrMetallicRoughness: { baseColorTexture: { index: 0 } },
            normalTexture: { index: 1, texCoord: 1 },
          },
        ],
      },
    });
    const { primitive } = await convertPrimitive(glb, format);
    expect(primitive.getAttribute("TANGENT")!.getElement(0, []).map(Math.round)).toEqual([-1, 0, 0, -1]);
  });

  it.each(formats)("share the surface's coordinates if they turn out to be the same (%s)", async (format) => {
    const transform = { extensions: { KHR_texture_transform: { scale: [0.5, 0.5] } } };
    const glb = buildModel({
      ...wall(),
      pictures: [await plain(200, 60, 20), await plain(128, 190, 230)],
      json: {
        extensionsUsed: ["KHR_texture_transform"],
        materials: [
          {
            pbrMetallicRoughness: { baseColorTexture: { index: 0, ...transform } },
            normalTexture: { index: 1, ...transform },
          },
        ],
      },
    });
    const { primitive, material } = await convertPrimitive(glb, format);
    expect(material.getNormalTextureInfo()!.getTexCoord()).toBe(0);
    expect(primitive.getAttribute("TEXCOORD_1")).toBeNull();
    expect(material.getNormalTexture()!.getURI()).toBe("");
  });
});
