import { MeshoptSimplifier } from "meshoptimizer";
import { toVertexColours } from "./coarse-colours.ts";
import { bitsToFloat, type CornerLayout, triangleWidth } from "./corner-layout.ts";
import { encodeTile, type TileLooks } from "./encode-tile.ts";
import { fillNormals, SharedFans } from "./fill-normals.ts";
import { SharedCorners } from "./shared-corners.ts";
import { simplifyMesh, simplifyTornMesh } from "./simplify-mesh.ts";
import { buildSplitTree, type SplitCell, type SplitTree } from "./split-tree.ts";
import { mergeMeshes, type TileMesh, weldTriangles } from "./tile-mesh.ts";
import type { TileWriter, WrittenTile } from "./tile-writer.ts";
import type { TriangleSpool } from "./triangle-spool.ts";

/** A tile with what it is refined by. */
export interface TileNode extends WrittenTile {
  /** 0 for leaves. */
  readonly height: number;
  /** True where pictures have become colours of vertices. */
  readonly isCoarse: boolean;
  readonly children: readonly TileNode[];
  /** Set on the top tile of each of several regions: its subtree is described in a file of its own. */
  readonly isRegionTop: boolean;
}

/** Measured on rooms: smaller leaves load a view of a room four times sooner than twice as large ones. */
const leafTrianglesMax = 10_000;
const leafTexelsMax = 0.5 * 1024 * 1024;
const leafTrianglesMin = 256;
const tileSidePxMax = 1024;
// A leaf that cannot be split any further may keep more of its picture than fits the usual size.
const unsplitSidePxMax = 2048;
const parentTriangles = 8000;
/** What is loaded before anything is seen, so it must be small. */
const rootBytesMax = 300_000;

interface Pending {
  readonly node: TileNode;
  readonly mesh: TileMesh;
}

/**
 * Makes all tiles, leaves first: parents join their children, keep what other tiles touch where it is, and simplify
 * the rest.
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

/** The cells two planes below a node: four children a tile instead of two saves every second level. */
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
      const leaf = { ...tile, height: 0, isCoarse: false, children: [], isRegionTop: false };
      return { node: leaf, mesh };
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
  const isCoarse = nodes.some((node) => node.isCoarse);
  let mesh: TileMesh | undefined;
  if (!isCoarse) {
    const merged = mergeMeshes(children.map((child) => child.mesh));
    mesh = simplifyMesh(merged, looks.grid, parentTriangles, isLocked);
  }
  const hasPictures = children.some((child) => child.mesh.layout.uv >= 0);
  if (mesh !== undefined) {
    const tile = await writer.write(mesh, height, tileSidePxMax);
    return { mesh, node: { ...tile, height, isCoarse: false, children: nodes, isRegionTop } };
  }
  const coarse = mergeMeshes(children.map((child) => toCoarse(child.mesh, looks)));
  mesh =
    simplifyMesh(coarse, looks.grid, parentTriangles, isLocked) ??
    simplifyTornMesh(coarse, looks.grid, parentTriangles, isLocked);
  const tile = await writer.write(mesh, height, tileSidePxMax);
  return { mesh, node: { ...tile, height, isCoarse: hasPictures || isCoarse, children: nodes, isRegionTop } };
}

function toCoarse(mesh: TileMesh, { surfaces, pictures }: TileLooks): TileMesh {
  return mesh.layout.uv < 0 ? mesh : toVertexColours(mesh, surfaces, pictures);
}

/** The first tile anybody sees: without pictures, within its size. */
async function finishRoot({ looks, writer }: BuildContext, top: Pending): Promise<TileNode> {
  const hasPictures = top.mesh.layout.uv >= 0;
  const { sizeBytes } = await top.node.written;
  if (!hasPictures && sizeBytes <= rootBytesMax) return top.node;
  let mesh = toCoarse(top.mesh, looks);
  for (let triangles = parentTriangles; ; triangles = Math.floor(triangles / 2)) {
    mesh =
      simplifyMesh(mesh, looks.grid, triangles, () => false) ??
      simplifyTornMesh(mesh, looks.grid, triangles, () => false);
    const encoded = await encodeTile(mesh, looks, 0, tileSidePxMax);
    if (encoded.length <= rootBytesMax || triangles < 100) break;
  }
  const tile = await writer.write(mesh, 0, tileSidePxMax);
  return { ...tile, height: top.node.height + 1, isCoarse: true, children: [top.node], isRegionTop: false };
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

/** Texels of its picture that each triangle covers, as far as they go into the tiles' own pictures. */
function countTexels(words: Int32Array, layout: CornerLayout, looks: TileLooks): Float32Array | undefined {
  if (layout.uv < 0) return undefined;
  const width = triangleWidth(layout);
  const cornerWidth = layout.width - 1;
  const texels = new Float32Array(words.length / width);
  for (let triangle = 0; triangle < texels.length; triangle++) {
    const from = triangle * width;
    const index = looks.surfaces[words[from + width - 1]!]!.picture?.index;
    const picture = index === undefined || looks.sharedPictures.has(index) ? undefined : looks.pictures[index];
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
