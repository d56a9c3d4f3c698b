import type { Bounds } from "@blueprint/contract/scan-report";
import type { MeshPart } from "./mesh-scene.ts";

const sampledTrianglesMax = 200_000;
// How level a surface must be to count as floor or ceiling: within about 18 degrees.
const levelCosineMin = 0.95;
// One axis must be this much more convincing than the other, otherwise the format's habit decides.
const certaintyMin = 1.3;

/**
 * Which of y and z is up in a file that does not say. Venues have floors and ceilings and are wider than high, so up
 * is the axis with much area across it and little extent along it. Undefined when neither stands out.
 */
export function guessUpAxis(parts: readonly MeshPart[], bounds: Bounds): "y" | "z" | undefined {
  const triangles = parts.reduce((sum, part) => sum + (part.indices?.length ?? 0) / 3, 0);
  const stride = Math.max(1, Math.floor(triangles / sampledTrianglesMax));
  const area = { y: 0, z: 0 };
  for (const { positions, indices } of parts) {
    for (let at = 0; at + 2 < (indices?.length ?? 0); at += 3 * stride) {
      const [a, b, c] = [indices![at]! * 3, indices![at + 1]! * 3, indices![at + 2]! * 3];
      const [ux, uy, uz] = [0, 1, 2].map((axis) => positions[b + axis]! - positions[a + axis]!);
      const [vx, vy, vz] = [0, 1, 2].map((axis) => positions[c + axis]! - positions[a + axis]!);
      const nx = uy! * vz! - uz! * vy!;
      const ny = uz! * vx! - ux! * vz!;
      const nz = ux! * vy! - uy! * vx!;
      const length = Math.hypot(nx, ny, nz);
      if (!(length > 0 && Number.isFinite(length))) continue;
      if (Math.abs(ny) > length * levelCosineMin) area.y += length;
      else if (Math.abs(nz) > length * levelCosineMin) area.z += length;
    }
  }
  const scoreY = area.y / Math.max(1e-9, bounds.max[1] - bounds.min[1]);
  const scoreZ = area.z / Math.max(1e-9, bounds.max[2] - bounds.min[2]);
  if (scoreY > scoreZ * certaintyMin) return "y";
  if (scoreZ > scoreY * certaintyMin) return "z";
  return undefined;
}
