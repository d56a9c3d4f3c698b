import { type Measurement, type MeasurementType, readMeasurement } from "../measurement.ts";
import { addObject } from "../object-operations.ts";
import { getObjects } from "../scene-document.ts";
import type { Vector3 } from "../vector.ts";
import { createDocument } from "./build-scene.ts";

/** A measurement as a document reads it. */
export function buildMeasurement(
  type: MeasurementType,
  points: readonly Vector3[],
  change: Partial<Measurement> = {},
): Measurement {
  const doc = createDocument();
  addObject(doc, "measurements", "m", { type, points });
  return { ...readMeasurement("m", getObjects(doc, "measurements").get("m"))!, ...change };
}
