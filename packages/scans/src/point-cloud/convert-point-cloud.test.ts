import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { ConversionProgress, FrameAnswers } from "@blueprint/contract/scan-report";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFileByteSource } from "../file-byte-source.ts";
import { convertPointCloud, convertPointCloudWithin } from "./convert-point-cloud.ts";
import { probePointCloud } from "./probe-point-cloud.ts";
import { buildE57, buildLas, buildPcd, buildPlyPoints, buildRoom, type TestPoint } from "./testing/build-clouds.ts";
import { type DecodedTile, readTileset } from "./testing/read-tileset.ts";

const data = fileURLToPath(new URL("../../../../../shared/data", import.meta.url));
const text = (content: string) => new TextEncoder().encode(content);
const tileBytesMax = 160_000;
let folder: string;
let jobs = 0;
/** Two blocks: points waiting for their bucket are held both in memory and in the file. */
const waitingBytesMax = 170_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blueprint-points-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convertFile(
  format: ScanFormat,
  inputPath: string,
  sortedMax?: number,
  signal?: AbortSignal,
  frame: FrameAnswers = {},
) {
  const outputDir = join(folder, `out-${jobs++}`);
  await mkdir(outputDir);
  const job = { format, inputPath, originalName: "scan", outputDir, frame };
  const steps: ConversionProgress[] = [];
  const onProgress = (step: ConversionProgress) => steps.push(step);
  const watched = signal ?? new AbortController().signal;
  const report = await (sortedMax === undefined
    ? convertPointCloud(job, onProgress, watched)
    : convertPointCloudWithin({ sortedPointsMax: sortedMax, waitingBytesMax }, job, onProgress, watched));
  return { report, outputDir, steps };
}

async function convertBytes(
  format: ScanFormat,
  bytes: Uint8Array,
  sortedMax?: number,
  signal?: AbortSignal,
  frame?: FrameAnswers,
) {
  const inputPath = join(folder, `in-${jobs++}`);
  await writeFile(inputPath, bytes);
  return convertFile(format, inputPath, sortedMax, signal, frame);
}

/** Invariants of every delivered tileset. */
function expectSoundTiles(tiles: DecodedTile[]): void {
  expect(tiles.flatMap(({ errors }) => errors)).toEqual([]);
  for (const { tile, sizeBytes, positions } of tiles) {
    expect(sizeBytes).toBeLessThanOrEqual(tileBytesMax);
    expect(tile.refine).toBe("ADD");
    for (const child of tile.children ?? []) expect(child.geometricError).toBeLessThanOrEqual(tile.geometricError);
    const [x, y, z, halfX, , , , halfY, , , , halfZ] = tile.boundingVolume.box as number[] & { length: 12 };
    // Content is y up, boxes are z up.
    const isInside = positions.every(
      ([px, py, pz]) => Math.abs(px - x!) <= halfX! && Math.abs(-pz - y!) <= halfY! && Math.abs(py - z!) <= halfZ!,
    );
    expect(isInside).toBe(true);
  }
}

const inOrder = (positions: readonly (readonly number[])[]) =>
  positions.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!);

/**
 * Compares clouds as sets: each expected point has a delivered one within `tolerance` metres, and none is left over.
 */
function expectSamePoints(tiles: DecodedTile[], expected: readonly (readonly number[])[], tolerance: number): void {
  const snap = (value: number) => Math.round(value / (tolerance * 4));
  const cells = new Map<string, number[][]>();
  const delivered = tiles.flatMap(({ positions }) => positions.map((position) => [...position]));
  expect(delivered).toHaveLength(expected.length);
  for (const position of delivered) {
    const key = position.map(snap).join();
    cells.set(key, [...(cells.get(key) ?? []), position]);
  }
  for (const point of inOrder(expected)) {
    const near: number[][] = [];
    for (let cell = 0; cell < 27; cell++) {
      const key = point.map((value, axis) => snap(value) + (Math.floor(cell / 3 ** axis) % 3) - 1).join();
      near.push(...(cells.get(key) ?? []));
    }
    if (!near.some((position) => position.every((value, axis) => Math.abs(value - point[axis]!) <= tolerance))) {
      throw new Error(`no delivered point at ${point}`);
    }
  }
}

/** z up to y up. */
const upright = ({ x, y, z }: TestPoint) => [x, z, -y];

describe("converting a point cloud", () => {
  it("delivers every point of a LAS file, in its place and colour, in valid tiles", async () => {
    const room = buildRoom(60_000);
    const { report, outputDir, steps } = await convertBytes("las", buildLas(room));
    const { root, tiles } = await readTileset(outputDir);
    expectSoundTiles(tiles);
    expectSamePoints(tiles, room.map(upright), 1e-3);
    expect(tiles.length).toBeGreaterThan(2);
    expect(root.children!.length).toBeGreaterThan(0);
    expect(report).toMatchObject({
      kind: "point-cloud",
      counts: { points: 60_000 },
      upAxis: "z",
      localOrigin: [0, 0, 0],
      warnings: ["scan-units-unknown"],
      delivery: { form: "3d-tiles", entry: "tileset.json" },
    });
    // Levels of the octree, each with the gaps that its tiles declare.
    expect(report.detail!.reduce((sum, { parts }) => sum + parts, 0)).toBe(tiles.length);
    expect(report.detail![0]).toEqual({ parts: 1, errorM: expect.closeTo(root.geometricError / 4, 6) });
    expect(report.detail!.at(-1)!.errorM).toBeLessThan(report.detail![0]!.errorM);
    expect(report.bounds.max[1]).toBeCloseTo(2, 2);
    expect(report.bounds.min[2]).toBeCloseTo(-6, 2);
    expect(report.delivery.files.filter(({ path }) => path.endsWith(".glb.br"))).toHaveLength(tiles.length);
    // sRGB 90 is 26 in linear light.
    expect(tiles[0]!.colours[1]).toBe(26);
    const fractions = steps.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(new Set(steps.map(({ stage }) => stage))).toEqual(
      new Set(["checking", "reading", "tiling", "preview", "writing"]),
    );
    const preview = await sharp(join(outputDir, report.preview)).metadata();
    expect(preview).toMatchObject({ width: 640, height: 400, format: "webp" });
  });

  it.each<[ScanFormat, (room: TestPoint[]) => Uint8Array]>([
    ["ply-points", (room) => buildPlyPoints(room, "binary_little_endian")],
    ["pcd", (room) => buildPcd(room, "binary_compressed")],
    ["e57", (room) => buildE57(room)],
    ["xyz", (room) => text(room.map(({ x, y, z, rgb }) => [x, y, z, ...rgb].join(" ")).join("\n"))],
  ])("delivers every point of %s", async (format, build) => {
    const room = buildRoom(5000);
    const { report, outputDir } = await convertBytes(format, build(room));
    const { tiles } = await readTileset(outputDir);
    expectSoundTiles(tiles);
    expectSamePoints(tiles, room.map(upright), 1e-3);
    expect(report.counts.points).toBe(5000);
  });

  it("keeps coordinates of a map projection exact with a local origin", async () => {
    const origin = [515_385, 4_918_361, 2322] as const;
    const { report, outputDir } = await convertBytes("las", buildLas(buildRoom(5000, 6, origin)));
    expect(report.warnings).toContain("scan-large-coordinates");
    expect(report.localOrigin).toEqual([515_388, 4_918_364, 2322]);
    const { tiles } = await readTileset(outputDir);
    // The room without its origin, shifted by the three metres between its corner and the local origin.
    const expected = buildRoom(5000).map(({ x, y, z }) => [x - 3, z, -(y - 3)]);
    expectSamePoints(tiles, expected, 1e-3);
  });

  it("converts feet to metres", async () => {
    const keys = new Uint16Array([1, 1, 0, 1, 3076, 0, 1, 9002]);
    const bytes = buildLas(buildRoom(3000, 30), { records: [["LASF_Projection", 34735, new Uint8Array(keys.buffer)]] });
    const { report } = await convertBytes("las", bytes);
    expect(report.warnings).toEqual(["scan-units-feet"]);
    expect(report.unit).toBe("foot");
    expect(report.bounds.max[0]).toBeCloseTo(30 * 0.3048, 2);
  });

  it("converts degrees to metres of the UTM zone, which it reports by name", async () => {
    const keys = new Uint16Array([1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]);
    const hall = buildRoom(5000, 30).map((point) => ({
      ...point,
      x: 13.377704 + point.x / 67_800,
      y: 52.516275 + point.y / 111_270,
    }));
    const records = [["LASF_Projection", 34735, new Uint8Array(keys.buffer)]] as const;
    const { report, outputDir } = await convertBytes("las", buildLas(hall, { records, step: 1e-8 }));
    expect(report).toMatchObject({ unit: "metre", upAxis: "z", crs: "EPSG:32633" });
    expect(report.warnings).toEqual(["scan-units-degrees", "scan-large-coordinates"]);
    expect(Math.abs(report.localOrigin[0] - 389_926)).toBeLessThan(60);
    expect(Math.abs(report.localOrigin[1] - 5_819_714)).toBeLessThan(60);
    for (const [axis, lengthM] of [30, 10, 30].entries()) {
      expect(Math.abs(report.bounds.max[axis]! - report.bounds.min[axis]! - lengthM)).toBeLessThan(1.5);
    }
    const { tiles } = await readTileset(outputDir);
    expect(tiles.length).toBeGreaterThan(0);
  });

  it("uses the person's unit and up axis if the file states neither", async () => {
    const room = buildPlyPoints(buildRoom(9000, 600), "binary_little_endian");
    const { report } = await convertBytes("ply-points", room, undefined, undefined, {
      unit: "centimetre",
      upAxis: "y",
    });
    expect(report).toMatchObject({ unit: "centimetre", upAxis: "y", warnings: [] });
    // The extent of up to 200 cm along z is now the depth.
    expect(report.bounds.max.map((side, axis) => side - report.bounds.min[axis]!)).toEqual([
      expect.closeTo(6, 1),
      expect.closeTo(6, 1),
      expect.closeTo(2, 1),
    ]);
  });

  it("trusts a file that declares its unit, whatever was answered", async () => {
    const keys = new Uint16Array([1, 1, 0, 1, 3076, 0, 1, 9002]);
    const bytes = buildLas(buildRoom(3000, 30), { records: [["LASF_Projection", 34735, new Uint8Array(keys.buffer)]] });
    const { report } = await convertBytes("las", bytes, undefined, undefined, { unit: "millimetre", upAxis: "y" });
    expect(report).toMatchObject({ unit: "foot", upAxis: "z" });
  });

  it("draws the plan of its storey, cut 1.2 m above the floor", async () => {
    const { report, outputDir } = await convertBytes("las", buildLas(buildRoom(30_000)));
    const [plan, ...others] = report.plans ?? [];
    expect(others).toEqual([]);
    expect(plan!.floorM).toBeCloseTo(0, 1);
    expect(plan!.cutM - plan!.floorM).toBeCloseTo(1.2);
    // The walls along x and along y; the latter runs away from the viewer.
    expect(plan!.extent.min).toEqual([expect.closeTo(-0.5, 0), expect.closeTo(-6.5, 0)]);
    expect(plan!.extent.max).toEqual([expect.closeTo(6.5, 0), expect.closeTo(0.5, 0)]);
    expect(report.delivery.files).toContainEqual(
      expect.objectContaining({ path: plan!.path, contentType: "image/svg+xml" }),
    );
    expect(await readFile(join(outputDir, plan!.path), "utf8")).toContain("<path ");
  });

  it("draws no plans for a thousand storeys, or for a cloud wider than a town, and says so", {
    timeout: 60_000,
  }, async () => {
    // 74 kB each. If each storey of the first had its own plan, it would take gigabytes.
    const spread = (wideM: number, storeys: number) =>
      buildLas(
        Array.from({ length: 3_680 }, (_, index) => ({
          x: ((index * 0.618_034) % 1) * wideM,
          y: ((index * 0.414_214) % 1) * wideM,
          z: (index % storeys) * 2.5,
          rgb: [9, 9, 9] as const,
        })),
        { pointFormat: 0 },
      );
    const tower = spread(210, 1_090);
    expect(tower.length).toBeLessThan(75_000);
    const { report } = await convertBytes("las", tower);
    expect(report.warnings).toContain("scan-storeys-left-out");
    expect(report.plans?.length ?? 0).toBeLessThanOrEqual(100);
    expect(report.counts.points).toBe(3_680);
    const wide = await convertBytes("las", spread(50_000, 3));
    expect(wide.report.warnings).toContain("scan-too-wide-for-plans");
    expect(wide.report.plans ?? []).toEqual([]);
  });

  it("recognises a y-up cloud by its floor", async () => {
    // Lower than wide, with the floor across y: the same room rotated.
    const turned = buildRoom(9000).map(({ x, y, z, rgb }) => ({ x, y: z, z: -y, rgb }));
    const floors = turned.concat(turned.map((point) => ({ ...point, y: point.y * 0.01 })));
    const { report, outputDir } = await convertBytes("ply-points", buildPlyPoints(floors, "binary_little_endian"));
    expect(report.upAxis).toBe("y");
    const { tiles } = await readTileset(outputDir);
    expectSamePoints(
      tiles,
      floors.map(({ x, y, z }) => [x, y, z]),
      1e-3,
    );
  });

  it("shades a cloud without colours and says so", async () => {
    const { report, outputDir } = await convertBytes("las", buildLas(buildRoom(3000), { isColourless: true }));
    expect(report.warnings).toContain("scan-no-colour");
    const { tiles } = await readTileset(outputDir);
    expect(new Set(tiles[0]!.colours).size).toBeGreaterThan(20);
  });

  it("leaves out invalid positions", async () => {
    const lines = buildRoom(3000).map(({ x, y, z }) => `${x} ${y} ${z}`);
    const { report, outputDir } = await convertBytes(
      "xyz",
      text([...lines, "nan 1 2", "1 inf 2", "1 2 -inf"].join("\n")),
    );
    expect(report.warnings).toContain("scan-invalid-points-skipped");
    expect(report.counts.points).toBe(3000);
    expect((await readTileset(outputDir)).tiles.flatMap(({ positions }) => positions)).toHaveLength(3000);
  });

  it.each([
    ["one point", 1],
    ["50,000 points in one place", 50_000],
  ])("delivers %s", async (_, count) => {
    const points = Array.from({ length: count }, () => ({ x: 1, y: 2, z: 3, rgb: [200, 100, 50] as const }));
    const { report, outputDir } = await convertBytes("ply-points", buildPlyPoints(points, "binary_little_endian"));
    const { tiles } = await readTileset(outputDir);
    expectSoundTiles(tiles);
    expect(tiles.flatMap(({ positions }) => positions)).toHaveLength(count);
    expect(report.warnings).toContain("scan-size-unusual");
  });

  describe("larger than memory", () => {
    it("delivers every point once, in a tileset of parts", async () => {
      const room = buildRoom(60_000);
      const { report, outputDir } = await convertBytes("las", buildLas(room), 50_000);
      const { tiles, tilesets } = await readTileset(outputDir);
      expectSoundTiles(tiles);
      expectSamePoints(tiles, room.map(upright), 1e-3);
      expect(report.counts.points).toBe(60_000);
      expect(report.bounds.max[0]).toBeCloseTo(6, 2);
      // The coarsest tile covers the whole room, not just the part that comes first in the file.
      const [floor, left, right] = [0, 1, 2].map(
        (wall) => tiles[0]!.positions.filter(([x, y, z]) => [y, x, -z][wall]! < 1e-3).length,
      );
      expect(Math.min(floor!, left!, right!)).toBeGreaterThan(1000);
      expect(tilesets.length).toBeGreaterThan(1);
      expect((await readdir(outputDir)).sort()).toEqual([
        "plans",
        "preview.webp",
        "report.json",
        "tiles",
        "tileset.json.br",
      ]);
    });

    it("divides again where points are denser than the sample suggested", async () => {
      // Nearly all points in one corner, after a million times fewer elsewhere.
      const corner = buildRoom(40_000, 0.01);
      const room = buildRoom(2000).concat(corner);
      const { outputDir } = await convertBytes("ply-points", buildPlyPoints(room, "binary_little_endian"), 3000);
      const { tiles } = await readTileset(outputDir);
      expectSoundTiles(tiles);
      expect(tiles.flatMap(({ positions }) => positions)).toHaveLength(42_000);
    });

    it("handles all points in one place", async () => {
      const points = Array.from({ length: 400_000 }, () => ({ x: 1, y: 2, z: 3, rgb: [9, 9, 9] as const }));
      const { outputDir } = await convertBytes("ply-points", buildPlyPoints(points, "binary_little_endian"), 20_000);
      const { tiles } = await readTileset(outputDir);
      expectSoundTiles(tiles);
      expect(tiles.reduce((sum, { positions }) => sum + positions.length, 0)).toBe(400_000);
    });
  });

  it("keeps a two-kilometre site accurate to a millimetre, even in its coarsest tile", async () => {
    const room = buildRoom(30_000, 2000);
    const { outputDir } = await convertBytes("las", buildLas(room));
    const { tiles } = await readTileset(outputDir);
    expectSoundTiles(tiles);
    // More than a kilometre from zero: moved to the centre of its footprint.
    expectSamePoints(
      tiles,
      room.map(({ x, y, z }) => [x - 1000, z, -(y - 1000)]),
      1e-3,
    );
  });

  it("keeps intensity and class of every point", async () => {
    const field = Array.from({ length: 20_000 }, (_, i) => ({
      x: (i % 100) * 0.05,
      y: Math.floor(i / 100) * 0.05,
      z: (i % 7) * 0.01,
      rgb: [9, 99, 199] as const,
    }));
    const las = buildLas(field, { classOf: (index) => (index % 3 === 0 ? 2 : 6) });
    const { tiles } = await readTileset((await convertBytes("las", las)).outputDir);
    expectSoundTiles(tiles);
    const seen = new Set<number>();
    for (const { positions, intensity, classification } of tiles) {
      positions.forEach(([x, , z], i) => {
        const index = Math.round(-z / 0.05) * 100 + Math.round(x / 0.05);
        seen.add(index);
        expect([intensity![i], classification![i]]).toEqual([(index * 37) % 4096, index % 3 === 0 ? 2 : 6]);
      });
    }
    expect(seen.size).toBe(20_000);
  });

  it("keeps fractional intensities in their own range", async () => {
    const lines = buildRoom(3000).map(({ x, y, z }, i) => `${x} ${y} ${z} ${i / 3000 - 0.5}`);
    const { tiles } = await readTileset((await convertBytes("xyz", text(lines.join("\n")))).outputDir);
    expectSoundTiles(tiles);
    const readings = tiles.flatMap(({ intensity }) => intensity!).sort((a, b) => a - b);
    readings.forEach((reading, i) => {
      if (Math.abs(reading - (i / 3000 - 0.5)) > 1e-4) throw new Error(`reading ${i} is ${reading}`);
    });
  });

  it("leaves out a point that lies a million kilometres away", async () => {
    const room = buildRoom(5000);
    const points = [...room, { x: 1e9, y: 0, z: 0, rgb: [1, 1, 1] as const }];
    const { report, outputDir } = await convertBytes("ply-points", buildPlyPoints(points, "binary_little_endian"));
    expect(report.warnings).toContain("scan-invalid-points-skipped");
    expect(report.counts.points).toBe(5000);
    expect(report.localOrigin).toEqual([0, 0, 0]);
    const { tiles } = await readTileset(outputDir);
    expectSamePoints(tiles, room.map(upright), 1e-3);
  });

  it.each<[string, ScanFormat, Uint8Array, string]>([
    ["only NaN", "xyz", text("nan nan nan\nnan nan nan\n"), "scan-invalid-geometry"],
    ["no points", "ply-points", buildPlyPoints([], "ascii"), "scan-empty-geometry"],
    ["0 bytes", "las", new Uint8Array(0), "scan-empty-file"],
    ["a lying count", "las", buildLas(buildRoom(9), { declaredCount: 100_000_000 }), "scan-lying-count"],
    ["half a file", "e57", buildE57(buildRoom(5000)).slice(0, 20_000), "scan-truncated"],
  ])("stops at %s and writes no report", async (_, format, bytes, code) => {
    await expect(convertBytes(format, bytes)).rejects.toMatchObject({ code });
    expect(await readdir(join(folder, `out-${jobs - 1}`))).not.toContain("report.json");
  });

  it("stops when cancelled", async () => {
    const controller = new AbortController();
    const bytes = buildLas(buildRoom(200_000));
    setTimeout(() => controller.abort(), 20);
    await expect(convertBytes("las", bytes, undefined, controller.signal)).rejects.toMatchObject({
      code: "scan-cancelled",
    });
  });
});

describe.skipIf(!existsSync(data))("real point clouds", () => {
  const cloud = (name: string) => join(data, "pointcloud", name);

  it.each<[string, ScanFormat, number, "y" | "z"]>([
    ["indoor.laz", "laz", 808_042, "y"],
    ["lone-star.laz", "laz", 518_862, "z"],
    ["lone-star.copc.laz", "copc", 518_862, "z"],
    ["lion_takanawa.copc.laz", "copc", 341_989, "z"],
  ])(
    "%s arrives whole",
    async (name, format, points, upAxis) => {
      const { report, outputDir } = await convertFile(format, cloud(name));
      expect(report.counts.points).toBe(points);
      expect(report.upAxis).toBe(upAxis);
      const { tiles } = await readTileset(outputDir);
      expectSoundTiles(tiles);
      expect(tiles.reduce((sum, { positions }) => sum + positions.length, 0)).toBe(points);
      await using source = await openFileByteSource(cloud(name), name);
      const preflight = await probePointCloud(source, format);
      expect(preflight.counts.points).toBe(points);
      const extents = ({ min, max }: typeof report.bounds) => max.map((high, axis) => high - min[axis]!);
      expect(extents(report.bounds).toSorted()[0]).toBeCloseTo(extents(preflight.bounds!).toSorted()[0]!, 1);
    },
    60_000,
  );

  it("the same scan as LAZ and as COPC has the same bounds", async () => {
    const [laz, copc] = [
      await convertFile("laz", cloud("lone-star.laz")),
      await convertFile("copc", cloud("lone-star.copc.laz")),
    ];
    for (const axis of [0, 1, 2]) {
      expect(copc.report.bounds.min[axis]).toBeCloseTo(laz.report.bounds.min[axis]!, 4);
      expect(copc.report.bounds.max[axis]).toBeCloseTo(laz.report.bounds.max[axis]!, 4);
    }
    expect(copc.report.localOrigin).toEqual(laz.report.localOrigin);
  }, 60_000);

  it("a LAZ file that is cut off is reported as truncated, before a point is decoded", async () => {
    const { readFile } = await import("node:fs/promises");
    const whole = await readFile(cloud("lone-star.laz"));
    for (const share of [0.2, 0.7, 0.999]) {
      const bytes = new Uint8Array(whole.subarray(0, Math.floor(whole.length * share)));
      await expect(convertBytes("laz", bytes)).rejects.toMatchObject({ code: "scan-truncated" });
    }
  });

  it("overwritten LAZ data ends with a message", async () => {
    const { readFile } = await import("node:fs/promises");
    const bytes = new Uint8Array(await readFile(cloud("lone-star.laz")));
    bytes.fill(0xa5, 20_000, 120_000);
    const outcome = await convertBytes("laz", bytes).then(
      ({ report }) => report.kind,
      (error) => error.code,
    );
    // A range coder decodes any input to something: it either notices, or the points are simply wrong.
    expect(["scan-corrupt", "point-cloud"]).toContain(outcome);
  }, 60_000);

  it.each([
    ["A4.e57", 4],
    ["A4_moved.e57", 4],
    ["A_B.e57", 6],
    ["A_B_different_dims.e57", 2],
    ["A_merged_B.e57", 6],
    ["A_moved_B.e57", 6],
    ["B2.e57", 2],
  ])("%s arrives whole", async (name, points) => {
    const { report, outputDir } = await convertFile("e57", join(data, "e57", name));
    expect(report).toMatchObject({ counts: { points }, unit: "metre", upAxis: "z" });
    const { tiles } = await readTileset(outputDir);
    expectSoundTiles(tiles);
    expect(tiles.flatMap(({ positions }) => positions)).toHaveLength(points);
  });
});
