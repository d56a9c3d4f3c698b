// Not through the package's entry point: the browser's preflight would load all of it.
import { Earcut } from "three/src/extras/Earcut.js";

/**
 * Triangulates one flat face with any number of corners, including concave ones such as floors in CAD models.
 * @param positions three per corner, in order around the face
 * @returns corner indices, three per triangle; of a face without an area, triangles without one
 */
export function triangulateFace(positions: Float64Array): number[] {
  const count = positions.length / 3;
  const normal = faceNormal(positions);
  const size = normal.map(Math.abs);
  if (!(Math.max(...size) > 0 && Math.max(...size) < Number.POSITIVE_INFINITY)) return fan(count);
  // Project along the normal's largest axis; mirror where the winding would flip.
  const dropped = size[0]! > size[1]! && size[0]! > size[2]! ? 0 : size[1]! > size[2]! ? 1 : 2;
  const [a, b] = normal[dropped]! < 0 ? [(dropped + 2) % 3, (dropped + 1) % 3] : [(dropped + 1) % 3, (dropped + 2) % 3];
  const flat = Array.from({ length: count }, (_, at) => [positions[at * 3 + a!]!, positions[at * 3 + b!]!] as const);
  if (isConvex(flat)) return fan(count);
  const triangles = Earcut.triangulate(flat.flat(), [], 2);
  return triangles.length === 0 ? fan(count) : triangles;
}

function fan(count: number): number[] {
  return Array.from({ length: Math.max(0, count - 2) }, (_, at) => [0, at + 1, at + 2]).flat();
}

/** Newell's method: also correct for slightly non-planar faces. */
function faceNormal(positions: Float64Array): [number, number, number] {
  const normal: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < positions.length; at += 3) {
    const next = (at + 3) % positions.length;
    for (let axis = 0; axis < 3; axis++) {
      const [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
      normal[axis]! += (positions[at + b]! - positions[next + b]!) * (positions[at + c]! + positions[next + c]!);
    }
  }
  return normal;
}

function isConvex(corners: readonly (readonly [number, number])[]): boolean {
  return corners.every(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length]!;
    const [afterX, afterY] = corners[(at + 2) % corners.length]!;
    return (nextX - x) * (afterY - nextY) - (nextY - y) * (afterX - nextX) >= 0;
  });
}
