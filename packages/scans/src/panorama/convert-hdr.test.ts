import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { detectFormat } from "../detect-format.ts";
import { preflight } from "../preflight.ts";
import { bytesSource } from "../testing/bytes-source.ts";
import { convertPanorama } from "./convert-panorama.ts";
import type { CubeFace } from "./cube-faces.ts";
import { buildExr, buildRadiance, type PaintHdr } from "./testing/build-hdr.ts";

let folder: string;
let jobs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blueprint-hdr-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(format: ScanFormat, bytes: Uint8Array, memoryBytesMax?: number) {
  const inputPath = join(folder, `in-${jobs}`);
  const outputDir = join(folder, `out-${jobs++}`);
  await writeFile(inputPath, bytes);
  await mkdir(outputDir);
  const job = { format, inputPath, originalName: "a", outputDir, ...(memoryBytesMax && { memoryBytesMax }) };
  const report = await convertPanorama(job, () => {}, new AbortController().signal);
  return { report, outputDir };
}

/** The delivered colour in the middle of a face. */
async function colourAhead(outputDir: string, face: CubeFace) {
  const { data, info } = await sharp(join(outputDir, "tiles", "0", face, "0-0.webp"))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = ((info.height >> 1) * info.width + (info.width >> 1)) * 3;
  return [...data.subarray(at, at + 3)];
}

const [widthPx, heightPx] = [256, 128];
/** A red sky above a green ground; a hundredth of the brightness of `level`, and a lamp straight ahead. */
const paintScene =
  (level: number): PaintHdr =>
  (column, row) => {
    const isLamp = Math.abs(column - widthPx / 2) < 3 && Math.abs(row - heightPx / 2) < 3;
    if (isLamp) return [level * 500, level * 500, level * 500];
    return row < heightPx / 2 ? [level, level * 0.1, level * 0.1] : [level * 0.1, level, level * 0.1];
  };

const kinds: [string, ScanFormat, (level: number) => Uint8Array][] = [
  ["Radiance in runs", "hdr", (level) => buildRadiance(widthPx, heightPx, paintScene(level))],
  [
    "Radiance in plain pixels",
    "hdr",
    (level) => buildRadiance(widthPx, heightPx, paintScene(level), { isPlain: true }),
  ],
  ["OpenEXR", "exr", (level) => buildExr(widthPx, heightPx, paintScene(level))],
  ["OpenEXR in ZIP blocks", "exr", (level) => buildExr(widthPx, heightPx, paintScene(level), { isZipped: true })],
];

describe("a high dynamic range panorama", () => {
  it.each(kinds)("%s is named before the upload, with how it will be converted", async (_name, format, build) => {
    expect(await preflight(bytesSource(`hall.${format}`, build(1)))).toMatchObject({
      kind: "panorama",
      format,
      counts: { widthPx, heightPx },
      warnings: ["scan-hdr-tone-mapped"],
    });
  });

  it.each(kinds)("%s is delivered the right way up, exposed for screens", async (_name, format, build) => {
    const { report, outputDir } = await convert(format, build(1));
    expect(report).toMatchObject({ kind: "panorama", warnings: ["scan-hdr-tone-mapped"] });
    const [up, down] = [await colourAhead(outputDir, "py"), await colourAhead(outputDir, "ny")];
    expect(up[0]! - up[1]!).toBeGreaterThan(60);
    expect(down[1]! - down[0]!).toBeGreaterThan(60);
    // The lamp is white instead of wrapping around or turning black.
    expect(Math.min(...(await colourAhead(outputDir, "nz")))).toBeGreaterThan(240);
  });

  it.each(kinds)("%s looks the same in any unit of brightness", async (_name, format, build) => {
    const [dark, bright] = [await convert(format, build(1 / 64)), await convert(format, build(64))];
    for (const face of ["py", "ny", "px"] as const) {
      const colours = [await colourAhead(dark.outputDir, face), await colourAhead(bright.outputDir, face)];
      for (const channel of [0, 1, 2]) expect(Math.abs(colours[0]![channel]! - colours[1]![channel]!)).toBeLessThan(4);
    }
  });

  it("shows a grey image as the grey of a card: 18 % of the light, 118 of 255", async () => {
    const { outputDir } = await convert(
      "exr",
      buildExr(widthPx, heightPx, () => [7, 7, 7], { channels: ["Y"] }),
    );
    for (const value of await colourAhead(outputDir, "px")) expect(Math.abs(value - 118)).toBeLessThan(3);
  });

  it("shows infinite brightness as white", async () => {
    const paint: PaintHdr = (column, row) =>
      Math.hypot(column - widthPx / 2, row - heightPx / 2) < 4 ? [Infinity, Infinity, Infinity] : [0.2, 0.2, 0.2];
    const { outputDir } = await convert("exr", buildExr(widthPx, heightPx, paint));
    expect(Math.min(...(await colourAhead(outputDir, "nz")))).toBeGreaterThan(240);
  });

  it("can be one of several in a zip with positions", async () => {
    const png = await sharp({ create: { width: 256, height: 128, channels: 3, background: "#6496c8" } })
      .png()
      .toBuffer();
    const zip = zipSync({
      "hall.hdr": kinds[0]![2](1),
      "stair.exr": kinds[3]![2](1),
      "yard.png": new Uint8Array(png),
      "positions.csv": new TextEncoder().encode("file,x,y,z\nhall.hdr,0,1.6,0\nstair.exr,4,1.6,0\nyard.png,8,1.6,0\n"),
    });
    await expect(detectFormat(bytesSource("tour.zip", zip))).resolves.toBe("panorama-zip");
    const report = await preflight(bytesSource("tour.zip", zip));
    expect(report.counts).toMatchObject({ panoramas: 3 });
    expect(report.warnings).toContain("scan-hdr-tone-mapped");
    const { outputDir, report: converted } = await convert("panorama-zip", zip);
    expect(converted.panoramas).toHaveLength(3);
    for (const panorama of ["1", "2"]) {
      const up = await colourAhead(join(outputDir, panorama), "py");
      expect(up[0]! - up[1]!).toBeGreaterThan(60);
    }
    for (const [channel, value] of [0x64, 0x96, 0xc8].entries()) {
      expect(Math.abs((await colourAhead(join(outputDir, "3"), "px"))[channel]! - value)).toBeLessThan(5);
    }
  });

  describe("that is invalid", () => {
    const paint = paintScene(1);
    const hdr = buildRadiance(widthPx, heightPx, paint);
    const exr = buildExr(widthPx, heightPx, paint);
    const zipped = buildExr(widthPx, heightPx, paint, { isZipped: true });
    const codeOf = (run: Promise<unknown>) =>
      run.then(
        () => "no problem",
        (error) => error.code ?? error,
      );
    const findProblem = async (format: ScanFormat, bytes: Uint8Array) => ({
      probing: await codeOf(preflight(bytesSource(`a.${format}`, bytes))),
      converting: await codeOf(convert(format, bytes)),
    });
    const all = (code: string) => ({ probing: code, converting: code });

    it("an image that is not twice as wide as high is not a panorama", async () => {
      expect(await findProblem("hdr", buildRadiance(64, 64, paint))).toEqual(all("scan-not-equirectangular"));
      expect(await findProblem("exr", buildExr(64, 64, paint))).toEqual(all("scan-not-equirectangular"));
    });

    it("a file that is cut off is reported as truncated", async () => {
      expect((await findProblem("hdr", hdr.slice(0, hdr.length - 1))).converting).toBe("scan-truncated");
      expect(await findProblem("hdr", hdr.slice(0, 30))).toEqual(all("scan-truncated"));
      for (const bytes of [exr, zipped]) {
        expect(await findProblem("exr", bytes.slice(0, bytes.length - 1))).toEqual(all("scan-truncated"));
        expect(await findProblem("exr", bytes.slice(0, 100))).toEqual(all("scan-truncated"));
      }
    });

    it("unsupported content is named: other colours, flipped rows, several parts, no colours", async () => {
      const xyz = buildRadiance(widthPx, heightPx, paint, { encoding: "32-bit_rle_xyze" });
      expect(await findProblem("hdr", xyz)).toEqual(all("scan-unsupported-feature"));
      const turned = buildRadiance(widthPx, heightPx, paint, { turn: "+Y" });
      expect(await findProblem("hdr", turned)).toEqual(all("scan-unsupported-feature"));
      const parts = buildExr(widthPx, heightPx, paint, { flags: 0x10 });
      expect(await findProblem("exr", parts)).toEqual(all("scan-unsupported-feature"));
      const depth = buildExr(widthPx, heightPx, paint, { channels: ["Z"] });
      expect(await findProblem("exr", depth)).toEqual(all("scan-unsupported-feature"));
    });

    it("runs that exceed their row are reported as damage", async () => {
      const bytes = hdr.slice();
      // The first run of the first row, behind the four bytes that announce it.
      bytes[bytes.indexOf(2, 40) + 4] = 0;
      expect((await findProblem("hdr", bytes)).converting).toBe("scan-corrupt");
    });

    it("an image that does not fit into memory is too large", async () => {
      expect(await codeOf(convert("exr", exr, 100 << 20))).toBe("scan-too-large");
    });

    it("a black image shows nothing", async () => {
      expect(
        (
          await findProblem(
            "hdr",
            buildRadiance(widthPx, heightPx, () => [0, 0, 0]),
          )
        ).converting,
      ).toBe("scan-empty-geometry");
    });
  });
});
