import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScanReport } from "@blueprint/contract/scan-report";
import type { Material, Texture } from "@gltf-transform/core";
import type { EmissiveStrength } from "@gltf-transform/extensions";
import { zipSync } from "fflate";
import { BufferAttribute, BufferGeometry, Triangle, Vector3 } from "three";
import { MeshBVH } from "three-mesh-bvh";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ScanProblem } from "../scan-problem.ts";
import { buildGlb } from "../testing/build-glb.ts";
import { convertMesh } from "./convert-mesh.ts";
import { buildModel, plain, wall } from "./testing/build-model.ts";
import { listLeaves, listTiles, type ReadTile, readMeshTiles, readTriangles } from "./testing/read-mesh-tiles.ts";
import { expectNear, leafOf, primitivesOf, readShown } from "./testing/shown-pictures.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scan-materials-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function convert(
  content: Uint8Array,
  format: "glb" | "gltf-zip" = "glb",
): Promise<{ report: ScanReport; root: ReadTile }> {
  const inputPath = join(folder, "original");
  const outputDir = join(folder, "out");
  await rm(outputDir, { recursive: true, force: true });
  await mkdir(outputDir);
  await writeFile(inputPath, content);
  const job = { format, inputPath, originalName: "modelled.glb", outputDir } as const;
  const report = await convertMesh(job, () => {}, new AbortController().signal);
  const root = await readMeshTiles(outputDir, report);
  expect(listTiles(root).flatMap(({ problems }) => problems)).toEqual([]);
  return { report, root };
}

const isUnlit = (material: Material) => material.getExtension("KHR_materials_unlit") !== null;
const lit = {
  pbrMetallicRoughness: {
    baseColorTexture: { index: 0 },
    metallicRoughnessTexture: { index: 2 },
    metallicFactor: 0.9,
    roughnessFactor: 0.7,
  },
  normalTexture: { index: 1, scale: 0.5 },
  occlusionTexture: { index: 3, strength: 0.25 },
  emissiveTexture: { index: 4 },
  emissiveFactor: [0.5, 0.25, 0],
};

const buildPictures = () =>
  Promise.all([
    plain(200, 60, 20, 32),
    plain(128, 190, 230, 64),
    plain(10, 150, 220, 64),
    plain(90, 10, 10, 16),
    plain(20, 220, 20, 64),
  ]);

describe("materials of lit glTF surfaces", { timeout: 60_000 }, () => {
  it.each([
    ["in the tile's atlas", 1, "glb"],
    ["in files of their own, where they repeat", 3, "glb"],
    ["of a file that is decoded as a whole", 1, "gltf-zip"],
  ] as const)("keep their textures and factors %s", async (_, repeats, format) => {
    const glb = buildModel({ ...wall(repeats), pictures: await buildPictures(), json: { materials: [lit] } });
    const { report, root } = await convert(format === "glb" ? glb : zipSync({ "model.glb": glb }), format);
    expect(report.warnings).toEqual([]);
    expect(report.counts.textures).toBe(5);
    const [primitive] = primitivesOf(leafOf(root));
    const material = primitive!.getMaterial()!;
    expect(isUnlit(material)).toBe(false);
    expect(material.getMetallicFactor()).toBeCloseTo(0.9);
    expect(material.getRoughnessFactor()).toBeCloseTo(0.7);
    expect(material.getNormalScale()).toBeCloseTo(0.5);
    expect(material.getOcclusionStrength()).toBeCloseTo(0.25);
    expect(material.getEmissiveFactor()).toEqual([0.5, 0.25, 0]);
    const shown = async (texture: Texture | null) => readShown(primitive!, texture!);
    expectNear(await shown(material.getBaseColorTexture()), [200, 60, 20]);
    expectNear(await shown(material.getNormalTexture()), [128, 190, 230]);
    expectNear((await shown(material.getMetallicRoughnessTexture())).slice(1), [150, 220]);
    expectNear((await shown(material.getOcclusionTexture())).slice(0, 1), [90]);
    expectNear(await shown(material.getEmissiveTexture()), [20, 220, 20]);
    const isFile = material.getNormalTexture()!.getURI() !== "";
    expect(isFile).toBe(repeats > 1);
    expect(primitive!.getAttribute("NORMAL")).not.toBeNull();
  });

  it("store the direction of a normal texture on the surface, even where it is mirrored", async () => {
    // The second wall shows the picture from right to left.
    const positions = [...wall().positions, 4, 0, 0, 8, 0, 0, 8, 3, 0, 4, 3, 0];
    const uvs = [[...wall().uvs[0]!, 1, 1, 0, 1, 0, 0, 1, 0]];
    const indices = [...wall().indices, 4, 5, 6, 4, 6, 7];
    const materials = [{ normalTexture: { index: 0 } }];
    const { root } = await convert(
      buildModel({ positions, uvs, indices, pictures: [await plain(128, 190, 230)], json: { materials } }),
    );
    const [primitive] = primitivesOf(leafOf(root));
    const [position, tangent] = [primitive!.getAttribute("POSITION")!, primitive!.getAttribute("TANGENT")!];
    const middle = (position.getMin([])[0]! + position.getMax([])[0]!) / 2;
    const found = new Set<string>();
    for (let at = 0; at < primitive!.getIndices()!.getCount(); at += 3) {
      const corners = [0, 1, 2].map((corner) => primitive!.getIndices()!.getScalar(at + corner));
      const x = corners.reduce((sum, vertex) => sum + position.getElement(vertex, [])[0]!, 0) / 3;
      const side = x < middle ? "left" : "right";
      for (const vertex of corners) found.add(`${side} ${tangent.getElement(vertex, []).map(Math.round).join()}`);
    }
    expect([...found].sort()).toEqual(["left 1,0,0,1", "right -1,0,0,-1"]);
  });

  it("have no textures in the first tile, which keeps the textures' averages", async () => {
    const { root } = await convert(
      buildModel({ ...wall(), pictures: await buildPictures(), json: { materials: [lit] } }),
    );
    expect(root.children.length).toBeGreaterThan(0);
    const material = primitivesOf(root)[0]!.getMaterial()!;
    expect(root.document.getRoot().listTextures()).toEqual([]);
    expect(material.getRoughnessFactor()).toBeCloseTo((0.7 * 150) / 255, 1);
    expect(material.getMetallicFactor()).toBeCloseTo((0.9 * 220) / 255, 1);
    // sRGB 220 is 0.716 in linear light.
    expect(material.getEmissiveFactor()[1]).toBeCloseTo(0.25 * 0.716, 1);
    // Detail between two vertices is gone, so the tile must be refined from up close.
    expect(root.geometricError).toBeGreaterThan(1);
  });

  it("keep only factors without a texture, and brightness beyond white", async () => {
    const materials = [
      {
        pbrMetallicRoughness: { baseColorFactor: [0.5, 0.5, 0.5, 1], metallicFactor: 1, roughnessFactor: 0.2 },
        emissiveFactor: [1, 0.5, 0],
        extensions: { KHR_materials_emissive_strength: { emissiveStrength: 6 } },
      },
    ];
    const json = { materials, extensionsUsed: ["KHR_materials_emissive_strength"] };
    const { root } = await convert(buildModel({ ...wall(), json }));
    const material = primitivesOf(leafOf(root))[0]!.getMaterial()!;
    expect([material.getMetallicFactor(), material.getRoughnessFactor()]).toEqual([1, expect.closeTo(0.2)]);
    const strength = material.getExtension<EmissiveStrength>("KHR_materials_emissive_strength")!.getEmissiveStrength();
    expect(material.getEmissiveFactor().map((value) => value * strength)).toEqual([6, 3, 0]);
  });

  it.each([
    ["only a colour", { baseColorFactor: [0.5, 0.5, 0.5, 1] }, 0],
    ["its roughness", { roughnessFactor: 0.4 }, 1],
  ])("are metal only if the file declares roughness: %s", async (_, pbrMetallicRoughness, metalness) => {
    const glb = buildModel({ ...wall(), json: { materials: [{ pbrMetallicRoughness }] } });
    for (const [content, format] of [
      [glb, "glb"],
      [zipSync({ "model.glb": glb }), "gltf-zip"],
    ] as const) {
      const { root } = await convert(content, format);
      expect(primitivesOf(leafOf(root))[0]!.getMaterial()!.getMetallicFactor()).toBe(metalness);
    }
  });

  it("leave scans in the light of their capture unchanged", async () => {
    const picture = await plain(120, 110, 100);
    const baseColorTexture = { index: 0 };
    const { root } = await convert(
      buildModel({
        ...wall(),
        pictures: [picture, picture],
        json: {
          materials: [
            {
              pbrMetallicRoughness: { baseColorTexture, roughnessFactor: 0.4 },
              // Some exporters write the photographs twice.
              emissiveTexture: { index: 1 },
              emissiveFactor: [1, 1, 1],
            },
          ],
        },
      }),
    );
    const material = primitivesOf(leafOf(root))[0]!.getMaterial()!;
    expect(isUnlit(material)).toBe(true);
    expect(root.children[0]!.document.getRoot().listTextures()).toHaveLength(1);
    expect(primitivesOf(leafOf(root))[0]!.getAttribute("NORMAL")).toBeNull();
  });

  it("multiply vertex colours with the base colour", async () => {
    const colours = Array.from({ length: 4 }, () => [0.5, 0.25, 1, 0.5]).flat();
    const materials = [{ pbrMetallicRoughness: { baseColorFactor: [0.5, 1, 0.5, 0.5] }, alphaMode: "BLEND" }];
    const { root } = await convert(buildModel({ ...wall(), colours, json: { materials } }));
    const [primitive] = primitivesOf(leafOf(root));
    const shown = primitive!.getAttribute("COLOR_0")!.getElement(0, []);
    expect(shown).toEqual([0.25, 0.25, 0.5, 0.25].map((value) => expect.closeTo(value, 2) as number));
    expect(primitive!.getMaterial()!.getAlphaMode()).toBe("BLEND");
  });

  it.each([
    ["MASK", { alphaMode: "MASK", alphaCutoff: 0.3, doubleSided: true }, 0.3, true],
    ["MASK", { alphaMode: "MASK" }, 0.5, false],
    ["OPAQUE", {}, 0.5, false],
  ])("keep %s, cutoff and sides of %o", async (mode, given, cutoff, isDoubleSided) => {
    const { root } = await convert(buildModel({ ...wall(), json: { materials: [given] } }));
    const material = primitivesOf(leafOf(root))[0]!.getMaterial()!;
    expect(material.getAlphaMode()).toBe(mode);
    expect(material.getAlphaCutoff()).toBeCloseTo(cutoff);
    expect(material.getDoubleSided()).toBe(isDoubleSided);
  });
});

describe("untextured surfaces", { timeout: 60_000 }, () => {
  /** Floor and back wall of 4 m in squares, bottom to top of the wall last. */
  const makeCorner = (squares: number) => {
    const corner = (column: number, row: number) => {
      const [x, along] = [(column / squares) * 4, (row / squares) * 8 - 4];
      return along < 0 ? [x, 0, -along] : [x, along, 0];
    };
    return Array.from({ length: squares * squares }, (_, at) => {
      const [column, row] = [at % squares, Math.floor(at / squares)];
      const [a, b] = [corner(column, row), corner(column + 1, row)];
      const [c, d] = [corner(column + 1, row + 1), corner(column, row + 1)];
      return [...a, ...b, ...c, ...a, ...c, ...d];
    }).flat();
  };

  it("are darker where they meet, as far as a corner's shade reaches", async () => {
    const { root } = await convert(buildModel({ positions: makeCorner(40) }));
    const [primitive] = primitivesOf(leafOf(root));
    const [position, colour] = [primitive!.getAttribute("POSITION")!, primitive!.getAttribute("COLOR_0")!];
    const node = leafOf(root).document.getRoot().listNodes()[0]!;
    const lightAt = (isThere: (y: number, z: number) => boolean) => {
      const found = Array.from({ length: position.getCount() }, (_, vertex) => {
        const [, y, z] = position
          .getElement(vertex, [])
          .map((value, axis) => value * node.getScale()[axis]! + node.getTranslation()[axis]!);
        return isThere(y!, z!) ? colour.getElement(vertex, []) : [];
      }).filter((rgba) => rgba.length > 0);
      for (const [red, green, blue, alpha] of found) expect([green, blue, alpha]).toEqual([red, red, 1]);
      return found.reduce((sum, [red]) => sum + red!, 0) / found.length;
    };
    expect(lightAt((y, z) => y < 0.1 && z < 0.1)).toBeLessThan(0.75);
    expect(lightAt((y, z) => y > 2 || z > 2)).toBe(1);
    expect(isUnlit(primitive!.getMaterial()!)).toBe(false);
  });

  it("keep their light in triangles as long as a wall", async () => {
    const { root } = await convert(buildModel({ positions: makeCorner(2) }));
    expect(primitivesOf(leafOf(root))[0]!.getAttribute("COLOR_0")).toBeNull();
  });
});

describe("unusual meshes", { timeout: 120_000 }, () => {
  it("show a surface without texture if its texture has no image", async () => {
    const materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, normalTexture: { index: 1 } }];
    const textures = [{}, { source: 7 }];
    const { report, root } = await convert(buildModel({ ...wall(), json: { materials, textures } }));
    expect(report.warnings).toContain("scan-missing-texture");
    expect(listTiles(root).flatMap(({ document }) => document.getRoot().listTextures())).toEqual([]);
    expect(isUnlit(primitivesOf(leafOf(root))[0]!.getMaterial()!)).toBe(false);
  });

  it("may be a single triangle a hundred kilometres wide", async () => {
    const { report, root } = await convert(buildModel({ positions: [0, 0, 0, 1e5, 0, 0, 0, 0, -1e5] }));
    expect(report.counts.triangles).toBe(1);
    expect(report.warnings).toContain("scan-size-unusual");
    const [corners] = readTriangles(leafOf(root));
    const sides = [0, 1, 2].map((axis) => {
      const values = [0, 3, 6].map((at) => corners![at + axis]!);
      return Math.max(...values) - Math.min(...values);
    });
    expect(sides).toEqual([1e5, 0, 1e5].map((side) => expect.closeTo(side, -1) as number));
  });

  it("may have 50,000 materials", async () => {
    const count = 50_000;
    const positions = Array.from({ length: count }, (_, at) => {
      const [x, z] = [at % 250, Math.floor(at / 250)];
      return [x, 0, -z, x + 1, 0, -z, x, 0, -z - 1];
    }).flat();
    const primitives = Array.from({ length: count }, (_, at) => ({
      attributes: { POSITION: 0 },
      indices: at + 1,
      material: at,
    }));
    const glb = buildGlb(
      {
        asset: { version: "2.0" },
        scene: 0,
        scenes: [{ nodes: [0] }],
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives }],
        materials: primitives.map((_, at) => ({
          name: `material ${at}`,
          pbrMetallicRoughness: {
            baseColorFactor: [(at % 37) / 36, (at % 41) / 40, (at % 43) / 42, 1],
            roughnessFactor: (at % 8) / 8,
          },
        })),
        accessors: [
          {
            bufferView: 0,
            componentType: 5126,
            count: count * 3,
            type: "VEC3",
            min: [0, 0, -200],
            max: [250, 0, 0],
          },
          ...primitives.map((_, at) => ({
            bufferView: 1,
            byteOffset: at * 12,
            componentType: 5125,
            count: 3,
            type: "SCALAR",
          })),
        ],
        bufferViews: [
          { buffer: 0, byteLength: count * 36 },
          { buffer: 0, byteOffset: count * 36, byteLength: count * 12 },
        ],
        buffers: [{ byteLength: count * 48 }],
      },
      new Uint8Array(
        Buffer.concat([
          new Uint8Array(Float32Array.from(positions).buffer),
          new Uint8Array(Uint32Array.from({ length: count * 3 }, (_, at) => at).buffer),
        ]),
      ),
    );
    const { report, root } = await convert(glb);
    expect(report.counts.triangles).toBe(count);
    expect(root.sizeBytes).toBeLessThan(300_000);
  }, 60_000);

  it("face outwards under negative scales", async () => {
    const nodes = [{ mesh: 0, scale: [-1, 1, 1] }];
    const { root } = await convert(buildModel({ ...wall(), json: { nodes } }));
    for (const triangle of readTriangles(leafOf(root))) {
      const [ax, ay, , bx, by, , cx, cy] = triangle as [number, number, number, number, number, number, number, number];
      expect((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).toBeGreaterThan(0);
    }
    const normal = primitivesOf(leafOf(root))[0]!.getAttribute("NORMAL")!;
    expect(normal.getElement(0, [])).toEqual([0, 0, 1]);
  });

  it("are refused if no triangle has an area", async () => {
    const soup = Array.from({ length: 9000 }, (_, at) => [at % 7, at % 5, 0, at % 7, at % 5, 0, at % 7, at % 5, 0]);
    const refused = convert(buildModel({ positions: soup.flat() }));
    await expect(refused).rejects.toBeInstanceOf(ScanProblem);
    await expect(refused).rejects.toMatchObject({ code: "scan-faces-without-area" });
  });

  it("lose zero-area triangles among others, and say so", async () => {
    const soup = Array.from({ length: 9000 }, (_, at) => [at % 4, 1, 0, at % 4, 1, 0, (at % 4) + 1, 1, 0]);
    const { report } = await convert(buildModel({ positions: [0, 0, 0, 4, 0, 0, 4, 3, 0, ...soup.flat()] }));
    expect(report.counts.triangles).toBe(1);
    expect(report.warnings).toContain("scan-degenerate-faces-skipped");
  });

  it.each([
    ["triangles that share no corner", makeSoup(24_000)],
    ["fins on few edges", makeFins(24_000)],
    ["faces that are all given twice", [...makeFins(12_000), ...makeFins(12_000)]],
  ])(
    "that can't be simplified have a small first tile, and errors that state what it lacks: %s",
    async (_, triangles) => {
      const { report, root } = await convert(buildModel({ positions: triangles.flat() }));
      expect(report.counts.triangles).toBe(24_000);
      expect(listLeaves(root).reduce((sum, leaf) => sum + readTriangles(leaf).length, 0)).toBe(24_000);
      expect(root.sizeBytes).toBeLessThan(300_000);
      const shown = new MeshBVH(toGeometry(readTriangles(root)));
      let farthestM = 0;
      for (let at = 0; at < triangles.length; at += 97) {
        const [a, b, c] = [0, 3, 6].map((from) => new Vector3(...triangles[at]!.slice(from, from + 3)));
        const middle = new Triangle(a, b, c).getMidpoint(new Vector3());
        farthestM = Math.max(farthestM, shown.closestPointToPoint(middle)!.distance);
      }
      expect(root.geometricError).toBeGreaterThan(farthestM * 0.9);
      expect(root.geometricError).toBeLessThan(10);
    },
  );

  it("may be non-manifold: two thousand fins on one edge, and duplicate faces", async () => {
    const fins = Array.from({ length: 2000 }, (_, at) => {
      const angle = (at / 2000) * 2 * Math.PI;
      return [0, 0, 0, 0, 3, 0, Math.cos(angle) * 5, 1.5, Math.sin(angle) * 5];
    });
    const { report, root } = await convert(buildModel({ positions: [...fins, ...fins].flat() }));
    expect(report.counts.triangles).toBe(4000);
    expect(listLeaves(root).reduce((sum, leaf) => sum + readTriangles(leaf).length, 0)).toBe(4000);
  });
});

/** Triangles of 10 cm anywhere in a cube of 8 m. */
function makeSoup(count: number): number[][] {
  const spread = (number: number, step: number) => (number * step) % 1;
  return Array.from({ length: count }, (_, at) => {
    const corner = [0.7548, 0.5698, 0.4302].map((step) => spread(at, step) * 8);
    const turn = spread(at, 0.3819) * 2 * Math.PI;
    const [c, s] = [Math.cos(turn) / 10, Math.sin(turn) / 10];
    const [x, y, z] = corner as [number, number, number];
    return [x, y, z, x + c, y + s, z, x - s, y + c, z + c];
  });
}

/** Triangles around upright edges, a hundred of which stand in rows: hundreds share each edge. */
function makeFins(count: number): number[][] {
  return Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 200 * Math.PI;
    const [x, z] = [at % 10, Math.floor(at / 10) % 10];
    return [x, 0, z, x, 3, z, x + Math.cos(angle) * 0.4, 1.5, z + Math.sin(angle) * 0.4];
  });
}

function toGeometry(triangles: readonly (readonly number[])[]): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(Float32Array.from(triangles.flat()), 3));
}
