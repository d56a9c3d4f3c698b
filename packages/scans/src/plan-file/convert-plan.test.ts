import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { FrameAnswers, ScanReport } from "@blueprint/contract/scan-report";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCompressedFile } from "../compressed-file.ts";
import { preflight } from "../preflight.ts";
import { bytesSource } from "../testing/bytes-source.ts";
import { convertPlan } from "./convert-plan.ts";
import { buildDxf, buildRoomDxf, type DxfValues, line } from "./testing/build-dxf.ts";
import { buildPdf, roomContent } from "./testing/build-pdf.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scan-plan-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function convert(format: ScanFormat, content: Uint8Array | string, frame: FrameAnswers = {}) {
  const inputPath = join(folder, "original");
  const outputDir = join(folder, "out");
  await rm(outputDir, { recursive: true, force: true });
  await mkdir(outputDir);
  await writeFile(inputPath, content);
  const job = { format, inputPath, originalName: "plan", outputDir, frame };
  const report = await convertPlan(job, () => {}, new AbortController().signal);
  expect(await readdir(outputDir)).not.toContain(".work");
  return { report, outputDir };
}

const look = (name: string, content: Uint8Array | string) => preflight(bytesSource(name, content));
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => "no problem",
    (error: { code?: string }) => error.code,
  );
const firstPlan = (report: ScanReport) => report.plans![0]!;
const sizeOf = (report: ScanReport) => {
  const { min, max } = firstPlan(report).extent;
  return [max[0] - min[0], max[1] - min[1]] as const;
};
const a4: { width: number; height: number; content: string } = { width: 842, height: 595, content: roomContent };

/** A drawing of walls, large enough to need tiles. */
const picture = (width: number, height: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><rect x="10%" y="10%" width="80%" height="80%" fill="none" stroke="#000" stroke-width="20"/></svg>`,
    ),
  );

async function expectTiles(outputDir: string, report: ScanReport): Promise<void> {
  const { tiles } = firstPlan(report);
  expect(tiles).toBeDefined();
  for (const [level, { widthPx, heightPx }] of tiles!.levels.entries()) {
    const columns = Math.ceil(widthPx / tiles!.tilePx);
    const rows = Math.ceil(heightPx / tiles!.tilePx);
    const names = await readdir(join(outputDir, tiles!.folder, String(level)));
    expect(names.length, `level ${level}`).toBe(columns * rows);
    const last = await sharp(
      join(outputDir, tiles!.folder, String(level), `${columns - 1}_${rows - 1}.webp`),
    ).metadata();
    expect(last.width).toBe(widthPx - (columns - 1) * tiles!.tilePx);
    expect(last.height).toBe(heightPx - (rows - 1) * tiles!.tilePx);
  }
}

/** Not blank: dark lines on white paper. */
async function expectDrawn(path: string): Promise<void> {
  const { channels } = await sharp(path).removeAlpha().stats();
  expect(channels[0]!.min).toBeLessThan(120);
  expect(channels[0]!.mean).toBeGreaterThan(120);
}

describe("a plan as a PDF", { timeout: 60_000 }, () => {
  it("becomes tiles of each page, in metres with the scale of the drawing", async () => {
    const pdf = buildPdf([a4, { width: 595, height: 842, content: roomContent }]);
    expect(await look("plan.pdf", pdf)).toMatchObject({
      kind: "plan",
      format: "pdf",
      counts: { pages: 2 },
      paper: { widthM: expect.closeTo(0.297, 3), heightM: expect.closeTo(0.21, 3) },
    });
    const { report, outputDir } = await convert("pdf", pdf, { drawingScale: 100 });
    expect(report).toMatchObject({
      kind: "plan",
      unit: "metre",
      warnings: [],
      counts: { pages: 2 },
      delivery: { form: "plan-sheets" },
    });
    expect(report.plans!.map(({ label }) => label)).toEqual(["Page 1", "Page 2"]);
    expect(sizeOf(report)[0]).toBeCloseTo(29.7, 1);
    expect(report.plans![1]!.extent.max[0]).toBeCloseTo(20.99, 1);
    await expectTiles(outputDir, report);
    await expectDrawn(join(outputDir, report.preview));
    await expectDrawn(join(outputDir, firstPlan(report).path));
    // Nothing of the original document is delivered.
    expect(new Set(report.delivery.files.map(({ contentType }) => contentType))).toEqual(new Set(["image/webp"]));
  });

  it("is shown without a scale, and says that its lengths mean nothing", async () => {
    const { report } = await convert("pdf", buildPdf([a4]));
    expect(report).toMatchObject({ unit: "unknown", warnings: ["scan-plan-scale-unknown"] });
    expect(firstPlan(report)).toMatchObject({ isUnscaled: true, isPicture: true });
    expect((await convert("pdf", buildPdf([a4]), { sheetWidthM: 24 })).report.bounds.max[0]).toBeCloseTo(24);
  });

  it("runs nothing that it contains", async () => {
    const { report } = await convert(
      "pdf",
      buildPdf([a4], { catalogue: "/OpenAction << /S /JavaScript /JS (app.alert(1);) >>" }),
    );
    expect(report.counts.pages).toBe(1);
  });

  const bomb = new Uint8Array(24 * 1024 * 1024).fill(0x20);
  it("survives a page that unpacks to a thousand times its size", async () => {
    const { report } = await convert("pdf", buildPdf([{ ...a4, content: bomb }]));
    expect(report.counts.pages).toBe(1);
  });

  const many = buildPdf(Array.from({ length: 10_000 }, () => ({ width: 100, height: 100, content: "" })));
  it.each([
    ["that is protected by a password", buildPdf([a4], { isEncrypted: true }), "scan-encrypted"],
    ["without pages", buildPdf([]), "scan-empty-geometry"],
    ["of ten thousand pages", many, "scan-too-many-pages"],
    ["that was cut off", buildPdf([a4]).slice(0, 500), "scan-truncated"],
    ["with a page of no size", buildPdf([{ ...a4, width: 0 }]), "no problem"],
  ])("is refused with an explanation: %s", async (_, pdf, code) => {
    expect(await codeOf(convert("pdf", pdf))).toBe(code);
    expect(existsSync(join(folder, "out", "report.json"))).toBe(code === "no problem");
  });

  it("is refused before the upload if its beginning shows why", async () => {
    expect(await codeOf(look("plan.pdf", many))).toBe("scan-too-many-pages");
    expect(await codeOf(look("plan.pdf", buildPdf([a4]).slice(0, 500)))).toBe("scan-truncated");
  });
});

describe("a plan as a DXF", { timeout: 60_000 }, () => {
  it("becomes lines in metres by the unit of its header", async () => {
    const dxf = buildRoomDxf({ units: 4, layers: [{ name: "WALLS" }, { name: "DOORS" }] });
    const report1 = await look("plan.dxf", dxf);
    expect(report1).toMatchObject({ format: "dxf", unit: "millimetre", counts: { layers: 2, lines: 4 }, warnings: [] });
    expect(report1.bounds!.max[0]).toBeCloseTo(8000 * 1.04, 0);
    const { report, outputDir } = await convert("dxf", dxf);
    expect(report).toMatchObject({ unit: "millimetre", warnings: [], counts: { lines: 4 } });
    expect(sizeOf(report)[0]).toBeCloseTo(8 * 1.04, 2);
    expect(sizeOf(report)[1]).toBeCloseTo(6 + 8 * 0.04, 2);
    const svg = new TextDecoder().decode(await readCompressedFile(join(outputDir, firstPlan(report).path)));
    expect(svg).toContain("Hall &lt;1&gt; &amp; ⌀12");
    expect(svg.match(/M/g)!.length).toBe(4);
    await expectDrawn(join(outputDir, report.preview));
  });

  it.each([
    [1, {}, "inch", 0.0254],
    [6, {}, "metre", 1],
    [undefined, {}, "unknown", 1],
    [undefined, { unit: "centimetre" }, "centimetre", 0.01],
    [4, { unit: "foot" }, "millimetre", 0.001],
  ] as const)("with $INSUNITS %s and the answer %o is in %s", async (units, frame, unit, metres) => {
    const { report } = await convert(
      "dxf",
      buildDxf([line(0, 0, 100, 0), line(0, 0, 0, 50)], units === undefined ? {} : { units }),
      frame,
    );
    expect(report.unit).toBe(unit);
    expect(sizeOf(report)[0]).toBeCloseTo(104 * metres, 2);
    expect(report.warnings.includes("scan-units-unknown")).toBe(unit === "unknown");
    expect(firstPlan(report).isUnscaled ?? false).toBe(unit === "unknown");
  });

  it("keeps the millimetres of a drawing in map coordinates, with a local origin", async () => {
    const { report } = await convert("dxf", buildRoomDxf({ units: 4 }, 450_000_001, 5_000_000_002));
    expect(sizeOf(report)[0]).toBeCloseTo(8.32, 3);
    expect(report.localOrigin[0]).toBeCloseTo(450_000_001 - 160, 3);
  });

  it("leaves out layers that are off, paper space and anything far away from the rest", async () => {
    const walls = Array.from({ length: 200 }, (_, at) => line(at, 0, at, 100));
    const paper: DxfValues = ["LINE", 8, "0", 67, 1, 10, 0, 20, 0, 11, 9e6, 21, 9e6];
    const dxf = buildDxf(
      [...walls, line(0, 0, 9e6, 0, "OFF"), line(0, 0, 9e6, 0, "FROZEN"), paper, line(5e6, 5e6, 5e6, 5e6 + 1)],
      {
        units: 6,
        layers: [
          { name: "OFF", colour: -7 },
          { name: "FROZEN", flags: 1 },
        ],
      },
    );
    const { report } = await convert("dxf", dxf);
    expect(sizeOf(report)[0]).toBeCloseTo(199 * 1.04, 0);
    expect(report.warnings).toContain("scan-invalid-points-skipped");
  });

  describe("whose model is empty", () => {
    const onPaper = (entity: DxfValues): DxfValues => [entity[0]!, 67, 1, ...entity.slice(1)];
    const walls = [line(0, 0, 100, 0, "0"), line(0, 0, 0, 50, "0")];

    it.each<[string, string, unit: string]>([
      ["its paper space", buildDxf(walls.map(onPaper), { units: 4 }), "unknown"],
      [
        "a block for the paper space",
        buildDxf([], { units: 4, blocks: { "*Paper_Space0": walls.map(onPaper) } }),
        "unknown",
      ],
      ["a block for the model", buildDxf([], { units: 4, blocks: { "*Model_Space": walls } }), "millimetre"],
      [
        "a block that nothing inserts",
        buildDxf([], { units: 4, blocks: { "*D1": [line(0, 0, 9e3, 0)], Plan: walls } }),
        "millimetre",
      ],
      [
        "a block within a block that nothing inserts",
        buildDxf([], { units: 4, blocks: { Walls: walls, Plan: [["INSERT", 8, "0", 2, "WALLS", 10, 0, 20, 0]] } }),
        "millimetre",
      ],
    ])("is drawn from %s", async (_, dxf, unit) => {
      expect(await look("plan.dxf", dxf)).toMatchObject({ counts: { lines: 2 }, unit });
      const { report } = await convert("dxf", dxf);
      expect(report).toMatchObject({ counts: { lines: 2 }, unit });
      expect(firstPlan(report).isUnscaled ?? false).toBe(unit === "unknown");
      expect(sizeOf(report)[0]).toBeCloseTo(unit === "unknown" ? 104 : 0.104, 3);
    });
  });

  it("finds blocks and layers whatever the case of their names", async () => {
    const insert = (name: string): DxfValues => ["INSERT", 8, "WALLS", 2, name, 10, 0, 20, 0];
    const options = {
      units: 6,
      layers: [{ name: "Off", colour: -7 }],
      blocks: { Room: [line(0, 0, 10, 0), line(0, 0, 90, 0, "OFF")] },
    };
    const { report } = await convert("dxf", buildDxf([insert("ROOM")], options));
    expect(report.counts.lines).toBe(1);
  });

  it("draws a block's parts on layer 0 even if that layer is off, because they take the insert's layer", async () => {
    const insert: DxfValues = ["INSERT", 8, "WALLS", 2, "ROOM", 10, 0, 20, 0];
    const blocks = { ROOM: [line(0, 0, 10, 0, "0")] };
    const { report } = await convert(
      "dxf",
      buildDxf([insert], { units: 6, layers: [{ name: "0", colour: -7 }], blocks }),
    );
    expect(report.counts.lines).toBe(1);
  });

  it("draws curves: bulges, ellipses, splines, old polylines", async () => {
    const dxf = buildDxf(
      [
        // A half circle of radius 5 over the x axis.
        ["LWPOLYLINE", 8, "0", 90, 2, 70, 0, 10, 10, 20, 0, 42, 1, 10, 0, 20, 0],
        ["ELLIPSE", 8, "0", 10, 20, 20, 0, 11, 4, 21, 0, 40, 0.5, 41, 0, 42, 2 * Math.PI],
        [
          "SPLINE",
          8,
          "0",
          70,
          8,
          71,
          3,
          40,
          0,
          40,
          0,
          40,
          0,
          40,
          0,
          40,
          1,
          40,
          1,
          40,
          1,
          40,
          1,
          10,
          30,
          20,
          0,
          10,
          30,
          20,
          8,
          10,
          34,
          20,
          8,
          10,
          34,
          20,
          0,
        ],
        ["POLYLINE", 8, "0", 66, 1, 70, 0],
        ["VERTEX", 8, "0", 10, 40, 20, 0],
        ["VERTEX", 8, "0", 10, 44, 20, 3],
        ["SEQEND"],
      ],
      { units: 6 },
    );
    const { report } = await convert("dxf", dxf);
    expect(report.counts.lines).toBe(4);
    // From the half circle's left end to the polyline's last vertex; the spline reaches 6 up, the ellipse 2 down.
    expect(sizeOf(report)[0]).toBeCloseTo(44 * 1.04, 1);
    expect(sizeOf(report)[1]).toBeCloseTo(8 + 44 * 0.04, 1);
  });

  const cycle: readonly DxfValues[] = [["INSERT", 8, "0", 2, "B", 10, 0, 20, 0]];
  const back: readonly DxfValues[] = [["INSERT", 8, "0", 2, "A", 10, 0, 20, 0]];
  const crowd: readonly DxfValues[] = [["INSERT", 8, "0", 2, "D", 10, 0, 20, 0, 70, 2000, 71, 2000]];
  it.each([
    [
      "blocks that hold each other",
      buildDxf([["INSERT", 8, "0", 2, "A", 10, 0, 20, 0]], { blocks: { A: cycle, B: back } }),
      "scan-corrupt",
    ],
    ["an insert of four million doors", buildDxf(crowd, { blocks: { D: [line(0, 0, 1, 1)] } }), "scan-too-large"],
    ["coordinates that are no numbers", buildDxf([line("nan", 0, "inf", 0)]), "scan-invalid-geometry"],
    ["nothing", buildDxf([]), "scan-empty-geometry"],
    ["a drawing cut off", buildRoomDxf().slice(0, 600), "scan-truncated"],
    ["codes that are none", `0\nSECTION\n2\nENTITIES\n0\nLINE\nnonsense\n8\n0\nEOF\n`, "scan-corrupt"],
    ["the binary form", `AutoCAD Binary DXF\r\n\x1a${"x".repeat(100)}EOF`, "scan-unsupported-feature"],
  ])("is refused with an explanation: %s", async (_, dxf, code) => {
    expect(await codeOf(convert("dxf", dxf))).toBe(code);
  });

  it("draws the rest of a drawing if single values are not numbers", async () => {
    const { report } = await convert(
      "dxf",
      buildDxf([line(0, 0, 10, 0), line("nan", 0, 5, 5), line(0, 0, 0, 10)], { units: 6 }),
    );
    expect(report.warnings).toContain("scan-invalid-points-skipped");
    expect(report.counts.lines).toBe(2);
  });
});

describe("a plan as an SVG", { timeout: 60_000 }, () => {
  it("is sanitised, in metres by its size on paper and its scale", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="420mm" height="297mm" viewBox="0 0 420 297"><script>alert(1)</script><path d="M10 10H400V280Z" stroke="#000" fill="none" onclick="alert(1)"/></svg>`;
    expect(await look("plan.svg", svg)).toMatchObject({
      format: "svg",
      paper: { widthM: 0.42 },
      warnings: ["scan-plan-parts-left-out"],
    });
    const { report, outputDir } = await convert("svg", svg, { drawingScale: 50 });
    expect(report).toMatchObject({ unit: "metre", warnings: ["scan-plan-parts-left-out"] });
    expect(sizeOf(report)[0]).toBeCloseTo(21);
    const clean = new TextDecoder().decode(await readCompressedFile(join(outputDir, firstPlan(report).path)));
    expect(clean).not.toMatch(/script|alert|onclick/);
    await expectDrawn(join(outputDir, report.preview));
  });
});

describe("a plan as an image", { timeout: 60_000 }, () => {
  it.each([
    ["jpeg-plan", "plan.jpg", "jpeg"],
    ["png-plan", "plan.png", "png"],
    ["webp-plan", "plan.webp", "webp"],
    ["tiff", "plan.tif", "tiff"],
  ] as const)("%s is cut into tiles, and uses the given width", async (format, name, encoding) => {
    const bytes = await picture(3000, 2500).toFormat(encoding).toBuffer();
    expect(await look(name, bytes)).toMatchObject({ kind: "plan", format, counts: { widthPx: 3000, heightPx: 2500 } });
    const { report, outputDir } = await convert(format, bytes, { sheetWidthM: 30 });
    expect(report).toMatchObject({ unit: "metre", warnings: [], counts: { widthPx: 3000, heightPx: 2500 } });
    expect(sizeOf(report)).toEqual([30, 25]);
    await expectTiles(outputDir, report);
    await expectDrawn(join(outputDir, report.preview));
  });

  it("knows its size on paper from its dots per inch", async () => {
    const bytes = await picture(1200, 900).png().withMetadata({ density: 300 }).toBuffer();
    expect((await look("plan.png", bytes)).paper!.widthM).toBeCloseTo(0.1016, 3);
    const { report } = await convert("png-plan", bytes, { drawingScale: 100 });
    expect(sizeOf(report)[0]).toBeCloseTo(10.16, 1);
  });

  it("is upright, without its location, and white where it was transparent", async () => {
    const jpeg = await picture(800, 500)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitude: "47/1 0/1 0/1", GPSLatitudeRef: "N" } })
      .toBuffer();
    const turned = await convert("jpeg-plan", jpeg);
    expect(turned.report.counts).toMatchObject({ widthPx: 500, heightPx: 800 });
    expect((await sharp(join(turned.outputDir, "pages/0.webp")).metadata()).exif).toBeUndefined();
    const clear = await sharp({ create: { width: 300, height: 200, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    const white = await convert("png-plan", clear);
    expect((await sharp(join(white.outputDir, "pages/0.webp")).stats()).channels[0]!.min).toBe(255);
  });

  it("is a panorama if twice as wide as high, unless its name says that it is a plan", async () => {
    const bytes = await picture(800, 400).png().toBuffer();
    expect((await look("hall.png", bytes)).kind).toBe("panorama");
    expect((await look("floor plan 2.png", bytes)).kind).toBe("plan");
  });

  it("is refused before decoding if it would unpack to a hundred thousand pixels a side", async () => {
    const bomb = await picture(64, 64).png().toBuffer();
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(16, 100_000);
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(20, 100_000 - 1);
    expect(await codeOf(look("plan.png", bomb))).toBe("scan-too-large");
    expect(await codeOf(convert("png-plan", bomb))).toBe("scan-too-large");
  });

  it.each(["jpeg", "png", "tiff"] as const)("%s that is cut off says so", async (encoding) => {
    const bytes = await picture(1200, 900).toFormat(encoding).toBuffer();
    const cut = bytes.subarray(0, Math.floor(bytes.length * 0.6));
    expect(await codeOf(convert(encoding === "tiff" ? "tiff" : `${encoding}-plan`, cut))).toMatch(
      /^scan-(truncated|corrupt)$/,
    );
  });
});
