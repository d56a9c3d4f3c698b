import * as Y from "yjs";
import { audiencesField, commonFields, defineKind, readFields, storeyField } from "./object-kind.ts";
import {
  type FieldValues,
  flagField,
  isSceneId,
  numberField,
  positionField,
  type Quaternion,
  rotationField,
} from "./scene-field.ts";
import { multiplyRotations } from "./similarity.ts";

/**
 * Pose of a scan in the venue: scaling, then rotating, then translating its points yields points of the world frame.
 * The id is the scan's; a scan without a placement keeps its own coordinates.
 */
export const placementKind = defineKind({
  noun: "scan placement",
  fields: {
    ...commonFields,
    position: positionField,
    rotation: rotationField,
    scale: numberField(1e-6, 1e6, 1),
    floor: storeyField,
    isHidden: flagField,
    audiences: audiencesField,
  },
  countMax: 1_000,
});

export interface ScanPlacement extends FieldValues<(typeof placementKind)["fields"]> {
  /** The scan's id. */
  readonly id: string;
}

export function readPlacement(id: string, value: unknown): ScanPlacement | null {
  return isSceneId(id) && value instanceof Y.Map ? { id, ...readFields(placementKind, value) } : null;
}

/**
 * A rotation as three angles in radians: `roll` about the scan's own z axis first, then `pitch` about its x axis, then
 * `yaw` about the vertical, each counterclockwise seen from the axis's positive end.
 */
export interface Turns {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

export function toTurns([x, y, z, w]: Quaternion): Turns {
  const rise = 2 * (w * x - y * z);
  // On its nose, a scan has one angle left for two: the yaw takes it.
  if (Math.abs(rise) > 1 - 1e-9) {
    return {
      yaw: Math.atan2(2 * (w * y - x * z), 1 - 2 * (y * y + z * z)),
      pitch: Math.asin(Math.sign(rise)),
      roll: 0,
    };
  }
  return {
    yaw: Math.atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y)),
    pitch: Math.asin(rise),
    roll: Math.atan2(2 * (x * y + w * z), 1 - 2 * (x * x + z * z)),
  };
}

export function fromTurns({ yaw, pitch, roll }: Turns): Quaternion {
  const about = (axis: 0 | 1 | 2, angle: number): Quaternion => {
    const part = (at: number) => (at === axis ? Math.sin(angle / 2) : 0);
    return [part(0), part(1), part(2), Math.cos(angle / 2)];
  };
  return multiplyRotations(about(1, yaw), multiplyRotations(about(0, pitch), about(2, roll)));
}
