import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { convertPointCloudWithin } from "@blueprint/scans/point-cloud/convert-point-cloud";
import { buildLas, buildRoom } from "@blueprint/scans/point-cloud/testing/build-clouds";
import { TilesRendererBase } from "3d-tiles-renderer/core";
import { Points } from "three";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const pointCount = 120_000;
/** Fewer than there are: the cloud is split into buckets, each with its own tileset. */
const memory = { sortedPointsMax: 100_000, waitingBytesMax: 0 };
let folder: string;
beforeAll(async () => {
  // The browser globals that the reader needs: a location and frame callbacks.
  // Events as well: what earlier tests left running in this process listens to them.
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { href: "https://tiles.test/" } }));
  vi.stubGlobal("requestAnimationFrame", (go: () => void) => setTimeout(go, 0));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  folder = await mkdtemp(join(tmpdir(), "blueprint-read-tiles-"));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true, force: true });
});

/** The library's own traversal, with every tile in view. */
class Everything extends TilesRendererBase {
  readonly contents: ArrayBuffer[] = [];

  calculateTileViewError(_tile: unknown, target: { inView: boolean; error: number; distanceFromCamera: number }): void {
    target.inView = true;
    target.error = Number.POSITIVE_INFINITY;
    target.distanceFromCamera = 1;
  }

  parseTile(buffer: ArrayBuffer): Promise<void> {
    this.contents.push(buffer);
    return Promise.resolve();
  }
}

describe("a delivered point cloud", () => {
  it("can be read completely by a 3D Tiles reader and a glTF reader that know nothing of its converter", async () => {
    await writeFile(join(folder, "in"), buildLas(buildRoom(pointCount), { classOf: () => 6 }));
    const outputDir = join(folder, "out");
    await mkdir(outputDir);
    const job = { format: "las" as const, inputPath: join(folder, "in"), originalName: "hall.las", outputDir };
    const report = await convertPointCloudWithin(memory, job, () => {}, new AbortController().signal);

    const reader = new Everything("https://tiles.test/tileset.json");
    const asked: string[] = [];
    reader.registerPlugin({
      name: "FILES",
      fetchData: async (url: string) => {
        const path = new URL(url).pathname.slice(1);
        asked.push(path);
        return new Response(brotliDecompressSync(await readFile(join(outputDir, `${path}.br`))));
      },
    });
    const tileCount = report.delivery.files.filter(({ path }) => path.endsWith(".glb.br")).length;
    await expect
      .poll(
        () => {
          reader.update();
          return reader.contents.length;
        },
        { timeout: 25_000, interval: 5 },
      )
      .toBe(tileCount);
    expect(asked.filter((path) => path.endsWith(".json")).length).toBeGreaterThan(1);

    const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
    let points = 0;
    for (const content of reader.contents) {
      const { scene } = await loader.parseAsync(content, "");
      scene.traverse((child) => {
        if (!(child instanceof Points)) return;
        points += child.geometry.getAttribute("position").count;
        expect(child.geometry.getAttribute("_classification").getX(0)).toBe(6);
        expect(child.geometry.hasAttribute("_intensity")).toBe(true);
      });
    }
    expect(points).toBe(pointCount);
    reader.dispose();
  }, 60_000);
});
