import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConversionJob } from "../../conversion.ts";
import { preflight } from "../../preflight.ts";
import { buildZip } from "../../testing/build-zip.ts";
import { bytesSource } from "../../testing/bytes-source.ts";
import { convertMesh } from "../convert-mesh.ts";
import { buildCrate, buildUsda, buildUsdz } from "../testing/build-usdz.ts";
import { listLeaves, readMeshTiles } from "../testing/read-mesh-tiles.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scan-usdz-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: "#c02020" } })
  .png()
  .toBuffer();
const room = {
  points: [0, 0, 0, 400, 0, 0, 400, 300, 0, 0, 300, 0, 0, 0, 250],
  triangles: [0, 1, 2, 0, 2, 3, 0, 4, 1],
};
const crate = buildCrate({ metersPerUnit: 0.01, upAxis: "Z", ...room });
/** The table of contents lists the name and offset of each section. */
const sectionAt = (name: string) => Buffer.from(crate).lastIndexOf(`${name}\0`);
const withoutParts = Buffer.from(crate);
withoutParts.write("SPECX", sectionAt("SPECS"), "latin1");
const withLongNames = Buffer.from(crate);
const namesAt = Number(withLongNames.readBigUInt64LE(sectionAt("TOKENS") + 16));
withLongNames.writeUInt32LE(0xff_ffff, namesAt + 16);

async function convert(content: Uint8Array, given: Pick<ConversionJob, "memoryBytesMax"> = {}) {
  const inputPath = join(folder, "original");
  const outputDir = join(folder, "out");
  await rm(outputDir, { recursive: true, force: true });
  await mkdir(outputDir);
  await writeFile(inputPath, content);
  const job = { format: "usdz", inputPath, originalName: "hall.usdz", outputDir, ...given } as const;
  const report = await convertMesh(job, () => {}, new AbortController().signal);
  const leaves = listLeaves(await readMeshTiles(outputDir, report));
  expect(leaves.flatMap(({ problems }) => problems)).toEqual([]);
  return { report, leaves };
}

describe("USDZ", { timeout: 60_000 }, () => {
  it("reads a binary layer with its unit and its up axis", async () => {
    const content = buildUsdz({ "room.usdc": crate });
    expect(await preflight(bytesSource("hall.usdz", content))).toMatchObject({
      format: "usdz",
      kind: "mesh",
      unit: "centimetre",
      upAxis: "z",
      counts: { vertices: 5, triangles: 3 },
      warnings: [],
    });
    const { report } = await convert(content);
    expect(report).toMatchObject({ unit: "centimetre", upAxis: "z", counts: { triangles: 3 } });
    const { min, max } = report.bounds;
    for (const [axis, size] of [4, 2.5, 3].entries()) expect(max[axis]! - min[axis]!).toBeCloseTo(size, 3);
  });

  it("reads text layers with their textures, and layers that refer to another", async () => {
    const usda = buildUsda({ picture: "textures/wood.png" });
    const { report, leaves } = await convert(buildUsdz({ "room.usda": usda, "textures/wood.png": picture }));
    expect(report).toMatchObject({ unit: "metre", upAxis: "y", warnings: [], counts: { triangles: 2, textures: 1 } });
    expect(report.bounds.min[0]).toBeCloseTo(10, 3);
    expect(leaves.some(({ document }) => document.getRoot().listTextures().length > 0)).toBe(true);

    const root = `#usda 1.0\n(\n    metersPerUnit = 1\n    upAxis = "Z"\n)\n\ndef Xform "Part" (\n    prepend references = @./parts/floor.usda@</Room>\n)\n{\n}\n`;
    const named = await convert(buildUsdz({ "root.usda": root, "parts/floor.usda": buildUsda({ upAxis: "Z" }) }));
    expect(named.report.counts.triangles).toBe(2);
  });

  it("assumes centimetres without a unit, and says when a texture is missing", async () => {
    const silent = buildUsda().replace("    metersPerUnit = 1\n", "");
    const { report } = await convert(buildUsdz({ "room.usda": silent }));
    expect(report.unit).toBe("centimetre");
    expect(report.bounds.max[0] - report.bounds.min[0]).toBeCloseTo(0.04, 3);
    const missing = await convert(buildUsdz({ "room.usda": buildUsda({ picture: "lost.png" }) }));
    expect(missing.report.warnings).toContain("scan-missing-texture");
  });

  it.each([
    ["no layer", buildUsdz({ "room.png": picture }), "scan-missing-part"],
    ["a layer that is none", buildUsdz({ "room.usdc": new Uint8Array(200) }), "scan-corrupt"],
    ["a layer cut in its contents", buildUsdz({ "room.usdc": crate.slice(0, -40) }), "scan-truncated"],
    ["a layer cut in its values", buildUsdz({ "room.usdc": crate.slice(0, 300) }), "scan-truncated"],
    [
      "a layer of an unknown version",
      buildUsdz({ "room.usdc": crate.map((byte, at) => (at === 8 ? 9 : byte)) }),
      "scan-unsupported-feature",
    ],
    ["a layer without its list of parts", buildUsdz({ "room.usdc": withoutParts }), "scan-corrupt"],
    ["a layer whose names are longer than it is", buildUsdz({ "room.usdc": withLongNames }), "scan-corrupt"],
    ["no mesh", buildUsdz({ "room.usda": '#usda 1.0\n\ndef Xform "Empty"\n{\n}\n' }), "scan-empty-geometry"],
    [
      "only positions that are no numbers",
      buildUsdz({
        "room.usdc": buildCrate({ metersPerUnit: 1, upAxis: "Y", ...room, points: room.points.map(() => Number.NaN) }),
      }),
      "scan-invalid-geometry",
    ],
    [
      "faces that name vertices that are not there",
      buildUsdz({ "room.usdc": buildCrate({ metersPerUnit: 1, upAxis: "Y", ...room, triangles: [0, 1, 77] }) }),
      "scan-invalid-geometry",
    ],
    [
      "a face with more corners than there are",
      buildUsdz({ "room.usda": buildUsda().replace(/(faceVertexCounts = \[)\d+/, "$12000000000") }),
      "scan-lying-count",
    ],
    ["a path outside of the package", buildZip({ "room.usdc": crate, "../x.png": picture }), "scan-unsafe-archive"],
  ])("refuses %s in words", async (_, content, code) => {
    await expect(convert(content)).rejects.toMatchObject({ code });
  });

  it("refuses layers that do not fit into memory, before unpacking them", async () => {
    const large = Float32Array.from({ length: 9_000_000 }, (_, at) => Math.sin(at));
    const content = buildUsdz({ "room.usdc": crate, "more.usdc": new Uint8Array(large.buffer) });
    await expect(convert(content, { memoryBytesMax: 512 * 1024 ** 2 })).rejects.toMatchObject({
      code: "scan-too-large",
    });
  });
});
