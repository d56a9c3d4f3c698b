import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { FrameAnswers } from "@blueprint/contract/scan-report";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { detectFormat } from "../detect-format.ts";
import { bytesSource } from "../testing/bytes-source.ts";
import { convertSplat } from "./convert-splat.ts";
import { probeSplat } from "./probe-splat.ts";
import { createChunkDataPool, MemoryReadFileSystem, readFile as readSplats } from "./splat-library.ts";
import {
  buildBall,
  buildKsplat,
  buildPlySplats,
  buildSogFiles,
  buildSplatFile,
  buildSpz,
  type TestSplat,
} from "./testing/build-splats.ts";
import { type ReadRad, readRad } from "./testing/read-rad.ts";

const data = fileURLToPath(new URL("../../../../../shared/data/splat", import.meta.url));
let folder: string;
let jobs = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blueprint-splats-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(
  format: ScanFormat,
  bytes: Uint8Array,
  signal = new AbortController().signal,
  frame: FrameAnswers = {},
) {
  const inputPath = join(folder, `in-${jobs}`);
  const outputDir = join(folder, `out-${jobs++}`);
  await writeFile(inputPath, bytes);
  await mkdir(outputDir);
  const report = await convertSplat({ format, inputPath, originalName: "scan", outputDir, frame }, () => {}, signal);
  return { report, outputDir };
}

/** Reads an SPZ with the library's own reader, as stored, without rotating its frame. */
async function readSpz(bytes: Uint8Array) {
  const fileSystem = new MemoryReadFileSystem();
  fileSystem.set("a.spz", bytes);
  const [splats] = await readSplats({ filename: "a.spz", inputFormat: "spz", fileSystem });
  const { meta } = splats!;
  const pool = createChunkDataPool({ chunkSize: meta.numGaussians });
  const layers = (["position", "geometric", "color"] as const).map(
    (layer) => [layer, pool.acquire(layer, meta.layouts[layer]!, meta.numGaussians)] as const,
  );
  await splats!.read({ chunkIndex: 0, ...Object.fromEntries(layers) });
  const [positions, shapes, colours] = layers.map(([, buffer]) => new Float32Array(buffer.data)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  return { count: meta.numGaussians, bands: meta.shBands, positions, shapes, colours };
}

/** The original splat at a position in a tree. */
function findLeaf({ leaves, centres }: ReadRad, [x, y, z]: readonly [number, number, number]): number {
  for (const place of leaves) {
    const at = place * 3;
    if (Math.hypot(centres[at]! - x, centres[at + 1]! - y, centres[at + 2]! - z) < 1e-3) return place;
  }
  throw new Error(`no splat at ${x} ${y} ${z}`);
}

/** Invariants of every delivered tree. */
function expectSoundTree({ count, childCounts, childStarts, centres, scales, rotations, alphas }: ReadRad): void {
  const isReached = new Uint8Array(count);
  isReached[0] = 1;
  for (let place = 0; place < count; place++) {
    const start = childStarts[place]!;
    const children = childCounts[place]!;
    if (children === 0) continue;
    // A single child would only repeat its parent, and a parent precedes its children.
    if (children < 2 || start <= place || start + children > count) throw new Error(`children of ${place}`);
    for (let child = start; child < start + children; child++) {
      if (isReached[child]) throw new Error(`${child} has two parents`);
      isReached[child] = 1;
    }
  }
  expect(isReached.every((reached) => reached === 1)).toBe(true);
  expect([centres, scales, rotations, alphas].every((values) => [...values].every(Number.isFinite))).toBe(true);
  expect(Math.min(...scales.slice(0, 1000))).toBeGreaterThan(0);
}

async function readDelivered(outputDir: string): Promise<ReadRad> {
  const rad = await readRad(outputDir);
  expectSoundTree(rad);
  return rad;
}

/** A rotation as the matrix's first column, which is independent of the quaternion's sign. */
function firstAxis([w, x, y, z]: readonly number[]): number[] {
  return [1 - 2 * (y! * y! + z! * z!), 2 * (x! * y! + z! * w!), 2 * (x! * z! - y! * w!)];
}

/** A SOG in levels, the finest first, each in pieces. */
async function buildStreamedSog(levels: readonly (readonly TestSplat[])[][]): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  const filenames: string[] = [];
  const lods: Record<string, object>[] = [];
  // Exporters list the files in any order.
  for (const [level, pieces] of [...levels.entries()].reverse()) {
    for (const [piece, splats] of pieces.entries()) {
      for (const [name, bytes] of Object.entries(await buildSogFiles(splats))) {
        files[`${level}_${piece}/${name}`] = bytes;
      }
      lods[piece] ??= {};
      lods[piece][level] = { file: filenames.push(`${level}_${piece}/meta.json`) - 1, offset: 0, count: splats.length };
    }
  }
  const bound = { min: [-2, -2, -2], max: [2, 2, 2] };
  const tree = { bound, children: lods.map((lod) => ({ bound, lods: lod })) };
  const meta = { lodLevels: levels.length, environment: null, filenames, tree };
  return { "lod-meta.json": new TextEncoder().encode(JSON.stringify(meta)), ...files };
}

/** Small splats, as in large scenes; they also render faster. */
const makeSmall = (splats: readonly TestSplat[]) =>
  splats.map((splat): TestSplat => ({ ...splat, scale: [0.004, 0.01, 0.002] }));

const problemOf = (run: Promise<unknown>) =>
  run.then(
    () => "no problem",
    (error) => error.code ?? error,
  );

describe("converting splats", () => {
  const ball = buildBall(2000);

  it.each<[ScanFormat, (splats: TestSplat[]) => Uint8Array, number]>([
    ["ply-splat", buildPlySplats, 1],
    ["splat", buildSplatFile, 0],
    ["ksplat", buildKsplat, 0],
  ])("turns y-down %s upright", async (format, build, bands) => {
    const { report, outputDir } = await convert(format, build(ball));
    const rad = await readDelivered(outputDir);
    expect(rad.leaves).toHaveLength(2000);
    expect(rad.degree).toBe(bands);
    expect(report).toMatchObject({
      kind: "splat",
      counts: { splats: 2000 },
      upAxis: "-y",
      localOrigin: [0, 0, 0],
      warnings: ["scan-units-unknown"],
      delivery: { form: "rad", entry: "coarse.spz" },
    });
    for (const { position, rotation, scale, opacity, rgb } of ball.filter((_, i) => i % 20 === 0)) {
      // Half a turn about z.
      const leaf = findLeaf(rad, [-position[0], -position[1], position[2]]);
      const [ax, ay, az] = firstAxis(rotation);
      const [x, y, z, w] = rad.rotations.slice(leaf * 4, leaf * 4 + 4) as [number, number, number, number];
      const axis = firstAxis([w, x, y, z]);
      for (const [part, value] of [-ax!, -ay!, az!].entries()) expect(Math.abs(axis[part]! - value)).toBeLessThan(0.04);
      for (const part of [0, 1, 2]) {
        expect(rad.scales[leaf * 3 + part]! / scale[part]!).toBeCloseTo(1, 1);
        expect(rad.colours[leaf * 3 + part]).toBeCloseTo(rgb[part]!, 1);
      }
      expect(rad.alphas[leaf]).toBeCloseTo(opacity, 1);
    }
    expect(report.bounds.max[1]).toBeCloseTo(0.98, 1);
  });

  it("rotates the first band of harmonics too", async () => {
    const { outputDir } = await convert("ply-splat", buildPlySplats(ball));
    const rad = await readDelivered(outputDir);
    // The band is −y, z, −x of the direction: half a turn about z flips the sign of the first and the last.
    const { position, harmonics } = ball[0]!;
    const turned = rad.harmonics[findLeaf(rad, [-position[0], -position[1], position[2]])]!;
    for (const channel of [0, 1, 2]) {
      const own = harmonics.slice(channel * 3, channel * 3 + 3);
      expect(turned[channel]).toBeCloseTo(-own[0]!, 1);
      expect(turned[3 + channel]).toBeCloseTo(own[1]!, 1);
      expect(turned[6 + channel]).toBeCloseTo(-own[2]!, 1);
    }
  });

  it("shows the whole with ever fewer splats, which cover what they replace", async () => {
    const { report, outputDir } = await convert("ply-splat", buildPlySplats(makeSmall(buildBall(20_000))));
    const rad = await readDelivered(outputDir);
    expect(rad.count).toBeGreaterThan(20_500);
    expect(rad.count).toBeLessThan(40_000);
    expect(rad.chunkCount).toBe(Math.ceil(rad.count / 65_536));
    const spreadOf = (place: number) => Math.hypot(...rad.scales.slice(place * 3, place * 3 + 3));
    // The root is a ball of radius 1 at the centre; parents are as large as the splats they represent and lie among
    // them.
    for (const axis of [0, 1, 2]) expect(rad.centres[axis]).toBeCloseTo(0, 1);
    expect(spreadOf(0)).toBeGreaterThan(0.8);
    expect(spreadOf(0)).toBeLessThan(1.2);
    for (let place = 0; place < rad.count; place++) {
      const start = rad.childStarts[place]!;
      for (let child = start; child < start + rad.childCounts[place]!; child++) {
        const offset = Math.hypot(...[0, 1, 2].map((a) => rad.centres[child * 3 + a]! - rad.centres[place * 3 + a]!));
        if (offset > spreadOf(place) * 8) throw new Error(`child ${child} is ${offset} from ${place}`);
      }
    }
    // The report says how far the levels are from the splats of the file: the root stands in the middle of the ball.
    const detail = report.detail!;
    expect(detail.reduce((sum, { parts }) => sum + parts, 0)).toBe(rad.count);
    expect(detail[0]).toMatchObject({ parts: 1 });
    expect(detail[0]!.errorM).toBeGreaterThan(0.99);
    expect(detail[0]!.errorM).toBeLessThan(3);
    for (const [at, { errorM }] of detail.entries()) expect(errorM).toBeLessThanOrEqual(detail[at - 1]?.errorM ?? 3);
    expect(detail.at(-1)!.errorM).toBe(0);
    // Red below and blue above on every level.
    for (let place = 8; place < 400; place++) {
      const y = rad.centres[place * 3 + 1]!;
      if (Math.abs(y) < 0.5) continue;
      expect(rad.colours[place * 3]! > rad.colours[place * 3 + 2]!).toBe(y < 0);
    }
  });

  it("comes with a coarse version of at most 30,000 splats and half a megabyte", async () => {
    const { report, outputDir } = await convert("ply-splat", buildPlySplats(makeSmall(buildBall(40_000))));
    const coarse = report.delivery.files.find(({ path }) => path === report.delivery.entry)!;
    expect(coarse.sizeBytes).toBeLessThan(600_000);
    const spz = await readSpz(new Uint8Array(await readFile(join(outputDir, coarse.path))));
    expect(spz.bands, "colours change with the direction, as in the file").toBe(1);
    expect(spz.count).toBeLessThanOrEqual(30_000);
    expect(spz.count).toBeGreaterThan(10_000);
    // All around, on the ball's surface, and in its colours.
    const octants = new Set<number>();
    for (let i = 0; i < spz.count; i++) {
      const [x, y, z] = spz.positions.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number];
      octants.add((x > 0 ? 1 : 0) + (y > 0 ? 2 : 0) + (z > 0 ? 4 : 0));
      const isBlue = spz.colours[i * 12]! < spz.colours[i * 12 + 2]!;
      if (Math.abs(Math.hypot(x, y, z) - 1) > 0.1 || (y > 0.3 && !isBlue))
        throw new Error(`splat ${i} at ${x} ${y} ${z}`);
    }
    expect(octants.size).toBe(8);
  });

  it.each([1, 2, 17])("delivers %i splats", async (count) => {
    const { report, outputDir } = await convert("ply-splat", buildPlySplats(buildBall(count)));
    expect(report.counts.splats).toBe(count);
    expect((await readDelivered(outputDir)).leaves).toHaveLength(count);
  });

  it("handles thirty thousand splats in one place", async () => {
    const [one] = makeSmall(buildBall(7)) as [TestSplat];
    const { outputDir } = await convert("splat", buildSplatFile(Array.from({ length: 30_000 }, () => one)));
    const rad = await readDelivered(outputDir);
    expect(rad.leaves).toHaveLength(30_000);
    expect(Math.max(...rad.childCounts.slice(0, 1000))).toBeLessThanOrEqual(64);
  });

  it("leaves out invalid splats", async () => {
    const broken = ball.map((splat, i): TestSplat => {
      if (i === 3) return { ...splat, position: [Number.NaN, 0, 0] };
      if (i === 4) return { ...splat, rotation: [0, 0, 0, 0] };
      if (i === 5) return { ...splat, rgb: [Number.POSITIVE_INFINITY, 0, 0] };
      if (i === 6) return { ...splat, scale: [0, 0.1, 0.1] };
      return splat;
    });
    const { report, outputDir } = await convert("ply-splat", buildPlySplats(broken));
    expect(report.counts.splats).toBe(1997);
    expect(report.warnings).toContain("scan-invalid-points-skipped");
    expect((await readDelivered(outputDir)).leaves).toHaveLength(1997);
  });

  it("moves splats far from their origin to a local one", async () => {
    const { report, outputDir } = await convert("ply-splat", buildPlySplats(buildBall(2000, [4000, 20, -3000])));
    expect(report.warnings).toContain("scan-large-coordinates");
    expect(report.localOrigin).toEqual([4000, 20, -3000]);
    const { centres } = await readDelivered(outputDir);
    expect(centres.every((value) => Math.abs(value) < 1.01)).toBe(true);
  });

  it("delivers a preview of the splats", async () => {
    const { report, outputDir } = await convert("splat", buildSplatFile(ball));
    const { data: pixels, info } = await sharp(join(outputDir, report.preview))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 640, height: 400 });
    const middle = (y: number) => [
      ...pixels.subarray((y * 640 + 320) * info.channels, (y * 640 + 320) * info.channels + 3),
    ];
    // Blue above red, like the ball.
    expect(middle(100)[2]! - middle(100)[0]!).toBeGreaterThan(40);
    expect(middle(330)[0]! - middle(330)[2]!).toBeGreaterThan(40);
  });

  const spzOf = async (splats: TestSplat[]) => gunzipSync(await buildSpz(splats));

  it("leaves SPZ as it is: it is already y up", async () => {
    const spz = gzipSync(await spzOf(ball));
    const { report, outputDir } = await convert("spz", spz);
    expect(report.upAxis).toBe("y");
    const [before, after] = [await readSpz(spz), await readDelivered(outputDir)];
    expect(after.leaves).toHaveLength(before.count);
    for (let i = 0; i < before.count; i += 50) {
      const [x, y, z] = before.positions.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number];
      findLeaf(after, [x, y, z]);
    }
  });

  it("follows the person's answers about unit and up axis", async () => {
    const signal = new AbortController().signal;
    const upright: Record<"y" | "z" | "-y", (at: readonly [number, number, number]) => number[]> = {
      y: ([x, y, z]) => [x, y, z],
      z: ([x, y, z]) => [x, z, -y],
      "-y": ([x, y, z]) => [-x, -y, z],
    };
    const spz = gzipSync(await spzOf(ball));
    const stored = (await readSpz(spz)).positions;
    const owns = {
      "ply-splat": ball.map(({ position }) => position),
      spz: ball.map((_, at) => [...stored.subarray(at * 3, at * 3 + 3)] as [number, number, number]),
    };
    for (const upAxis of ["y", "z", "-y"] as const) {
      for (const format of ["ply-splat", "spz"] as const) {
        const bytes = format === "spz" ? spz : buildPlySplats(ball);
        const { report, outputDir } = await convert(format, bytes, signal, { upAxis, unit: "foot" });
        expect(report).toMatchObject({ unit: "foot", upAxis });
        expect(report.warnings).not.toContain("scan-units-unknown");
        const rad = await readDelivered(outputDir);
        for (const own of owns[format].filter((_, at) => at % 100 === 0)) {
          findLeaf(rad, upright[upAxis](own).map((part) => part * 0.3048) as [number, number, number]);
        }
        expect(Math.max(...rad.leaves.map((leaf) => rad.scales[leaf * 3 + 1]!)) / 0.3048).toBeCloseTo(
          Math.max(...ball.map(({ scale }) => scale[1])),
          1,
        );
      }
    }
    const far = await convert("ply-splat", buildPlySplats(buildBall(500, [4000, 20, -3000])), signal, { upAxis: "z" });
    expect(far.report.localOrigin).toEqual([4000, 20, -3000]);
  });

  it("reads a streamed SOG at its finest level, however it is split", async () => {
    const west = buildBall(150, [-3, 0, 0]);
    const east = buildBall(90, [3, 0, 0]);
    const files = await buildStreamedSog([
      [west, east],
      [west.slice(0, 40), east.slice(0, 30)],
    ]);
    for (const entries of [
      files,
      Object.fromEntries(Object.entries(files).map(([path, file]) => [`a/${path}`, file])),
    ]) {
      const bytes = zipSync(entries);
      await expect(detectFormat(bytesSource("scene.zip", bytes))).resolves.toBe("sog");
      expect((await probeSplat(bytesSource("a.zip", bytes), "sog")).counts.splats).toBe(240);
      const { report, outputDir } = await convert("sog", bytes);
      expect(report.counts.splats).toBe(240);
      const { leaves, centres } = await readDelivered(outputDir);
      // Turned upright about z, west has become east.
      expect([...leaves].filter((place) => centres[place * 3]! > 0)).toHaveLength(150);
    }
  });

  it("reports counts and bounds before the upload", async () => {
    const formats: [ScanFormat, Uint8Array][] = [
      ["ply-splat", buildPlySplats(ball)],
      ["splat", buildSplatFile(ball)],
      ["ksplat", buildKsplat(ball)],
      ["spz", gzipSync(await spzOf(ball))],
    ];
    for (const [format, bytes] of formats) {
      const report = await probeSplat(bytesSource("scan", bytes), format);
      expect(report).toMatchObject({ kind: "splat", format, counts: { splats: 2000 }, unit: "unknown" });
      if (format !== "ksplat") expect(report.bounds!.max[0]).toBeCloseTo(0.98, 1);
    }
  });

  describe("that are invalid", () => {
    const hundredMillion = 100_000_000;
    const few = ball.slice(0, 10);
    const all = (code: string) => ({ probing: code, converting: code });
    const findProblem = async (format: ScanFormat, bytes: Uint8Array) => ({
      probing: await problemOf(probeSplat(bytesSource("scan", bytes), format)),
      converting: await problemOf(convert(format, bytes)),
    });
    const declareCount = async (count: number) => {
      const bytes = await spzOf(few);
      bytes.writeUInt32LE(count, 8);
      return gzipSync(bytes);
    };
    const sogOf = (meta: object, files: Record<string, Uint8Array> = {}) =>
      zipSync({ "meta.json": new TextEncoder().encode(JSON.stringify(meta)), ...files });

    it("100 million declared splats in a small file are a false count", async () => {
      expect(await findProblem("ply-splat", buildPlySplats(few, hundredMillion))).toEqual(all("scan-lying-count"));
      expect(await findProblem("ksplat", buildKsplat(few, hundredMillion))).toEqual(all("scan-lying-count"));
      expect(await findProblem("spz", await declareCount(hundredMillion))).toEqual(all("scan-lying-count"));
      expect(await findProblem("sog", sogOf({ version: 2, count: hundredMillion }))).toEqual(all("scan-lying-count"));
    });

    it("an SPZ that declares a few splats too many is detected in the check", async () => {
      expect((await findProblem("spz", await declareCount(15))).converting).toBe("scan-truncated");
      expect((await findProblem("spz", await declareCount(1000))).converting).toBe("scan-lying-count");
    });

    it("files that are cut off are reported as truncated", async () => {
      const cut = (bytes: Uint8Array) => bytes.slice(0, Math.floor(bytes.length * 0.9) - 3);
      expect(await findProblem("ply-splat", cut(buildPlySplats(ball)))).toEqual(all("scan-truncated"));
      expect(await findProblem("splat", cut(buildSplatFile(ball)))).toEqual(all("scan-truncated"));
      expect((await findProblem("spz", cut(gzipSync(await spzOf(ball))))).converting).toBe("scan-truncated");
    });

    it("a KSPLAT that is cut off is not converted", async () => {
      const bytes = buildKsplat(ball);
      const { converting } = await findProblem("ksplat", bytes.slice(0, bytes.length - 5000));
      expect(converting).toBe("scan-truncated");
    });

    it("an SPZ that unpacks to far more than its splats is treated as a bomb", async () => {
      const bomb = Buffer.concat([await spzOf(few), Buffer.alloc(40 << 20)]);
      expect((await findProblem("spz", gzipSync(bomb))).converting).toBe("scan-zip-bomb");
    });

    it("files without splats are empty, and files of NaN alone invalid", async () => {
      expect(await findProblem("ply-splat", buildPlySplats([]))).toEqual(all("scan-empty-geometry"));
      expect(await findProblem("spz", await declareCount(0))).toEqual(all("scan-empty-geometry"));
      const nowhere = few.map((splat): TestSplat => ({ ...splat, position: [Number.NaN, Number.NaN, Number.NaN] }));
      expect(await findProblem("ply-splat", buildPlySplats(nowhere))).toEqual(all("scan-invalid-geometry"));
      expect(await findProblem("splat", new Uint8Array(0))).toEqual(all("scan-empty-file"));
    });

    it("a SOG without one of its images names it", async () => {
      const bytes = sogOf({ version: 2, count: 1, means: { files: ["means_l.webp", "means_u.webp"] } });
      expect((await findProblem("sog", bytes)).converting).toBe("scan-missing-part");
    });

    it("a streamed SOG without its finest level names what is missing", async () => {
      const files = await buildStreamedSog([[buildBall(40)], [buildBall(20)]]);
      const without = Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith("0_0/")));
      expect(await findProblem("sog", zipSync(without))).toEqual(all("scan-missing-part"));
    });

    it("a SOG whose images are not images is corrupt", async () => {
      const files = { "means_l.webp": new Uint8Array(40), "means_u.webp": new Uint8Array(40) };
      const meta = { version: 2, count: 1, means: { mins: [0, 0, 0], maxs: [1, 1, 1], files: Object.keys(files) } };
      expect((await findProblem("sog", sogOf(meta, files))).converting).toBe("scan-corrupt");
    });

    it("leaves no report behind", async () => {
      await problemOf(convert("ply-splat", buildPlySplats(few, hundredMillion)));
      expect(await readdir(join(folder, `out-${jobs - 1}`))).toEqual([]);
    });

    it("stops when cancelled", async () => {
      const signal = AbortSignal.timeout(15);
      expect(await problemOf(convert("ply-splat", buildPlySplats(buildBall(100_000)), signal))).toBe("scan-cancelled");
    });
  });
});

describe.skipIf(!existsSync(data))("real splats", () => {
  it.each<[string, ScanFormat, number]>([
    ["fourth_st.spz", "spz", 131_199],
    ["biker.spz", "spz", 152_746],
    ["biker.compressed.ply", "ply-splat", 152_746],
  ])(
    "%s arrives whole and upright",
    async (name, format, count) => {
      const bytes = new Uint8Array(await readFile(join(data, name)));
      const preflight = await probeSplat(bytesSource(name, bytes), format);
      expect(preflight.counts.splats).toBe(count);
      const { report, outputDir } = await convert(format, bytes);
      const rad = await readDelivered(outputDir);
      expect(rad.leaves).toHaveLength(count);
      const positions = rad.leaves.flatMap((place) => [...rad.centres.subarray(place * 3, place * 3 + 3)]);
      for (const axis of [0, 1, 2]) {
        const values = Float64Array.from({ length: count }, (_, i) => positions[i * 3 + axis]!).sort();
        expect(values[Math.round(count * 0.01)]).toBeCloseTo(report.bounds.min[axis]!, 2);
        expect(values[Math.round(count * 0.99)]).toBeCloseTo(report.bounds.max[axis]!, 2);
      }
      // The man stands on the ground and is taller than wide; the house stands on a plate wider than its balloons.
      const lower = (share: number) => report.bounds.min[1] + (report.bounds.max[1] - report.bounds.min[1]) * share;
      const widthOf = (from: number, to: number) => {
        const xs = Array.from({ length: count }, (_, i) => i)
          .filter((i) => positions[i * 3 + 1]! > lower(from) && positions[i * 3 + 1]! < lower(to))
          .map((i) => positions[i * 3]!)
          .toSorted((a, b) => a - b);
        return xs[Math.floor(xs.length * 0.98)]! - xs[Math.floor(xs.length * 0.02)]!;
      };
      if (name.startsWith("biker")) {
        expect(report.bounds.min[1]).toBeGreaterThan(-0.1);
        // His head is narrower than his stance.
        expect(widthOf(0.93, 1)).toBeLessThan(widthOf(0, 0.1));
      } else {
        expect(widthOf(0, 0.15)).toBeGreaterThan(widthOf(0.6, 1));
      }
    },
    60_000,
  );

  it("a streamed SOG scene arrives at its finest level", async () => {
    const scene = join(data, "playbot-sog-lod");
    const files: Record<string, Uint8Array> = {};
    for (const name of await readdir(scene, { recursive: true })) {
      if (/\.(json|webp)$/.test(name)) files[name] = new Uint8Array(await readFile(join(scene, name)));
    }
    const bytes = zipSync(files, { level: 0 });
    expect((await probeSplat(bytesSource("a.zip", bytes), "sog")).counts.splats).toBe(500_000);
    expect((await convert("sog", bytes)).report.counts.splats).toBe(500_000);
  }, 120_000);

  it("a SOG scene arrives whole, from a bundle and from a zipped folder", async () => {
    const level = join(data, "playbot-sog-lod", "5_0");
    const files: Record<string, Uint8Array> = {};
    for (const name of await readdir(level)) files[name] = new Uint8Array(await readFile(join(level, name)));
    const { count } = JSON.parse(new TextDecoder().decode(files["meta.json"]));
    const folded = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`scene/${name}`, bytes]));
    for (const entries of [files, folded]) {
      const bytes = zipSync(entries, { level: 0 });
      expect((await probeSplat(bytesSource("a.sog", bytes), "sog")).counts.splats).toBe(count);
      const { report, outputDir } = await convert("sog", bytes);
      expect(report.counts.splats).toBe(count);
      expect((await readDelivered(outputDir)).leaves).toHaveLength(count);
    }
  }, 60_000);
});
