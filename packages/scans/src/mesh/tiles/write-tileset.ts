import { join } from "node:path";
import type { DetailLevel } from "@blueprint/contract/scan-report";
import { writeCompressedFile } from "../../compressed-file.ts";
import type { TileNode } from "./build-tiles.ts";
import type { Grid } from "./grid.ts";
import type { LoosePoints } from "./loose-points.ts";
import { toContentName } from "./tile-writer.ts";

/** Flat boxes have no inside. */
const boxHalfMinM = 1e-3;
/** Minimum difference between two levels, metres: errors are written with four decimals. */
const finerByMin = 1e-4;

export interface WrittenTileset {
  /** Relative to the delivery folder. */
  readonly entry: string;
  readonly rootContent: string;
  /** Of the triangles, coarsest first. */
  readonly detail?: readonly DetailLevel[];
}

/**
 * Describes the tiles as 3D Tiles 1.1 with replacement. Each region gets a separate file, so that the first file stays
 * small whatever the size of the scan. As the standard requires, boxes are z up and the glTF content is y up.
 * @returns the paths of the tileset and of its root's content, and the errors of its levels
 */
export async function writeTileset(
  outputDir: string,
  tiled: { readonly root: TileNode; readonly grid: Grid } | undefined,
  points: LoosePoints | undefined,
): Promise<WrittenTileset> {
  if (tiled === undefined) return writePoints(outputDir, points!);
  const { root, grid } = tiled;
  const diagonal = Math.hypot(...[0, 1, 2].map((axis) => root.max[axis]! - root.min[axis]!)) * grid.step;
  const errors = new Map<TileNode, number>();
  const findError = async (node: TileNode): Promise<number> => {
    let error = 0;
    for (const child of node.children) error = Math.max(error, await findError(child));
    if (node.children.length > 0) {
      const { textureErrorM } = await node.written;
      // The standard requires a parent's error to be at least its children's.
      error = Math.max(error + finerByMin, node.shapeErrorM, node.shadingErrorM, textureErrorM);
    }
    errors.set(node, error);
    return error;
  };
  const rootError = await findError(root);

  const describe = async (node: TileNode, isInOwnFile: boolean): Promise<object> => {
    const box = { box: toBox(node, grid) };
    const geometricError = toShort(errors.get(node)!);
    if (node.isRegionTop && !isInOwnFile && node.children.length > 0) {
      const uri = await writeJson(outputDir, { geometricError, root: await describe(node, true) });
      return { boundingVolume: box, geometricError, refine: "REPLACE", content: { uri } };
    }
    const { path } = await node.written;
    const children: object[] = [];
    for (const child of node.children) children.push(await describe(child, false));
    return {
      boundingVolume: box,
      geometricError,
      refine: "REPLACE",
      content: { uri: path },
      ...(children.length > 0 && { children }),
    };
  };
  // The error of rendering nothing at all.
  const geometricError = toShort(Math.max(diagonal, rootError));
  const rootContent = (await root.written).path;
  let described = await describe(root, false);
  if (points !== undefined) described = addPoints(described as DescribedTile, points, toShort(diagonal / 100));
  const entry = await writeJson(outputDir, { geometricError, root: described });
  return { entry, rootContent, detail: listLevels(root, (node) => toShort(errors.get(node)!)) };
}

function listLevels(root: TileNode, findError: (node: TileNode) => number): DetailLevel[] {
  const levels: DetailLevel[] = [];
  for (let nodes: readonly TileNode[] = [root]; nodes.length > 0; nodes = nodes.flatMap(({ children }) => children)) {
    levels.push({ parts: nodes.length, errorM: Math.max(...nodes.map(findError)) });
  }
  return levels;
}

interface DescribedTile {
  readonly boundingVolume: object;
  readonly geometricError: number;
  readonly content: object;
  readonly children?: readonly object[];
}

/** Loose points load with the second level, so that the first picture does not wait for them. */
function addPoints(root: DescribedTile, points: LoosePoints, errorMin: number): object {
  const { boundingVolume, content } = root;
  const leaf = { boundingVolume, geometricError: 0, refine: "REPLACE", content };
  const children = [...(root.children ?? [leaf]), describePoints(points)];
  return { ...root, geometricError: Math.max(errorMin, root.geometricError), children };
}

function describePoints({ bounds, path }: LoosePoints): object {
  return {
    boundingVolume: { box: toTurnedBox(bounds.min, bounds.max) },
    geometricError: 0,
    refine: "REPLACE",
    content: { uri: path },
  };
}

async function writePoints(outputDir: string, points: LoosePoints): Promise<WrittenTileset> {
  const diagonal = Math.hypot(...[0, 1, 2].map((axis) => points.bounds.max[axis]! - points.bounds.min[axis]!));
  const tileset = { geometricError: toShort(Math.max(boxHalfMinM, diagonal)), root: describePoints(points) };
  return { entry: await writeJson(outputDir, tileset), rootContent: points.path };
}

async function writeJson(outputDir: string, tileset: object): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ asset: { version: "1.1" }, ...tileset }));
  const name = `tileset-${toContentName(bytes, "json")}`;
  await writeCompressedFile(join(outputDir, name), bytes);
  return name;
}

/** The box around a tile, rotated from y up to z up. Children lie inside: simplification only removes vertices. */
function toBox({ min, max, children }: TileNode, { step }: Grid): number[] {
  const [low, high] = [[...min], [...max]];
  const widen = (node: TileNode) => {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis]!, node.min[axis]!);
      high[axis] = Math.max(high[axis]!, node.max[axis]!);
    }
    node.children.forEach(widen);
  };
  children.forEach(widen);
  return toTurnedBox(
    low.map((value) => value * step),
    high.map((value) => value * step),
  );
}

function toTurnedBox(min: readonly number[], max: readonly number[]): number[] {
  const [x, y, z] = [0, 1, 2].map((axis) => (min[axis]! + max[axis]!) / 2) as [number, number, number];
  const [halfX, halfY, halfZ] = [0, 1, 2].map((axis) =>
    Math.max(boxHalfMinM, (max[axis]! - min[axis]!) / 2 + 5e-4),
  ) as [number, number, number];
  return [x, -z, y, halfX, 0, 0, 0, halfZ, 0, 0, 0, halfY].map(toShort);
}

/** Rounds to a tenth of a millimetre: enough for boxes and errors, and it keeps the tileset small. */
function toShort(value: number): number {
  return Math.round(value * 1e4) / 1e4 + 0;
}
