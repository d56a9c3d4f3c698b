import { BufferAttribute, BufferGeometry } from "three";
import { MeshBVH } from "three-mesh-bvh";
import { mergeTriangles, type TrianglePart } from "./triangle-merge.ts";

interface Request {
  readonly request: number;
  readonly parts: readonly TrianglePart[];
}

// Merging and sorting a million triangles takes a second or two: keep it off the render thread.
self.addEventListener("message", ({ data: { request, parts } }: MessageEvent<Request>) => {
  const merged = mergeTriangles(parts);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(merged.positions, 3));
  geometry.setIndex(new BufferAttribute(merged.index, 1));
  const tree = MeshBVH.serialize(new MeshBVH(geometry), { cloneBuffers: false });
  const index = geometry.getIndex()!.array as Uint32Array;
  const transfer = [merged.positions.buffer, index.buffer, ...tree.roots];
  postMessage({ request, ...merged, index, tree }, { transfer });
});
