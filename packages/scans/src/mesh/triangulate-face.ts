// Not through the package's entry: a browser that looks at a file would load all of it.
import { Earcut } from "three/src/extras/Earcut.js";

/**
 * Cuts one flat face with any number of corners into triangles, also where it has notches: floors of CAD models do.
 * @param positions three for each corner, in their order around the face
 * @returns corners of the triangles, three each; empty where the face has no area
 */
export function triangulateFace(positions: Float64Array): number[] {
  const count = positions.length / 3;
  const normal = faceNormal(positions);
  if (!Number.isFinite(normal[0] + normal[1] + normal[2])) return fan(count);
  const size = normal.map(Math.abs);
  // The plane that the face is least steep to; mirrored where it would run the other way round.
  const dropped = size[0]! > size[1]! && size[0]! > size[2]! ? 0 : size[1]! > size[2]! ? 1 : 2;
  const [a, b] = normal[dropped]! < 0 ? [(dropped + 2) % 3, (dropped + 1) % 3] : [(dropped + 1) % 3, (dropped + 2) % 3];
  if (size[dropped] === 0) return [];
  const flat = Array.from({ length: count }, (_, at) => [positions[at * 3 + a!]!, positions[at * 3 + b!]!] as const);
  if (isConvex(flat)) return fan(count);
  const triangles = Earcut.triangulate(flat.flat(), [], 2);
  return triangles.length === 0 ? fan(count) : triangles;
}

function fan(count: number): number[] {
  return Array.from({ length: Math.max(0, count - 2) }, (_, at) => [0, at + 1, at + 2]).flat();
}

/** Newell's: right for faces that are not quite flat. */
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
