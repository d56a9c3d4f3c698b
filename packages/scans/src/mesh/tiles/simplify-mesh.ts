import { MeshoptSimplifier } from "meshoptimizer";
import { bitsToFloat, unpackChannel, unpackNormal } from "./corner-layout.ts";
import type { Grid } from "./grid.ts";
import { keepTriangles, type TileMesh, triangleCount, vertexCount } from "./tile-mesh.ts";

// Weight of an attribute change relative to a shape change. Tuned by eye on scanned rooms.
const uvWeight = 0.3;
const normalWeight = 0.2;
const colourWeight = 0.2;
/** Relative to the mesh's extent. Without a bound, whatever cannot be simplified would be dropped. */
const errorShare = 0.05;
/**
 * With more than this many times the target triangles, the surface is too torn for edge simplification. Picture seams
 * lock many edges; a heavier tile with its picture is better than a light one without.
 */
const tornFactor = { withPictures: 2.2, without: 1.6 };

/** Whether a vertex (its row starts at `rows[at]`) must stay in place. */
export type IsLocked = (rows: Int32Array, at: number) => boolean;

/**
 * Reduces the triangles while preserving the shape; vertices are removed, never moved, and locked ones stay.
 * @returns undefined when borders and seams leave too little to simplify
 */
export function simplifyMesh(mesh: TileMesh, grid: Grid, triangles: number, isLocked: IsLocked): TileMesh | undefined {
  if (triangleCount(mesh) <= triangles) return mesh;
  const { positions, attributes, weights, locks } = toFloats(mesh, grid, isLocked);
  const [indices] = MeshoptSimplifier.simplifyWithAttributes(
    mesh.indices,
    positions,
    3,
    attributes,
    Math.max(1, weights.length),
    weights.length === 0 ? [0] : weights,
    locks,
    triangles * 3,
    errorShare,
    // Only picture seams must be preserved: across others, a normal or a colour may replace its neighbour's.
    mesh.layout.uv >= 0 ? ["Prune"] : ["Prune", "Permissive"],
  );
  const factor = mesh.layout.uv >= 0 ? tornFactor.withPictures : tornFactor.without;
  if (indices.length === 0 || indices.length > triangles * 3 * factor) return undefined;
  return keepTriangles(mesh, indices);
}

/** Reduces triangles at any cost, even across gaps, where `simplifyMesh` fails. Locked vertices stay. */
export function simplifyTornMesh(mesh: TileMesh, grid: Grid, triangles: number, isLocked: IsLocked): TileMesh {
  const { positions, locks } = toFloats(mesh, grid, isLocked);
  const [indices] = MeshoptSimplifier.simplifySloppy(mesh.indices, positions, 3, locks, triangles * 3, 1);
  // If everything is locked or falls into one cell, keep the mesh as it is.
  return indices.length === 0 ? mesh : keepTriangles(mesh, indices);
}

function toFloats(mesh: TileMesh, { step }: Grid, isLocked: IsLocked) {
  const { rows, layout } = mesh;
  const { width, uv, secondUv, normal, colour } = layout;
  const count = vertexCount(mesh);
  const weights: number[] = [];
  const coordinates = [uv, secondUv].filter((at) => at >= 0).flatMap((at) => [at, at + 1]);
  weights.push(...coordinates.map(() => uvWeight));
  if (normal >= 0) weights.push(normalWeight, normalWeight, normalWeight);
  if (colour >= 0) weights.push(colourWeight, colourWeight, colourWeight);
  const positions = new Float32Array(count * 3);
  const attributes = new Float32Array(count * Math.max(1, weights.length));
  const locks = new Uint8Array(count);
  // Relative to the first vertex: floats are most precise near the origin.
  const [x0, y0, z0] = [rows[0] ?? 0, rows[1] ?? 0, rows[2] ?? 0];
  let to = 0;
  for (let vertex = 0, at = 0; vertex < count; vertex++, at += width) {
    positions[vertex * 3] = (rows[at]! - x0) * step;
    positions[vertex * 3 + 1] = (rows[at + 1]! - y0) * step;
    positions[vertex * 3 + 2] = (rows[at + 2]! - z0) * step;
    for (const coordinate of coordinates) attributes[to++] = bitsToFloat(rows[at + coordinate]!);
    if (normal >= 0) {
      for (const axis of [0, 1, 2] as const) attributes[to++] = unpackNormal(rows[at + normal]!, axis) / 127;
    }
    if (colour >= 0) {
      for (let channel = 0; channel < 3; channel++)
        attributes[to++] = unpackChannel(rows, at + colour, channel) / 65535;
    }
    if (isLocked(rows, at)) locks[vertex] = 1;
  }
  return { positions, attributes, weights, locks };
}
