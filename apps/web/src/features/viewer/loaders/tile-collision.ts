import type { Tile } from "3d-tiles-renderer/core";
import { type Object3D, type Ray, Vector3 } from "three";
import { buildCollisionTree, type CollisionTree, listTriangleParts } from "./collision-tree.ts";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";

type BuildTree = typeof buildCollisionTree;

/** A tile as far as collision goes. */
export type CollisionTile = Pick<Tile, "children">;

/**
 * Rays against the tiles that are loaded: of each part of the scan its finest loaded form, also outside the view, so
 * that nobody falls through the floor behind them.
 */
export class TileCollision {
  /** Null while a tree is being built, and for tiles that have no triangles. */
  readonly #trees = new Map<CollisionTile, CollisionTree | "none" | "building">();
  readonly #build: BuildTree;

  constructor(build: BuildTree = buildCollisionTree) {
    this.#build = build;
  }

  /** Resolves when the tile answers rays. `scene` has its place in the scan as its world matrix. */
  async add(tile: CollisionTile, scene: Object3D): Promise<void> {
    this.#trees.set(tile, "building");
    const tree = await this.#build(listTriangleParts(scene));
    // The tile may have gone meanwhile.
    if (this.#trees.get(tile) === "building") this.#trees.set(tile, tree ?? "none");
  }

  remove(tile: CollisionTile): void {
    this.#trees.delete(tile);
  }

  /** @returns undefined while not all of the scan can be asked */
  raycast(root: CollisionTile, ray: Ray, options: RaycastOptions): SurfaceHit | null | undefined {
    const trees: CollisionTree[] = [];
    if (!this.#gather(root, trees)) return undefined;
    let nearest: SurfaceHit | null = null;
    const entry = new Vector3();
    for (const tree of trees) {
      const far = nearest?.distance ?? options.far;
      if (!tree.box.containsPoint(ray.origin)) {
        const met = ray.intersectBox(tree.box, entry);
        if (met === null || met.distanceTo(ray.origin) > far) continue;
      }
      const hit = tree.raycast(ray, { far, surfaces: options.surfaces });
      if (hit !== null && hit.distance <= far) nearest = hit;
    }
    return nearest;
  }

  clear(): void {
    this.#trees.clear();
  }

  /** Adds what stands for a tile: its children's trees where all of them are there, else its own. */
  #gather(tile: CollisionTile, out: CollisionTree[]): boolean {
    const length = out.length;
    const { children = [] } = tile;
    if (children.length > 0 && children.every((child) => this.#gather(child, out))) return true;
    out.length = length;
    const own = this.#trees.get(tile);
    if (own === undefined || own === "building") return false;
    if (own !== "none") out.push(own);
    return true;
  }
}
