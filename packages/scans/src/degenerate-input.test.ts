import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ScanFormat, scanFormats } from "@blueprint/contract/scan-formats";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { converters } from "./converters.ts";
import { buildFbx, roomRecords } from "./mesh/testing/build-fbx.ts";
import { buildUsda, buildUsdz } from "./mesh/testing/build-usdz.ts";
import { listLeaves, readMeshTiles, readTriangles } from "./mesh/testing/read-mesh-tiles.ts";
import { buildLas, buildPlyPoints, type TestPoint } from "./point-cloud/testing/build-clouds.ts";
import { readTileset } from "./point-cloud/testing/read-tileset.ts";
import { preflight } from "./preflight.ts";
import { buildBall, buildPlySplats, buildSplatFile, type TestSplat } from "./splat/testing/build-splats.ts";
import { readRad } from "./splat/testing/read-rad.ts";
import { glbOf } from "./testing/build-glb.ts";
import { bytesSource } from "./testing/bytes-source.ts";

let folder: string;
let jobs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blueprint-degenerate-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(format: ScanFormat, bytes: Uint8Array) {
  const inputPath = join(folder, `in-${jobs}`);
  const outputDir = join(folder, `out-${jobs++}`);
  await writeFile(inputPath, bytes);
  await mkdir(outputDir);
  const run = await converters[scanFormats[format].kind]();
  const job = { format, inputPath, originalName: "scan", outputDir };
  const report = await run(job, () => {}, new AbortController().signal);
  return { report, outputDir };
}

/** What a visitor needs to see anything: a camera that looks at the scan from beside it, and a picture that is not empty. */
async function expectSeen({ report, outputDir }: Awaited<ReturnType<typeof convert>>): Promise<void> {
  const { position, target } = report.startView;
  const distance = Math.hypot(...position.map((value, axis) => value - target[axis]!));
  expect(distance).toBeGreaterThan(1e-3);
  expect(distance).toBeLessThan(1e7);
  for (const value of [...report.bounds.min, ...report.bounds.max]) expect(Number.isFinite(value)).toBe(true);
  const { channels } = await sharp(join(outputDir, report.preview)).ensureAlpha().stats();
  // Where nothing is drawn, it is transparent.
  expect(channels[3]!.max).toBeGreaterThan(0);
}

const text = (content: string) => new TextEncoder().encode(content);
const rgb = [200, 90, 30] as const;

describe("clouds without an extent", { timeout: 60_000 }, () => {
  const along = (x: number, y: number, z: number): TestPoint[] =>
    Array.from({ length: 5000 }, (_, at) => ({ x: (x * at) / 1000, y: (y * at) / 1000, z: (z * at) / 1000, rgb }));
  const clouds: [name: string, points: TestPoint[]][] = [
    ["one level line", along(1, 0, 0)],
    ["one upright line", along(0, 0, 1)],
    ["one slanted line", along(1, 2, 3)],
    ["one point", [{ x: 3, y: 4, z: 5, rgb }]],
    ["two points", along(0, 0, 2).slice(0, 2)],
    ["one place", Array.from({ length: 5000 }, () => ({ x: 3, y: 4, z: 5, rgb }))],
  ];
  const formats: [ScanFormat, (points: TestPoint[]) => Uint8Array][] = [
    ["las", (points) => buildLas(points)],
    ["ply-points", (points) => buildPlyPoints(points, "ascii")],
    ["xyz", (points) => text(points.map(({ x, y, z }) => `${x} ${y} ${z} ${rgb.join(" ")}\n`).join(""))],
  ];
  const cases = clouds.flatMap(([name, points]) =>
    formats.map(([format, build]) => [name, format, points.length, build(points)] as const),
  );

  it.each(cases)("of %s (%s) are shown whole", async (_name, format, count, bytes) => {
    expect((await preflight(bytesSource("scan", bytes))).format).toBe(format);
    const converted = await convert(format, bytes);
    expect(converted.report.counts.points).toBe(count);
    const { tiles } = await readTileset(converted.outputDir);
    expect(tiles.flatMap(({ errors }) => errors)).toEqual([]);
    expect(tiles.reduce((sum, { positions }) => sum + positions.length, 0)).toBe(count);
    await expectSeen(converted);
  });

  it("of one point report an unusual size", async () => {
    expect((await convert("las", buildLas(clouds[3]![1]))).report.warnings).toContain("scan-size-unusual");
  });
});

describe("splats without variety", { timeout: 60_000 }, () => {
  const ball = buildBall(1000);
  const alike = (change: Partial<TestSplat>) => ball.map((splat): TestSplat => ({ ...splat, ...change }));
  const cases: [name: string, splats: TestSplat[]][] = [
    ["one size", alike({ scale: [0.02, 0.02, 0.02], rotation: [1, 0, 0, 0] })],
    ["no thickness", alike({ scale: [0.02, 0.02, 0] })],
    ["one position", alike({ position: [1, 2, 3] })],
    ["one position and one size", alike({ position: [0, 0, 0], scale: [0.1, 0.1, 0.1] })],
    ["one line", ball.map((splat, at): TestSplat => ({ ...splat, position: [at / 1000, 0, 0] }))],
    ["one splat", ball.slice(0, 1)],
  ];

  it.each(cases)("(%s) are all shown", async (_name, splats) => {
    for (const [format, bytes] of [
      ["ply-splat", buildPlySplats(splats)],
      ["splat", buildSplatFile(splats)],
    ] as const) {
      expect((await preflight(bytesSource(`scan.${format === "splat" ? "splat" : "ply"}`, bytes))).format).toBe(format);
      const converted = await convert(format, bytes);
      expect(converted.report.counts.splats).toBe(splats.length);
      const rad = await readRad(converted.outputDir);
      expect(rad.leaves).toHaveLength(splats.length);
      for (const values of [rad.scales, rad.alphas]) expect(values.every(Number.isFinite)).toBe(true);
      await expectSeen(converted);
    }
  });
});

describe("meshes whose faces have no area", { timeout: 60_000 }, () => {
  const line = Array.from({ length: 60 }, (_, at) => [at, 2 * at, 3 * at]);
  const obj = `${line.map((corner) => `v ${corner.join(" ")}`).join("\n")}\n${line.map((_, at) => `f ${(at % 60) + 1} ${((at + 1) % 60) + 1} ${((at + 2) % 60) + 1}`).join("\n")}\n`;
  const stl = `solid line\n${line.map(([x, y, z]) => `facet normal 0 0 0\nouter loop\nvertex ${x} ${y} ${z}\nvertex ${x} ${y} ${z}\nvertex 0 0 0\nendloop\nendfacet`).join("\n")}\nendsolid line\n`;
  const ply = `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n1 1 1\n1 1 1\n1 1 1\n3 0 1 2\n`;
  const flat = Float64Array.from({ length: 24 }, (_, at) => (at % 3 === 0 ? at : 0));
  const cases: [ScanFormat, Uint8Array][] = [
    ["glb", glbOf(line.flat())],
    ["obj", text(obj)],
    ["stl", text(stl)],
    ["ply-mesh", text(ply)],
    ["fbx", buildFbx(roomRecords({ positions: flat }))],
    [
      "usdz",
      buildUsdz({
        "room.usda": buildUsda().replace(
          /points = \[[^\]]*\]/,
          `points = [${Array.from({ length: 4 }, () => "(1, 2, 3)").join(", ")}]`,
        ),
      }),
    ],
  ];
  it.each(cases)("%s is refused with that reason", async (format, bytes) => {
    await expect(convert(format, bytes)).rejects.toMatchObject({
      name: "ScanProblem",
      code: "scan-faces-without-area",
    });
  });
});

describe("meshes under negative scales", { timeout: 60_000 }, () => {
  /** The sign of each triangle's upward component. */
  async function findSides(format: ScanFormat, bytes: Uint8Array): Promise<Set<number>> {
    const { report, outputDir } = await convert(format, bytes);
    const triangles = listLeaves(await readMeshTiles(outputDir, report)).flatMap((leaf) => readTriangles(leaf));
    return new Set(
      triangles.map((t) => {
        const [a, b, c] = [0, 3, 6].map((at) => [t[at]!, t[at + 2]!]) as [number[], number[], number[]];
        return Math.sign((b[1]! - a[1]!) * (c[0]! - a[0]!) - (b[0]! - a[0]!) * (c[1]! - a[1]!));
      }),
    );
  }
  const scaled = (scale: string) =>
    buildUsda()
      .replace('["xformOp:translate"]', '["xformOp:translate", "xformOp:scale"]')
      .replace("double3 xformOp:translate", `float3 xformOp:scale = ${scale}\n    double3 xformOp:translate`);
  const usdz = (scale: string) => buildUsdz({ "room.usda": scaled(scale) });
  const glb = (scale: number[]) => glbOf([0, 0, 0, 0, 0, 3, 4, 0, 0], (json) => (json.nodes = [{ mesh: 0, scale }]));

  it.each([
    ["glb", glb([1, 1, 1]), glb([-1, 1, 1])],
    ["glb", glb([1, 1, 1]), glb([-2, 1, -1])],
    ["glb", glb([1, 1, 1]), glb([1, 1, -3])],
    ["usdz", usdz("(1, 1, 1)"), usdz("(-1, 1, 1)")],
    ["usdz", usdz("(1, 1, 1)"), usdz("(-1, 1, -2)")],
  ] as const)("%s keep their upper side", async (format, plain, mirrored) => {
    const sides = await findSides(format, plain);
    expect(sides.size).toBe(1);
    expect(await findSides(format, mirrored)).toEqual(sides);
  });
});
