import { type Object3D, type Ray, Raycaster } from "three";
import { buildCollisionTree, type CollisionTree, faceTowards, listTriangleParts } from "./collision-tree.ts";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";

/** Rays against the triangles of an object that does not move. Answers from the first moment, fast once built. */
export class CollisionMesh {
  readonly #object: Object3D;
  #tree: CollisionTree | null = null;
  #isDisposed = false;

  constructor(object: Object3D) {
    this.#object = object;
    object.updateMatrixWorld(true);
  }

  /** Builds the search tree beside the drawing thread; without workers, in this one. */
  async build(): Promise<void> {
    const tree = await buildCollisionTree(listTriangleParts(this.#object));
    if (!this.#isDisposed) this.#tree = tree;
  }

  raycast(ray: Ray, options: RaycastOptions): SurfaceHit | null {
    return this.#tree === null ? raycastObject(this.#object, ray, options) : this.#tree.raycast(ray, options);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#tree = null;
  }
}

/** Rays against what is drawn, triangle by triangle: for picks before the trees are built. A walker waits for them. */
export function raycastObject(object: Object3D, ray: Ray, { far, surfaces }: RaycastOptions): SurfaceHit | null {
  // three.js skips culled backs, which is what a pick wants.
  if (surfaces === "solid") return null;
  const hit = new Raycaster(ray.origin, ray.direction, 0, far).intersectObject(object, true)[0];
  if (hit?.face == null) return null;
  const normal = hit.face.normal.clone().transformDirection(hit.object.matrixWorld);
  return faceTowards({ point: hit.point, normal, distance: hit.distance }, ray);
}
