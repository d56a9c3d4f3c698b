import type { PublishedZone } from "@blueprint/contract/published-content";
import { toPoseAbove } from "../camera/pose-above.ts";
import type { CameraPose } from "../scene/scene.ts";

const reachMetresMin = 4;

/** A camera that sees a zone whole, over the walls around it, in the direction in which the camera looks now. Metres. */
export function toZonePose({ outer, heights }: Pick<PublishedZone, "outer" | "heights">, now: CameraPose): CameraPose {
  const [xs, zs] = [outer.map(([x]) => x), outer.map(([, z]) => z)];
  const [minX, maxX, minZ, maxZ] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
  const target = [(minX + maxX) / 2, heights[0], (minZ + maxZ) / 2] as const;
  const reach = Math.max(reachMetresMin, Math.hypot(maxX - minX, maxZ - minZ));
  return toPoseAbove(target, reach, now);
}
