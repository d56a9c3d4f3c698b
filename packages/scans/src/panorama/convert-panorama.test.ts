import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytesSource } from "../testing/bytes-source.ts";
import { convertPanorama } from "./convert-panorama.ts";
import { type CubeFace, cubeFaces, faceDirections } from "./cube-faces.ts";
import { probePanorama } from "./probe-panorama.ts";
import { type ImagePyramid, planLevels } from "./write-image-pyramid.ts";

const examplePath = fileURLToPath(new URL("../../../../../shared/data/pano/examplepano.jpg", import.meta.url));
let folder: string;
let jobs = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blueprint-panorama-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(format: ScanFormat, bytes: Uint8Array, signal = new AbortController().signal) {
  const inputPath = join(folder, `in-${jobs}`);
  const outputDir = join(folder, `out-${jobs++}`);
  await writeFile(inputPath, bytes);
  await mkdir(outputDir);
  const report = await convertPanorama({ format, inputPath, originalName: "a", outputDir }, () => {}, signal);
  const pyramid: ImagePyramid = JSON.parse(await readFile(join(outputDir, "panorama.json"), "utf8"));
  return { report, outputDir, pyramid };
}

/** The colour of a direction in the generated picture: smooth over the whole sphere. */
const colourTowards = (x: number, y: number, z: number) => {
  const length = Math.hypot(x, y, z);
  return [x, y, z].map((value) => 128 + (value / length) * 100);
};

/** A panorama whose pixels encode their direction: red is +x, green is up, blue is behind (+z). */
function buildPixels(widthPx: number): Buffer {
  const heightPx = widthPx / 2;
  const pixels = Buffer.alloc(widthPx * heightPx * 3);
  for (let row = 0; row < heightPx; row++) {
    const latitude = (0.5 - (row + 0.5) / heightPx) * Math.PI;
    for (let column = 0; column < widthPx; column++) {
      const longitude = ((column + 0.5) / widthPx - 0.5) * 2 * Math.PI;
      const across = Math.cos(latitude);
      const colour = colourTowards(across * Math.sin(longitude), Math.sin(latitude), -across * Math.cos(longitude));
      pixels.set(colour.map(Math.round), (row * widthPx + column) * 3);
    }
  }
  return pixels;
}
const toImage = (widthPx: number, pixels = buildPixels(widthPx)) =>
  sharp(pixels, { raw: { width: widthPx, height: widthPx / 2, channels: 3 } });
const gps = {
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "47/1 22/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "8/1 32/1 0/1" },
};

async function readFace(outputDir: string, pyramid: ImagePyramid, level: number, face: CubeFace) {
  const { facePx, tilesPerSide } = pyramid.levels[level]!;
  const sidePx = facePx / tilesPerSide;
  const pixels = new Uint8Array(facePx * facePx * 3);
  for (let y = 0; y < tilesPerSide; y++) {
    for (let x = 0; x < tilesPerSide; x++) {
      const path = join(outputDir, "tiles", String(level), face, `${x}-${y}.webp`);
      const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: sidePx, height: sidePx });
      for (let row = 0; row < sidePx; row++) {
        const line = data.subarray(row * sidePx * 3, (row + 1) * sidePx * 3);
        pixels.set(line, ((y * sidePx + row) * facePx + x * sidePx) * 3);
      }
    }
  }
  return {
    facePx,
    colourAt: (column: number, row: number) => [...pixels.subarray((row * facePx + column) * 3).slice(0, 3)],
  };
}

const distance = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));

describe("converting a panorama", () => {
  it("maps every direction to the cube's faces, on each level", async () => {
    const { outputDir, pyramid, report } = await convert("png", await toImage(2048).png().toBuffer());
    expect(pyramid).toMatchObject({ version: 1, tilePx: 512, widthPx: 2048, heightPx: 1024 });
    expect(pyramid.faces).toEqual(["px", "nx", "py", "ny", "pz", "nz"]);
    for (const level of pyramid.levels.keys()) {
      for (const face of cubeFaces) {
        const { facePx, colourAt } = await readFace(outputDir, pyramid, level, face);
        for (const [right, down] of [
          [0, 0],
          [-0.9, -0.9],
          [0.9, -0.5],
          [0.3, 0.95],
        ] as const) {
          const toPixel = (share: number) => Math.round(((share + 1) / 2) * facePx - 0.5);
          expect(
            distance(colourAt(toPixel(right), toPixel(down)), colourTowards(...faceDirections[face](right, down))),
          ).toBeLessThan(5);
        }
      }
    }
    expect(report).toMatchObject({
      kind: "panorama",
      counts: { widthPx: 2048, heightPx: 1024 },
      warnings: [],
      upAxis: "y",
      delivery: { form: "image-pyramid", entry: "panorama.json" },
      startView: { position: [0, 1.6, 0], target: [0, 1.6, -1] },
    });
  });

  it("has no seam where two faces meet", async () => {
    const { outputDir, pyramid } = await convert("jpeg", await toImage(2048).jpeg({ quality: 95 }).toBuffer());
    const level = pyramid.levels.length - 1;
    const [front, right, up] = [
      await readFace(outputDir, pyramid, level, "nz"),
      await readFace(outputDir, pyramid, level, "px"),
      await readFace(outputDir, pyramid, level, "py"),
    ];
    const last = front.facePx - 1;
    for (let i = 0; i < front.facePx; i += 16) {
      expect(distance(front.colourAt(last, i), right.colourAt(0, i))).toBeLessThan(9);
      expect(distance(front.colourAt(i, 0), up.colourAt(i, last))).toBeLessThan(9);
    }
  });

  it("keeps the first picture below 70 kB whatever the image", async () => {
    // Noise does not compress.
    const noise = Buffer.alloc(1024 * 512 * 3);
    for (let i = 0, state = 7; i < noise.length; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      noise[i] = state >>> 24;
    }
    const { outputDir } = await convert("png", await toImage(1024, noise).png().toBuffer());
    let total = 0;
    for (const face of cubeFaces) total += (await stat(join(outputDir, "tiles", "0", face, "0-0.webp"))).size;
    expect(total).toBeLessThan(70_000);
  });

  it("plans levels that keep the resolution and halve down to one tile a face", () => {
    for (const widthPx of [512, 2048, 4096, 5760, 8192, 11_000, 16_384]) {
      const levels = planLevels(widthPx);
      expect(levels[0]!.tilesPerSide).toBe(1);
      expect(levels.at(-1)!.facePx).toBeGreaterThan((widthPx / Math.PI) * 0.97);
      expect(levels.at(-1)!.facePx).toBeLessThan(Math.max(400, (widthPx / Math.PI) * 1.6));
      for (const { facePx, tilesPerSide } of levels) {
        expect(facePx % tilesPerSide).toBe(0);
        expect(facePx / tilesPerSide).toBeLessThanOrEqual(512);
      }
    }
  });

  it("removes the location where the image was taken, and says so", async () => {
    const bytes = await toImage(512).withExif(gps).jpeg().toBuffer();
    expect((await probePanorama(bytesSource("a.jpg", bytes), "jpeg")).warnings).toEqual(["scan-has-location"]);
    const { report, outputDir } = await convert("jpeg", bytes);
    expect(report.warnings).toEqual(["scan-has-location"]);
    for (const { path } of report.delivery.files.filter((file) => file.path.endsWith(".webp"))) {
      const { exif, xmp, iptc } = await sharp(join(outputDir, path)).metadata();
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    }
  });

  it("rotates an image that is stored sideways", async () => {
    const bytes = await toImage(512).rotate(-90).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer();
    const preflight = await probePanorama(bytesSource("a.jpg", bytes), "jpeg");
    expect(preflight.counts).toEqual({ widthPx: 512, heightPx: 256 });
    const { outputDir, pyramid } = await convert("jpeg", bytes);
    const { facePx, colourAt } = await readFace(outputDir, pyramid, 0, "py");
    expect(distance(colourAt(facePx / 2, facePx / 2), colourTowards(0, 1, 0))).toBeLessThan(6);
  });

  it.each<[ScanFormat, () => ReturnType<typeof toImage>]>([
    ["jpeg", () => toImage(1024).jpeg({ progressive: true })],
    ["png", () => toImage(1024).ensureAlpha(0.5).png()],
    ["png", () => toImage(1024).toColourspace("b-w").png()],
    ["png", () => toImage(1024).toColourspace("rgb16").png()],
    ["webp", () => toImage(1024).webp()],
    ["webp", () => toImage(1024).webp({ lossless: true })],
    ["webp", () => toImage(1024).ensureAlpha(1).withExif(gps).webp()],
  ])("reads %s of every kind", async (format, build) => {
    const bytes = await build().toBuffer();
    const preflight = await probePanorama(bytesSource("a", bytes), format);
    expect(preflight.counts).toEqual({ widthPx: 1024, heightPx: 512 });
    expect((await convert(format, bytes)).pyramid.levels.at(-1)!.facePx).toBe(384);
  });

  describe("that is invalid", () => {
    const findProblem = async (format: ScanFormat, bytes: Uint8Array) => {
      const codeOf = (run: Promise<unknown>) =>
        run.then(
          () => "no problem",
          (error) => error.code ?? error,
        );
      return {
        probing: await codeOf(probePanorama(bytesSource("a", bytes), format)),
        converting: await codeOf(convert(format, bytes)),
      };
    };
    const all = (code: string) => ({ probing: code, converting: code });

    it("an image that is not twice as wide as high is not a panorama", async () => {
      const bytes = await toImage(1024).resize(800, 600, { fit: "fill" }).jpeg().toBuffer();
      expect(await findProblem("jpeg", bytes)).toEqual(all("scan-not-equirectangular"));
    });

    it("a pixel or two of rounding is forgiven", async () => {
      const bytes = await toImage(1024).resize(1024, 510, { fit: "fill" }).jpeg().toBuffer();
      expect(await findProblem("jpeg", bytes)).toEqual(all("no problem"));
    });

    it.each(["jpeg", "png", "webp"] as const)("%s that is cut off is reported as truncated", async (format) => {
      const bytes = await toImage(1024).toFormat(format).toBuffer();
      expect(await findProblem(format, bytes.subarray(0, Math.floor(bytes.length * 0.6)))).toEqual(
        all("scan-truncated"),
      );
    });

    it("a PNG that declares more pixels than are allowed is not decoded", async () => {
      const bytes = await toImage(512).png().toBuffer();
      bytes.writeUInt32BE(70_000, 16);
      bytes.writeUInt32BE(35_000, 20);
      expect(await findProblem("png", bytes)).toEqual(all("scan-too-large"));
    });

    it("an image whose header promises more than its pixels hold is not delivered", async () => {
      const bytes = await toImage(512).png().toBuffer();
      bytes.writeUInt32BE(16_384, 16);
      bytes.writeUInt32BE(8192, 20);
      expect(["scan-corrupt", "scan-truncated"]).toContain((await findProblem("png", bytes)).converting);
    });

    it("an empty file is reported as empty", async () => {
      expect(await findProblem("jpeg", new Uint8Array(0))).toEqual(all("scan-empty-file"));
    });

    it("stops when cancelled, without a report", async () => {
      const bytes = await toImage(2048).jpeg().toBuffer();
      await expect(convert("jpeg", bytes, AbortSignal.timeout(150))).rejects.toMatchObject({ code: "scan-cancelled" });
      expect(await readdir(join(folder, `out-${jobs - 1}`))).not.toContain("report.json");
    });
  });
});

describe.skipIf(!existsSync(examplePath))("a real panorama", () => {
  it("becomes a pyramid and a photograph of the view ahead", async () => {
    const { report, pyramid, outputDir } = await convert("jpeg", new Uint8Array(await readFile(examplePath)));
    expect(report.counts).toEqual({ widthPx: 4096, heightPx: 2048 });
    expect(pyramid.levels).toEqual([
      { facePx: 384, tilesPerSide: 1 },
      { facePx: 768, tilesPerSide: 2 },
      { facePx: 1536, tilesPerSide: 3 },
    ]);
    expect(report.delivery.files).toHaveLength(6 * (1 + 4 + 9) + 2);
    expect(await sharp(join(outputDir, report.preview)).metadata()).toMatchObject({ width: 640, height: 400 });
  }, 60_000);
});
