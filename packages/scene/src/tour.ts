import * as Y from "yjs";
import { type MediaSource, mediaField } from "./media-source.ts";
import { audiencesField, commonFields, defineKind, nameField, readFields } from "./object-kind.ts";
import { compareOrder } from "./order-key.ts";
import {
  choiceField,
  type FieldValues,
  flagField,
  idField,
  isSceneId,
  linesField,
  numberField,
  recordField,
} from "./scene-field.ts";

/** A stop lies under `stop:<id>`: the same anchor may come twice. */
export const stopField = recordField(
  {
    anchorId: idField,
    narration: linesField(5_000),
    audio: mediaField,
    /** How long to stay, seconds; with sound at least as long as it plays. */
    seconds: numberField(1, 3_600, 8),
    order: commonFields.order,
  },
  ["anchorId"],
);

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
    /** From one stop to the next, metres a second. */
    walkingSpeed: numberField(0.2, 10, 1.2),
  },
  members: { stop: stopField },
  translated: ["name", "summary"],
  countMax: 200,
  membersMax: tourStopsMax,
});

export interface TourStop {
  readonly id: string;
  readonly anchorId: string;
  readonly narration: string;
  readonly audio: MediaSource | null;
  readonly seconds: number;
  readonly order: string;
}

export interface Tour extends FieldValues<(typeof tourKind)["fields"]> {
  readonly id: string;
  /** In order. A stop may name an anchor that is gone: see `findTourStops`. */
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

/** The stops whose anchor is there: what plays. */
export function findTourStops(tour: Pick<Tour, "stops">, anchorIds: { has(id: string): boolean }): readonly TourStop[] {
  return tour.stops.filter((stop) => anchorIds.has(stop.anchorId));
}
