import * as Y from "yjs";
import { commonFields, defineKind, isStoreyNumber, nameField, readFields } from "./object-kind.ts";
import { type FieldValues, numberField, optionalField } from "./scene-field.ts";
import { coordinateMetresMax } from "./vector.ts";

/**
 * A storey. Its id in the document is its number (0 is the ground floor), so two people who add the same storey at once
 * create only one.
 */
export const storeyKind = defineKind({
  noun: "storey",
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

export interface Storey extends FieldValues<(typeof storeyKind)["fields"]> {
  readonly id: string;
  readonly storey: number;
}

export function readStorey(id: string, value: unknown): Storey | null {
  const storey = Number(id);
  if (!isStoreyNumber(storey) || String(storey) !== id || !(value instanceof Y.Map)) return null;
  return { id, storey, ...readFields(storeyKind, value) };
}

/** Display name of a storey, including unnamed ones. */
export function toStoreyName(storey: Pick<Storey, "storey" | "name">): string {
  if (storey.name !== "") return storey.name;
  if (storey.storey === 0) return "Ground floor";
  return storey.storey > 0 ? `Floor ${storey.storey}` : `Basement ${-storey.storey}`;
}
