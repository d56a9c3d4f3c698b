import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { ScanReport } from "@blueprint/contract/scan-report";
import { type Document, NodeIO } from "@gltf-transform/core";
import { ALL_EXTENSIONS } from "@gltf-transform/extensions";
import { getBounds } from "@gltf-transform/functions";
import { zipSync } from "fflate";
import validator from "gltf-validator";
import { MeshoptDecoder } from "meshoptimizer";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildGlb, glbOf, gltfOf } from "../testing/build-glb.ts";
import { dracoTriangle } from "../testing/draco-triangle.ts";
import { makeTexturedRoom } from "../testing/make-textured-room.ts";
import { convertMesh } from "./convert-mesh.ts";

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
  memoryBytesMax?: number,
): Promise<{ report: ScanReport; document: Document }> {
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
      ...(memoryBytesMax === undefined ? {} : { memoryBytesMax }),
    },
    () => {},
    new AbortController().signal,
  );
  const model = new Uint8Array(await readFile(join(outputDir, "model.glb")));
  const { issues } = await validator.validateBytes(model);
  expect(issues.messages.filter((message) => message.severity < 2)).toEqual([]);
  await MeshoptDecoder.ready;
  const io = new NodeIO()
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ "meshopt.decoder": MeshoptDecoder });
  return { report, document: await io.readBinary(model) };
}

const materialsOf = (document: Document) => document.getRoot().listMaterials();
const isUnlit = (document: Document) =>
  materialsOf(document).map((material) => material.getExtension("KHR_materials_unlit") !== null);
function expectBounds(document: Document, min: number[], max: number[], toleranceM = 1e-3): void {
  const bounds = getBounds(document.getRoot().getDefaultScene()!);
  for (const axis of [0, 1, 2]) {
    expect(Math.abs(bounds.min[axis]! - min[axis]!), `min ${bounds.min}`).toBeLessThan(toleranceM);
    expect(Math.abs(bounds.max[axis]! - max[axis]!), `max ${bounds.max}`).toBeLessThan(toleranceM);
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

describe("convertMesh", { timeout: 60_000 }, () => {
  it("makes a textured scan small, keeps its materials, and shows it in its own light", async () => {
    const original = await texturedRoom;
    const { report, document } = await convert("glb", original);
    expect(report).toMatchObject({
      kind: "mesh",
      format: "glb",
      unit: "metre",
      upAxis: "y",
      localOrigin: [0, 0, 0],
      warnings: [],
      counts: { textures: 7 },
      delivery: { form: "glb", entry: "model.glb" },
      preview: "preview.webp",
    });
    expect(report.counts.triangles).toBeGreaterThan(5000);
    expectBounds(document, [0, 0, 0], [9, 3.1, 6.5]);
    expect(
      materialsOf(document)
        .map((material) => material.getName())
        .sort(),
    ).toEqual(["brick", "fabric", "picture", "plaster", "rug", "window", "wood"]);
    expect(isUnlit(document)).toEqual(new Array(7).fill(true));
    expect(
      document
        .getRoot()
        .listTextures()
        .map((texture) => texture.getMimeType()),
    ).toEqual(new Array(7).fill("image/webp"));
    expect(report.delivery.sizeBytes).toBeLessThan(original.length / 2);

    const outputDir = join(folder, "out");
    expect((await readdir(outputDir)).sort()).toEqual(["model.glb", "preview.webp", "report.json"]);
    expect(report.delivery.files.map((file) => [file.path, file.contentType])).toEqual([
      ["model.glb", "model/gltf-binary"],
      ["preview.webp", "image/webp"],
    ]);
    const preview = await sharp(join(outputDir, "preview.webp")).stats();
    expect(await sharp(join(outputDir, "preview.webp")).metadata()).toMatchObject({ width: 640, height: 400 });
    // A picture of a room has bright and dark places; an empty or black one has not.
    expect(preview.channels[0]!.stdev).toBeGreaterThan(20);
  });

  it("shows a material without a metallic factor as anything but metal", async () => {
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
    const { document } = await convert("glb", glb);
    expect(materialsOf(document)[0]!.getMetallicFactor()).toBe(0);
    expect(materialsOf(document)[0]!.getBaseColorFactor()).toEqual([0.2, 0.4, 0.6, 1]);
    expect(isUnlit(document)).toEqual([false]);
  });

  it("gives an untextured scan normals, sharp where walls meet", async () => {
    const { document } = await convert("obj", floorAndWall("y"));
    const primitive = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!;
    const normal = primitive.getAttribute("NORMAL")!;
    const found = new Set<string>();
    for (let vertex = 0; vertex < normal.getCount(); vertex++) {
      found.add(
        normal
          .getElement(vertex, [])
          .map((value) => Math.abs(Math.round(value)))
          .join(),
      );
    }
    expect([...found].sort()).toEqual(["0,0,1", "0,1,0"]);
    expect(isUnlit(document)).toEqual([false]);
  });

  it("applies transforms, turns mirrored meshes the right way round, and joins placements", async () => {
    const glb = glbOf(triangle, (json) => {
      json.scenes = [{ nodes: [0, 1] }];
      json.nodes = [
        { mesh: 0, translation: [10, 0, 0] },
        { mesh: 0, scale: [-1, 1, 1] },
      ];
    });
    const { report, document } = await convert("glb", glb);
    expect(report.counts.triangles).toBe(2);
    expectBounds(document, [-2, 0, 0], [12, 3, 1]);
    const primitive = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!;
    const normal = primitive.getAttribute("NORMAL")!;
    // Mirrored at x, the normal keeps pointing to the side it pointed to: its z stays positive.
    for (let vertex = 0; vertex < normal.getCount(); vertex++)
      expect(normal.getElement(vertex, [])[2]).toBeGreaterThan(0.5);
  });

  it("moves a far-away scan to a local origin without losing millimetres", async () => {
    const obj = "v 500000.001 10 4500000.002\nv 500003.125 10 4500000.002\nv 500000.001 13.5 4500004.002\nf 1 2 3\n";
    const { report, document } = await convert("obj", obj);
    expect(report.warnings).toContain("scan-large-coordinates");
    const [x, y, z] = report.localOrigin;
    expect([x, y, z]).toEqual([500002, 0, 4500002]);
    if (report.upAxis !== "y") throw new Error("this test is about scans with y up");
    expectBounds(document, [500000.001 - x, 10, 4500000.002 - z], [500003.125 - x, 13.5, 4500004.002 - z], 2e-4);
  });

  it.each(["y", "z"] as const)("stands a room up whose file has %s up", async (up) => {
    const { report, document } = await convert("obj", floorAndWall(up));
    expect(report.upAxis).toBe(up);
    expect(report.warnings).toContain("scan-units-unknown");
    expectBounds(document, [0, 0, -6], [8, 2.5, 0]);
  });

  it("leaves out faces without numbers and without area, and says so", async () => {
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

  it("reads an OBJ with material library and picture out of a zip", async () => {
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
    const { report, document } = await convert("obj-zip", zip);
    expect(report.counts).toMatchObject({ triangles: 3, textures: 1 });
    expect(report.warnings).toEqual(["scan-units-unknown"]);
    const wall = materialsOf(document).find((material) => material.getName() === "wall")!;
    expect(wall.getBaseColorTexture()?.getMimeType()).toBe("image/webp");
    expect(wall.getBaseColorFactor()).toEqual([1, 1, 1, 1]);
    expect(
      materialsOf(document)
        .find((material) => material.getName() === "plain")!
        .getBaseColorFactor(),
    ).toEqual([1, 0, 0, 1]);
  });

  it("shows a surface plain whose picture is missing or broken", async () => {
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

  it("reads glTF with its buffer inside, and in a zip beside it", async () => {
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
      body = text(`${corners.map((corner) => `${corner.join(" ")} 255 128 0`).join("\n")}\n4 0 1 2 3\n`);
    else {
      const little = encoding === "binary_little_endian";
      const view = new DataView(new ArrayBuffer(4 * 19 + 17));
      for (const [index, corner] of corners.entries()) {
        view.setFloat32(index * 19, corner[0], little);
        view.setFloat32(index * 19 + 4, corner[1], little);
        view.setFloat64(index * 19 + 8, corner[2], little);
        for (const [channel, value] of [255, 128, 0].entries()) view.setUint8(index * 19 + 16 + channel, value);
      }
      view.setUint8(76, 4);
      for (let corner = 0; corner < 4; corner++) view.setInt32(77 + corner * 4, corner, little);
      body = new Uint8Array(view.buffer);
    }
    const { report, document } = await convert("ply-mesh", Buffer.concat([text(header), body]));
    expect(report).toMatchObject({ counts: { triangles: 2 }, upAxis: "z" });
    expectBounds(document, [0, 0, -6], [8, 0.5, 0]);
    const colour = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute("COLOR_0")!.getElement(0, []);
    expect(colour[0]).toBeCloseTo(1, 2);
    expect(colour[1]).toBeCloseTo(0.2158, 2);
    expect(isUnlit(document)).toEqual([true]);
  });

  it("reads geometry compressed with Draco", async () => {
    const { report, document } = await convert("glb", dracoTriangle());
    expect(report.counts.triangles).toBe(1);
    expectBounds(document, [0, 0, 0], [2, 3, 1]);
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
    ["scan-empty-geometry", "faces without area", "obj", () => "v 0 0 0\nv 1 1 1\nv 2 2 2\nf 1 2 3\nf 1 1 2\n"],
    ["scan-corrupt", "indices behind the vertices", "obj", () => "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"],
    [
      "scan-truncated",
      "text PLY that ends early",
      "ply-mesh",
      () =>
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
    ],
  ])("answers %s for %s", async (code, _what, format, content) => {
    await expect(convert(format, content())).rejects.toMatchObject({ name: "ScanProblem", code });
    expect(await readdir(join(folder, "out"))).not.toContain("report.json");
  });

  it("refuses early what cannot fit into its memory", async () => {
    await expect(convert("glb", await texturedRoom, 150 * 1024 ** 2)).rejects.toMatchObject({
      code: "scan-too-large",
    });
  });

  it("stops between its stages when it is cancelled", async () => {
    await writeFile(join(folder, "original"), glbOf(triangle));
    const job = { format: "glb", inputPath: join(folder, "original"), originalName: "a", outputDir: folder } as const;
    await expect(convertMesh(job, () => {}, AbortSignal.abort())).rejects.toMatchObject({ code: "scan-cancelled" });
  });

  describe.skipIf(!existsSync(data))("on real files", () => {
    it.each(["room-office_small.glb", "room-meeting_room.glb", "agi-hq-ktx2-tile.glb", "helsinki-meshopt-tile.glb"])(
      "%s",
      async (name) => {
        const original = await readFile(join(data, name));
        const { report, document } = await convert("glb", original);
        expectBounds(document, report.bounds.min, report.bounds.max, 0.02);
        expect((report.counts.triangles ?? 0) + (report.counts.points ?? 0)).toBeGreaterThan(3000);
        expect(report.delivery.sizeBytes).toBeLessThan(original.length * 1.6);
        if (name.includes("ktx2")) expect(document.getRoot().listTextures()[0]!.getMimeType()).toBe("image/webp");
      },
    );
  });
});
