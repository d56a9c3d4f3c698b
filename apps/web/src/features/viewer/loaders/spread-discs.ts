import type { PointSet } from "../scans/nearest-point.ts";
import type { SplatDiscs } from "./raycast-discs.ts";

/** Distance between the points that stand for a disc: they leave no gap that a walker's cells would see. Metres. */
const spacingM = 0.12;
/** Larger discs are sky and distant ground. Metres. */
const radiusMaxM = 2;

/** Spreads points over discs, so that walkers collide with the shape of coarse splats. In the discs' own frame. */
export function spreadDiscs({ count, centres, normals, radii }: SplatDiscs): PointSet {
  const positions: number[] = [];
  for (let i = 0; i < count; i++) {
    const radius = radii[i]!;
    if (radius > radiusMaxM) continue;
    const [x, y, z] = [centres[i * 3]!, centres[i * 3 + 1]!, centres[i * 3 + 2]!];
    const [nx, ny, nz] = [normals[i * 3]!, normals[i * 3 + 1]!, normals[i * 3 + 2]!];
    // Two directions across the disc.
    const isUpright = Math.abs(ny) < 0.9;
    const length = isUpright ? Math.hypot(nx, nz) : Math.hypot(ny, nz);
    const [ux, uy, uz] = isUpright ? [nz / length, 0, -nx / length] : [0, nz / length, -ny / length];
    const [vx, vy, vz] = [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux];
    const reach = Math.floor(radius / spacingM);
    for (let a = -reach; a <= reach; a++) {
      for (let b = -reach; b <= reach; b++) {
        if (Math.hypot(a, b) * spacingM > radius) continue;
        const [u, v] = [a * spacingM, b * spacingM];
        positions.push(x + ux * u + vx * v, y + uy * u + vy * v, z + uz * u + vz * v);
      }
    }
  }
  return { positions: Float32Array.from(positions), count: positions.length / 3, stride: 3, offset: 0 };
}
