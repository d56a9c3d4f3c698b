import { bitsToFloat, unpackNormal } from "./corner-layout.ts";
import type { TileMesh } from "./tile-mesh.ts";

/** Whether a triangle shows its picture mirrored; `corner` is the index of its first. */
export function isMirrored({ rows, indices, layout }: Pick<TileMesh, "rows" | "indices" | "layout">, corner: number) {
  const [u, v] = [0, 1].map((axis) => [0, 1, 2].map((at) => readUv(rows, indices[corner + at]! * layout.width, axis)));
  return (u![1]! - u![0]!) * (v![2]! - v![0]!) - (u![2]! - u![0]!) * (v![1]! - v![0]!) > 0;

  function readUv(words: Int32Array, from: number, axis: number): number {
    return bitsToFloat(words[from + layout.uv + axis]!);
  }
}

/**
 * The directions of the pictures on the surface, which normal pictures are relative to: four signed bytes per vertex.
 * Without them, readers derive them from the texture coordinates, which an atlas stretches.
 * @param vertices rows of the mesh
 * @param indices triangles of `vertices`; those around one vertex are all mirrored, or none is
 */
export function computeTangents(
  { rows, layout }: TileMesh,
  vertices: readonly number[],
  indices: Uint32Array,
): Int8Array {
  const { width, uv, normal } = layout;
  const sums = new Float64Array(vertices.length * 3);
  const signs = new Int8Array(vertices.length).fill(1);
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => vertices[indices[at + corner]!]! * width) as [number, number, number];
    const share = (from: number, axis: number) =>
      bitsToFloat(rows[from + uv + axis]!) - bitsToFloat(rows[a + uv + axis]!);
    const [u1, v1, u2, v2] = [share(b, 0), share(b, 1), share(c, 0), share(c, 1)];
    const area = u1 * v2 - u2 * v1;
    if (area === 0 || !Number.isFinite(area)) continue;
    const tangent = [0, 1, 2].map((axis) => {
      const [e1, e2] = [rows[b + axis]! - rows[a + axis]!, rows[c + axis]! - rows[a + axis]!];
      return (e1 * v2 - e2 * v1) * Math.sign(area);
    });
    const length = Math.hypot(...tangent);
    if (!(length > 0 && Number.isFinite(length))) continue;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[at + corner]!;
      // Texture coordinates count downwards, normal pictures upwards.
      signs[vertex] = -Math.sign(area);
      for (const [axis, value] of tangent.entries()) sums[vertex * 3 + axis]! += value / length;
    }
  }
  const tangents = new Int8Array(vertices.length * 4);
  for (const [at, vertex] of vertices.entries()) {
    const n = ([0, 1, 2] as const).map((axis) => unpackNormal(rows[vertex * width + normal]!, axis) / 127);
    const sum = [0, 1, 2].map((axis) => sums[at * 3 + axis]!);
    const tangent = projectOnto(sum, n) ?? projectOnto([1, 0, 0], n) ?? projectOnto([0, 0, 1], n)!;
    for (let axis = 0; axis < 3; axis++) tangents[at * 4 + axis] = Math.round(tangent[axis]! * 127);
    tangents[at * 4 + 3] = signs[at]! * 127;
  }
  return tangents;
}

/** The part of a direction in the plane of a normal, unit length. */
function projectOnto(direction: readonly number[], normal: readonly number[]): number[] | undefined {
  const along = direction.reduce((sum, value, axis) => sum + value * normal[axis]!, 0);
  const flat = direction.map((value, axis) => value - along * normal[axis]!);
  const length = Math.hypot(...flat);
  return length > 1e-3 ? flat.map((value) => value / length) : undefined;
}
