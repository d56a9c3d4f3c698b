import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  InterleavedBufferAttribute,
  type Intersection,
  type Material,
  Matrix4,
  Mesh,
  type Object3D,
  type Ray,
  type TypedArray,
} from "three";
import { MeshBVH, type SerializedBVH } from "three-mesh-bvh";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";
import { type MergedTriangles, mergeTriangles, type TrianglePart } from "./triangle-merge.ts";

/** Static triangles indexed for fast raycasts. */
export class CollisionTree {
  /** Bounds of all triangles, in the frame of the rays. */
  readonly box: Box3;
  readonly #bvh: MeshBVH;
  readonly #doubleSidedVertices: number;

  constructor(bvh: MeshBVH, doubleSidedVertices: number) {
    this.#bvh = bvh;
    this.#doubleSidedVertices = doubleSidedVertices;
    this.box = bvh.getBoundingBox(new Box3());
  }

  raycast(ray: Ray, { near = 0, far, surfaces }: Pick<RaycastOptions, "near" | "far" | "surfaces">): SurfaceHit | null {
    const first = this.#bvh.raycastFirst(ray, DoubleSide, near, far);
    if (first === null || surfaces === "solid" || this.#isSeen(first, ray)) return toHit(first, ray);
    const seen = this.#bvh
      .raycast(ray, DoubleSide, near, far)
      .filter((hit) => this.#isSeen(hit, ray))
      .sort((a, b) => a.distance - b.distance);
    return toHit(seen[0] ?? null, ray);
  }

  #isSeen(hit: Intersection, ray: Ray): boolean {
    if (hit.face == null) return false;
    return hit.face.a < this.#doubleSidedVertices || hit.face.normal.dot(ray.direction) < 0;
  }
}

interface BuiltTree extends MergedTriangles {
  readonly tree: SerializedBVH;
}

interface Waiting {
  readonly resolve: (built: BuiltTree) => void;
  readonly reject: (cause: Error) => void;
}

let worker: Worker | null = null;
let isWorkerMissing = false;
let lastRequest = 0;
const waiting = new Map<number, Waiting>();

/** Sorts triangles in a worker; without workers, on this thread. Null if there are none. */
export async function buildCollisionTree(parts: readonly TrianglePart[]): Promise<CollisionTree | null> {
  if (parts.every((part) => (part.index?.length ?? part.vertexCount) < 3)) return null;
  try {
    const built = await buildInWorker(parts);
    const geometry = toGeometry(built);
    return new CollisionTree(MeshBVH.deserialize(built.tree, geometry, { setIndex: false }), built.doubleSidedVertices);
  } catch {
    const merged = mergeTriangles(parts);
    return new CollisionTree(new MeshBVH(toGeometry(merged)), merged.doubleSidedVertices);
  }
}

/** One worker handles all requests in sequence: a tileset makes hundreds. */
function buildInWorker(parts: readonly TrianglePart[]): Promise<BuiltTree> {
  if (isWorkerMissing || typeof Worker === "undefined") throw new Error("There are no workers here.");
  worker ??= startWorker();
  const request = ++lastRequest;
  return new Promise((resolve, reject) => {
    waiting.set(request, { resolve, reject });
    worker?.postMessage({ request, parts });
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL("./collision.worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<BuiltTree & { readonly request: number }>) => {
    waiting.get(data.request)?.resolve(data);
    waiting.delete(data.request);
  });
  started.addEventListener("error", (event) => {
    event.preventDefault();
    isWorkerMissing = true;
    worker = null;
    started.terminate();
    for (const { reject } of waiting.values()) reject(new Error("The collision worker could not run."));
    waiting.clear();
  });
  return started;
}

function toGeometry({ positions, index }: MergedTriangles): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}

/** Triangles of every mesh under an object, in the world frame or in that of `frame`, the scan's own object. */
export function listTriangleParts(object: Object3D, frame?: Object3D): TrianglePart[] {
  const parts: TrianglePart[] = [];
  const toFrame = frame === undefined ? new Matrix4() : frame.matrixWorld.clone().invert();
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
      matrix: toFrame.clone().multiply(mesh.matrixWorld).toArray(),
      isDoubleSided: materials.some((material) => material.side === DoubleSide),
    });
  });
  return parts;
}

function toHit(hit: Intersection | null, ray: Ray): SurfaceHit | null {
  if (hit?.face == null) return null;
  return faceTowards(
    { point: hit.point.clone(), normal: hit.face.normal.clone(), distance: hit.distance, errorM: 0 },
    ray,
  );
}

/** Flips the hit's normal towards the ray's origin. */
export function faceTowards(hit: SurfaceHit, ray: Ray): SurfaceHit {
  if (hit.normal.lengthSq() < 0.5) hit.normal.copy(ray.direction).negate();
  else if (hit.normal.dot(ray.direction) > 0) hit.normal.negate();
  return hit;
}
