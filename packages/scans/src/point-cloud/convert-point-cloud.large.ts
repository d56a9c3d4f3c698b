import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runConversion } from "../conversion-runner.ts";
import { openFileByteSource } from "../file-byte-source.ts";
import type { PointBatch } from "./point-stream.ts";
import { buildRoom } from "./testing/build-clouds.ts";
import { writePaddedLaz, writeTiledLas } from "./testing/write-large-clouds.ts";

const lazPath = fileURLToPath(new URL("../../../../../shared/data/pointcloud/lone-star.laz", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blueprint-large-points-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convertWithin(memoryBytesMax: number, format: ScanFormat, inputPath: string) {
  const outputDir = await mkdtemp(join(folder, "out-"));
  const report = await runConversion(
    { format, inputPath, originalName: "scan", outputDir },
    { memoryBytesMax, timeLimitMs: 840_000, signal: new AbortController().signal, onProgress: () => {} },
  );
  return { report, outputDir };
}

function toBatch(points: ReturnType<typeof buildRoom>): PointBatch {
  return {
    count: points.length,
    positions: Float64Array.from(points.flatMap(({ x, y, z }) => [x, y, z])),
    rgb: Uint8Array.from(points.flatMap(({ rgb }) => [...rgb])),
  };
}

describe("a large point cloud", () => {
  it("of 80 million points, 2.9 GB, converts within 1 GB of memory and starts as small as any", async () => {
    const path = join(folder, "cloud.las");
    const points = await writeTiledLas(path, [toBatch(buildRoom(800_000, 12))], 100);
    expect((await stat(path)).size).toBeGreaterThan(2.8e9);
    const { report, outputDir } = await convertWithin(1024 ** 3, "las", path);
    expect(report.counts.points).toBe(points);
    const root = await stat(join(outputDir, "tiles", "r.glb.br"));
    const tileset = await stat(join(outputDir, "tileset.json.br"));
    expect(root.size + tileset.size).toBeLessThan(200_000);
    // Intermediate files are gone.
    expect((await readdir(outputDir)).sort()).toEqual([
      "plans",
      "preview.webp",
      "report.json",
      "tiles",
      "tileset.json.br",
    ]);
    await rm(path);
    await rm(outputDir, { recursive: true });
  });

  it.skipIf(!existsSync(lazPath))("of LAZ beyond the memory of its decoder is read chunk by chunk", async () => {
    const path = join(folder, "cloud.laz");
    await using source = await openFileByteSource(lazPath, "lone-star.laz");
    await writePaddedLaz(path, source, 200e6);
    expect((await stat(path)).size).toBeGreaterThan(2.2e9);
    const { report } = await convertWithin(1024 ** 3, "laz", path);
    expect(report.counts.points).toBe(518_862);
  });
});
