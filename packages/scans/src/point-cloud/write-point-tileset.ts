import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Bounds, DetailLevel } from "@blueprint/contract/scan-report";
import { writeCompressedFile } from "../compressed-file.ts";
import type { PointAttributes } from "./encode-point-tile.ts";
import { gridLevels, type OctreeCube, type PointGrid, rootCube, toSideM, wordsPerPoint } from "./packed-points.ts";
import { BlockFile, CoarseNode, canSplit, type PointBucket, PointDistributor } from "./point-buckets.ts";
import { buildOctree, leafPointsMax, type OctreeNode, sortPoints, toStackedLeaves } from "./point-octree.ts";
import { PointTileWriter } from "./point-tile-writer.ts";

export const tilesetFileName = "tileset.json";
const tilesFolder = "tiles";

/**
 * Error of a tile as a multiple of the distance between neighbouring points: at the usual target of 16 pixels, a tile
 * is refined once its points are 4 pixels apart.
 */
const errorPerSpacing = 4;
/** Flat boxes have no inside, and quantisation moves points by up to this share of the cube. */
const boxHalfMinM = 1e-3;
const quantisationShare = 1 / 65_535;
/** Sample size for replanning a bucket that turned out too large. */
const resampledPointsMax = 200_000;

/** Input of a tileset: points packed on `grid`. */
export interface PointCloudToDeliver {
  readonly grid: PointGrid;
  readonly attributes: PointAttributes;
  /** Maximum number of points; outliers are dropped on the way. */
  readonly pointCount: number;
  /** A random sample of the points, packed. */
  readonly sample: Uint32Array;
  /** All points, packed, in pieces; requesting the next piece may overwrite the current one. Called once. */
  readonly pieces: () => AsyncIterable<Uint32Array>;
}

export interface TilesetOptions {
  /** Points sorted in memory at once, about 50 bytes each; a larger cloud goes through a file. */
  readonly sortedPointsMax: number;
  /** Memory limit for points that wait to be sorted; the others wait in the file. */
  readonly waitingBytesMax: number;
  /** A path that does not exist yet, for intermediate points. */
  readonly bucketsPath: string;
  /** Called periodically with the share of the work done; may throw to stop. */
  readonly onShare: (share: number) => Promise<void>;
}

/**
 * Writes a cloud as 3D Tiles 1.1: `tileset.json` and one GLB per octree node, additive refinement, all stored
 * compressed. As the standard requires, boxes are z up and the glTF content is y up: a viewer that rotates the tileset
 * by −90° about x shows it y up. A large cloud's tileset is split, so that the first file stays small.
 */
export async function writePointTileset(
  outputDir: string,
  cloud: PointCloudToDeliver,
  options: TilesetOptions,
): Promise<WrittenTileset> {
  await mkdir(join(outputDir, tilesFolder), { recursive: true });
  await using tiles = new PointTileWriter(cloud.grid, cloud.attributes, cloud.pointCount);
  const writer = new TilesetWriter(outputDir, cloud, options, tiles);
  return await writer.run();
}

export interface WrittenTileset {
  /** Bounds of the points, delivered frame. */
  readonly bounds: Bounds;
  readonly pointCount: number;
  /** Coarsest first. */
  readonly detail: DetailLevel[];
}

/** A tile of the tileset's JSON and the bounds of everything in it. */
interface WrittenTile {
  readonly tile: TileJson;
  readonly bounds: StepBounds;
  readonly tileCount: number;
}

interface TileJson {
  readonly boundingVolume: { readonly box: readonly number[] };
  readonly geometricError: number;
  readonly refine: "ADD";
  readonly content: { readonly uri: string };
  readonly children?: readonly TileJson[];
}

/** In steps of the grid. */
interface StepBounds {
  readonly min: [number, number, number];
  readonly max: [number, number, number];
}

/** The share of the time spent on distributing when points go through the file. */
const distributingShare = 0.35;

class TilesetWriter {
  readonly #outputDir: string;
  readonly #cloud: PointCloudToDeliver;
  readonly #options: TilesetOptions;
  readonly #tiles: PointTileWriter;
  #file: BlockFile | undefined;
  readonly #levels: DetailLevel[] = [];
  #writtenCount = 0;
  #startShare = 0;

  constructor(outputDir: string, cloud: PointCloudToDeliver, options: TilesetOptions, tiles: PointTileWriter) {
    this.#tiles = tiles;
    this.#outputDir = outputDir;
    this.#cloud = cloud;
    this.#options = options;
  }

  async run(): Promise<WrittenTileset> {
    const { pointCount, grid } = this.#cloud;
    try {
      const root =
        pointCount <= this.#options.sortedPointsMax
          ? await this.#writeOctree(buildOctree(await this.#collect(), rootCube), Infinity)
          : await this.#writeCoarse((await this.#distribute()).root, Infinity);
      await this.#tiles.settle();
      const tileset = {
        asset: { version: "1.1" },
        // The error of rendering nothing at all.
        geometricError: toShort(grid.sideM),
        root: root.tile,
      };
      await this.#writeJson(tilesetFileName, tileset);
      // Omits levels without tiles.
      const detail = this.#levels.filter((level) => level !== undefined);
      return { bounds: this.#toMetres(root.bounds), pointCount: this.#writtenCount, detail };
    } finally {
      this.#file?.close();
    }
  }

  async #collect(): Promise<Uint32Array> {
    const words = new Uint32Array(this.#cloud.pointCount * wordsPerPoint);
    let to = 0;
    for await (const piece of this.#cloud.pieces()) {
      words.set(piece, to);
      to += piece.length;
      await this.#options.onShare(0);
    }
    return words.subarray(0, to);
  }

  async #distribute(): Promise<PointDistributor> {
    const { sample, pointCount } = this.#cloud;
    const distributor = this.#createDistributor(rootCube, sample, pointCount);
    let added = 0;
    for await (const piece of this.#cloud.pieces()) {
      for (let at = 0; at < piece.length; at += wordsPerPoint) distributor.add(piece, at);
      added += piece.length / wordsPerPoint;
      await this.#options.onShare((distributingShare * added) / pointCount);
    }
    distributor.finish();
    this.#startShare = distributingShare;
    return distributor;
  }

  #createDistributor(cube: OctreeCube, sample: Uint32Array, pointCount: number): PointDistributor {
    this.#file ??= new BlockFile(this.#options.bucketsPath, this.#options.waitingBytesMax);
    // Aim at half the limit, since a sample only gives an estimate.
    return new PointDistributor(cube, sample, pointCount, this.#options.sortedPointsMax / 2, this.#file);
  }

  async #writeCoarse(node: CoarseNode, parentError: number): Promise<WrittenTile> {
    const error = this.#toError(node.spacing, parentError);
    await this.#writeContent(node.cube, sortPoints(node.points, node.cube), node.spacing);
    const children: WrittenTile[] = [];
    for (let octant = 0; octant < 8; octant++) {
      const child = node.children[octant];
      if (!child) continue;
      node.children[octant] = undefined;
      children.push(
        child instanceof CoarseNode ? await this.#writeCoarse(child, error) : await this.#writeBucket(child, error),
      );
    }
    return this.#toTile(node.cube, error, findStepBounds(node.points), children);
  }

  async #writeBucket(bucket: PointBucket, parentError: number): Promise<WrittenTile> {
    const { cube, count } = bucket;
    if (count <= this.#options.sortedPointsMax) {
      const written = await this.#writeOctree(buildOctree(bucket.drain(), cube), parentError);
      return written.tileCount > 1 ? await this.#moveOut(cube, written, parentError) : written;
    }
    if (!canSplit(cube)) return await this.#moveOut(cube, await this.#writeStacked(bucket, parentError), parentError);
    const distributor = this.#createDistributor(cube, sampleBucket(bucket), count);
    for (const piece of bucket.pieces()) {
      for (let at = 0; at < piece.length; at += wordsPerPoint) distributor.add(piece, at);
      await this.#options.onShare(this.#share());
    }
    distributor.finish();
    return await this.#writeCoarse(distributor.root, parentError);
  }

  /** Millions of points in practically the same place: written in their original order. */
  async #writeStacked(bucket: PointBucket, parentError: number): Promise<WrittenTile> {
    const stacks: WrittenTile[] = [];
    let leaf = 0;
    let pending = new Uint32Array(0);
    const flush = async () => {
      const node = toStackedLeaves(pending, { ...bucket.cube, key: `${bucket.cube.key}s${stacks.length}` }, leaf);
      leaf += node.children.length;
      stacks.push(await this.#writeOctree(node, parentError));
    };
    for (const piece of bucket.pieces()) {
      const joined = new Uint32Array(pending.length + piece.length);
      joined.set(pending);
      joined.set(piece, pending.length);
      pending = joined;
      if (pending.length < leafPointsMax * 16 * wordsPerPoint) continue;
      await flush();
      pending = new Uint32Array(0);
    }
    if (pending.length > 0) await flush();
    const [first, ...others] = stacks as [WrittenTile, ...WrittenTile[]];
    return {
      tile: { ...first.tile, children: [...(first.tile.children ?? []), ...others.map(({ tile }) => tile)] },
      bounds: first.bounds,
      tileCount: stacks.reduce((sum, { tileCount }) => sum + tileCount, 0),
    };
  }

  async #writeOctree(node: OctreeNode, parentError: number): Promise<WrittenTile> {
    const error = this.#toError(node.spacing, parentError);
    await this.#writeContent(node.cube, node.points, node.spacing);
    const children: WrittenTile[] = [];
    for (const child of node.children) children.push(await this.#writeOctree(child, error));
    return this.#toTile(node.cube, error, findStepBounds(node.points), children);
  }

  /** Moves a part of the tileset into a separate file. */
  async #moveOut({ key }: OctreeCube, written: WrittenTile, parentError: number): Promise<WrittenTile> {
    // URIs are relative to the file that contains them.
    const root = mapUris(written.tile, (uri) => uri.slice(tilesFolder.length + 1));
    const error = Number.isFinite(parentError) ? parentError : written.tile.geometricError;
    await this.#writeJson(`${tilesFolder}/${key}.json`, { asset: { version: "1.1" }, geometricError: error, root });
    const { boundingVolume } = written.tile;
    const tile = {
      boundingVolume,
      geometricError: error,
      refine: "ADD",
      content: { uri: `${tilesFolder}/${key}.json` },
    };
    return { tile: tile as TileJson, bounds: written.bounds, tileCount: 1 };
  }

  #toTile(cube: OctreeCube, error: number, own: StepBounds, children: readonly WrittenTile[]): WrittenTile {
    const bounds = children.reduce((all, child) => unite(all, child.bounds), own);
    const { parts = 0, errorM = 0 } = this.#levels[cube.level] ?? {};
    this.#levels[cube.level] = { parts: parts + 1, errorM: Math.max(errorM, error / errorPerSpacing) };
    return {
      tile: {
        boundingVolume: { box: this.#toBox(cube, bounds) },
        geometricError: error,
        refine: "ADD",
        content: { uri: `${tilesFolder}/${cube.key}.glb` },
        ...(children.length > 0 && { children: children.map(({ tile }) => tile) }),
      },
      bounds,
      tileCount: children.reduce((sum, { tileCount }) => sum + tileCount, 1),
    };
  }

  #toError(spacingSteps: number, parentError: number): number {
    return toShort(Math.min(parentError, this.#toMetresLong(spacingSteps) * errorPerSpacing));
  }

  #toMetresLong(steps: number): number {
    return (steps / 2 ** gridLevels) * this.#cloud.grid.sideM;
  }

  /** The box around the bounds, rotated from y up to z up. */
  #toBox(cube: OctreeCube, stepBounds: StepBounds): number[] {
    const { grid } = this.#cloud;
    const { min, max } = this.#toMetres(stepBounds);
    const [x, y, z] = [0, 1, 2].map((axis) => (min[axis]! + max[axis]!) / 2) as [number, number, number];
    const [halfX, halfY, halfZ] = [0, 1, 2].map(
      (axis) =>
        Math.max(boxHalfMinM, (max[axis]! - min[axis]!) / 2) + toSideM(grid, cube.level) * quantisationShare + 5e-4,
    ) as [number, number, number];
    return [x, -z, y, halfX, 0, 0, 0, halfZ, 0, 0, 0, halfY].map(toShort);
  }

  #toMetres({ min, max }: StepBounds): Bounds {
    const { grid } = this.#cloud;
    const stepM = grid.sideM / 2 ** gridLevels;
    const place = (steps: readonly number[]) =>
      steps.map((step, axis) => grid.min[axis]! + step * stepM) as [number, number, number];
    return { min: place(min), max: place(max) };
  }

  async #writeContent(cube: OctreeCube, words: Uint32Array, spacingSteps: number): Promise<void> {
    this.#writtenCount += words.length / wordsPerPoint;
    await this.#options.onShare(this.#share());
    const path = join(this.#outputDir, `${tilesFolder}/${cube.key}.glb`);
    await this.#tiles.write(path, { cube, words, spacingM: this.#toMetresLong(spacingSteps) });
  }

  #share(): number {
    return this.#startShare + ((1 - this.#startShare) * this.#writtenCount) / this.#cloud.pointCount;
  }

  #writeJson(path: string, value: object): Promise<void> {
    return writeCompressedFile(join(this.#outputDir, path), new TextEncoder().encode(JSON.stringify(value)));
  }
}

function sampleBucket(bucket: PointBucket): Uint32Array {
  const step = Math.max(1, Math.floor(bucket.count / resampledPointsMax));
  const sample = new Uint32Array(Math.ceil(bucket.count / step) * wordsPerPoint);
  let seen = 0;
  let to = 0;
  for (const piece of bucket.pieces()) {
    for (let at = 0; at < piece.length; at += wordsPerPoint) {
      if (seen++ % step !== 0) continue;
      sample.set(piece.subarray(at, at + wordsPerPoint), to);
      to += wordsPerPoint;
    }
  }
  return sample.subarray(0, to);
}

function findStepBounds(words: Uint32Array): StepBounds {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < words.length; at += wordsPerPoint) {
    for (let axis = 0; axis < 3; axis++) {
      const value = words[at + axis]!;
      if (value < min[axis]!) min[axis] = value;
      if (value > max[axis]!) max[axis] = value;
    }
  }
  return { min, max };
}

function unite(a: StepBounds, b: StepBounds): StepBounds {
  const pick = (choose: (x: number, y: number) => number, side: "min" | "max") =>
    [0, 1, 2].map((axis) => choose(a[side][axis]!, b[side][axis]!)) as [number, number, number];
  return { min: pick(Math.min, "min"), max: pick(Math.max, "max") };
}

function mapUris(tile: TileJson, change: (uri: string) => string): TileJson {
  return {
    ...tile,
    content: { uri: change(tile.content.uri) },
    ...(tile.children && { children: tile.children.map((child) => mapUris(child, change)) }),
  };
}

/** Rounds to a tenth of a millimetre: enough for boxes and errors, and it keeps the tileset small. */
function toShort(value: number): number {
  return Math.round(value * 1e4) / 1e4 + 0;
}
