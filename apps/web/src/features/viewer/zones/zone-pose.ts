import type { PublishedZone } from "@blueprint/contract/published-content";
import type { CameraPose } from "../scene/scene.ts";

const reachMetresMin = 4;

/** A camera that sees a zone whole, over the walls around it, in the direction in which the camera looks now. Metres. */
export function toZonePose({ outer, heights }: Pick<PublishedZone, "outer" | "heights">, now: CameraPose): CameraPose {
  const [xs, zs] = [outer.map(([x]) => x), outer.map(([, z]) => z)];
  const [minX, maxX, minZ, maxZ] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
  const target = [(minX + maxX) / 2, heights[0], (minZ + maxZ) / 2] as const;
  const reach = Math.max(reachMetresMin, Math.hypot(maxX - minX, maxZ - minZ));
  const [dx, dz] = [now.position[0] - now.target[0], now.position[2] - now.target[2]];
  const length = Math.hypot(dx, dz);
  // Straight from above there is no direction, so this looks from the south.
  const [sideX, sideZ] = length < 1e-6 ? [0, 1] : [dx / length, dz / length];
  return {
    position: [target[0] + sideX * reach * 0.6, target[1] + reach * 1.1, target[2] + sideZ * reach * 0.6],
    target: [...target],
  };
}
