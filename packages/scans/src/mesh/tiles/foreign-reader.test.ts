import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Tile, TilesRendererBase } from "3d-tiles-renderer/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readCompressedFile } from "../../compressed-file.ts";
import { makeTexturedRoom } from "../../testing/make-textured-room.ts";
import { convertMesh } from "../convert-mesh.ts";
import { listTiles, readMeshTiles } from "../testing/read-mesh-tiles.ts";

const origin = "http://scan.example/delivery/";
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "foreign-reader-"));
  // The reader targets browsers; this is all it needs from one.
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { href: origin } }));
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => setImmediate(run));
  vi.stubGlobal("cancelAnimationFrame", (handle: NodeJS.Immediate) => clearImmediate(handle));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true, force: true });
});

/** The core of NASA's 3D Tiles renderer, configured for maximum detail. */
class ForeignReader extends TilesRendererBase {
  readonly parsed: string[] = [];
  readonly failures: unknown[] = [];

  calculateTileViewError(_tile: Tile, target: { inView: boolean; error: number; distanceFromCamera: number }): void {
    Object.assign(target, { inView: true, error: Number.POSITIVE_INFINITY, distanceFromCamera: 1 });
  }

  async parseTile(buffer: ArrayBuffer, _tile: Tile, extension: string, url: string): Promise<void> {
    expect([extension, new TextDecoder().decode(buffer.slice(0, 4))]).toEqual(["glb", "glTF"]);
    this.parsed.push(url.slice(origin.length));
  }

  override dispatchEvent(event: { type: string; error?: unknown }): void {
    if (event.type === "load-error") this.failures.push(event.error);
  }
}

describe("a third-party 3D Tiles reader", () => {
  it("loads every tile of a converted mesh, down to the finest", { timeout: 60_000 }, async () => {
    const inputPath = join(folder, "original");
    const outputDir = join(folder, "out");
    await mkdir(outputDir);
    await writeFile(inputPath, await makeTexturedRoom());
    const job = { format: "glb", inputPath, originalName: "room.glb", outputDir } as const;
    const report = await convertMesh(job, () => {}, new AbortController().signal);

    const reader = new ForeignReader(`${origin}${report.delivery.entry}`);
    reader.registerPlugin({
      fetchData: async (url: string) =>
        new Response((await readCompressedFile(join(outputDir, url.slice(origin.length)))) as BodyInit),
    });
    const expected = listTiles(await readMeshTiles(outputDir, report)).map(({ path }) => path);
    const readOn = () => {
      reader.update();
      if (reader.failures.length === 0) expect(reader.parsed.length).toBeGreaterThanOrEqual(expected.length);
    };
    await vi.waitFor(readOn, { timeout: 30_000, interval: 5 });
    expect(reader.failures).toEqual([]);
    expect(reader.parsed.sort()).toEqual(expected.sort());
    reader.dispose();
  });
});
