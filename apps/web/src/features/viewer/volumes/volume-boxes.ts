import { Matrix4, type Ray, type Vector3 } from "three";
import { toPlacementMatrix } from "../loaders/apply-placement.ts";
import type { ScanPlacement } from "../scans/scan-placement.ts";
import type { ScanVolume } from "../scene/scene.ts";

/** A volume in the scene, wherever its scan is placed. */
export interface VolumeBox {
  readonly effect: ScanVolume["effect"];
  /** From the cube between -1 and 1 to the scene. */
  readonly place: Matrix4;
  readonly toCube: Matrix4;
}

/** Crops first, as the shaders expect them. */
export function toVolumeBoxes(volumes: readonly ScanVolume[], placement: ScanPlacement): VolumeBox[] {
  const scan = toPlacementMatrix(placement);
  const boxes = volumes.map(({ effect, position, yaw, size }): VolumeBox => {
    const [x, y, z] = size;
    const place = scan
      .clone()
      .multiply(new Matrix4().makeTranslation(...position))
      .multiply(new Matrix4().makeRotationY(yaw))
      .multiply(new Matrix4().makeScale(x / 2, y / 2, z / 2));
    return { effect, place, toCube: place.clone().invert() };
  });
  return [...boxes.filter(({ effect }) => effect === "crop"), ...boxes.filter(({ effect }) => effect === "erase")];
}

/** Whether volumes hide a point of the scene. */
export function isHiddenByBoxes(boxes: readonly VolumeBox[], point: Vector3): boolean {
  const crops = boxes.filter(({ effect }) => effect === "crop");
  if (crops.length > 0 && !crops.some((box) => isInside(box, point))) return true;
  return boxes.some((box) => box.effect === "erase" && isInside(box, point));
}

/** Distance along a ray at which the hidden stretch around a hidden point ends; infinite if it never does. */
export function findHiddenEnd(boxes: readonly VolumeBox[], ray: Ray, { point, distance }: HiddenPoint): number {
  const around = boxes.filter((box) => box.effect === "erase" && isInside(box, point));
  const ends = around.map((box) => crossBox(box, ray)?.end ?? distance);
  if (ends.length > 0) return Math.max(...ends);
  const entries = boxes.flatMap((box) => {
    const start = box.effect === "crop" ? crossBox(box, ray)?.start : undefined;
    return start !== undefined && start > distance ? [start] : [];
  });
  return Math.min(...entries);
}

interface HiddenPoint {
  readonly point: Vector3;
  readonly distance: number;
}

function isInside({ toCube }: VolumeBox, point: Vector3): boolean {
  const { x, y, z } = point.clone().applyMatrix4(toCube);
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= 1;
}

function crossBox({ toCube }: VolumeBox, ray: Ray): { readonly start: number; readonly end: number } | null {
  const origin = ray.origin.clone().applyMatrix4(toCube);
  const step = ray.origin.clone().add(ray.direction).applyMatrix4(toCube).sub(origin);
  let [start, end] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const axis of ["x", "y", "z"] as const) {
    const [one, other] = [(-1 - origin[axis]) / step[axis], (1 - origin[axis]) / step[axis]];
    start = Math.max(start, Math.min(one, other));
    end = Math.min(end, Math.max(one, other));
  }
  return start < end ? { start, end } : null;
}
