import { harmonicsByDegree, type SplatArrays } from "./read-spz.ts";

/**
 * The colours of splats as seen from one place: the real spherical harmonics that 3D Gaussian Splatting is trained with
 * (Kerbl et al. 2023), along the direction from the eye to each splat's centre.
 * @param eye in the frame of the splats
 * @param into four bytes per splat, whose fourth is left alone
 */
export function shadeSplats(
  { count, centres, colours, degree, harmonics }: SplatArrays,
  eye: { readonly x: number; readonly y: number; readonly z: number },
  into: Uint8Array,
): void {
  const each = harmonicsByDegree[degree as 0 | 1 | 2 | 3];
  const weights = new Float64Array(each / 3);
  for (let splat = 0; splat < count; splat++) {
    const [atColour, atHarmonics] = [splat * 3, splat * each];
    if (degree > 0) {
      const x = centres[atColour]! - eye.x;
      const y = centres[atColour + 1]! - eye.y;
      const z = centres[atColour + 2]! - eye.z;
      weigh(weights, degree, x, y, z, Math.hypot(x, y, z) || 1);
    }
    for (let channel = 0; channel < 3; channel++) {
      let shade = colours[atColour + channel]!;
      for (let at = 0; at < weights.length; at++)
        shade += weights[at]! * (harmonics[atHarmonics + at * 3 + channel]! / 128 - 1);
      into[splat * 4 + channel] = Math.max(0, Math.min(255, Math.round(shade * 255)));
    }
  }
}

/** Values of the harmonics of degree 1 to 3 along a direction of any length. */
function weigh(weights: Float64Array, degree: number, dx: number, dy: number, dz: number, length: number): void {
  const [x, y, z] = [dx / length, dy / length, dz / length];
  weights[0] = -0.488_602_511_9 * y;
  weights[1] = 0.488_602_511_9 * z;
  weights[2] = -0.488_602_511_9 * x;
  if (degree < 2) return;
  const [xx, yy, zz] = [x * x, y * y, z * z];
  weights[3] = 1.092_548_430_6 * x * y;
  weights[4] = -1.092_548_430_6 * y * z;
  weights[5] = 0.315_391_565_3 * (2 * zz - xx - yy);
  weights[6] = -1.092_548_430_6 * x * z;
  weights[7] = 0.546_274_215_3 * (xx - yy);
  if (degree < 3) return;
  weights[8] = -0.590_043_589_9 * y * (3 * xx - yy);
  weights[9] = 2.890_611_442_6 * x * y * z;
  weights[10] = -0.457_045_799_5 * y * (4 * zz - xx - yy);
  weights[11] = 0.373_176_332_6 * z * (2 * zz - 3 * xx - 3 * yy);
  weights[12] = -0.457_045_799_5 * x * (4 * zz - xx - yy);
  weights[13] = 1.445_305_721_3 * z * (xx - yy);
  weights[14] = -0.590_043_589_9 * x * (xx - 3 * yy);
}
