import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  InterleavedBufferAttribute,
  type Intersection,
  type Material,
  Mesh,
  type Object3D,
  type Ray,
  Raycaster,
  type TypedArray,
  Vector3,
} from "three";
import { MeshBVH, type SerializedBVH } from "three-mesh-bvh";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";
import { type MergedTriangles, mergeTriangles, type TrianglePart } from "./triangle-merge.ts";

interface CollisionTree {
  readonly bvh: MeshBVH;
  readonly geometry: BufferGeometry;
  readonly doubleSidedVertices: number;
}

/** Rays against the triangles of an object that does not move. Answers from the first moment, fast once built. */
export class CollisionMesh {
  readonly #object: Object3D;
  readonly #raycaster = new Raycaster();
  #tree: CollisionTree | null = null;
  #worker: Worker | null = null;

  constructor(object: Object3D) {
    this.#object = object;
    object.updateMatrixWorld(true);
  }

  /** Builds the search tree beside the drawing thread; without workers, in this one. */
  async build(): Promise<void> {
    const parts = listTriangleParts(this.#object);
    try {
      this.#tree = await this.#buildInWorker(parts);
    } catch {
      this.#tree = buildTree(mergeTriangles(parts));
    }
  }

  raycast(ray: Ray, { far, surfaces }: RaycastOptions): SurfaceHit | null {
    const tree = this.#tree;
    if (tree === null) return this.#raycastSlowly(ray, far, surfaces);
    const first = tree.bvh.raycastFirst(ray, DoubleSide, 0, far);
    if (first === null || surfaces === "solid" || isSeen(first, ray, tree)) return toHit(first, ray);
    const seen = tree.bvh
      .raycast(ray, DoubleSide, 0, far)
      .filter((hit) => isSeen(hit, ray, tree))
      .sort((a, b) => a.distance - b.distance);
    return toHit(seen[0] ?? null, ray);
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#tree = null;
  }

  #raycastSlowly(ray: Ray, far: number, surfaces: RaycastOptions["surfaces"]): SurfaceHit | null {
    // Before the tree exists three.js skips culled backs, which is what a pick wants; a walker waits for the tree.
    if (surfaces === "solid") return null;
    this.#raycaster.set(ray.origin, ray.direction);
    this.#raycaster.far = far;
    const hit = this.#raycaster.intersectObject(this.#object, true)[0];
    if (hit?.face == null) return null;
    const normal = hit.face.normal.clone().transformDirection(hit.object.matrixWorld);
    return faceTowards({ point: hit.point, normal, distance: hit.distance }, ray);
  }

  #buildInWorker(parts: readonly TrianglePart[]): Promise<CollisionTree> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./collision.worker.ts", import.meta.url), { type: "module" });
      this.#worker = worker;
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        worker.terminate();
        reject(new Error("The collision worker could not run."));
      });
      worker.addEventListener("message", ({ data }: MessageEvent<MergedTriangles & { tree: SerializedBVH }>) => {
        worker.terminate();
        const geometry = toGeometry(data);
        resolve({
          geometry,
          bvh: MeshBVH.deserialize(data.tree, geometry, { setIndex: false }),
          doubleSidedVertices: data.doubleSidedVertices,
        });
      });
      worker.postMessage(parts);
    });
  }
}

/** The triangles of every mesh under an object, in the object's parent's frame. */
export function listTriangleParts(object: Object3D): TrianglePart[] {
  const parts: TrianglePart[] = [];
  object.traverse((child) => {
    if (!(child instanceof Mesh)) return;
    const mesh = child as Mesh<BufferGeometry, Material | Material[]>;
    const position = mesh.geometry.getAttribute("position");
    if (!(position instanceof BufferAttribute || position instanceof InterleavedBufferAttribute)) return;
    const materials = Array.isArray(mesh.material) ? mesh.material : [mesh.material];
    const isInterleaved = position instanceof InterleavedBufferAttribute;
    const array: TypedArray = isInterleaved ? position.data.array : (position.array as TypedArray);
    parts.push({
      positions: array as TrianglePart["positions"],
      normalized: position.normalized,
      stride: isInterleaved ? position.data.stride : position.itemSize,
      offset: isInterleaved ? position.offset : 0,
      vertexCount: position.count,
      index: (mesh.geometry.getIndex()?.array as Uint32Array | undefined) ?? null,
      matrix: mesh.matrixWorld.toArray(),
      isDoubleSided: materials.some((material) => material.side === DoubleSide),
    });
  });
  return parts;
}

function buildTree(merged: MergedTriangles): CollisionTree {
  const geometry = toGeometry(merged);
  return { geometry, bvh: new MeshBVH(geometry), doubleSidedVertices: merged.doubleSidedVertices };
}

function toGeometry({ positions, index }: MergedTriangles): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}

function isSeen(hit: Intersection, ray: Ray, tree: CollisionTree): boolean {
  if (hit.face == null) return false;
  return hit.face.a < tree.doubleSidedVertices || hit.face.normal.dot(ray.direction) < 0;
}

function toHit(hit: Intersection | null, ray: Ray): SurfaceHit | null {
  if (hit?.face == null) return null;
  return faceTowards({ point: hit.point.clone(), normal: hit.face.normal.clone(), distance: hit.distance }, ray);
}

function faceTowards(hit: SurfaceHit, ray: Ray): SurfaceHit {
  if (hit.normal.lengthSq() < 0.5) hit.normal.copy(new Vector3().copy(ray.direction).negate());
  else if (hit.normal.dot(ray.direction) > 0) hit.normal.negate();
  return hit;
}
