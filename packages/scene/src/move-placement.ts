import type { Quaternion } from "./scene-field.ts";
import { multiplyRotations, rotate, type SpaceSimilarity } from "./similarity.ts";
import type { SpaceMove } from "./transform-objects.ts";
import type { Vector3 } from "./vector.ts";

export type Axis = "x" | "y" | "z";

/** A move of a scan, which unlike other objects may also turn about a horizontal axis. */
export interface PlacementMove extends SpaceMove {
  /** Axis of the world frame that `turn` goes about, right-handed. Default: y, the vertical. */
  readonly about?: Axis;
}

/** Scales a pose uniformly and turns it about an axis through the move's pivot, then translates it. */
export function movePlacement({ position, rotation, scale }: SpaceSimilarity, move: PlacementMove): SpaceSimilarity {
  const { shift = [0, 0, 0], turn = 0, scale: growth = 1, pivot = [0, 0, 0], about = "y" } = move;
  const turned = turn === 0 ? position : add(rotate(toRotation(about, turn), add(position, pivot, -1)), pivot);
  const grown = growth === 1 ? turned : add(pivot, add(turned, pivot, -1), growth);
  return {
    position: add(grown, shift),
    rotation: turn === 0 ? rotation : multiplyRotations(toRotation(about, turn), rotation),
    scale: scale * growth,
  };
}

function toRotation(about: Axis, turn: number): Quaternion {
  const part = (axis: Axis) => (axis === about ? Math.sin(turn / 2) : 0);
  return [part("x"), part("y"), part("z"), Math.cos(turn / 2)];
}

function add(a: Vector3, b: Vector3, factor = 1): Vector3 {
  return [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor];
}
