import { readSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { FloorFinder, type Floors } from "../../plan/find-floors.ts";
import { BufferedFile } from "../sources/buffered-file.ts";
import { hasSecondUvs, type MeshSource, type TriangleBatch } from "../sources/mesh-source.ts";
import { type CornerLayout, floatToBits, packChannels, packNormal, triangleWidth } from "./corner-layout.ts";
import { type GridFrame, toDeliveredBounds } from "./grid.ts";
import { judgeTriangle, type MeshMeasure, toSurfaceUse } from "./measure-mesh.ts";
import { SharedCorners } from "./shared-corners.ts";
import { buildSplitTree, findCell, type SplitCell, type SplitTree } from "./split-tree.ts";
import { SurfaceCells } from "./surface-cells.ts";
import { isShaded, type TileSurfaces } from "./tile-surfaces.ts";

// Number of files that may be open at once.
const regionsMax = 300;

export interface SpoolPlan {
  readonly measure: MeshMeasure;
  readonly frame: GridFrame;
  readonly layout: CornerLayout;
  readonly surfaces: TileSurfaces;
  readonly trianglesPerRegion: number;
}

/**
 * All triangles of a scan on disk, sorted into regions that fit into memory. Regions are the top cells of the tree that
 * the tiles refine.
 */
export interface TriangleSpool {
  readonly layout: CornerLayout;
  readonly tree: SplitTree;
  readonly regions: readonly SplitCell[];
  /** Corners used by triangles of several regions. */
  readonly shared: SharedCorners;
  readonly triangles: number;
  readonly floors: Floors;
  /** Where surfaces are, if they shade each other. */
  readonly cells: SurfaceCells | undefined;
  /** All triangles of a region, in the layout's format. */
  readRegion(region: SplitCell): Promise<Int32Array>;
}

/** Reads the source a second time and sorts its valid triangles into regions. */
export async function spoolTriangles(
  source: MeshSource,
  plan: SpoolPlan,
  workDir: string,
  onFraction: (fraction: number) => void,
): Promise<TriangleSpool> {
  const { frame, layout, surfaces } = plan;
  const { tree, regions } = planRegions(plan);
  const shared = new SharedCorners(tree);
  const width = triangleWidth(layout);
  const cornerWidth = layout.width - 1;
  const bufferBytes = Math.max(64 * 1024, Math.min(1024 * 1024, Math.floor((64 * 1024 * 1024) / regions.length)));
  const files = regions.map((region) => new BufferedFile(toPath(workDir, region), bufferBytes));
  const words = new Int32Array(width);
  const bytes = new Uint8Array(words.buffer);
  const bounds = toDeliveredBounds(plan.measure);
  const floors = new FloorFinder(bounds.min[1], bounds.max[1]);
  const cells = surfaces.list.some(isShaded) ? new SurfaceCells(bounds) : undefined;
  const { step } = frame.grid;
  const places: Triangle = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  let triangles = 0;

  const spoolBatch = (batch: TriangleBatch) => {
    const number = surfaces.numberOf(toSurfaceUse(batch));
    const { tint, style, lead, details } = surfaces.list[number]!;
    const { positions, normals, uvs, colours } = batch;
    const secondUvs = hasSecondUvs({ details }) ? batch.secondUvs : undefined;
    for (let triangle = 0; triangle < batch.count; triangle++) {
      if (judgeTriangle(positions, triangle * 9) !== "sound") continue;
      for (let corner = 0; corner < 3; corner++) {
        const from = triangle * 3 + corner;
        const to = corner * cornerWidth;
        placeOnGrid(positions, from * 3, frame, words, to);
        if (layout.uv >= 0) {
          const hasUv = lead !== undefined && uvs !== undefined;
          words[to + layout.uv] = hasUv ? floatToBits(uvs[from * 2]!) : 0;
          words[to + layout.uv + 1] = hasUv ? floatToBits(uvs[from * 2 + 1]!) : 0;
        }
        if (layout.secondUv >= 0) {
          words[to + layout.secondUv] = secondUvs === undefined ? 0 : floatToBits(secondUvs[from * 2]!);
          words[to + layout.secondUv + 1] = secondUvs === undefined ? 0 : floatToBits(secondUvs[from * 2 + 1]!);
        }
        if (layout.normal >= 0) {
          words[to + layout.normal] =
            normals === undefined || style.isUnlit ? 0 : turnNormal(normals, from * 3, frame.isZUp);
        }
        if (layout.colour >= 0) {
          const at = from * 4;
          const [red, green, blue, alpha] =
            colours === undefined
              ? tint
              : [
                  colours[at]! * tint[0],
                  colours[at + 1]! * tint[1],
                  colours[at + 2]! * tint[2],
                  colours[at + 3]! * tint[3],
                ];
          words[to + layout.colour] = packChannels(red, green);
          words[to + layout.colour + 1] = packChannels(blue, style.alphaMode === "OPAQUE" ? 1 : alpha);
        }
      }
      if (isCollapsed(words, cornerWidth)) continue;
      words[width - 1] = number;
      const region = findCell(
        tree,
        words[0]! + words[cornerWidth]! + words[2 * cornerWidth]!,
        words[1]! + words[cornerWidth + 1]! + words[2 * cornerWidth + 1]!,
        words[2]! + words[cornerWidth + 2]! + words[2 * cornerWidth + 2]!,
      );
      if (regions.length > 1)
        for (let corner = 0; corner < 3; corner++) shared.note(words, corner * cornerWidth, region);
      files[region.index]!.bytes(bytes);
      for (let corner = 0; corner < 3; corner++) toMetres(words, corner * cornerWidth, step, places[corner]!);
      floors.addTriangle(places[0], places[1], places[2]);
      cells?.addTriangle(places[0], places[1], places[2]);
      triangles++;
    }
  };
  try {
    await source.readTriangles(spoolBatch, onFraction);
  } finally {
    for (const file of files) file[Symbol.dispose]();
  }
  return {
    layout,
    tree,
    regions,
    shared,
    triangles,
    floors: floors.floors(),
    cells,
    readRegion: (region) => readWords(toPath(workDir, region)),
  };
}

function planRegions({ measure: { centres, triangles }, frame, trianglesPerRegion }: SpoolPlan): {
  tree: SplitTree;
  regions: readonly SplitCell[];
} {
  const samples = centres.length / 3;
  const sums = new Int32Array(centres.length);
  const one = new Int32Array(3);
  for (let at = 0; at < sums.length; at += 3) {
    placeOnGrid(centres, at, frame, one, 0);
    for (let axis = 0; axis < 3; axis++) sums[at + axis] = one[axis]! * 3;
  }
  const perRegion = Math.max(trianglesPerRegion, triangles / regionsMax);
  const samplesPerRegion = Math.max(1, (perRegion * samples) / Math.max(1, triangles));
  const { tree, cells } = buildSplitTree(
    Uint32Array.from({ length: samples }, (_, at) => at),
    { centres: sums, isTooMuch: (items) => items.length > samplesPerRegion, root: { depth: 0, parent: null } },
  );
  return { tree, regions: cells };
}

function placeOnGrid(
  positions: Float64Array,
  at: number,
  { grid, localOrigin, metresPerUnit, isZUp }: GridFrame,
  out: Int32Array,
  to: number,
): void {
  const stepsPerUnit = metresPerUnit / grid.step;
  const x = Math.round((positions[at]! - localOrigin[0]) * stepsPerUnit);
  const y = Math.round((positions[at + 1]! - localOrigin[1]) * stepsPerUnit);
  const z = Math.round((positions[at + 2]! - localOrigin[2]) * stepsPerUnit);
  out[to] = x;
  out[to + 1] = isZUp ? z : y;
  out[to + 2] = isZUp ? -y : z;
}

function turnNormal(normals: Float32Array, at: number, isZUp: boolean): number {
  const [x, y, z] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
  return isZUp ? packNormal(x, z, -y) : packNormal(x, y, z);
}

/** The corners of a triangle, metres. */
export type Triangle = [number[], number[], number[]];

/** Writes the position of a corner in the delivered frame to `out`. */
export function toMetres(words: Int32Array, at: number, step: number, out: number[]): void {
  for (let axis = 0; axis < 3; axis++) out[axis] = words[at + axis]! * step;
}

/** True when two corners of a triangle have collapsed into one. */
function isCollapsed(words: Int32Array, width: number): boolean {
  const isSame = (a: number, b: number) =>
    words[a] === words[b] && words[a + 1] === words[b + 1] && words[a + 2] === words[b + 2];
  return isSame(0, width) || isSame(width, 2 * width) || isSame(0, 2 * width);
}

const toPath = (workDir: string, region: SplitCell) => join(workDir, `region-${region.index}`);

async function readWords(path: string): Promise<Int32Array> {
  const { size } = statSync(path);
  const words = new Int32Array(size / 4);
  const handle = await open(path, "r");
  try {
    for (let at = 0; at < size; ) {
      const got = readSync(handle.fd, words, at, Math.min(size - at, 2 ** 30), at);
      if (got === 0) break;
      at += got;
    }
  } finally {
    await handle.close();
  }
  return words;
}
