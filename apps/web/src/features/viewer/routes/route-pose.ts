import { toPoseAbove } from "../camera/pose-above.ts";
import type { CameraPose, Vector3Tuple } from "../scene/scene.ts";
import { eyeHeight } from "../walking/walk-physics.ts";

const reachMetresMin = 5;
/** Walkers look this far along their way. */
const aheadM = 3;

/** A camera that sees a whole way from above, in the direction in which the camera looks now. Metres. */
export function toRoutePose(points: readonly Vector3Tuple[], now: CameraPose): CameraPose {
  const spans = [0, 1, 2].map((axis) => {
    const values = points.map((point) => point[axis]!);
    return [Math.min(...values), Math.max(...values)] as const;
  });
  const target = spans.map(([min, max]) => (min + max) / 2) as [number, number, number];
  const reach = Math.max(reachMetresMin, Math.hypot(...spans.map(([min, max]) => max - min)));
  return toPoseAbove(target, reach, now);
}

/** The same place, looking along the way. */
export function toFirstLook(points: readonly Vector3Tuple[], { position }: CameraPose): CameraPose | null {
  const ahead = points.find(([x, , z]) => Math.hypot(x - position[0], z - position[2]) >= aheadM) ?? points.at(-1);
  if (ahead === undefined || Math.hypot(ahead[0] - position[0], ahead[2] - position[2]) < 0.5) return null;
  return { position, target: [ahead[0], ahead[1] + eyeHeight * 0.75, ahead[2]] };
}
