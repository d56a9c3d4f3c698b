import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Copc } from "copc";
import { afterAll, describe, expect, it } from "vitest";
import { convertPointCloud } from "./convert-point-cloud.ts";
import { readTileset } from "./testing/read-tileset.ts";

const inputPath = fileURLToPath(
  new URL("../../../../../shared/data/pointcloud/lion_takanawa.copc.laz", import.meta.url),
);
const folder = await mkdtemp(join(tmpdir(), "copc-reader-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
/** The coarsest storage step for a cloud of this size along each axis: half a millimetre. */
const stepM = 0.0005;

describe.skipIf(!existsSync(inputPath))("a third-party COPC reader", () => {
  it("finds the same points in a file as in its delivery", { timeout: 60_000 }, async () => {
    const outputDir = join(folder, "out");
    await mkdir(outputDir);
    const job = { format: "copc", inputPath, originalName: "lion.copc.laz", outputDir, frame: {} } as const;
    const report = await convertPointCloud(job, () => {}, new AbortController().signal);
    const { tiles } = await readTileset(outputDir);

    const bytes = await readFile(inputPath);
    const get = async (begin: number, end: number) => new Uint8Array(bytes.subarray(begin, end));
    const copc = await Copc.create(get);
    const { nodes } = await Copc.loadHierarchyPage(get, copc.info.rootHierarchyPage);
    const theirs = Object.values(nodes).reduce((sum, node) => sum + (node?.pointCount ?? 0), 0);
    expect(theirs).toBe(report.counts.points);
    expect(tiles.reduce((sum, { positions }) => sum + positions.length, 0)).toBe(theirs);

    const root = nodes["0-0-0-0"];
    if (root === undefined) throw new Error("The file has no root.");
    const view = await Copc.loadPointDataView(get, copc, root);
    const [ox, oy, oz] = report.localOrigin;
    const [x, y, z] = ["X", "Y", "Z"].map((name) => view.getter(name)) as [Axis, Axis, Axis];
    const delivered = tiles.flatMap(({ positions }) => positions);
    for (let i = 0; i < view.pointCount; i += Math.ceil(view.pointCount / 50)) {
      const place = [x(i) - ox, z(i) - oz, -(y(i) - oy)] as const;
      const isThere = delivered.some((point) => point.every((value, axis) => Math.abs(value - place[axis]!) <= stepM));
      expect(isThere, `point ${i} at ${place.join(", ")}`).toBe(true);
    }
  });
});

type Axis = (index: number) => number;
