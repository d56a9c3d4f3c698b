import type { ConversionStage, ScanReport } from "@blueprint/contract/scan-report";
import { MeshSlicer } from "../../plan/slice-mesh.ts";
import { cutOverFloorM, writePlans } from "../../plan/write-plans.ts";
import type { Preview } from "../../preview/render-preview.ts";
import type { MeshSource } from "../sources/mesh-source.ts";
import { buildTiles, type TileNode } from "./build-tiles.ts";
import { type CornerLayout, createCornerLayout, triangleWidth } from "./corner-layout.ts";
import { createGridFrame, type Grid } from "./grid.ts";
import type { MeshMeasure } from "./measure-mesh.ts";
import { type UnpackedPicture, unpackPicture } from "./picture-store.ts";
import { renderTilesPreview } from "./preview-tiles.ts";
import { sharePictures } from "./share-pictures.ts";
import { createTileSurfaces } from "./tile-surfaces.ts";
import { TileWriter } from "./tile-writer.ts";
import { spoolTriangles, type Triangle, toMetres } from "./triangle-spool.ts";

/** Number of triangles in memory at a time. */
const regionTriangles = 600_000;

/** A mesh as tiles on disk. */
export interface TiledMesh {
  readonly root: TileNode;
  readonly grid: Grid;
  /** Vertices of the finest tiles. */
  readonly vertices: number;
  readonly textures: number;
  /** One per storey, lowest first. */
  readonly plans: NonNullable<ScanReport["plans"]>;
  renderPreview(): Promise<Preview>;
}

export interface TilingProgress {
  enter(stage: ConversionStage): void;
  advance(fraction: number): void;
}

/** Builds and writes all tiles of a mesh; undefined when it has no triangles. Adds to the source's warnings. */
export async function tileMesh(
  source: MeshSource,
  measure: MeshMeasure,
  outputDir: string,
  workDir: string,
  progress: TilingProgress,
  trianglesPerRegion = regionTriangles,
): Promise<TiledMesh | undefined> {
  progress.enter("textures");
  if (measure.triangles === 0) return undefined;
  const pictures = await unpackPictures(source, measure, workDir, progress);
  try {
    const surfaces = createTileSurfaces(source.surfaces, measure, pictures);
    const sharedPictures = await sharePictures(surfaces.list, pictures, measure.uvAreas, outputDir);
    const layout = createCornerLayout({
      uv: surfaces.hasPictures,
      secondUv: surfaces.hasSecondUvs,
      normal: surfaces.hasNormals,
      colour: surfaces.hasColours,
    });
    progress.enter("tiling");
    const frame = createGridFrame(measure);
    const plan = { measure, frame, layout, surfaces, trianglesPerRegion };
    const spool = await spoolTriangles(source, plan, workDir, (fraction) => progress.advance(fraction * 0.1));
    if (spool.triangles === 0) return undefined;
    const looks = { grid: frame.grid, surfaces: surfaces.list, pictures, sharedPictures };
    let done = 0;
    const { heightsM: floorsM, isCut } = spool.floors;
    if (isCut) source.warnings.add("scan-storeys-left-out");
    const slicer = new MeshSlicer(floorsM.map((floorM) => floorM + cutOverFloorM));
    const root = await buildTiles(
      spool,
      looks,
      new TileWriter(outputDir, looks),
      (words) => sliceRegion(words, layout, frame.grid, slicer),
      (count) => {
        done += count;
        progress.advance(0.1 + (0.9 * done) / spool.triangles);
      },
    );
    await waitForAll(root);
    return {
      root,
      grid: frame.grid,
      vertices: sumLeaves(root, (leaf) => leaf.vertices),
      textures: pictures.filter((picture) => picture !== undefined).length,
      plans: await writePlans(outputDir, floorsM, slicer.lines()),
      renderPreview: () => renderTilesPreview(outputDir, root),
    };
  } finally {
    for (const picture of pictures) picture?.[Symbol.dispose]();
  }
}

/** Skips an unreadable picture with a warning, and pictures that nothing uses. */
async function unpackPictures(
  source: MeshSource,
  measure: MeshMeasure,
  workDir: string,
  progress: TilingProgress,
): Promise<(UnpackedPicture | undefined)[]> {
  const used = new Map<number, boolean>();
  for (const { surface, hasUvs, hasSecondUvs } of measure.uses) {
    if (!hasUvs && !hasSecondUvs) continue;
    const { picture, details, alphaMode } = source.surfaces[surface]!;
    if (picture !== undefined) used.set(picture.index, used.get(picture.index) === true || alphaMode !== "OPAQUE");
    for (const { index } of Object.values(details)) used.set(index, used.get(index) === true);
  }
  const pictures = new Array<UnpackedPicture | undefined>(source.pictures.length).fill(undefined);
  let done = 0;
  for (const [at, keepsAlpha] of used) {
    try {
      pictures[at] = await unpackPicture(source.pictures[at]!, keepsAlpha, workDir, `picture-${at}`);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOSPC") throw error;
      source.warnings.add("scan-missing-texture");
    }
    progress.advance(++done / used.size);
  }
  return pictures;
}

function sliceRegion(words: Int32Array, layout: CornerLayout, { step }: Grid, slicer: MeshSlicer): void {
  const cornerWidth = layout.width - 1;
  const corners: Triangle = [[], [], []];
  for (let at = 0; at < words.length; at += triangleWidth(layout)) {
    for (const [corner, out] of corners.entries()) toMetres(words, at + corner * cornerWidth, step, out);
    slicer.addTriangle(...corners);
  }
}

async function waitForAll(node: TileNode): Promise<void> {
  await node.written;
  for (const child of node.children) await waitForAll(child);
}

function sumLeaves(node: TileNode, count: (leaf: TileNode) => number): number {
  if (node.children.length === 0) return count(node);
  return node.children.reduce((sum, child) => sum + sumLeaves(child, count), 0);
}
