import type { Vector3 } from "@blueprint/scene/vector";
import type { Volume, VolumeEffect } from "@blueprint/scene/volume";
import type { ViewerScan } from "../../../viewer/viewer.ts";

/** So that a crop's own faces hide nothing yet: walls and floors lie exactly on the bounds. */
const margin = 0.01;
/** Side of a new box to erase, of the scan's longest side. */
const erasedShare = 1 / 6;

/**
 * A new volume in the scan's own frame: a crop around everything, or a cube to erase at a point of the scan.
 * @param at by default the scan's centre
 */
export function startVolume(
  effect: VolumeEffect,
  { min, max }: ViewerScan["delivery"]["bounds"],
  at: Vector3 | null,
): Pick<Volume, "effect" | "position" | "size"> {
  const middle: Vector3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const lengths: Vector3 = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const longest = Math.max(...lengths);
  if (effect === "crop") {
    const grow = (length: number) => length + 2 * margin * longest;
    return { effect, position: middle, size: [grow(lengths[0]), grow(lengths[1]), grow(lengths[2])] };
  }
  const side = Math.max(longest * erasedShare, margin);
  return { effect, position: at ?? middle, size: [side, side, side] };
}
