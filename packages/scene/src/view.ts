import * as Y from "yjs";
import { audiencesField, commonFields, defineKind, nameField, readFields, storeyField } from "./object-kind.ts";
import {
  choiceField,
  choicesField,
  type FieldValues,
  idField,
  isSceneId,
  listField,
  optionalField,
  positionField,
} from "./scene-field.ts";

/** Layers that a view can hide as a whole. */
export const viewLayers = ["anchors", "zones", "measurements", "plans"] as const;
export type ViewLayer = (typeof viewLayers)[number];

export const viewModes = ["orbit", "walk", "plan", "fly"] as const;

/** A saved camera with its visible content, for an audience. */
export const viewKind = defineKind({
  noun: "view",
  fields: {
    ...commonFields,
    name: nameField,
    audiences: audiencesField,
    mode: choiceField(viewModes),
    /** Camera position and target, metres. */
    position: positionField,
    target: positionField,
    /** The only storey shown; null for all. */
    floor: optionalField(storeyField),
    /** Hidden anchors, zones, scans, plans and groups. */
    hidden: listField(idField, 2_000),
    hiddenLayers: choicesField(viewLayers),
    /** Ids of hidden scans. */
    hiddenScans: listField(idField, 500),
  },
  translated: ["name"],
  required: ["position", "target"],
  countMax: 500,
});

export interface View extends FieldValues<(typeof viewKind)["fields"]> {
  readonly id: string;
}

export function readView(id: string, value: unknown): View | null {
  return isSceneId(id) && value instanceof Y.Map ? { id, ...readFields(viewKind, value) } : null;
}
