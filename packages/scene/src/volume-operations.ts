import type * as Y from "yjs";
import { addObject, editObject } from "./object-operations.ts";
import { readObjects } from "./read-scene.ts";
import { localEdit } from "./scene-document.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { rotate, type SpaceSimilarity, transformPoint } from "./similarity.ts";
import { movePoint, type SpaceMove } from "./transform-objects.ts";
import type { Vector3 } from "./vector.ts";
import { type Volume, volumesPerScanMax } from "./volume.ts";

type NewVolume = Pick<Volume, "scanId" | "effect" | "position" | "size"> &
  Partial<Pick<Volume, "createdBy" | "createdAt">>;

/** @throws SceneInputError */
export function addVolume(doc: Y.Doc, id: string, volume: NewVolume, origin: unknown = localEdit): void {
  if (readObjects(doc, "volumes").filter(({ scanId }) => scanId === volume.scanId).length >= volumesPerScanMax) {
    throw new SceneInputError("volumes", `A scan can have up to ${volumesPerScanMax} crop and erase boxes.`);
  }
  addObject(doc, "volumes", id, volume, origin);
}

/** Moves, turns or scales a volume in the world frame of the scan's pose. @throws SceneInputError */
export function moveVolume(
  doc: Y.Doc,
  volume: Pick<Volume, "id" | "position" | "yaw" | "size">,
  placement: SpaceSimilarity,
  move: SpaceMove,
  origin: unknown = localEdit,
): boolean {
  const { turn = 0, scale = 1 } = move;
  const position = toOwnFrame(movePoint(transformPoint(placement, volume.position), move), placement);
  const yaw = Math.atan2(Math.sin(volume.yaw + turn), Math.cos(volume.yaw + turn));
  const size = volume.size.map((side) => side * scale) as [number, number, number];
  return editObject(doc, "volumes", volume.id, { position, yaw, size }, origin);
}

/** A face of a box: an axis of its own and the side of it. */
export interface Face {
  readonly axis: 0 | 1 | 2;
  readonly side: -1 | 1;
}

/** Moves one face outwards by a length in the scan's own frame, at most until the box is a centimetre thin. */
export function moveFace(
  { position, yaw, size }: Pick<Volume, "position" | "yaw" | "size">,
  { axis, side }: Face,
  outwards: number,
): Pick<Volume, "position" | "size"> {
  const by = Math.max(outwards, thinnest - size[axis]);
  const shift = turnAbout(yaw, axis === 0 ? [side, 0, 0] : axis === 1 ? [0, side, 0] : [0, 0, side]);
  return {
    position: position.map((part, at) => part + (shift[at]! * by) / 2) as [number, number, number],
    size: size.with(axis, Math.max(thinnest, size[axis] + by)) as [number, number, number],
  };
}

const thinnest = 0.01;

/** A point of a box, from -1 to 1 along its own axes, in the scan's own frame. */
export function toScanFrame({ position, yaw, size }: Pick<Volume, "position" | "yaw" | "size">, at: Vector3): Vector3 {
  const [x, y, z] = turnAbout(yaw, [(at[0] * size[0]) / 2, (at[1] * size[1]) / 2, (at[2] * size[2]) / 2]);
  return [position[0] + x, position[1] + y, position[2] + z];
}

function turnAbout(yaw: number, point: Vector3): Vector3 {
  return rotate([0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)], point);
}

/** Converts a point from the blueprint's frame to an object's own frame. */
export function toOwnFrame(point: Vector3, { position, rotation, scale }: SpaceSimilarity): Vector3 {
  const [x, y, z, w] = rotation;
  const moved: Vector3 = [point[0] - position[0], point[1] - position[1], point[2] - position[2]];
  const [ownX, ownY, ownZ] = rotate([-x, -y, -z, w], moved);
  return [ownX / scale, ownY / scale, ownZ / scale];
}
