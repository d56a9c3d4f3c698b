import { MeshoptSimplifier } from "meshoptimizer";
import { bitsToFloat, unpackChannel, unpackNormal } from "./corner-layout.ts";
import type { Grid } from "./grid.ts";
import { keepTriangles, type TileMesh, triangleCount, vertexCount } from "./tile-mesh.ts";

// How much a change of each attribute counts against a change of shape. Found by eye on scanned rooms.
const uvWeight = 0.3;
const normalWeight = 0.2;
const colourWeight = 0.2;
/** Of the mesh's extent. Without a bound, what cannot be simplified would be left out altogether. */
const errorShare = 0.05;
/**
 * More than this many times the wanted triangles, and the surface is too torn to be simplified along its edges. Seams of
 * pictures hold much in place; a heavier tile with its picture is worth more than a light one without.
 */
const tornFactor = { withPictures: 2.2, without: 1.6 };

/** Whether a vertex (its row begins at `rows[at]`) must stay where it is. */
export type IsLocked = (rows: Int32Array, at: number) => boolean;

/**
 * Fewer triangles for the same shape; vertices are left out, never moved, and locked ones stay.
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
    // Only the seams of pictures must hold: across others a normal or a colour may take over from its neighbour.
    mesh.layout.uv >= 0 ? ["Prune"] : ["Prune", "Permissive"],
  );
  const factor = mesh.layout.uv >= 0 ? tornFactor.withPictures : tornFactor.without;
  if (indices.length === 0 || indices.length > triangles * 3 * factor) return undefined;
  return keepTriangles(mesh, indices);
}

/** Fewer triangles at any price: also across gaps. For what `simplifyMesh` cannot do. Locked vertices stay. */
export function simplifyTornMesh(mesh: TileMesh, grid: Grid, triangles: number, isLocked: IsLocked): TileMesh {
  const { positions, locks } = toFloats(mesh, grid, isLocked);
  const [indices] = MeshoptSimplifier.simplifySloppy(mesh.indices, positions, 3, locks, triangles * 3, 1);
  // Everything may be locked, or fall into one cell: then what there is must do.
  return indices.length === 0 ? mesh : keepTriangles(mesh, indices);
}

function toFloats(mesh: TileMesh, { step }: Grid, isLocked: IsLocked) {
  const { rows, layout } = mesh;
  const { width, uv, normal, colour } = layout;
  const count = vertexCount(mesh);
  const weights: number[] = [];
  if (uv >= 0) weights.push(uvWeight, uvWeight);
  if (normal >= 0) weights.push(normalWeight, normalWeight, normalWeight);
  if (colour >= 0) weights.push(colourWeight, colourWeight, colourWeight);
  const positions = new Float32Array(count * 3);
  const attributes = new Float32Array(count * Math.max(1, weights.length));
  const locks = new Uint8Array(count);
  // Near the origin floats are finest.
  const [x0, y0, z0] = [rows[0] ?? 0, rows[1] ?? 0, rows[2] ?? 0];
  let to = 0;
  for (let vertex = 0, at = 0; vertex < count; vertex++, at += width) {
    positions[vertex * 3] = (rows[at]! - x0) * step;
    positions[vertex * 3 + 1] = (rows[at + 1]! - y0) * step;
    positions[vertex * 3 + 2] = (rows[at + 2]! - z0) * step;
    if (uv >= 0) {
      attributes[to++] = bitsToFloat(rows[at + uv]!);
      attributes[to++] = bitsToFloat(rows[at + uv + 1]!);
    }
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
