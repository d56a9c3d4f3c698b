import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runConversion } from "../conversion-runner.ts";
import { readMeshSample, writeTiledGlb } from "./testing/write-large-meshes.ts";

const data = fileURLToPath(new URL("../../../../../shared/data/mesh", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blueprint-large-mesh-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convertWithin(memoryBytesMax: number, inputPath: string) {
  const outputDir = await mkdtemp(join(folder, "out-"));
  const report = await runConversion(
    { format: "glb", inputPath, originalName: "scan", outputDir },
    { memoryBytesMax, timeLimitMs: 840_000, signal: new AbortController().signal, onProgress: () => {} },
  );
  return { report, outputDir };
}

describe.skipIf(!existsSync(data))("a large mesh", () => {
  it.each([
    ["8.7 million triangles without pictures", "room-music_room.glb", 100],
    ["1.9 million triangles with a hundred pictures", "agi-hq-ktx2-tile.glb", 100],
  ])("of %s converts within 1.5 GB of memory and starts as small as any", async (_what, file, copies) => {
    const path = join(folder, "mesh.glb");
    const triangles = writeTiledGlb(path, await readMeshSample(join(data, file)), copies);
    const { report, outputDir } = await convertWithin(1.5 * 1024 ** 3, path);
    expect(report.counts.triangles).toBeGreaterThan(triangles * 0.99);
    const first = [report.delivery.entry, ...report.delivery.preload!];
    const sizes = await Promise.all(first.map((name) => stat(join(outputDir, `${name}.br`))));
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(200_000);
    // Intermediate files are gone.
    expect(await readdir(outputDir)).not.toContain(".work");
    await rm(outputDir, { recursive: true });
  });
});
