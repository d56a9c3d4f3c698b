type Triple = readonly [number, number, number];

const pointsMin = 8;

/** Unit normal of the best-fit plane through points (three numbers each); null if they don't define a plane. */
export function fitPlaneNormal(points: readonly number[]): Triple | null {
  const count = points.length / 3;
  if (count < pointsMin) return null;
  const centre = [0, 0, 0];
  for (let i = 0; i < points.length; i++) centre[i % 3]! += points[i]! / count;
  let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]! - centre[0]!;
    const y = points[i + 1]! - centre[1]!;
    const z = points[i + 2]! - centre[2]!;
    xx += x * x;
    xy += x * y;
    xz += x * z;
    yy += y * y;
    yz += y * z;
    zz += z * z;
  }
  // The axis with the largest determinant is nearest to the normal; solving along it is stable.
  const alongX = yy * zz - yz * yz;
  const alongY = xx * zz - xz * xz;
  const alongZ = xx * yy - xy * xy;
  const largest = Math.max(alongX, alongY, alongZ);
  if (!(largest > 0)) return null;
  let normal: Triple;
  if (largest === alongX) normal = [alongX, xz * yz - xy * zz, xy * yz - xz * yy];
  else if (largest === alongY) normal = [xz * yz - xy * zz, alongY, xy * xz - yz * xx];
  else normal = [xy * yz - xz * yy, xy * xz - yz * xx, alongZ];
  const length = Math.hypot(...normal);
  return length > 0 ? [normal[0] / length, normal[1] / length, normal[2] / length] : null;
}
