import { MeshoptSimplifier } from "meshoptimizer";
import { toVertexColours } from "./coarse-colours.ts";
import { bitsToFloat, type CornerLayout, triangleWidth } from "./corner-layout.ts";
import { encodeTile, type TileLooks } from "./encode-tile.ts";
import { fillNormals, SharedFans } from "./fill-normals.ts";
import { fillOpenness } from "./fill-openness.ts";
import {
  type Deviation,
  joinSamples,
  measureDeviation,
  type SurfaceSample,
  sampleSurface,
} from "./measure-deviation.ts";
import { SharedCorners } from "./shared-corners.ts";
import { simplifyMesh, simplifyTornMesh } from "./simplify-mesh.ts";
import { buildSplitTree, type SplitCell, type SplitTree } from "./split-tree.ts";
import { mergeMeshes, type TileMesh, weldTriangles } from "./tile-mesh.ts";
import type { TileWriter, WrittenTile } from "./tile-writer.ts";
import type { TriangleSpool } from "./triangle-spool.ts";

/** A tile with the children that refine it. */
export interface TileNode extends WrittenTile {
  /** 0 for leaves. */
  readonly height: number;
  /** True if vertex colours replace the pictures. */
  readonly isCoarse: boolean;
  /** Measured deviation of its surface from the scan's, metres. 0 for leaves. */
  readonly shapeErrorM: number;
  /** Size of the details lost in normals and vertex colours, metres. 0 for leaves. */
  readonly shadingErrorM: number;
  readonly children: readonly TileNode[];
  /** Set on the top tile of each of several regions: a separate file describes its subtree. */
  readonly isRegionTop: boolean;
}

/** Measured on rooms: leaves of this size load a view of a room four times faster than leaves twice as large. */
const leafTrianglesMax = 10_000;
const leafTexelsMax = 0.5 * 1024 * 1024;
const leafTrianglesMin = 256;
const tileSidePxMax = 1024;
// A leaf that cannot be split any further may keep more of its picture than usually allowed.
const unsplitSidePxMax = 2048;
const parentTriangles = 8000;
/** Loaded before anything is visible, so it must be small. */
const rootBytesMax = 300_000;

interface Pending {
  readonly node: TileNode;
  readonly mesh: TileMesh;
  /** Sample of the scan's surface that the tile covers. */
  readonly original: SurfaceSample;
}

/**
 * Builds all tiles, leaves first: parents merge their children, lock what they share with other tiles, and simplify the
 * rest.
 * @param onRegion called once with the triangles of each region, while they are in memory
 * @param onTriangles called with the number of source triangles that have become leaves since the last call
 */
export async function buildTiles(
  spool: TriangleSpool,
  looks: TileLooks,
  writer: TileWriter,
  onRegion: (words: Int32Array) => void,
  onTriangles: (count: number) => void,
): Promise<TileNode> {
  await MeshoptSimplifier.ready;
  const fans = spool.layout.normal < 0 ? undefined : await SharedFans.gather(spool, looks.surfaces, () => undefined);
  const context: BuildContext = { spool, looks, writer, fans, onRegion, onTriangles };
  const top = await buildUpper(context, spool.tree);
  if (top === undefined) throw new Error("a mesh without triangles");
  return finishRoot(context, top);
}

interface BuildContext {
  readonly spool: TriangleSpool;
  readonly looks: TileLooks;
  readonly writer: TileWriter;
  readonly fans: SharedFans | undefined;
  readonly onRegion: (words: Int32Array) => void;
  readonly onTriangles: (count: number) => void;
}

/** The cells two planes below a node: four children per tile instead of two saves every other level. */
function listGrandchildren(node: SplitTree): SplitTree[] {
  if (node.kind === "cell") return [node];
  return [node.low, node.high].flatMap((child) => (child.kind === "cell" ? [child] : [child.low, child.high]));
}

/** Undefined for parts without triangles. */
async function buildUpper(context: BuildContext, node: SplitTree): Promise<Pending | undefined> {
  if (node.kind === "cell") return buildRegion(context, node);
  const children: Pending[] = [];
  for (const child of listGrandchildren(node)) {
    const built = await buildUpper(context, child);
    if (built !== undefined) children.push(built);
  }
  const { shared } = context.spool;
  if (children.length < 2) return children[0];
  return joinChildren(context, children, (rows, at) => shared.isShared(rows, at, node.depth), false);
}

async function buildRegion(context: BuildContext, region: SplitCell): Promise<Pending | undefined> {
  const { spool, looks, fans, onRegion, onTriangles } = context;
  const { layout } = spool;
  const words = await spool.readRegion(region);
  const width = triangleWidth(layout);
  const count = words.length / width;
  if (count === 0) return undefined;
  onRegion(words);
  if (fans !== undefined) fillNormals(words, layout, looks.surfaces, fans);
  if (spool.cells !== undefined) fillOpenness(words, layout, looks, spool.cells);
  const texels = countTexels(words, layout, looks);
  const { tree, cells } = buildSplitTree(
    Uint32Array.from({ length: count }, (_, triangle) => triangle),
    {
      centres: sumCorners(words, layout),
      isTooMuch: (items) => {
        if (items.length <= leafTrianglesMin) return false;
        return items.length > leafTrianglesMax || sumTexels(texels, items) > leafTexelsMax;
      },
      root: { depth: region.depth, parent: region.parent },
    },
  );
  const shared = new SharedCorners(tree);
  const cornerWidth = layout.width - 1;
  if (cells.length > 1) {
    for (const cell of cells) {
      for (const triangle of cell.items) {
        for (let corner = 0; corner < 3; corner++) shared.note(words, triangle * width + corner * cornerWidth, cell);
      }
    }
  }
  const isLocked = (depth: number) => (rows: Int32Array, at: number) =>
    shared.isShared(rows, at, depth) || spool.shared.isShared(rows, at, region.depth);

  const build = async (node: SplitTree): Promise<Pending> => {
    if (node.kind === "cell") {
      const mesh = weldTriangles(words, node.items, layout);
      const isUnsplit = node.items.length <= leafTrianglesMin;
      const tile = await context.writer.write(mesh, 0, isUnsplit ? unsplitSidePxMax : tileSidePxMax);
      onTriangles(node.items.length);
      const errors = { shapeErrorM: 0, shadingErrorM: 0 };
      const leaf = { ...tile, ...errors, height: 0, isCoarse: false, children: [], isRegionTop: false };
      return { node: leaf, mesh, original: sampleSurface(mesh, looks.grid) };
    }
    const children: Pending[] = [];
    for (const child of listGrandchildren(node)) children.push(await build(child));
    return joinChildren(context, children, isLocked(node.depth), node === tree && spool.regions.length > 1);
  };
  return build(tree);
}

async function joinChildren(
  { looks, writer }: BuildContext,
  children: readonly Pending[],
  isLocked: (rows: Int32Array, at: number) => boolean,
  isRegionTop: boolean,
): Promise<Pending> {
  const height = Math.max(...children.map(({ node }) => node.height)) + 1;
  const nodes = children.map(({ node }) => node);
  const hasPictures = children.some((child) => child.mesh.layout.uv >= 0);
  const original = joinSamples(children.map((child) => child.original));
  const finish = async (finer: TileMesh, mesh: TileMesh, isCoarse: boolean): Promise<Pending> => {
    const tile = await writer.write(mesh, height, tileSidePxMax);
    const errors = measureErrors(mesh, tile, finer, nodes, original, looks);
    return { mesh, original, node: { ...tile, ...errors, height, isCoarse, children: nodes, isRegionTop } };
  };
  if (!nodes.some((node) => node.isCoarse)) {
    const merged = mergeMeshes(children.map((child) => child.mesh));
    const mesh = simplifyMesh(merged, looks.grid, parentTriangles, isLocked);
    if (mesh !== undefined) return finish(merged, mesh, false);
  }
  const coarse = mergeMeshes(children.map((child) => toCoarse(child.mesh, looks)));
  const mesh =
    simplifyMesh(coarse, looks.grid, parentTriangles, isLocked) ??
    simplifyTornMesh(coarse, looks.grid, parentTriangles, isLocked);
  return finish(coarse, mesh, hasPictures || nodes.some((node) => node.isCoarse));
}

/** @param finer the joined meshes of `nodes`, which the tile's mesh was simplified from */
function measureErrors(
  mesh: TileMesh,
  { spacingM }: WrittenTile,
  finer: TileMesh,
  nodes: readonly TileNode[],
  original: SurfaceSample,
  { grid }: TileLooks,
): Pick<TileNode, "shapeErrorM" | "shadingErrorM"> {
  const finerM = Math.max(...nodes.map((node) => node.shapeErrorM));
  const { shapeM, normalSine }: Deviation = measureDeviation(mesh, grid, original, finer, finerM);
  // Detail between two vertices is lost in their colours, and a wrong normal affects about as much surface.
  const isColoured = mesh.layout.colour >= 0 && (mesh !== finer || nodes.some((node) => node.shadingErrorM > 0));
  const shadingErrorM = Math.max(isColoured ? spacingM : 0, mesh.layout.normal < 0 ? 0 : normalSine * spacingM);
  return { shapeErrorM: shapeM, shadingErrorM };
}

function toCoarse(mesh: TileMesh, { surfaces, pictures }: TileLooks): TileMesh {
  return mesh.layout.uv < 0 ? mesh : toVertexColours(mesh, surfaces, pictures);
}

/** The first visible tile: without pictures and within its size limit. */
async function finishRoot({ looks, writer }: BuildContext, top: Pending): Promise<TileNode> {
  const hasPictures = top.mesh.layout.uv >= 0;
  const { sizeBytes } = await top.node.written;
  if (!hasPictures && sizeBytes <= rootBytesMax) return top.node;
  const coarse = toCoarse(top.mesh, looks);
  let mesh = coarse;
  for (let triangles = parentTriangles; ; triangles = Math.floor(triangles / 2)) {
    mesh =
      simplifyMesh(mesh, looks.grid, triangles, () => false) ??
      simplifyTornMesh(mesh, looks.grid, triangles, () => false);
    const { bytes } = await encodeTile(mesh, looks, 0, tileSidePxMax);
    if (bytes.length <= rootBytesMax || triangles < 100) break;
  }
  const tile = await writer.write(mesh, 0, tileSidePxMax);
  const errors = measureErrors(mesh, tile, coarse, [top.node], top.original, looks);
  // Dropping the pictures loses detail even if no vertex was dropped.
  const shadingErrorM = Math.max(errors.shadingErrorM, hasPictures ? tile.spacingM : 0);
  const node = { ...tile, ...errors, shadingErrorM, height: top.node.height + 1, isCoarse: true };
  return { ...node, children: [top.node], isRegionTop: false };
}

function sumCorners(words: Int32Array, layout: CornerLayout): Int32Array {
  const width = triangleWidth(layout);
  const cornerWidth = layout.width - 1;
  const sums = new Int32Array((words.length / width) * 3);
  for (let from = 0, to = 0; from < words.length; from += width, to += 3) {
    for (let axis = 0; axis < 3; axis++) {
      sums[to + axis] = words[from + axis]! + words[from + cornerWidth + axis]! + words[from + 2 * cornerWidth + axis]!;
    }
  }
  return sums;
}

/** Texels of its picture that each triangle covers, if they go into the tiles' own pictures. */
function countTexels(words: Int32Array, layout: CornerLayout, looks: TileLooks): Float32Array | undefined {
  if (layout.uv < 0) return undefined;
  const width = triangleWidth(layout);
  const cornerWidth = layout.width - 1;
  const texels = new Float32Array(words.length / width);
  for (let triangle = 0; triangle < texels.length; triangle++) {
    const from = triangle * width;
    const { lead, hasFiles } = looks.surfaces[words[from + width - 1]!]!;
    const picture = lead === undefined || hasFiles ? undefined : looks.pictures[lead.index];
    if (picture === undefined) continue;
    const [u0, u1, u2] = [0, 1, 2].map((corner) => bitsToFloat(words[from + corner * cornerWidth + layout.uv]!));
    const [v0, v1, v2] = [0, 1, 2].map((corner) => bitsToFloat(words[from + corner * cornerWidth + layout.uv + 1]!));
    const area = Math.abs((u1! - u0!) * (v2! - v0!) - (u2! - u0!) * (v1! - v0!)) / 2;
    texels[triangle] = area * picture.widthPx * picture.heightPx;
  }
  return texels;
}

function sumTexels(texels: Float32Array | undefined, items: Uint32Array): number {
  if (texels === undefined) return 0;
  let sum = 0;
  for (const item of items) sum += texels[item]!;
  return sum;
}
