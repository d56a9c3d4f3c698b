import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytesSource } from "../testing/bytes-source.ts";
import { convertSplat } from "./convert-splat.ts";
import { probeSplat } from "./probe-splat.ts";
import { createChunkDataPool, MemoryReadFileSystem, readFile as readSplats } from "./splat-library.ts";
import { buildBall, buildKsplat, buildPlySplats, buildSplatFile, type TestSplat } from "./testing/build-splats.ts";

const data = fileURLToPath(new URL("../../../../../shared/data/splat", import.meta.url));
let folder: string;
let jobs = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blueprint-splats-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(format: ScanFormat, bytes: Uint8Array, signal = new AbortController().signal) {
  const inputPath = join(folder, `in-${jobs}`);
  const outputDir = join(folder, `out-${jobs++}`);
  await writeFile(inputPath, bytes);
  await mkdir(outputDir);
  const report = await convertSplat({ format, inputPath, originalName: "scan", outputDir }, () => {}, signal);
  return { report, outputDir };
}

/** Reads an SPZ with the library's own reader, as stored: no frame is turned. */
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

async function readDelivered(outputDir: string) {
  return readSpz(new Uint8Array(await readFile(join(outputDir, "splats.spz"))));
}

/** A rotation as the matrix's first column, which does not mind the quaternion's sign. */
function firstAxis([w, x, y, z]: readonly number[]): number[] {
  return [1 - 2 * (y! * y! + z! * z!), 2 * (x! * y! + z! * w!), 2 * (x! * z! - y! * w!)];
}

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
    const spz = await readDelivered(outputDir);
    expect(spz).toMatchObject({ count: 2000, bands });
    expect(report).toMatchObject({
      kind: "splat",
      counts: { splats: 2000 },
      upAxis: "-y",
      localOrigin: [0, 0, 0],
      warnings: ["scan-units-unknown"],
      delivery: { form: "spz", entry: "splats.spz" },
    });
    ball.forEach(({ position: [x, y, z], rotation, scale, opacity }, i) => {
      // Half a turn about z.
      expect(spz.positions[i * 3]).toBeCloseTo(-x, 3);
      expect(spz.positions[i * 3 + 1]).toBeCloseTo(-y, 3);
      expect(spz.positions[i * 3 + 2]).toBeCloseTo(z, 3);
      const [ax, ay, az] = firstAxis(rotation);
      const axis = firstAxis([...spz.shapes.subarray(i * 8, i * 8 + 4)]);
      for (const [part, value] of [-ax!, -ay!, az!].entries()) expect(Math.abs(axis[part]! - value)).toBeLessThan(0.03);
      expect(Math.exp(spz.shapes[i * 8 + 5]!) / scale[1]).toBeCloseTo(1, 1);
      expect(1 / (1 + Math.exp(-spz.shapes[i * 8 + 7]!))).toBeCloseTo(opacity, 2);
    });
    // What was red and below (y above zero in a file that is y down) is below still.
    const coloursEach = 3 + bands * 9;
    const lowest = ball.findIndex(({ position }) => position[1] > 0.9);
    expect(spz.positions[lowest * 3 + 1]).toBeLessThan(-0.89);
    expect(spz.colours[lowest * coloursEach]).toBeGreaterThan(0.9);
    expect(report.bounds.max[1]).toBeCloseTo(0.98, 1);
  });

  it("turns the first band of harmonics along", async () => {
    const { outputDir } = await convert("ply-splat", buildPlySplats(ball));
    const { colours } = await readDelivered(outputDir);
    // The band is −y, z, −x of the direction: half a turn about z changes the sign of the first and the last.
    const [first, second, third] = ball[0]!.harmonics;
    expect(colours[3]).toBeCloseTo(-first!, 1);
    expect(colours[4]).toBeCloseTo(second!, 1);
    expect(colours[5]).toBeCloseTo(-third!, 1);
  });

  it("leaves out splats that are no numbers", async () => {
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
    expect((await readDelivered(outputDir)).count).toBe(1997);
  });

  it("moves splats far from their origin to a local one", async () => {
    const { report, outputDir } = await convert("ply-splat", buildPlySplats(buildBall(2000, [4000, 20, -3000])));
    expect(report.warnings).toContain("scan-large-coordinates");
    expect(report.localOrigin).toEqual([4000, 20, -3000]);
    const { positions } = await readDelivered(outputDir);
    expect(positions.every((value) => Math.abs(value) < 1.01)).toBe(true);
  });

  it("delivers a picture of the splats", async () => {
    const { report, outputDir } = await convert("splat", buildSplatFile(ball));
    const { data: pixels, info } = await sharp(join(outputDir, report.preview))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 640, height: 400 });
    const middle = (y: number) => [
      ...pixels.subarray((y * 640 + 320) * info.channels, (y * 640 + 320) * info.channels + 3),
    ];
    // Blue above red, as the ball is.
    expect(middle(100)[2]! - middle(100)[0]!).toBeGreaterThan(40);
    expect(middle(330)[0]! - middle(330)[2]!).toBeGreaterThan(40);
  });

  const spzOf = async (splats: TestSplat[]) => {
    const { outputDir } = await convert("ply-splat", buildPlySplats(splats));
    return gunzipSync(await readFile(join(outputDir, "splats.spz")));
  };

  it("SPZ stays as it is: it is y up already", async () => {
    const spz = gzipSync(await spzOf(ball));
    const { report, outputDir } = await convert("spz", spz);
    expect(report.upAxis).toBe("y");
    const [before, after] = [await readSpz(spz), await readDelivered(outputDir)];
    expect(after.count).toBe(before.count);
    expect(after.positions).toEqual(before.positions);
    expect(after.colours).toEqual(before.colours);
  });

  it("tells counts and bounds before anything is sent", async () => {
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

  describe("at fault", () => {
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

    it("100 million declared splats in a small file are a lying count", async () => {
      expect(await findProblem("ply-splat", buildPlySplats(few, hundredMillion))).toEqual(all("scan-lying-count"));
      expect(await findProblem("ksplat", buildKsplat(few, hundredMillion))).toEqual(all("scan-lying-count"));
      expect(await findProblem("spz", await declareCount(hundredMillion))).toEqual(all("scan-lying-count"));
      expect(await findProblem("sog", sogOf({ version: 2, count: hundredMillion }))).toEqual(all("scan-lying-count"));
    });

    it("an SPZ that declares a few more than it holds is found out while it is checked", async () => {
      expect((await findProblem("spz", await declareCount(15))).converting).toBe("scan-truncated");
      expect((await findProblem("spz", await declareCount(1000))).converting).toBe("scan-lying-count");
    });

    it("files that are cut off are truncated", async () => {
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

    it("an SPZ that unpacks to far more than its splats is a bomb", async () => {
      const bomb = Buffer.concat([await spzOf(few), Buffer.alloc(40 << 20)]);
      expect((await findProblem("spz", gzipSync(bomb))).converting).toBe("scan-zip-bomb");
    });

    it("files without splats are empty, of NaN alone invalid", async () => {
      expect(await findProblem("ply-splat", buildPlySplats([]))).toEqual(all("scan-empty-geometry"));
      expect(await findProblem("spz", await declareCount(0))).toEqual(all("scan-empty-geometry"));
      const nowhere = few.map((splat): TestSplat => ({ ...splat, position: [Number.NaN, Number.NaN, Number.NaN] }));
      expect(await findProblem("ply-splat", buildPlySplats(nowhere))).toEqual(all("scan-invalid-geometry"));
      expect(await findProblem("splat", new Uint8Array(0))).toEqual(all("scan-empty-file"));
    });

    it("a SOG that lacks a picture names it", async () => {
      const bytes = sogOf({ version: 2, count: 1, means: { files: ["means_l.webp", "means_u.webp"] } });
      expect((await findProblem("sog", bytes)).converting).toBe("scan-missing-part");
    });

    it("a SOG whose pictures are none is corrupt", async () => {
      const files = { "means_l.webp": new Uint8Array(40), "means_u.webp": new Uint8Array(40) };
      const meta = { version: 2, count: 1, means: { mins: [0, 0, 0], maxs: [1, 1, 1], files: Object.keys(files) } };
      expect((await findProblem("sog", sogOf(meta, files))).converting).toBe("scan-corrupt");
    });

    it("leaves no report behind", async () => {
      await problemOf(convert("ply-splat", buildPlySplats(few, hundredMillion)));
      expect(await readdir(join(folder, `out-${jobs - 1}`))).toEqual([]);
    });

    it("stops when it is cancelled", async () => {
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
      const spz = await readDelivered(outputDir);
      expect(spz.count).toBe(count);
      for (const axis of [0, 1, 2]) {
        const values = Float64Array.from({ length: count }, (_, i) => spz.positions[i * 3 + axis]!).sort();
        expect(values[Math.round(count * 0.01)]).toBeCloseTo(report.bounds.min[axis]!, 2);
        expect(values[Math.round(count * 0.99)]).toBeCloseTo(report.bounds.max[axis]!, 2);
      }
      // The man stands on the ground and is taller than wide; the house stands on a plate wider than its balloons.
      const lower = (share: number) => report.bounds.min[1] + (report.bounds.max[1] - report.bounds.min[1]) * share;
      const widthOf = (from: number, to: number) => {
        const xs = Array.from({ length: count }, (_, i) => i)
          .filter((i) => spz.positions[i * 3 + 1]! > lower(from) && spz.positions[i * 3 + 1]! < lower(to))
          .map((i) => spz.positions[i * 3]!)
          .toSorted((a, b) => a - b);
        return xs[Math.floor(xs.length * 0.98)]! - xs[Math.floor(xs.length * 0.02)]!;
      };
      if (name.startsWith("biker")) {
        expect(report.bounds.min[1]).toBeGreaterThan(-0.1);
        // His head is narrower than his feet stand apart.
        expect(widthOf(0.93, 1)).toBeLessThan(widthOf(0, 0.1));
      } else {
        expect(widthOf(0, 0.15)).toBeGreaterThan(widthOf(0.6, 1));
      }
    },
    60_000,
  );

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
      expect((await readDelivered(outputDir)).count).toBe(count);
    }
  }, 60_000);
});
