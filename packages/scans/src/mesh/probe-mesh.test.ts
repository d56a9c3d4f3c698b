import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Zippable, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { ByteSource } from "../byte-source.ts";
import { openFileByteSource } from "../file-byte-source.ts";
import { preflight } from "../preflight.ts";
import { buildGlb, glbOf, gltfOf } from "../testing/build-glb.ts";
import { bytesSource } from "../testing/bytes-source.ts";
import { makeTexturedRoom } from "../testing/make-textured-room.ts";

const data = fileURLToPath(new URL("../../../../../shared/data/mesh", import.meta.url));
const text = (value: string) => new TextEncoder().encode(value);
const triangle = [0, 0, 0, 2, 0, 0, 0, 3, 1];
type Json = { [key: string]: never } & Record<string, unknown>;
const accessorOf = (json: Record<string, unknown>) => (json as { accessors: Json[] }).accessors[0]!;
const plyMesh = (vertices: number, faces: number) =>
  text(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${vertices}\nproperty float x\nproperty float y\nproperty float z\nelement face ${faces}\nproperty list uchar int vertex_indices\nend_header\n`,
  );
const concat = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);
const stlOf = (declared: number, triangles: number, value = 1) => {
  const bytes = new Uint8Array(84 + triangles * 50);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, declared, true);
  for (let at = 84; at < bytes.length; at += 50)
    for (let i = 0; i < 12; i++) view.setFloat32(at + i * 4, i * value, true);
  return bytes;
};

describe("preflight of meshes", () => {
  it("reports counts, bounds and frame of a GLB", async () => {
    const report = await preflight(bytesSource("a.glb", glbOf(triangle)));
    expect(report).toMatchObject({
      kind: "mesh",
      format: "glb",
      counts: { vertices: 3, triangles: 1, textures: 0 },
      bounds: { min: [0, 0, 0], max: [2, 3, 1] },
      unit: "metre",
      upAxis: "y",
      warnings: ["scan-no-colour"],
    });
  });

  it("carries bounds through the transforms of the scene", async () => {
    const glb = glbOf(triangle, (json) => {
      json.nodes = [
        { children: [1], translation: [10, 0, 0] },
        { mesh: 0, scale: [2, 2, 2], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
      ];
    });
    const { bounds } = await preflight(bytesSource("a.glb", glb));
    // A quarter turn around z maps x to y and y to −x.
    const expected = { min: [4, 0, 0], max: [10, 4, 2] };
    for (const axis of [0, 1, 2]) {
      expect(bounds?.min[axis]).toBeCloseTo(expected.min[axis]!, 5);
      expect(bounds?.max[axis]).toBeCloseTo(expected.max[axis]!, 5);
    }
  });

  it("reads the positions themselves where a rotated box would be too large", async () => {
    const glb = glbOf([0, 0, 0, 2, 2, 0, 1, 1, 1], (json) => {
      json.nodes = [{ mesh: 0, rotation: [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)] }];
    });
    const { bounds } = await preflight(bytesSource("a.glb", glb));
    // An eighth of a turn makes the diagonal of the xy plane vertical.
    expect(bounds?.max.map((value) => Math.round(value * 1000) / 1000)).toEqual([0, 2.828, 1]);
  });

  it("says when the name suggests another format, and goes by the content", async () => {
    const ply = concat(plyMesh(3, 1), floats(...triangle), Uint8Array.of(3, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0));
    const report = await preflight(bytesSource("room.glb", ply));
    expect(report.format).toBe("ply-mesh");
    expect(report.warnings).toContain("scan-mislabelled");
    expect((await preflight(bytesSource("room.PLY", ply))).warnings).not.toContain("scan-mislabelled");
  });

  it("warns of scans far from their origin", async () => {
    const glb = glbOf(triangle, (json) => {
      json.nodes = [{ mesh: 0, translation: [500_000, 0, 4_500_000] }];
    });
    expect((await preflight(bytesSource("a.glb", glb))).warnings).toContain("scan-large-coordinates");
  });

  const wrong: [code: string, what: string, name: string, content: () => Uint8Array | Promise<Uint8Array>][] = [
    ["scan-empty-file", "nothing", "a.glb", () => new Uint8Array()],
    [
      "scan-lying-count",
      "100 million vertices in a small GLB",
      "a.glb",
      () => glbOf(triangle, (json) => (accessorOf(json).count = 100_000_000 as never)),
    ],
    [
      "scan-lying-count",
      "an index accessor larger than its view",
      "a.glb",
      () =>
        glbOf(triangle, (json) => {
          json.accessors = [
            accessorOf(json),
            { bufferView: 0, componentType: 5125, count: 300_000_000, type: "SCALAR" },
          ];
          json.meshes = [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }];
        }),
    ],
    [
      "scan-lying-count",
      "implicit zeros",
      "a.glb",
      () => glbOf(triangle, (json) => (json.accessors = [{ componentType: 5126, count: 100_000_000, type: "VEC3" }])),
    ],
    [
      "scan-lying-count",
      "compressed data that cannot hold its count",
      "a.glb",
      () =>
        glbOf(triangle, (json) => {
          json.accessors = [{ bufferView: 0, componentType: 5126, count: 100_000_000, type: "VEC3" }];
          json.bufferViews = [
            {
              buffer: 1,
              byteLength: 1_200_000_000,
              extensions: {
                EXT_meshopt_compression: { buffer: 0, byteLength: 36, byteStride: 12, count: 100_000_000 },
              },
            },
          ];
          json.buffers = [
            { byteLength: 36 },
            { byteLength: 1_200_000_000, extensions: { EXT_meshopt_compression: { fallback: true } } },
          ];
        }),
    ],
    [
      "scan-truncated",
      "a buffer longer than the binary part",
      "a.glb",
      () => glbOf(triangle, (json) => (json.buffers = [{ byteLength: 5000 }])),
    ],
    [
      "scan-invalid-geometry",
      "bounds that are not numbers",
      "a.glb",
      () => glbOf(triangle, (json) => (accessorOf(json).min = [null, 0, 0] as never)),
    ],
    [
      "scan-invalid-geometry",
      "positions that are not numbers",
      "a.glb",
      () =>
        glbOf([NaN, NaN, NaN, NaN, 1, NaN, NaN, 2, NaN], (json) => {
          delete accessorOf(json).min;
          delete accessorOf(json).max;
        }),
    ],
    ["scan-empty-geometry", "no mesh", "a.glb", () => buildGlb({ asset: { version: "2.0" } })],
    ["scan-empty-geometry", "a mesh that no node shows", "a.glb", () => glbOf(triangle, (json) => (json.nodes = [{}]))],
    [
      "scan-corrupt",
      "nodes in a circle",
      "a.glb",
      () => glbOf(triangle, (json) => (json.nodes = [{ children: [0], mesh: 0 }])),
    ],
    [
      "scan-corrupt",
      "a node that does not exist",
      "a.glb",
      () => glbOf(triangle, (json) => (json.scenes = [{ nodes: [7] }])),
    ],
    [
      "scan-corrupt",
      "negative counts",
      "a.glb",
      () => glbOf(triangle, (json) => (accessorOf(json).count = -3 as never)),
    ],
    ["scan-old-gltf", "glTF 1", "a.glb", () => glbOf(triangle, (json) => (json.asset = { version: "1.0" }))],
    [
      "scan-old-gltf",
      "glTF 1 as text",
      "a.gltf",
      () =>
        text(JSON.stringify({ asset: { version: "1.0" }, accessors: { a: {} }, meshes: { m: { primitives: [] } } })),
    ],
    [
      "scan-old-gltf",
      "glTF 1 without a version",
      "a.gltf",
      () => text(JSON.stringify({ accessors: { a: {} }, meshes: { m: { primitives: [] } } })),
    ],
    [
      "scan-old-gltf",
      "GLB 1",
      "a.glb",
      () => {
        const bytes = glbOf(triangle);
        new DataView(bytes.buffer, bytes.byteOffset).setUint32(4, 1, true);
        return bytes;
      },
    ],
    ["scan-unsupported-feature", "glTF 3", "a.glb", () => glbOf(triangle, (json) => (json.asset = { version: "3.0" }))],
    [
      "scan-splats-in-gltf",
      "Gaussian splats as points",
      "a.glb",
      () =>
        glbOf(triangle, (json) => {
          json.extensionsUsed = ["KHR_gaussian_splatting"];
          json.extensionsRequired = ["KHR_gaussian_splatting"];
          json.meshes = [
            {
              primitives: [
                {
                  attributes: { POSITION: 0, "KHR_gaussian_splatting:SCALE": 0 },
                  mode: 0,
                  extensions: { KHR_gaussian_splatting: { kernel: "ellipse", colorSpace: "srgb_rec709_display" } },
                },
              ],
            },
          ];
        }),
    ],
    [
      "scan-splats-in-gltf",
      "compressed Gaussian splats",
      "a.glb",
      () =>
        glbOf(triangle, (json) => {
          json.extensionsUsed = ["KHR_gaussian_splatting_compression_spz_2"];
        }),
    ],
    [
      "scan-unsupported-feature",
      "an unknown required extension",
      "a.glb",
      () => glbOf(triangle, (json) => (json.extensionsRequired = ["ACME_secret"])),
    ],
    [
      "scan-external-reference",
      "a file beside it",
      "a.gltf",
      () =>
        text(
          JSON.stringify(
            gltfOf(Float32Array.from(triangle), (json) => (json.buffers = [{ uri: "a.bin", byteLength: 36 }])),
          ),
        ),
    ],
    [
      "scan-external-reference",
      "an address",
      "a.glb",
      () => glbOf(triangle, (json) => (json.images = [{ uri: "https://example.org/a.png" }])),
    ],
    ["scan-external-reference", "an address inside a zip", "a.zip", () => zipOf({ uri: "http://127.0.0.1/a.bin" })],
    ["scan-external-reference", "an absolute path inside a zip", "a.zip", () => zipOf({ uri: "/etc/passwd" })],
    ["scan-missing-part", "a zip without its buffer", "a.zip", () => zipOf({ uri: "other.bin" })],
    [
      "scan-unsafe-archive",
      "a zip that leads outside",
      "a.zip",
      () => zipOf({ uri: "a.bin" }, { "../a.bin": text("x") }),
    ],
    [
      "scan-zip-bomb",
      "a zip bomb",
      "a.zip",
      () => zipOf({ uri: "a.bin" }, { "big.bin": new Uint8Array(60 * 1024 * 1024) }),
    ],
    [
      "scan-lying-count",
      "100 million faces in a small PLY",
      "a.ply",
      () => concat(plyMesh(3, 100_000_000), floats(...triangle)),
    ],
    [
      "scan-lying-count",
      "100 million vertices in a small PLY",
      "a.ply",
      () => concat(plyMesh(100_000_000, 1), new Uint8Array(900)),
    ],
    [
      "scan-truncated",
      "a PLY cut in its faces",
      "a.ply",
      () => concat(plyMesh(3, 2), floats(...triangle), Uint8Array.of(3)),
    ],
    [
      "scan-invalid-geometry",
      "a PLY without numbers",
      "a.ply",
      () => concat(plyMesh(3, 1), floats(...triangle.map(() => NaN)), new Uint8Array(13)),
    ],
    ["scan-truncated", "an STL cut in half", "a.stl", () => stlOf(30, 16)],
    ["scan-lying-count", "100 million triangles in a small STL", "a.stl", () => stlOf(100_000_000, 18)],
    ["scan-empty-geometry", "an STL without triangles", "a.stl", () => stlOf(0, 0)],
    ["scan-empty-geometry", "a text STL without triangles", "a.stl", () => text("solid x\nendsolid x\n")],
    ["scan-invalid-geometry", "an STL without numbers", "a.stl", () => stlOf(3, 3, NaN)],
    ["scan-empty-geometry", "an OBJ without faces", "a.obj", () => text("v 0 0 0\nv 1 0 0\nv 0 1 0\n")],
    [
      "scan-invalid-geometry",
      "an OBJ without numbers",
      "a.obj",
      () => text("v nan nan nan\nv nan nan nan\nv nan 1 nan\nf 1 2 3\n"),
    ],
  ];
  function zipOf(buffer: object, more: Zippable = {}): Uint8Array {
    const json = gltfOf(
      Float32Array.from(triangle),
      (wrongJson) => (wrongJson.buffers = [{ ...buffer, byteLength: 36 }]),
    );
    return zipSync({ "scan/a.gltf": text(JSON.stringify(json)), "scan/a.bin": floats(...triangle), ...more });
  }
  it.each(wrong)("returns %s for %s", async (code, _what, name, content) => {
    await expect(preflight(bytesSource(name, await content()))).rejects.toMatchObject({ name: "ScanProblem", code });
  });

  it("accepts a zip that contains all its parts, percent-encoded or not", async () => {
    expect(await preflight(bytesSource("a.zip", zipOf({ uri: "./a%2Ebin" })))).toMatchObject({
      format: "gltf-zip",
      counts: { triangles: 1 },
    });
  });

  it("reports every truncation of a GLB as a problem", async () => {
    const glb = await makeTexturedRoom();
    const jsonEnd = 20 + new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
    for (const length of [
      1,
      3,
      4,
      11,
      12,
      19,
      20,
      21,
      jsonEnd - 1,
      jsonEnd,
      jsonEnd + 4,
      jsonEnd + 8,
      glb.length - 1,
    ]) {
      await expect(preflight(bytesSource("a.glb", glb.slice(0, length))), `cut at ${length}`).rejects.toMatchObject({
        code: "scan-truncated",
      });
    }
  });

  it("never fails with anything but a problem, whatever bytes are flipped", async () => {
    const glb = glbOf(triangle);
    for (let at = 0; at < glb.length; at++) {
      for (const value of [0, 0x22, 0x39, 0xff]) {
        const damaged = glb.slice();
        damaged[at] = value;
        await preflight(bytesSource("a.glb", damaged)).catch((error: unknown) => {
          expect(error, `byte ${at} = ${value}`).toMatchObject({ name: "ScanProblem" });
        });
      }
    }
  });

  it("reads little of a large file", async () => {
    const head = plyMesh(40_000_000, 80_000_000);
    const sizeBytes = head.length + 40_000_000 * 12 + 80_000_000 * 13;
    let readBytes = 0;
    const source: ByteSource = {
      name: "large.ply",
      sizeBytes,
      read: async (offset, lengthBytes) => {
        readBytes += lengthBytes;
        const bytes = new Uint8Array(lengthBytes);
        if (offset === 0) bytes.set(head);
        return bytes;
      },
    };
    expect((await preflight(source)).counts).toEqual({ vertices: 40_000_000, triangles: 80_000_000 });
    expect(readBytes).toBeLessThan(2_000_000);
  });

  describe.skipIf(!existsSync(data))("on real files", () => {
    it.each([
      ["room-living_room.glb", { triangles: 62_102 }],
      ["agi-hq-ktx2-tile.glb", { textures: 1 }],
      ["helsinki-meshopt-tile.glb", { points: 82_674 }],
    ])("%s", async (name, counts) => {
      await using source = await openFileByteSource(`${data}/${name}`, name);
      const report = await preflight(source);
      expect(report.counts).toMatchObject(counts);
      expect(report.sizeBytes).toBe((await readFile(`${data}/${name}`)).length);
      expect(report.bounds).toBeDefined();
    });
  });
});
