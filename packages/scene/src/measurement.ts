import * as Y from "yjs";
import { audiencesField, commonFields, defineKind, nameField, readFields, storeyField } from "./object-kind.ts";
import {
  choiceField,
  type FieldValues,
  idField,
  isSceneId,
  listField,
  numberField,
  optionalField,
  positionField,
} from "./scene-field.ts";
import {
  type Measured,
  measureAngle,
  measureArea,
  measureDistance,
  measureHeight,
  measurePath,
  measureVolume,
  type PointQuality,
} from "./uncertainty.ts";
import type { Vector3 } from "./vector.ts";

export const measurementTypes = ["distance", "height", "area", "angle", "volume"] as const;
export type MeasurementType = (typeof measurementTypes)[number];

/**
 * Points in metres, world frame. Distance: two or more along a path. Height: two. Angle: three, with the vertex second.
 * Area: three or more corners. Volume: the same, followed by one point at the top.
 */
export const measurementKind = defineKind({
  noun: "measurement",
  fields: {
    ...commonFields,
    name: nameField,
    type: choiceField(measurementTypes),
    points: listField(positionField, 200),
    floor: storeyField,
    scanId: optionalField(idField),
    audiences: audiencesField,
    /** Standard uncertainty (1 σ) of each point in each direction, metres; depends on the kind of scan. */
    pointUncertainty: numberField(0, 100, 0.02),
  },
  required: ["type", "points"],
  countMax: 5_000,
});

export interface Measurement extends FieldValues<(typeof measurementKind)["fields"]> {
  readonly id: string;
}

export const pointsNeeded: Readonly<Record<MeasurementType, { readonly min: number; readonly max: number }>> = {
  distance: { min: 2, max: 200 },
  height: { min: 2, max: 2 },
  angle: { min: 3, max: 3 },
  area: { min: 3, max: 200 },
  volume: { min: 4, max: 200 },
};

/** Typical uncertainty of a scan point, metres (1 σ), unless the scan provides a better value. */
export const typicalPointUncertainty = {
  "point-cloud": 0.005,
  mesh: 0.02,
  splat: 0.05,
  panorama: 0.1,
} as const;

/** Null if it has too few points. */
export function readMeasurement(id: string, value: unknown): Measurement | null {
  if (!isSceneId(id) || !(value instanceof Y.Map)) return null;
  const fields = readFields(measurementKind, value);
  return fields.points.length >= pointsNeeded[fields.type].min ? { id, ...fields } : null;
}

/** The value in metres, square metres, cubic metres or radians. */
export function evaluateMeasurement(
  { type, points, pointUncertainty }: Pick<Measurement, "type" | "points" | "pointUncertainty">,
  scale: Measured,
): Measured {
  const quality: PointQuality = { pointUncertainty, scale };
  const at = (index: number): Vector3 => points[index] ?? [0, 0, 0];
  switch (type) {
    case "distance":
      return points.length === 2 ? measureDistance(at(0), at(1), quality) : measurePath(points, quality);
    case "height":
      return measureHeight(at(0), at(1), quality);
    case "angle":
      return measureAngle(at(0), at(1), at(2), quality);
    case "area":
      return measureArea(points, quality);
    case "volume":
      return measureVolume(points.slice(0, -1), at(points.length - 1), quality);
  }
}
