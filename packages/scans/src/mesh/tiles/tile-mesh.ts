import { type CornerLayout, triangleWidth } from "./corner-layout.ts";
import { RowNumbers } from "./row-numbers.ts";

/** Indexed triangles of one tile; each vertex is a row in the given layout and belongs to one surface. */
export interface TileMesh {
  readonly layout: CornerLayout;
  readonly rows: Int32Array;
  /** Three per triangle. */
  readonly indices: Uint32Array;
}

export const vertexCount = ({ rows, layout }: TileMesh) => rows.length / layout.width;
export const triangleCount = ({ indices }: TileMesh) => indices.length / 3;

/** Welds some of a region's triangles: fully equal corners become one vertex. */
export function weldTriangles(words: Int32Array, triangles: Uint32Array, layout: CornerLayout): TileMesh {
  const width = triangleWidth(layout);
  const cornerWidth = layout.width - 1;
  const vertices = new RowNumbers(layout.width, triangles.length);
  const indices = new Uint32Array(triangles.length * 3);
  const row = new Int32Array(layout.width);
  let at = 0;
  for (const triangle of triangles) {
    const from = triangle * width;
    row[layout.surface] = words[from + width - 1]!;
    for (let corner = 0; corner < 3; corner++) {
      for (let word = 0; word < cornerWidth; word++) row[word] = words[from + corner * cornerWidth + word]!;
      indices[at++] = vertices.add(row, 0);
    }
  }
  return { layout, rows: vertices.rows.slice(), indices };
}

/** Merges meshes with the same layout; they share vertices again where they touch. */
export function mergeMeshes(meshes: readonly TileMesh[]): TileMesh {
  const { layout } = meshes[0]!;
  const vertices = new RowNumbers(
    layout.width,
    meshes.reduce((sum, mesh) => sum + vertexCount(mesh), 0),
  );
  const indices = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.indices.length, 0));
  let at = 0;
  for (const mesh of meshes) {
    const numbers = new Uint32Array(vertexCount(mesh));
    for (let vertex = 0; vertex < numbers.length; vertex++) {
      numbers[vertex] = vertices.add(mesh.rows, vertex * layout.width);
    }
    for (const index of mesh.indices) indices[at++] = numbers[index]!;
  }
  return { layout, rows: vertices.rows.slice(), indices };
}

/** The mesh with only the vertices that the triangles use, in order of use. */
export function keepTriangles({ layout, rows }: TileMesh, indices: Uint32Array): TileMesh {
  const { width } = layout;
  const numbers = new Int32Array(rows.length / width).fill(-1);
  const kept = new Uint32Array(indices.length);
  const keptRows = new Int32Array(Math.min(indices.length, numbers.length) * width);
  let count = 0;
  for (const [at, vertex] of indices.entries()) {
    let number = numbers[vertex]!;
    if (number < 0) {
      number = count++;
      numbers[vertex] = number;
      for (let word = 0; word < width; word++) keptRows[number * width + word] = rows[vertex * width + word]!;
    }
    kept[at] = number;
  }
  return { layout, rows: keptRows.slice(0, count * width), indices: kept };
}

/** Lowest and highest grid steps of the vertices. */
export function boundsOf({ rows, layout }: TileMesh): { min: [number, number, number]; max: [number, number, number] } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < rows.length; at += layout.width) {
    for (let axis = 0; axis < 3; axis++) {
      const value = rows[at + axis]!;
      if (value < min[axis]!) min[axis] = value;
      if (value > max[axis]!) max[axis] = value;
    }
  }
  return { min, max };
}

/** The area of the triangles, in grid steps squared. */
export function areaOf({ rows, indices, layout: { width } }: TileMesh): number {
  let area = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]! * width, indices[at + 1]! * width, indices[at + 2]! * width];
    const ux = rows[b]! - rows[a]!;
    const uy = rows[b + 1]! - rows[a + 1]!;
    const uz = rows[b + 2]! - rows[a + 2]!;
    const vx = rows[c]! - rows[a]!;
    const vy = rows[c + 1]! - rows[a + 1]!;
    const vz = rows[c + 2]! - rows[a + 2]!;
    area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return area;
}
