import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encodePointTile } from "./encode-point-tile.ts";
import { findBounds } from "./point-bounds.ts";
import type { OctreeNode, PointOctree } from "./point-octree.ts";

export const tilesetFileName = "tileset.json";
const tilesFolder = "tiles";

/**
 * How many times the distance between neighbouring points counts as error: at the usual target of 16 pixels a tile is
 * refined once its points stand 4 pixels apart.
 */
const errorPerSpacing = 4;
/** Boxes without thickness have no inside; and quantisation moves points by up to this share of the cube. */
const boxHalfMinM = 1e-3;
const quantisationShare = 1 / 65_535;

export interface PointCloudToDeliver {
  /** Metres, y up. */
  readonly positions: Float32Array;
  /** 8-bit sRGB. */
  readonly rgb: Uint8Array;
  readonly octree: PointOctree;
}

/**
 * Writes the octree as 3D Tiles 1.1: `tileset.json` and one GLB per node, additive refinement. As the standard has it,
 * boxes are z up and the glTF content is y up: a viewer that turns the tileset by −90° about x shows it y up.
 * @param onTile called after each tile with the share of tiles written; may throw to stop
 */
export async function writePointTileset(
  outputDir: string,
  cloud: PointCloudToDeliver,
  onTile: (share: number) => void,
): Promise<void> {
  await mkdir(join(outputDir, tilesFolder), { recursive: true });
  let written = 0;
  const writeTile = async (node: OctreeNode, parentError: number): Promise<object> => {
    const uri = `${tilesFolder}/${node.key}.glb`;
    const { min, side, points } = node;
    await writeFile(join(outputDir, uri), await encodePointTile({ ...cloud, points, min, side }));
    written++;
    onTile(written / cloud.octree.nodeCount);
    const geometricError = toShort(Math.min(parentError, node.spacing * errorPerSpacing));
    const children: object[] = [];
    for (const child of node.children) children.push(await writeTile(child, geometricError));
    return {
      boundingVolume: { box: toBox(cloud, node) },
      geometricError,
      refine: "ADD",
      content: { uri },
      ...(children.length > 0 && { children }),
    };
  };
  const root = await writeTile(cloud.octree.root, Number.POSITIVE_INFINITY);
  const tileset = {
    asset: { version: "1.1" },
    // The error of showing nothing at all.
    geometricError: toShort(cloud.octree.root.side),
    root,
  };
  await writeFile(join(outputDir, tilesetFileName), JSON.stringify(tileset));
}

/** The box around all points of the node and those inside it, turned from y up to z up. */
function toBox(cloud: PointCloudToDeliver, node: OctreeNode): number[] {
  const { min, max } = findBounds(cloud.positions, cloud.octree.order, node.firstPoint, node.endPoint);
  const [x, y, z] = [0, 1, 2].map((axis) => (min[axis]! + max[axis]!) / 2) as [number, number, number];
  const [halfX, halfY, halfZ] = [0, 1, 2].map(
    (axis) => Math.max(boxHalfMinM, (max[axis]! - min[axis]!) / 2) + node.side * quantisationShare + 5e-4,
  ) as [number, number, number];
  return [x, -z, y, halfX, 0, 0, 0, halfZ, 0, 0, 0, halfY].map((value) => toShort(value));
}

/** A tenth of a millimetre is enough for boxes and errors, and keeps the tileset small. */
function toShort(value: number): number {
  return Math.round(value * 1e4) / 1e4 + 0;
}
