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

/**
 * Where a scan stands in the venue: its points, scaled, then turned, then moved, are points of the world frame. The id
 * is the scan's; a scan without a placement stands as it is.
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

/** The turn about the vertical that a rotation holds, radians; scans stand upright, so there is no other. */
export function toYaw([, y, , w]: Quaternion): number {
  return 2 * Math.atan2(y, w);
}
