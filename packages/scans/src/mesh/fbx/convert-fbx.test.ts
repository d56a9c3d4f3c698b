import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConversionJob } from "../../conversion.ts";
import { preflight } from "../../preflight.ts";
import { buildZip } from "../../testing/build-zip.ts";
import { bytesSource } from "../../testing/bytes-source.ts";
import { convertMesh } from "../convert-mesh.ts";
import { buildFbx, buildFbxText, roomRecords } from "../testing/build-fbx.ts";
import { listLeaves, readMeshTiles, readTriangles } from "../testing/read-mesh-tiles.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scan-fbx-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const red = await sharp({ create: { width: 32, height: 32, channels: 3, background: "#c02020" } })
  .png()
  .toBuffer();

async function convert(
  content: Uint8Array | string,
  format: ScanFormat = "fbx",
  given: Pick<ConversionJob, "memoryBytesMax"> = {},
) {
  const inputPath = join(folder, "original");
  const outputDir = join(folder, "out");
  await rm(outputDir, { recursive: true, force: true });
  await mkdir(outputDir);
  await writeFile(inputPath, content);
  const job = { format, inputPath, originalName: "hall.fbx", outputDir, ...given };
  const report = await convertMesh(job, () => {}, new AbortController().signal);
  const leaves = listLeaves(await readMeshTiles(outputDir, report));
  return { report, leaves, problems: leaves.flatMap(({ problems }) => problems) };
}

const encodings = {
  "binary FBX 7.4": buildFbx(roomRecords()),
  "binary FBX 7.5": buildFbx(roomRecords(), 7500),
  "FBX as text": buildFbxText(roomRecords()),
};

describe("FBX", { timeout: 60_000 }, () => {
  it.each(Object.entries(encodings))("%s is placed, triangulated and given its unit", async (_, content) => {
    const source = bytesSource("hall.fbx", content);
    expect(await preflight(source)).toMatchObject({
      format: "fbx",
      unit: "centimetre",
      upAxis: "y",
      counts: { vertices: 8, triangles: 6, textures: 0 },
      bounds: { min: [1, 2, 3], max: [9, 4, 9] },
    });
    const { report, leaves, problems } = await convert(content);
    expect(problems).toEqual([]);
    expect(report).toMatchObject({ unit: "centimetre", upAxis: "y", counts: { triangles: 6 } });
    for (const [axis, [min, max]] of [
      [0.01, 0.09],
      [0.02, 0.04],
      [0.03, 0.09],
    ].entries()) {
      expect(report.bounds.min[axis]).toBeCloseTo(min!, 5);
      expect(report.bounds.max[axis]).toBeCloseTo(max!, 5);
    }
    // The floor's notch stays open: its area is that of the six corners, 36 of 48 square units.
    const floor = leaves.flatMap(readTriangles).filter(([, y1, , , y2, , , y3]) => y1 === y2 && y2 === y3);
    const area = floor.reduce(
      (sum, [x1, , z1, x2, , z2, x3, , z3]) =>
        sum + Math.abs((x2! - x1!) * (z3! - z1!) - (x3! - x1!) * (z2! - z1!)) / 2,
      0,
    );
    expect(area).toBeCloseTo(0.0036, 5);
  });

  it.each([
    [100, 2, "metre", "z"],
    [2.54, 1, "inch", "y"],
    [30.48, 1, "foot", "y"],
    [50, 1, "metre", "y"],
  ])("uses a unit of %d cm with axis %d up, as its header says", async (unitScale, upAxis, unit, up) => {
    const { report } = await convert(buildFbx(roomRecords({ unitScale, upAxis })));
    expect(report).toMatchObject({ unit, upAxis: up });
    expect(report.bounds.max[0] - report.bounds.min[0]).toBeCloseTo((8 * unitScale) / 100, 3);
  });

  it("uses the embedded texture, and the one beside it in a zip, and says when there is none", async () => {
    const inside = buildFbx(roomRecords({ unitScale: 100, picture: { content: red, path: "C:\\wood.png" } }));
    const beside = buildFbx(roomRecords({ unitScale: 100, picture: { path: "C:\\textures\\wood.png" } }));
    const asText = buildFbxText(roomRecords({ unitScale: 100, picture: { content: red, path: "wood.png" } }));
    const zip = buildZip({ "hall/hall.fbx": beside, "hall/textures/wood.png": red });
    expect((await preflight(bytesSource("hall.zip", zip))).format).toBe("fbx-zip");
    for (const [format, content] of [
      ["fbx", inside],
      ["fbx", asText],
      ["fbx-zip", zip],
    ] as const) {
      const { report, leaves } = await convert(content, format);
      expect(report.counts.textures, format).toBeGreaterThan(0);
      expect(report.warnings).toEqual([]);
      expect(leaves.some(({ document }) => document.getRoot().listTextures().length > 0)).toBe(true);
    }
    expect((await preflight(bytesSource("hall.fbx", beside))).warnings).toContain("scan-missing-texture");
    expect((await convert(beside)).report.warnings).toContain("scan-missing-texture");
  });

  it.each<[string, (base64: string) => readonly string[]]>([
    ["of 76 characters", (base64) => base64.match(/.{1,76}/g)!],
    ["at odd places", (base64) => base64.match(/.{1,4999}/g)!],
    [
      "with padding each",
      (base64) => {
        const bytes = Buffer.from(base64, "base64");
        const half = Math.floor(bytes.length / 2);
        const cut = half % 3 === 0 ? half + 1 : half;
        return [bytes.subarray(0, cut), bytes.subarray(cut)].map((piece) => piece.toString("base64"));
      },
    ],
  ])("uses a texture that a text file writes in pieces %s", async (_, cut) => {
    const noise = Uint8Array.from({ length: 64 * 64 * 3 }, (_, at) => Math.sin(at * at) * 1e4);
    const content = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
      .png()
      .toBuffer();
    expect(content.length).toBeGreaterThan(5000);
    const { report, leaves } = await convert(
      buildFbxText(roomRecords({ unitScale: 100, picture: { content, path: "wood.png" } }), cut),
    );
    expect(report.warnings).toEqual([]);
    expect(leaves.some(({ document }) => document.getRoot().listTextures().length > 0)).toBe(true);
  });

  it("triangulates a floor with tens of thousands of corners", async () => {
    const count = 30_000;
    const positions = Float64Array.from({ length: count * 3 }, (_, at) => {
      const angle = (-Math.floor(at / 3) / count) * 2 * Math.PI;
      const reach = 5 + Math.sin(angle * 40);
      return [reach * Math.cos(angle), 0, reach * Math.sin(angle)][at % 3]!;
    });
    const corners = Int32Array.from({ length: count }, (_, at) => (at === count - 1 ? ~at : at));
    const { report } = await convert(buildFbx(roomRecords({ unitScale: 100, positions, corners })));
    expect(report.counts.triangles).toBeGreaterThan(count * 0.99);
  });

  it("keeps the outer side of mirrored models and the millimetres of far-away ones", async () => {
    const { report, leaves } = await convert(
      buildFbx(roomRecords({ unitScale: 100, scale: [-1, 1, 1], translation: [450_000.001, 0, 5_000_000.002] })),
    );
    expect(report.warnings).toContain("scan-large-coordinates");
    expect(report.localOrigin[0] + report.bounds.max[0]).toBeCloseTo(450_001.001, 3);
    const normals = leaves.flatMap(({ document }) =>
      document
        .getRoot()
        .listMeshes()
        .flatMap((mesh) => mesh.listPrimitives())
        .flatMap((primitive) => {
          const normal = primitive.getAttribute("NORMAL");
          return Array.from({ length: normal?.getCount() ?? 0 }, (_, at) => normal!.getElement(at, []));
        }),
    );
    // Seen from above, the floor still shows its front.
    expect(normals.filter(([, y]) => Math.abs(y!) > 0.9).every(([, y]) => y! > 0)).toBe(true);
  });

  const fine = Float64Array.of(0, 0, 0, 8, 0, 0, 8, 0, 3, 4, 0, 3, 4, 0, 6, 0, 0, 6, 0, 2, 0, 8, 2, 0);
  it.each([
    [
      "positions that are no numbers",
      { positions: fine.map((v, at) => (at >= 12 && at < 15 ? Number.NaN : v)) },
      "scan-invalid-points-skipped",
    ],
    ["faces without area", { corners: Int32Array.of(0, 1, ~1, 0, 1, 7, ~6) }, "scan-degenerate-faces-skipped"],
  ])("converts with a warning: %s", async (_, options, warning) => {
    expect((await convert(buildFbx(roomRecords(options)))).report.warnings).toContain(warning);
  });

  it.each([
    ["no face at all", buildFbx(roomRecords({ corners: new Int32Array() })), "scan-empty-geometry"],
    [
      "only positions that are no numbers",
      buildFbx(roomRecords({ positions: fine.map(() => Number.NaN) })),
      "scan-invalid-geometry",
    ],
    [
      "faces that name vertices that are not there",
      buildFbx(roomRecords({ corners: Int32Array.of(0, 1, ~99) })),
      "scan-corrupt",
    ],
    ["a last face without an end", buildFbx(roomRecords({ corners: Int32Array.of(0, 1, 2) })), "scan-corrupt"],
    ["an old version", buildFbx(roomRecords(), 6100), "scan-unsupported-feature"],
    ["nothing but a header", buildFbx([]), "scan-empty-geometry"],
    ["a list in text shorter than it says", buildFbxText(roomRecords()).replace("*24", "*9000"), "scan-lying-count"],
    ["text cut off", buildFbxText(roomRecords()).slice(0, 900), "scan-truncated"],
  ])("refuses %s with an explanation", async (_, content, code) => {
    await expect(convert(content)).rejects.toMatchObject({ code });
  });

  it("refuses a geometry that does not fit into memory, before unpacking it", async () => {
    const corners = Int32Array.from({ length: 3_000_000 }, (_, at) => (at % 3 === 2 ? ~2 : at % 3));
    await expect(
      convert(buildFbx(roomRecords({ corners })), "fbx", { memoryBytesMax: 256 * 1024 ** 2 }),
    ).rejects.toMatchObject({ code: "scan-too-large" });
  });
});
