import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DetailLevel } from "@blueprint/contract/scan-report";
import sharp from "sharp";
import { Triangle, Vector3 } from "three";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plainSurface } from "../sources/gltf-surfaces.ts";
import type { MeshSource, SourceSurface } from "../sources/mesh-source.ts";
import { TriangleBatcher } from "../sources/triangle-batcher.ts";
import { listLeaves, listTiles, type ReadTile, readMeshTiles, readTriangles } from "../testing/read-mesh-tiles.ts";
import { measureMesh } from "./measure-mesh.ts";
import { tileMesh } from "./tile-mesh-source.ts";
import { writeTileset } from "./write-tileset.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mesh-tiles-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const cells = 170;
const sideM = 14;

const heightAt = (x: number, z: number) => 0.4 * Math.sin(x * 1.3) * Math.cos(z * 0.9) + 0.03 * Math.sin(x * 5 + z * 3);

/** A bumpy sheet of 14 × 14 m and 57,800 triangles. */
function makeSheet(surface: SourceSurface, pictures: MeshSource["pictures"] = []): MeshSource {
  const corner = (column: number, row: number) => {
    const [x, z] = [(column / cells) * sideM, (row / cells) * sideM];
    return { place: [x, heightAt(x, z), z], uv: [column / cells, row / cells] };
  };
  return {
    surfaces: [surface],
    pictures,
    upAxis: "y",
    usualUpAxis: "y",
    unit: "metre",
    warnings: new Set(),
    readTriangles: async (onTriangles) => {
      const batcher = new TriangleBatcher(onTriangles);
      batcher.begin(0, { normals: false, uvs: pictures.length > 0, colours: false });
      for (let row = 0; row < cells; row++) {
        for (let column = 0; column < cells; column++) {
          const [a, b] = [corner(column, row), corner(column, row + 1)];
          const [c, d] = [corner(column + 1, row + 1), corner(column + 1, row)];
          for (const triangle of [
            [a, b, c],
            [a, c, d],
          ]) {
            batcher.positions.set(
              triangle.flatMap(({ place }) => place),
              batcher.count * 9,
            );
            batcher.uvs.set(
              triangle.flatMap(({ uv }) => uv),
              batcher.count * 6,
            );
            batcher.next();
          }
        }
      }
      batcher.flush();
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function tileSheet(source: MeshSource, trianglesPerRegion: number): Promise<ReadTile> {
  return (await writeSheet(source, trianglesPerRegion)).root;
}

async function writeSheet(source: MeshSource, trianglesPerRegion: number) {
  const outputDir = join(folder, `out-${trianglesPerRegion}`);
  const workDir = join(folder, `work-${trianglesPerRegion}`);
  await mkdir(outputDir);
  await mkdir(workDir);
  const measure = await measureMesh(source, {}, () => {});
  const progress = { enter: () => {}, advance: () => {} };
  const tiled = await tileMesh(source, measure, outputDir, workDir, progress, trianglesPerRegion);
  const { entry, detail } = await writeTileset(outputDir, tiled, undefined);
  const root = await readMeshTiles(outputDir, { delivery: { form: "3d-tiles", entry, files: [], sizeBytes: 0 } });
  return { root, detail };
}

/** Tiles that together cover everything: in the second level, only the parts whose bit is set are refined. */
function cut(root: ReadTile, bits: number): ReadTile[] {
  // Above a textured top tile there is one more without pictures.
  const top = root.children.length === 1 ? root.children[0]! : root;
  return top.children.flatMap((child, at) => ((bits >> at) & 1 ? listLeaves(child) : [child]));
}

/** Edges that belong to only one triangle of all these tiles, except those on the rim of the sheet. */
function findGaps(tiles: readonly ReadTile[]): string[] {
  const edges = new Map<string, number>();
  for (const triangle of tiles.flatMap(readTriangles)) {
    const corners = [0, 3, 6].map((at) => triangle.slice(at, at + 3).join());
    for (const [from, to] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const key = [corners[from]!, corners[to]!].sort().join(" ");
      edges.set(key, (edges.get(key) ?? 0) + 1);
    }
  }
  const isRim = (edge: string) => {
    const [a, b] = edge.split(" ").map((corner) => corner.split(",").map(Number)) as [number[], number[]];
    return [0, 2].some((axis) => a[axis] === b[axis] && (a[axis] === 0 || Math.abs(a[axis]! - sideM) < 1e-3));
  };
  return [...edges].filter(([edge, count]) => count === 1 && !isRim(edge)).map(([edge]) => edge);
}

const toTriangle = (corners: readonly number[]) =>
  new Triangle(...([0, 3, 6].map((at) => new Vector3(...corners.slice(at, at + 3))) as [Vector3, Vector3, Vector3]));

const distanceTo = (triangle: Triangle, point: Vector3) =>
  triangle.closestPointToPoint(point, new Vector3()).distanceTo(point);

const picture = async () => ({
  mimeType: "image/png",
  read: async () => {
    const colours = { r: 200, g: 90, b: 40 };
    return new Uint8Array(
      await sharp({ create: { width: 2048, height: 2048, channels: 3, background: colours } })
        .png()
        .toBuffer(),
    );
  },
});

describe("tileMesh", { timeout: 60_000 }, () => {
  it.each([
    ["lit, in regions", plainSurface, false, 16_000],
    ["lit", plainSurface, false, 1_000_000],
    ["textured", { ...plainSurface, picture: { index: 0, wrap: ["repeat", "repeat"] } } as const, true, 16_000],
  ])("leaves no cracks between tiles of any level (%s)", async (_name, surface, hasPicture, trianglesPerRegion) => {
    const root = await tileSheet(makeSheet(surface, hasPicture ? [await picture()] : []), trianglesPerRegion);
    expect(listTiles(root).flatMap(({ problems }) => problems)).toEqual([]);
    expect(listLeaves(root).length).toBeGreaterThan(3);
    const cuts = [listLeaves(root), ...[0b0000, 0b0101, 0b0011, 0b0110].map((bits) => cut(root, bits))];
    for (const tiles of cuts) expect(findGaps(tiles)).toEqual([]);
    expect(new Set(cut(root, 0b0101).map((tile) => tile.geometricError > 0)).size).toBe(2);
    expect(listLeaves(root).reduce((sum, leaf) => sum + readTriangles(leaf).length, 0)).toBe(cells * cells * 2);
  });

  it("shades both sides of a cut alike", async () => {
    const root = await tileSheet(makeSheet(plainSurface), 16_000);
    const normals = new Map<string, Set<string>>();
    const tilesOf = new Map<string, Set<ReadTile>>();
    for (const leaf of listLeaves(root)) {
      const primitive = leaf.document.getRoot().listMeshes()[0]!.listPrimitives()[0]!;
      const node = leaf.document.getRoot().listNodes()[0]!;
      const [position, normal] = [primitive.getAttribute("POSITION")!, primitive.getAttribute("NORMAL")!];
      for (let vertex = 0; vertex < position.getCount(); vertex++) {
        const place = position
          .getElement(vertex, [])
          .map((value, axis) => value * node.getScale()[axis]! + node.getTranslation()[axis]!)
          .join();
        normals.set(place, (normals.get(place) ?? new Set()).add(normal.getElement(vertex, []).join()));
        tilesOf.set(place, (tilesOf.get(place) ?? new Set()).add(leaf));
      }
    }
    const cutPoints = [...tilesOf].filter(([, tiles]) => tiles.size > 1).map(([place]) => place);
    expect(cutPoints.length).toBeGreaterThan(200);
    for (const place of cutPoints) expect(normals.get(place)!.size, place).toBe(1);
  });

  it("makes each level coarser, and keeps children inside their parents' boxes", async () => {
    const root = await tileSheet(makeSheet(plainSurface), 16_000);
    for (const tile of listTiles(root)) {
      expect(tile.refine).toBe("REPLACE");
      const triangles = readTriangles(tile).length;
      expect(triangles).toBeLessThanOrEqual(12_800);
      if (tile.children.length === 0) expect(tile.geometricError).toBe(0);
      for (const child of tile.children) {
        expect(child.geometricError).toBeLessThan(tile.geometricError);
        for (const [axis, half] of [
          [0, 3],
          [1, 7],
          [2, 11],
        ] as const) {
          const reach = Math.abs(child.box[axis]! - tile.box[axis]!) + child.box[half]!;
          expect(reach).toBeLessThanOrEqual(tile.box[half]! + 2e-4);
        }
      }
    }
  });

  it("declares for every tile how far it is from the scan", async () => {
    const root = await tileSheet(makeSheet(plainSurface), 16_000);
    const coarse = listTiles(root).filter((tile) => tile.children.length > 0);
    expect(coarse.length).toBeGreaterThan(2);
    for (const tile of coarse) {
      const shown = readTriangles(tile).map((corners) => toTriangle(corners));
      const original = listLeaves(tile).flatMap(readTriangles);
      let farthestM = 0;
      for (let at = 0; at < original.length; at += Math.ceil(original.length / 300)) {
        const middle = toTriangle(original[at]!).getMidpoint(new Vector3());
        farthestM = Math.max(farthestM, Math.min(...shown.map((triangle) => distanceTo(triangle, middle))));
      }
      expect(farthestM).toBeGreaterThan(0);
      expect(tile.geometricError).toBeGreaterThan(farthestM * 0.9);
    }
    // A sheet 14 m wide with waves of 43 cm: simplified to a seventh, it deviates by centimetres, not metres.
    expect(root.geometricError).toBeLessThan(0.15);
  });

  it("reports the largest error of each level, coarsest first", async () => {
    const { root, detail } = await writeSheet(makeSheet(plainSurface), 16_000);
    const levels: DetailLevel[] = [];
    for (let tiles = [root]; tiles.length > 0; tiles = tiles.flatMap(({ children }) => children)) {
      levels.push({ parts: tiles.length, errorM: Math.max(...tiles.map(({ geometricError }) => geometricError)) });
    }
    expect(detail).toEqual(levels);
    expect(detail!.length).toBeGreaterThan(2);
    expect(detail!.at(-1)!.errorM).toBe(0);
  });

  it("produces the same files for the same scan", async () => {
    const names = async (trianglesPerRegion: number) =>
      listTiles(await tileSheet(makeSheet(plainSurface), trianglesPerRegion)).map(({ path }) => path);
    expect(await names(16_000)).toEqual(await names(16_001));
  });
});
