import * as Y from "yjs";
import { commonFields, defineKind, isFloor, nameField, readFields } from "./object-kind.ts";
import { type FieldValues, numberField, optionalField } from "./scene-field.ts";
import { coordinateMetresMax } from "./vector.ts";

/**
 * A storey. Its id in the document is its number (0 is the ground floor), so two people who add the same storey at once
 * create only one.
 */
export const floorKind = defineKind({
  noun: "floor",
  fields: {
    ...commonFields,
    name: nameField,
    /** Height of the floor surface, metres in the world frame (y); null until set. */
    elevation: optionalField(numberField(-coordinateMetresMax, coordinateMetresMax, 0)),
    /** Clear height to the ceiling, metres. */
    height: numberField(0.1, 1_000, 3),
  },
  countMax: 200,
});

export interface Floor extends FieldValues<(typeof floorKind)["fields"]> {
  readonly id: string;
  readonly storey: number;
}

export function readFloor(id: string, value: unknown): Floor | null {
  const storey = Number(id);
  if (!isFloor(storey) || String(storey) !== id || !(value instanceof Y.Map)) return null;
  return { id, storey, ...readFields(floorKind, value) };
}

/** Display name of a storey, including unnamed ones. */
export function toFloorName(floor: Pick<Floor, "storey" | "name">): string {
  if (floor.name !== "") return floor.name;
  if (floor.storey === 0) return "Ground floor";
  return floor.storey > 0 ? `Floor ${floor.storey}` : `Basement ${-floor.storey}`;
}
