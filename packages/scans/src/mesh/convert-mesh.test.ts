import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { ScanReport } from "@blueprint/contract/scan-report";
import type { Primitive } from "@gltf-transform/core";
import { getBounds } from "@gltf-transform/functions";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConversionJob } from "../conversion.ts";
import { buildGlb, glbOf, gltfOf } from "../testing/build-glb.ts";
import { dracoTriangle } from "../testing/draco-triangle.ts";
import { makeTexturedRoom } from "../testing/make-textured-room.ts";
import { convertMesh } from "./convert-mesh.ts";
import { listLeaves, listTiles, type ReadTile, readMeshTiles, readTriangles } from "./testing/read-mesh-tiles.ts";

const data = fileURLToPath(new URL("../../../../../shared/data/mesh", import.meta.url));
const texturedRoom = makeTexturedRoom();
const text = (value: string) => new TextEncoder().encode(value);
const triangle = [0, 0, 0, 2, 0, 0, 0, 3, 1];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scan-mesh-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function convert(
  format: ScanFormat,
  content: Uint8Array | string,
  given: Pick<ConversionJob, "frame" | "memoryBytesMax"> = {},
): Promise<{ report: ScanReport; root: ReadTile }> {
  const inputPath = join(folder, "original");
  const outputDir = join(folder, "out");
  await rm(outputDir, { recursive: true, force: true });
  await mkdir(outputDir);
  await writeFile(inputPath, content);
  const report = await convertMesh(
    {
      format,
      inputPath,
      originalName: "\uD800../x",
      outputDir,
      ...given,
    },
    () => {},
    new AbortController().signal,
  );
  const root = await readMeshTiles(outputDir, report);
  expect(listTiles(root).flatMap(({ problems }) => problems)).toEqual([]);
  expect(await readdir(outputDir)).not.toContain(".work");
  return { report, root };
}

const materialsOf = (root: ReadTile) => listLeaves(root).flatMap(({ document }) => document.getRoot().listMaterials());
const isUnlit = (root: ReadTile) =>
  materialsOf(root).map((material) => material.getExtension("KHR_materials_unlit") !== null);
const primitivesOf = (root: ReadTile) =>
  listLeaves(root).flatMap(({ document }) => document.getRoot().listMeshes()[0]!.listPrimitives());
const readColours = (primitive: Primitive) => {
  const colours = primitive.getAttribute("COLOR_0");
  const count = primitive.getAttribute("POSITION")!.getCount();
  return Array.from({ length: count }, (_, vertex) => colours?.getElement(vertex, []) ?? [1, 1, 1, 1]);
};
/** All values of a vertex attribute in the finest tiles. */
const readAttribute = (root: ReadTile, semantic: string) =>
  primitivesOf(root).flatMap((primitive) => {
    const attribute = primitive.getAttribute(semantic);
    return Array.from({ length: attribute?.getCount() ?? 0 }, (_, vertex) => attribute!.getElement(vertex, []));
  });
function expectBounds(root: ReadTile, min: number[], max: number[], toleranceM = 1e-3): void {
  for (const [axis, low] of min.entries()) {
    const found = listLeaves(root).map(({ document }) => getBounds(document.getRoot().getDefaultScene()!));
    expect(Math.abs(Math.min(...found.map((bounds) => bounds.min[axis]!)) - low), `min ${axis}`).toBeLessThan(
      toleranceM,
    );
    const high = Math.max(...found.map((bounds) => bounds.max[axis]!));
    expect(Math.abs(high - max[axis]!), `max ${axis}`).toBeLessThan(toleranceM);
  }
}

const floorAndWall = (up: "y" | "z") => {
  const lines: string[] = [];
  const corner = (x: number, height: number, across: number) =>
    lines.push(up === "y" ? `v ${x} ${height} ${-across}` : `v ${x} ${across} ${height}`);
  corner(0, 0, 0);
  corner(8, 0, 0);
  corner(8, 0, 6);
  corner(0, 0, 6);
  corner(0, 2.5, 6);
  corner(8, 2.5, 6);
  return `${lines.join("\n")}\nf 1 2 3 4\nf 4 3 6 5\n`;
};

/** Two triangles, the vertices of each in one linear colour. */
function colouredTriangles(first: readonly number[], second: readonly number[]): Uint8Array {
  const positions = Float32Array.from([...triangle, 4, 0, 0, 6, 0, 0, 4, 3, 1]);
  const colours = Float32Array.from([first, first, first, second, second, second].flat());
  const bin = new Uint8Array(144);
  bin.set(new Uint8Array(positions.buffer));
  bin.set(new Uint8Array(colours.buffer), 72);
  return buildGlb(
    gltfOf(positions, (json) => {
      json.meshes = [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 } }] }];
      (json.accessors as object[]).push({ bufferView: 1, componentType: 5126, count: 6, type: "VEC3" });
      json.bufferViews = [
        { buffer: 0, byteLength: 72 },
        { buffer: 0, byteOffset: 72, byteLength: 72 },
      ];
      json.buffers = [{ byteLength: 144 }];
    }),
    bin,
  );
}

/** One triangle with KHR_materials_pbrSpecularGlossiness; `pictures` are its textures in order. */
function specularGlossinessTriangle(
  format: "glb" | "gltf",
  material: object,
  pictures: readonly Uint8Array[] = [],
): Uint8Array {
  const corners = Float32Array.from(triangle);
  const pieces = [
    new Uint8Array(corners.buffer),
    new Uint8Array(Float32Array.from([0, 0, 1, 0, 0, 1]).buffer),
    ...pictures,
  ];
  const bin = new Uint8Array(Buffer.concat(pieces));
  let byteOffset = 0;
  const bufferViews = pieces.map((piece) => {
    const view = { buffer: 0, byteOffset, byteLength: piece.length };
    byteOffset += piece.length;
    return view;
  });
  const json = gltfOf(corners, (json) => {
    json.extensionsUsed = ["KHR_materials_pbrSpecularGlossiness"];
    json.materials = [{ extensions: { KHR_materials_pbrSpecularGlossiness: material } }];
    json.meshes = [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }];
    (json.accessors as object[]).push({ bufferView: 1, componentType: 5126, count: 3, type: "VEC2" });
    json.bufferViews = bufferViews;
    const uri = `data:application/octet-stream;base64,${Buffer.from(bin).toString("base64")}`;
    json.buffers = [{ byteLength: bin.length, ...(format === "gltf" ? { uri } : {}) }];
    if (pictures.length === 0) return;
    json.images = pictures.map((_, at) => ({ bufferView: 2 + at, mimeType: "image/png" }));
    json.textures = pictures.map((_, at) => ({ source: at }));
  });
  return format === "glb" ? buildGlb(json, bin) : text(JSON.stringify(json));
}

describe("convertMesh", { timeout: 60_000 }, () => {
  it("makes a textured scan small and unlit, starting coarse and without textures", async () => {
    const original = await texturedRoom;
    const { report, root } = await convert("glb", original);
    expect(report).toMatchObject({
      kind: "mesh",
      format: "glb",
      unit: "metre",
      upAxis: "y",
      localOrigin: [0, 0, 0],
      warnings: [],
      counts: { textures: 7 },
      delivery: { form: "3d-tiles" },
      preview: "preview.webp",
    });
    expect(report.counts.triangles).toBeGreaterThan(5000);
    expectBounds(root, [0, 0, 0], [9, 3.1, 6.5]);
    expect(new Set(isUnlit(root))).toEqual(new Set([true]));
    expect(listLeaves(root).reduce((sum, leaf) => sum + readTriangles(leaf).length, 0)).toBe(report.counts.triangles);
    const pictures = listLeaves(root).flatMap(({ document }) => document.getRoot().listTextures());
    expect(new Set(pictures.map((texture) => texture.getMimeType()))).toEqual(new Set(["image/webp"]));
    expect(root.document.getRoot().listTextures()).toEqual([]);
    expect(root.sizeBytes).toBeLessThan(300_000);
    expect(root.geometricError).toBeGreaterThan(root.children[0]!.geometricError);
    expect(report.delivery.preload).toEqual([root.path]);
    expect(report.delivery.sizeBytes).toBeLessThan(original.length / 2);

    const outputDir = join(folder, "out");
    for (const { path } of report.delivery.files.filter(({ path }) => /^(tile|texture)/.test(path))) {
      const stored = await readFile(join(outputDir, path));
      const bytes = path.endsWith(".br") ? brotliDecompressSync(stored) : stored;
      expect(path, "named by its content").toContain(createHash("sha256").update(bytes).digest("hex").slice(0, 20));
    }
    expect(report.plans).toMatchObject([{ path: "plans/0.svg" }]);
    expect(Math.abs(report.plans![0]!.floorM)).toBeLessThan(0.1);
    for (const [axis, length] of [9, 6.5].entries()) {
      const { min, max } = report.plans![0]!.extent;
      expect(Math.abs(max[axis]! - min[axis]! - 1 - length)).toBeLessThan(0.2);
    }
    const preview = await sharp(join(outputDir, "preview.webp")).stats();
    expect(await sharp(join(outputDir, "preview.webp")).metadata()).toMatchObject({ width: 640, height: 400 });
    // A picture of a room has bright and dark areas; an empty or black one does not.
    expect(preview.channels[0]!.stdev).toBeGreaterThan(20);
  });

  it("shows a material without a metallic factor as non-metallic", async () => {
    const normals = Float32Array.from([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    const positions = Float32Array.from(triangle);
    const bin = new Uint8Array(72);
    bin.set(new Uint8Array(positions.buffer));
    bin.set(new Uint8Array(normals.buffer), 36);
    const glb = buildGlb(
      gltfOf(positions, (json) => {
        json.materials = [{ pbrMetallicRoughness: { baseColorFactor: [0.2, 0.4, 0.6, 1] } }];
        json.meshes = [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, material: 0 }] }];
        (json.accessors as object[]).push({ bufferView: 1, componentType: 5126, count: 3, type: "VEC3" });
        json.bufferViews = [
          { buffer: 0, byteLength: 36 },
          { buffer: 0, byteOffset: 36, byteLength: 36 },
        ];
        json.buffers = [{ byteLength: 72 }];
      }),
      bin,
    );
    const { root } = await convert("glb", glb);
    expect(materialsOf(root)[0]!.getMetallicFactor()).toBe(0);
    for (const colour of readAttribute(root, "COLOR_0")) {
      for (const [channel, value] of [0.2, 0.4, 0.6, 1].entries()) expect(colour[channel]).toBeCloseTo(value, 3);
    }
    expect(isUnlit(root)).toEqual([false]);
  });

  describe.each(["glb", "gltf"] as const)("of specular-glossiness in %s", (format) => {
    it.each<[string, object, number[]]>([
      [
        "a metal in its specular colour",
        { diffuseFactor: [0, 0, 0, 1], specularFactor: [0.9, 0.7, 0.3] },
        [0.9, 0.7, 0.3],
      ],
      [
        "a wall in its diffuse colour",
        { diffuseFactor: [0.5, 0.4, 0.3, 1], specularFactor: [0.04, 0.04, 0.04] },
        [0.5, 0.4, 0.3],
      ],
      [
        "a diffuse colour beside the default specular one",
        { diffuseFactor: [0.5, 0.4, 0.3, 1], specularFactor: [1, 1, 1] },
        [0.5, 0.4, 0.3],
      ],
      ["a diffuse colour alone", { diffuseFactor: [0.5, 0.4, 0.3, 1] }, [0.5, 0.4, 0.3]],
    ])("shows %s", async (_, material, expected) => {
      const { root } = await convert(format, specularGlossinessTriangle(format, material));
      for (const colour of readAttribute(root, "COLOR_0")) {
        for (const [channel, value] of expected.entries()) expect(colour[channel]).toBeCloseTo(value, 1);
      }
    });

    it("shows metals in the colour of the specular texture, and the rest in that of the diffuse one", async () => {
      const half = (left: string, right: string) =>
        sharp({ create: { width: 16, height: 16, channels: 4, background: left } })
          .composite([{ input: { create: { width: 8, height: 16, channels: 4, background: right } }, left: 8, top: 0 }])
          .png()
          .toBuffer();
      const pictures = [await half("#000000", "#3050a0"), await half("#e0b050", "#383838")];
      const material = { diffuseTexture: { index: 0 }, specularGlossinessTexture: { index: 1 } };
      const { report, root } = await convert(format, specularGlossinessTriangle(format, material, pictures));
      expect(report.warnings).not.toContain("scan-missing-texture");
      const shown = listLeaves(root).flatMap(({ document }) => document.getRoot().listTextures());
      const { data, info } = await sharp(shown[0]!.getImage()!)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const hasShade = (red: number, green: number, blue: number) => {
        for (let at = 0; at < info.width * info.height * 3; at += 3) {
          const distance = [red, green, blue].map((value, channel) => Math.abs(data[at + channel]! - value));
          if (Math.max(...distance) < 16) return true;
        }
        return false;
      };
      expect(hasShade(0xe0, 0xb0, 0x50), "the metal").toBe(true);
      expect(hasShade(0x30, 0x50, 0xa0), "the paint").toBe(true);
    });
  });

  it("lights a mesh whose vertices all have the same colour, and tints it with that colour", async () => {
    const { root } = await convert("glb", colouredTriangles([0.2, 0.4, 0.6], [0.2, 0.4, 0.6]));
    expect(isUnlit(root)).toEqual([false]);
    expect(readAttribute(root, "NORMAL")).not.toEqual([]);
    for (const colour of readAttribute(root, "COLOR_0")) {
      for (const [channel, value] of [0.2, 0.4, 0.6, 1].entries()) expect(colour[channel]).toBeCloseTo(value, 3);
    }
  });

  it("shows a mesh with varying vertex colours in the light it was scanned in", async () => {
    const { root } = await convert("glb", colouredTriangles([0.2, 0.4, 0.6], [0.2, 0.45, 0.6]));
    expect(isUnlit(root)).toEqual([true]);
  });

  it("gives an untextured scan normals, with sharp edges where walls meet", async () => {
    const { root } = await convert("obj", floorAndWall("y"));
    const found = readAttribute(root, "NORMAL").map((normal) =>
      normal.map((value) => Math.abs(Math.round(value))).join(),
    );
    expect([...new Set(found)].sort()).toEqual(["0,0,1", "0,1,0"]);
    expect(isUnlit(root)).toEqual([false]);
  });

  it("applies transforms, corrects the winding of mirrored meshes, and joins placements", async () => {
    const glb = glbOf(triangle, (json) => {
      json.scenes = [{ nodes: [0, 1] }];
      json.nodes = [
        { mesh: 0, translation: [10, 0, 0] },
        { mesh: 0, scale: [-1, 1, 1] },
      ];
    });
    const { report, root } = await convert("glb", glb);
    expect(report.counts.triangles).toBe(2);
    expectBounds(root, [-2, 0, 0], [12, 3, 1]);
    // Mirrored at x, the normal keeps facing the same side: its z stays positive.
    for (const normal of readAttribute(root, "NORMAL")) expect(normal[2]).toBeGreaterThan(0.5);
  });

  it("moves a far-away scan to a local origin without losing millimetres", async () => {
    const obj = "v 500000.001 10 4500000.002\nv 500003.125 10 4500000.002\nv 500000.001 13.5 4500004.002\nf 1 2 3\n";
    const { report, root } = await convert("obj", obj);
    expect(report.warnings).toContain("scan-large-coordinates");
    const [x, y, z] = report.localOrigin;
    expect([x, y, z]).toEqual([500002, 0, 4500002]);
    if (report.upAxis !== "y") throw new Error("this test is about scans with y up");
    expectBounds(root, [500000.001 - x, 10, 4500000.002 - z], [500003.125 - x, 13.5, 4500004.002 - z], 2e-4);
  });

  it.each(["y", "z"] as const)("delivers a room upright whose file has %s up", async (up) => {
    const { report, root } = await convert("obj", floorAndWall(up));
    expect(report.upAxis).toBe(up);
    expect(report.warnings).toContain("scan-units-unknown");
    expectBounds(root, [0, 0, -6], [8, 2.5, 0]);
  });

  it("uses the person's unit and up axis if the file states neither", async () => {
    const frame = { unit: "foot", upAxis: "z" } as const;
    const { report, root } = await convert("obj", floorAndWall("y"), { frame });
    expect(report).toMatchObject({ unit: "foot", upAxis: "z" });
    expect(report.warnings).not.toContain("scan-units-unknown");
    expectBounds(root, [0, -6 * 0.3048, -2.5 * 0.3048], [8 * 0.3048, 0, 0]);
    // A GLB's declaration overrides any answer.
    expect((await convert("glb", glbOf(triangle), { frame })).report).toMatchObject({ unit: "metre", upAxis: "y" });
  });

  it("leaves out faces without valid positions or area, and says so", async () => {
    const { report } = await convert(
      "glb",
      glbOf([...triangle, NaN, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5, 5, 5, 5, 6, 6, 6]),
    );
    expect(report.counts.triangles).toBe(1);
    expect(report.warnings).toEqual(
      expect.arrayContaining(["scan-invalid-points-skipped", "scan-degenerate-faces-skipped"]),
    );
    expect(report.bounds.max).toEqual([2, 3, 1]);
  });

  it("reads an OBJ with material library and texture from a zip", async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#c03020" } })
      .png()
      .toBuffer();
    const zip = zipSync({
      "Scan/room.obj": text(
        "mtllib Room.MTL\nv 0 0 0\nv 8 0 0\nv 8 0 6\nv 0 0 6\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl wall\nf 1/1 2/2 3/3 4/4\nusemtl plain\nf -4 -3 -2\n",
      ),
      "Scan/room.mtl": text(
        "newmtl wall\nKd 0 0 0\nmap_Kd -s 1 1 1 C:\\export\\Wall Tex.png\nnewmtl plain\nKd 1 0 0\n",
      ),
      "Scan/wall tex.png": new Uint8Array(picture),
    });
    const { report, root } = await convert("obj-zip", zip);
    expect(report.counts).toMatchObject({ triangles: 3, textures: 1 });
    expect(report.warnings).toEqual(["scan-units-unknown"]);
    const hasPicture = (primitive: Primitive) => primitive.getMaterial()!.getBaseColorTexture() !== null;
    const wall = primitivesOf(root).find(hasPicture);
    const plain = primitivesOf(root).find((primitive) => !hasPicture(primitive));
    const texture = wall!.getMaterial()!.getBaseColorTexture()!;
    expect(texture.getMimeType()).toBe("image/webp");
    expect((await sharp(texture.getImage()!).stats()).channels[0]!.mean).toBeGreaterThan(180);
    // The black beside the picture is ignored; the plain face is red.
    for (const colour of readColours(wall!)) expect(colour).toEqual([1, 1, 1, 1]);
    for (const colour of readColours(plain!)) expect(colour.map((value) => Math.round(value))).toEqual([1, 0, 0, 1]);
  });

  it("draws plans of at most a hundred storeys, and says so", async () => {
    const floors = Array.from({ length: 150 }, (_, storey) => {
      const y = storey * 3;
      return `v 0 ${y} 0\nv 0 ${y} 5\nv 5 ${y} 5\nv 5 ${y} 0\nf -4 -3 -2 -1\nv 0 ${y + 2.5} 5\nv 5 ${y + 2.5} 5\nf -5 -4 -1 -2\n`;
    });
    const { report } = await convert("obj-zip", zipSync({ "tower.obj": text(floors.join("")) }), {
      frame: { upAxis: "y" },
    });
    expect(report.warnings).toContain("scan-storeys-left-out");
    expect(report.plans).toHaveLength(100);
  });

  it("shows a surface without texture if its texture is missing or broken", async () => {
    const obj = "mtllib a.mtl\nv 0 0 0\nv 8 0 0\nv 8 0 6\nvt 0 0\nvt 1 0\nvt 1 1\nusemtl wall\nf 1/1 2/2 3/3\n";
    const missing = zipSync({ "a.obj": text(obj), "a.mtl": text("newmtl wall\nmap_Kd gone.png\n") });
    expect((await convert("obj-zip", missing)).report.warnings).toContain("scan-missing-texture");
    const broken = zipSync({
      "a.obj": text(obj),
      "a.mtl": text("newmtl wall\nmap_Kd a.png\n"),
      "a.png": text("no picture"),
    });
    const { report } = await convert("obj-zip", broken);
    expect(report.warnings).toContain("scan-missing-texture");
    expect(report.counts.textures).toBe(0);
  });

  it("reads glTF with an embedded buffer, and with one beside it in a zip", async () => {
    const bin = new Uint8Array(Float32Array.from(triangle).buffer);
    const withUri = (uri: string) =>
      text(JSON.stringify(gltfOf(Float32Array.from(triangle), (json) => (json.buffers = [{ uri, byteLength: 36 }]))));
    const inline = `data:application/octet-stream;base64,${Buffer.from(bin).toString("base64")}`;
    expect((await convert("gltf", withUri(inline))).report.counts.triangles).toBe(1);
    const zip = zipSync({ "x/scene.gltf": withUri("parts/a%20b.bin"), "x/parts/a b.bin": bin });
    expect((await convert("gltf-zip", zip)).report.counts.triangles).toBe(1);
    const lying = zipSync({ "x/scene.gltf": withUri("a.bin"), "x/a.bin": bin.slice(0, 20) });
    await expect(convert("gltf-zip", lying)).rejects.toMatchObject({ code: "scan-truncated" });
  });

  it.each([
    ["text", "ascii"],
    ["binary", "binary_little_endian"],
    ["big-endian", "binary_big_endian"],
  ])("reads a %s PLY with colours and polygons", async (_name, encoding) => {
    const header = `ply\nformat ${encoding} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty double z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n`;
    const corners = [
      [0, 0, 0],
      [8, 0, 0],
      [8, 6, 0],
      [0, 6, 0.5],
    ] as const;
    let body: Uint8Array;
    if (encoding === "ascii")
      body = text(
        `${corners.map((corner, index) => `${corner.join(" ")} 255 128 ${index * 20}`).join("\n")}\n4 0 1 2 3\n`,
      );
    else {
      const little = encoding === "binary_little_endian";
      const view = new DataView(new ArrayBuffer(4 * 19 + 17));
      for (const [index, corner] of corners.entries()) {
        view.setFloat32(index * 19, corner[0], little);
        view.setFloat32(index * 19 + 4, corner[1], little);
        view.setFloat64(index * 19 + 8, corner[2], little);
        for (const [channel, value] of [255, 128, index * 20].entries())
          view.setUint8(index * 19 + 16 + channel, value);
      }
      view.setUint8(76, 4);
      for (let corner = 0; corner < 4; corner++) view.setInt32(77 + corner * 4, corner, little);
      body = new Uint8Array(view.buffer);
    }
    const { report, root } = await convert("ply-mesh", Buffer.concat([text(header), body]));
    expect(report).toMatchObject({ counts: { triangles: 2 }, upAxis: "z" });
    expectBounds(root, [0, 0, -6], [8, 0.5, 0]);
    const colour = readAttribute(root, "COLOR_0")[0]!;
    expect(colour[0]).toBeCloseTo(1, 2);
    expect(colour[1]).toBeCloseTo(0.2158, 2);
    expect(isUnlit(root)).toEqual([true]);
  });

  it("reads geometry compressed with Draco", async () => {
    const { report, root } = await convert("glb", dracoTriangle());
    expect(report.counts.triangles).toBe(1);
    expectBounds(root, [0, 0, 0], [2, 3, 1]);
  });

  it("reads binary and text STL alike", async () => {
    const view = new DataView(new ArrayBuffer(134));
    view.setUint32(80, 1, true);
    for (const [at, value] of triangle.entries()) view.setFloat32(96 + at * 4, value, true);
    const binary = await convert("stl", new Uint8Array(view.buffer));
    const vertices = [0, 3, 6].map((at) => `vertex ${triangle.slice(at, at + 3).join(" ")}`).join("\n");
    const spelled = await convert(
      "stl",
      `solid x\nfacet normal 0 0 0\nouter loop\n${vertices}\nendloop\nendfacet\nendsolid x\n`,
    );
    expect(binary.report.bounds).toEqual(spelled.report.bounds);
    expect(binary.report.counts).toEqual(spelled.report.counts);
    expect(binary.report.warnings).toEqual(expect.arrayContaining(["scan-units-unknown", "scan-no-colour"]));
  });

  it.each<[code: string, what: string, format: ScanFormat, content: () => Uint8Array | string]>([
    ["scan-empty-file", "nothing", "glb", () => ""],
    ["scan-truncated", "half a GLB", "glb", () => glbOf(triangle).slice(0, 300)],
    [
      "scan-invalid-geometry",
      "only NaN behind the preflight's sample",
      "glb",
      () =>
        glbOf(new Array(90).fill(NaN), (json) => {
          json.accessors = [{ bufferView: 0, componentType: 5126, count: 30, type: "VEC3" }];
        }),
    ],
    ["scan-faces-without-area", "faces without area", "obj", () => "v 0 0 0\nv 1 1 1\nv 2 2 2\nf 1 2 3\nf 1 1 2\n"],
    ["scan-corrupt", "indices behind the vertices", "obj", () => "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"],
    [
      "scan-truncated",
      "text PLY that ends early",
      "ply-mesh",
      () =>
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
    ],
  ])("returns %s for %s", async (code, _what, format, content) => {
    await expect(convert(format, content())).rejects.toMatchObject({ name: "ScanProblem", code });
    expect(await readdir(join(folder, "out"))).not.toContain("report.json");
  });

  it("joins 20,000 tiny nodes into few tiles", async () => {
    const placed = glbOf(triangle, (json) => {
      const nodes = Array.from({ length: 20_000 }, (_, at) => ({ mesh: 0, translation: [(at % 200) * 3, 0, at / 50] }));
      json.nodes = nodes;
      json.scenes = [{ nodes: nodes.map((_, at) => at) }];
    });
    const { report, root } = await convert("glb", placed);
    expect(report.counts.triangles).toBe(20_000);
    expect(listTiles(root).length).toBeLessThan(12);
    expect(readTriangles(root).length).toBeGreaterThan(0);
  });

  it("keeps more vertices apart than 16 bits can index", async () => {
    // No two triangles touch, and all share one centre: such a tile can be neither welded nor split.
    const positions = Array.from({ length: 24_000 }, (_, at) => {
      const angle = at * 0.37;
      const reach = 1 + at / 24_000;
      return [0, 1, 2].flatMap((corner) => {
        const turn = angle + (corner * 2 * Math.PI) / 3;
        return [Math.cos(turn) * reach, 0, Math.sin(turn) * reach];
      });
    }).flat();
    const { root } = await convert("glb", glbOf(positions));
    const counts = primitivesOf(root).map((primitive) => primitive.getAttribute("POSITION")!.getCount());
    expect(listLeaves(root).reduce((sum, leaf) => sum + readTriangles(leaf).length, 0)).toBe(24_000);
    expect(Math.max(...counts)).toBeLessThanOrEqual(72_000);
    expectBounds(root, [-2, 0, -2], [2, 0, 2], 0.02);
  });

  it("refuses early what would decode into more memory than allowed", async () => {
    await expect(convert("glb", dracoTriangle(), { memoryBytesMax: 150 * 1024 ** 2 })).rejects.toMatchObject({
      code: "scan-too-large",
    });
  });

  it("stops between its stages when cancelled", async () => {
    await writeFile(join(folder, "original"), glbOf(triangle));
    const job = { format: "glb", inputPath: join(folder, "original"), originalName: "a", outputDir: folder } as const;
    await expect(convertMesh(job, () => {}, AbortSignal.abort())).rejects.toMatchObject({ code: "scan-cancelled" });
  });

  describe.skipIf(!existsSync(data))("on real files", () => {
    it.each(["room-office_small.glb", "room-meeting_room.glb", "agi-hq-ktx2-tile.glb", "helsinki-meshopt-tile.glb"])(
      "%s",
      async (name) => {
        const original = await readFile(join(data, name));
        const { report, root } = await convert("glb", original);
        expectBounds(root, report.bounds.min, report.bounds.max, 0.02);
        expect((report.counts.triangles ?? 0) + (report.counts.points ?? 0)).toBeGreaterThan(3000);
        expect(report.delivery.sizeBytes).toBeLessThan(original.length * 1.6);
        const textures = listLeaves(root).flatMap(({ document }) => document.getRoot().listTextures());
        if (name.includes("ktx2")) expect(textures[0]!.getMimeType()).toBe("image/webp");
      },
    );
  });
});
