import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { detectFormat } from "./detect-format.ts";
import { openFileByteSource } from "./file-byte-source.ts";
import { buildGlb } from "./testing/build-glb.ts";
import { bytesSource } from "./testing/bytes-source.ts";

const data = fileURLToPath(new URL("../../../../shared/data", import.meta.url));
const text = (value: string) => new TextEncoder().encode(value);
const plyHeader = (vertexProperties: string[], faces: number) =>
  [
    "ply",
    "format binary_little_endian 1.0",
    "element vertex 3",
    ...vertexProperties.map((name) => `property float ${name}`),
    `element face ${faces}`,
    "property list uchar int vertex_indices",
    "end_header",
    "",
  ].join("\n");

function joinBytes(head: string, rest: Uint8Array): Uint8Array {
  return Uint8Array.from([...text(head), ...rest]);
}

function lasHeader(pointFormat: number, vlrUser: string): Uint8Array {
  const bytes = new Uint8Array(500);
  bytes.set(text("LASF"));
  bytes[94] = 375 & 255;
  bytes[95] = 375 >> 8;
  bytes[104] = pointFormat;
  bytes.set(text(vlrUser), 377);
  return bytes;
}

function binaryStl(triangles: number): Uint8Array {
  const bytes = new Uint8Array(84 + triangles * 50);
  bytes.set(text("solid although it is binary"));
  new DataView(bytes.buffer).setUint32(80, triangles, true);
  return bytes;
}

function splats(count: number): Uint8Array {
  const bytes = new Uint8Array(count * 32);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < count; index++) {
    for (let axis = 0; axis < 3; axis++) {
      view.setFloat32(index * 32 + axis * 4, index + axis, true);
      view.setFloat32(index * 32 + 12 + axis * 4, 0.01, true);
    }
    bytes.set([200, 100, 50, 255, 255, 128, 128, 128], index * 32 + 24);
  }
  return bytes;
}

function ksplat(): Uint8Array {
  const bytes = new Uint8Array(4096 + 1024 + 64);
  const view = new DataView(bytes.buffer);
  bytes[1] = 1;
  for (const at of [4, 8, 12, 16]) view.setUint32(at, 1, true);
  return bytes;
}

describe("detectFormat", () => {
  const cases: [expected: string, name: string, content: Uint8Array | string][] = [
    ["glb", "a.glb", "glTF\x02\0\0\0"],
    ["gltf", "a.gltf", '\uFEFF {"asset":{"version":"2.0"}}'],
    ["gltf-zip", "a.zip", zipSync({ "scene/a.gltf": text("{}"), "scene/a.bin": text("x") })],
    ["obj-zip", "a.zip", zipSync({ "a.OBJ": text("v 0 0 0"), "a.mtl": text("") })],
    ["sog", "a.sog", zipSync({ "meta.json": text("{}"), "means_l.webp": text("") })],
    [
      "lcc",
      "a.zip",
      zipSync({ "scene/hall.lcc": text("{}"), "scene/data.bin": text("x"), "scene/index.bin": text("x") }),
    ],
    ["glb-splat", "a.glb", buildGlb({ asset: { version: "2.0" }, extensionsUsed: ["KHR_gaussian_splatting"] })],
    [
      "glb",
      "a.glb",
      buildGlb({ asset: { version: "2.0" }, extensionsUsed: ["KHR_gaussian_splatting_compression_spz_2"] }),
    ],
    ["obj", "a.obj", "# made by hand\no wall\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"],
    ["stl", "a.stl", "solid wall\n facet normal 0 0 1\n  outer loop\n"],
    ["stl", "a.stl", binaryStl(2)],
    ["ply-mesh", "a.ply", plyHeader(["x", "y", "z"], 1)],
    ["ply-points", "a.ply", plyHeader(["x", "y", "z"], 0)],
    ["ply-splat", "a.ply", plyHeader(["x", "f_dc_0", "opacity", "scale_0", "rot_0"], 0)],
    ["las", "a.las", lasHeader(3, "LASF_Spec")],
    ["laz", "a.laz", lasHeader(3 | 128, "laszip encoded")],
    ["copc", "a.copc.laz", lasHeader(7 | 128, "copc\0")],
    ["e57", "a.e57", "ASTM-E57\x01\0\0\0"],
    ["pcd", "a.pcd", "# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\n"],
    ["pcd", "a.pcd", "VERSION .7\nFIELDS x y z\nSIZE 4 4 4\n"],
    ["pcd", "a.pcd", "# made by hand\nFIELDS x y z\nSIZE 4 4 4\n"],
    ["pcd", "a.pcd", joinBytes("VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nDATA binary\n", new Uint8Array(120))],
    ["xyz", "a.xyz", "0.1 0.2 0.3\n1e3 -2 .5\n"],
    ["xyz", "a.pts", "2\n0.1 0.2 0.3 -100 1 2 3\n0.1 0.2 0.3 -100 1 2 3\n"],
    ["xyz", "a.csv", "X,Y,Z\n0.1,0.2,0.3\n"],
    ["spz", "a.spz", gzipSync(text("NGSP\x02\0\0\0"))],
    ["splat", "a.splat", splats(40)],
    ["ksplat", "a.ksplat", ksplat()],
    ["fbx", "a.fbx", "Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0"],
    ["fbx", "a.fbx", "; FBX 7.4.0 project file\n; ---\n\nFBXHeaderExtension:  {\n"],
    ["fbx-zip", "a.zip", zipSync({ "hall/a.FBX": text("x"), "hall/wood.png": text("x") })],
    ["usdz", "a.usdz", zipSync({ "a.usdc": text("PXR-USDC"), "0/wood.png": text("x") }, { level: 0 })],
    ["pdf", "a.pdf", "%PDF-1.7\n%\xe2\xe3\n"],
    ["dxf", "a.dxf", "999\nmade by hand\n  0\nSECTION\n  2\nHEADER\n"],
    [
      "svg",
      "a.svg",
      '<?xml version="1.0"?>\n<!-- a plan -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [ <!ENTITY a "b"> ]>\n<svg viewBox="0 0 1 1">',
    ],
    ["svg", "a.svg", "<svg:svg xmlns:svg='http://www.w3.org/2000/svg'>"],
    ["tiff", "a.tif", "II*\0\x08\0\0\0"],
    ["tiff", "a.tif", "MM\0*\0\0\0\x08"],
    ["hdr", "a.hdr", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n"],
    ["exr", "a.exr", "v/1\x01\x02\0\0\0"],
    ["jpeg", "a.jpg", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    ["png", "a.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10)],
    ["webp", "a.webp", "RIFF\0\0\0\0WEBPVP8 "],
  ];
  it.each(cases)("recognises %s in %s under any name", async (expected, name, content) => {
    await expect(detectFormat(bytesSource(name, content))).resolves.toBe(expected);
    await expect(detectFormat(bytesSource("noname", content))).resolves.toBe(expected);
  });

  const refused: [code: string, name: string, content: Uint8Array | string][] = [
    ["scan-empty-file", "a.glb", ""],
    ["scan-truncated", "a.glb", "gl"],
    ["scan-truncated", "a.las", "LASF"],
    ["scan-truncated", "a.ply", "ply\nformat ascii 1.0\nelement vertex 3\n"],
    ["scan-truncated", "a.zip", zipSync({ "a.gltf": new Uint8Array(1000) }).slice(0, 60)],
    [
      "scan-ifc",
      "a.ifc",
      "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n",
    ],
    ["scan-ifc", "a.txt", "ISO-10303-21;\r\nHEADER;\r\nFILE_SCHEMA (('IFC2X3'));\r\nENDSEC;\r\n"],
    [
      "scan-ifc",
      "a.ifcxml",
      '<?xml version="1.0"?>\n<ifcXML xmlns="http://www.buildingsmart-tech.org/ifcXML/IFC4/final">',
    ],
    ["scan-ifc", "a.ifczip", zipSync({ "house.ifc": text("ISO-10303-21;") })],
    ["scan-unknown-format", "a.stp", "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\n"],
    ["scan-lcc-alone", "a.lcc", '{"version":"4.0","totalLevel":2,"splats":[20,10],"attributes":[]}'],
    ["scan-lcc2", "a.zip", zipSync({ "meta.lcc2": text("{}"), "chunk.bin": text("x") })],
    ["scan-unknown-format", "a.zip", zipSync({ "holiday.txt": text("x") })],
    ["scan-unknown-format", "a.glb", "Hello, this is a letter.\n"],
    ["scan-unknown-format", "a.json", '{"name":"x"}'],
    ["scan-unknown-format", "a.gz", gzipSync(text("something else"))],
    ["scan-unknown-format", "a.bin", new Uint8Array(6400)],
    ["scan-unknown-format", "a.glb", Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251)],
    ["scan-unknown-format", "<b>.exe", "MZ\x90\0\x03\0\0\0"],
  ];
  it.each(refused)("returns %s for %s", async (code, name, content) => {
    await expect(detectFormat(bytesSource(name, content))).rejects.toMatchObject({ name: "ScanProblem", code });
  });

  it("handles long and odd names", async () => {
    for (const name of ["x".repeat(10_000), `${"é\uD800".repeat(5000)}.glb`, "\0\0", "..", ""]) {
      await expect(detectFormat(bytesSource(name, "glTF\x02\0\0\0"))).resolves.toBe("glb");
    }
  });

  describe.skipIf(!existsSync(data))("on real files", () => {
    it.each([
      ["mesh/room-living_room.glb", "glb"],
      ["pointcloud/indoor.laz", "laz"],
      ["pointcloud/lone-star.copc.laz", "copc"],
      ["e57/A4.e57", "e57"],
      ["splat/biker.compressed.ply", "ply-splat"],
      ["splat/fourth_st.spz", "spz"],
      ["pano/examplepano.jpg", "jpeg"],
    ])("%s is %s", async (path, expected) => {
      await using source = await openFileByteSource(`${data}/${path}`, path);
      await expect(detectFormat(source)).resolves.toBe(expected);
    });
  });
});
