import * as Y from "yjs";
import { type MediaSource, mediaField } from "./media-source.ts";
import { audiencesField, commonFields, defineKind, nameField, readFields } from "./object-kind.ts";
import { compareOrder } from "./order-key.ts";
import {
  choiceField,
  type Field,
  type FieldValues,
  flagField,
  idField,
  isSceneId,
  linesField,
  numberField,
  optionalField,
  recordField,
} from "./scene-field.ts";
import type { ObjectRef } from "./scene-kinds.ts";

const storedStop = recordField({
  anchorId: optionalField(idField),
  viewId: optionalField(idField),
  zoneId: optionalField(idField),
  narration: linesField(5_000),
  audio: mediaField,
  /** Dwell time in seconds; with sound, at least its duration. */
  seconds: numberField(1, 3_600, 8),
  order: commonFields.order,
});

/** What a stop shows: exactly one of these. */
export interface StopTarget {
  readonly anchorId?: string;
  readonly viewId?: string;
  readonly zoneId?: string;
}

export type StoredStop = StopTarget & {
  readonly narration: string;
  readonly audio: MediaSource | null;
  readonly seconds: number;
  readonly order: string;
};

/** Stored under `stop:<id>`: the same object may appear twice. */
export const stopField: Field<StoredStop | null> = {
  parse: (value) => {
    const stop = storedStop.parse(value);
    if (!stop) return undefined;
    const { anchorId, viewId, zoneId, ...rest } = stop;
    const targets = Object.entries({ anchorId, viewId, zoneId }).filter(([, id]) => id !== null);
    // Only the one that is set is stored: a stop at an anchor stays what earlier versions wrote.
    return targets.length === 1 ? { ...(Object.fromEntries(targets) as StopTarget), ...rest } : undefined;
  },
  fallback: null,
  message: "A stop needs exactly one anchor, view or zone.",
};

export const tourStopsMax = 200;

export const tourKind = defineKind({
  noun: "tour",
  fields: {
    ...commonFields,
    name: nameField,
    summary: linesField(2_000),
    audiences: audiencesField,
    state: choiceField(["live", "draft"]),
    isStepFree: flagField,
    /** Speed between stops, metres per second. */
    walkingSpeed: numberField(0.2, 10, 1.2),
  },
  members: { stop: stopField },
  translated: ["name", "summary"],
  countMax: 200,
  membersMax: tourStopsMax,
});

export type TourStop = StoredStop & { readonly id: string };

export interface Tour extends FieldValues<(typeof tourKind)["fields"]> {
  readonly id: string;
  /** In order. A stop may reference a deleted object: see `findTourStops`. */
  readonly stops: readonly TourStop[];
}

export function readTour(id: string, value: unknown): Tour | null {
  if (!isSceneId(id) || !(value instanceof Y.Map)) return null;
  const stops: TourStop[] = [];
  for (const [key, entry] of value.entries()) {
    if (!key.startsWith("stop:")) continue;
    const stop = stopField.parse(entry);
    if (stop) stops.push({ id: key.slice("stop:".length), ...stop });
  }
  return { id, ...readFields(tourKind, value), stops: stops.sort(compareOrder) };
}

/** The object that a stop shows. */
export function toStopRef({ anchorId, viewId, zoneId }: StopTarget): ObjectRef<"anchors" | "views" | "zones"> {
  if (viewId !== undefined) return { kind: "views", id: viewId };
  return zoneId !== undefined ? { kind: "zones", id: zoneId } : { kind: "anchors", id: anchorId ?? "" };
}

/** The reverse of `toStopRef`. */
export function toStopTarget({ kind, id }: ObjectRef<"anchors" | "views" | "zones">): StopTarget {
  return kind === "views" ? { viewId: id } : kind === "zones" ? { zoneId: id } : { anchorId: id };
}

/** The stops whose object exists: those that play. */
export function findTourStops(
  tour: Pick<Tour, "stops">,
  ids: { readonly [K in "anchors" | "views" | "zones"]: { has(id: string): boolean } },
): readonly TourStop[] {
  return tour.stops.filter((stop) => {
    const { kind, id } = toStopRef(stop);
    return ids[kind].has(id);
  });
}
