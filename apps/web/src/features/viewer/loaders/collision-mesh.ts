import { type Object3D, type Ray, Raycaster } from "three";
import { raycastPlaced } from "./apply-placement.ts";
import { buildCollisionTree, type CollisionTree, faceTowards, listTriangleParts } from "./collision-tree.ts";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";

/** Raycasts against the triangles of an object, wherever it is placed. Works at once, and is fast once the tree is built. */
export class CollisionMesh {
  readonly #object: Object3D;
  #tree: CollisionTree | null = null;
  #isDisposed = false;

  constructor(object: Object3D) {
    this.#object = object;
    object.updateMatrixWorld(true);
  }

  /** Builds the search tree in a worker; without workers, on this thread. */
  async build(): Promise<void> {
    const tree = await buildCollisionTree(listTriangleParts(this.#object, this.#object));
    if (!this.#isDisposed) this.#tree = tree;
  }

  raycast(ray: Ray, options: RaycastOptions): SurfaceHit | null {
    const tree = this.#tree;
    if (tree === null) return raycastObject(this.#object, ray, options);
    return raycastPlaced(this.#object, ray, options, (own, ownOptions) => tree.raycast(own, ownOptions));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#tree = null;
  }
}

/**
 * Raycasts against the drawn triangles one by one: for picks before the trees are built. Walking waits for the trees.
 * @param errorM of what is drawn
 */
export function raycastObject(
  object: Object3D,
  ray: Ray,
  { near = 0, far, surfaces }: RaycastOptions,
  errorM = 0,
): SurfaceHit | null {
  // three.js skips culled back faces, as a pick should.
  if (surfaces === "solid") return null;
  const hit = new Raycaster(ray.origin, ray.direction, near, far).intersectObject(object, true)[0];
  if (hit?.face == null) return null;
  const normal = hit.face.normal.clone().transformDirection(hit.object.matrixWorld);
  return faceTowards({ point: hit.point, normal, distance: hit.distance, errorM }, ray);
}
