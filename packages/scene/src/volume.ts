import * as Y from "yjs";
import { commonFields, defineKind, readFields } from "./object-kind.ts";
import {
  choiceField,
  type Field,
  type FieldValues,
  idField,
  isSceneId,
  numberField,
  positionField,
} from "./scene-field.ts";
import { toVector3, type Vector3 } from "./vector.ts";

/** `crop` shows only what lies inside; `erase` hides it. */
export const volumeEffects = ["crop", "erase"] as const;
export type VolumeEffect = (typeof volumeEffects)[number];

/** More would slow every pixel of the scan down. Offline edits of several people may exceed it; the first ones count. */
export const volumesPerScanMax = 16;

const sideMin = 0.001;

/** Full lengths of a box along its own axes. */
const sizeField: Field<Vector3> = {
  parse: (value) => {
    const size = toVector3(value);
    return size?.every((side) => side >= sideMin) ? size : undefined;
  },
  fallback: [1, 1, 1],
  message: "Each side must be at least 1 mm long.",
};

/**
 * A box in the frame of one scan that hides a part of it. A scan with crop volumes shows what lies in any of them; erase
 * volumes hide what lies in any of them. The files keep every part.
 */
export const volumeKind = defineKind({
  noun: "volume",
  fields: {
    ...commonFields,
    scanId: idField,
    effect: choiceField(volumeEffects),
    /** Its centre, in the scan's own frame: it moves and grows with the scan. */
    position: positionField,
    /** Radians about the vertical of the scan's own frame, counterclockwise seen from above. */
    yaw: numberField(-7, 7, 0),
    size: sizeField,
  },
  required: ["scanId", "effect", "position", "size"],
  countMax: 2_000,
});

export interface Volume extends FieldValues<(typeof volumeKind)["fields"]> {
  readonly id: string;
}

/** Null for one that belongs to no scan or has no size: hiding everything by mistake would be worse than hiding nothing. */
export function readVolume(id: string, value: unknown): Volume | null {
  if (!isSceneId(id) || !(value instanceof Y.Map)) return null;
  const fields = readFields(volumeKind, value);
  return fields.scanId === "" || sizeField.parse(value.get("size")) === undefined ? null : { id, ...fields };
}

/** A scan's volumes in list order, at most `volumesPerScanMax`. */
export function listVolumesOf<V extends { readonly scanId: string }>(volumes: readonly V[], scanId: string): V[] {
  return volumes.filter((volume) => volume.scanId === scanId).slice(0, volumesPerScanMax);
}
