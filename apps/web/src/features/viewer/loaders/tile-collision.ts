import type { Tile } from "3d-tiles-renderer/core";
import { type Object3D, type Ray, Vector3 } from "three";
import { buildCollisionTree, type CollisionTree, listTriangleParts } from "./collision-tree.ts";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";

type BuildTree = typeof buildCollisionTree;

/** The part of a tile that collision needs. */
export type CollisionTile = Pick<Tile, "children" | "geometricError">;

interface TileTree {
  readonly tree: CollisionTree;
  readonly errorM: number;
}

/**
 * Raycasts against the loaded tiles: the finest loaded version of each part, including outside the view, so that no one
 * falls through the floor behind them.
 */
export class TileCollision {
  /** "none" for tiles without triangles. */
  readonly #trees = new Map<CollisionTile, CollisionTree | "none" | "building">();
  readonly #build: BuildTree;

  constructor(build: BuildTree = buildCollisionTree) {
    this.#build = build;
  }

  /**
   * Resolves when the tile answers raycasts in the frame of `frame`, the scan's own object; without one, in that of the
   * scene. Both have their placement as their world matrix.
   */
  async add(tile: CollisionTile, scene: Object3D, frame?: Object3D): Promise<void> {
    this.#trees.set(tile, "building");
    const tree = await this.#build(listTriangleParts(scene, frame));
    // The tile may have been removed in the meantime.
    if (this.#trees.get(tile) === "building") this.#trees.set(tile, tree ?? "none");
  }

  remove(tile: CollisionTile): void {
    this.#trees.delete(tile);
  }

  /**
   * The hit's error is its tile's, in the scan's own frame.
   * @param meets whether the ray may meet a tile: the others need not be loaded
   * @returns undefined while parts of the scan can't be raycast
   */
  raycast(
    root: CollisionTile,
    ray: Ray,
    options: RaycastOptions,
    meets: (tile: CollisionTile) => boolean = () => true,
  ): SurfaceHit | null | undefined {
    const trees: TileTree[] = [];
    if (!this.#gather(root, trees, meets)) return undefined;
    let nearest: SurfaceHit | null = null;
    const entry = new Vector3();
    for (const { tree, errorM } of trees) {
      const far = nearest?.distance ?? options.far;
      if (!tree.box.containsPoint(ray.origin)) {
        const met = ray.intersectBox(tree.box, entry);
        if (met === null || met.distanceTo(ray.origin) > far) continue;
      }
      const hit = tree.raycast(ray, { ...options, far });
      if (hit !== null && hit.distance <= far) nearest = { ...hit, errorM };
    }
    return nearest;
  }

  clear(): void {
    this.#trees.clear();
  }

  /** Collects the trees for a tile: its children's if all that the ray meets are built, otherwise its own. */
  #gather(tile: CollisionTile, out: TileTree[], meets: (tile: CollisionTile) => boolean): boolean {
    const length = out.length;
    const { children = [] } = tile;
    if (children.length > 0 && children.every((child) => !meets(child) || this.#gather(child, out, meets))) return true;
    out.length = length;
    const own = this.#trees.get(tile);
    if (own === undefined || own === "building") return false;
    if (own !== "none") out.push({ tree: own, errorM: tile.geometricError });
    return true;
  }
}
