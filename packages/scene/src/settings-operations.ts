import type * as Y from "yjs";
import { evaluateMeasurement, readMeasurement } from "./measurement.ts";
import { isSameValue } from "./object-record.ts";
import { getObjects, getSettings, localEdit } from "./scene-document.ts";
import type { Field } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { type SceneSettings, settingsFields } from "./scene-settings.ts";
import { calibrateScale, uncalibratedScale } from "./uncertainty.ts";

/** Changes settings of the whole blueprint. @throws SceneInputError */
export function editSettings(doc: Y.Doc, values: Partial<SceneSettings>, origin: unknown = localEdit): void {
  const settings = getSettings(doc);
  const fields: Readonly<Record<string, Field<unknown>>> = settingsFields;
  const cleaned = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]): [string, unknown] => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      const parsed = field?.parse(value);
      if (field === undefined || parsed === undefined) {
        throw new SceneInputError(key, field?.message ?? "Unknown setting.");
      }
      return [key, parsed];
    });
  doc.transact(() => {
    for (const [key, value] of cleaned) if (!isSameValue(settings.get(key), value)) settings.set(key, value);
  }, origin);
}

/**
 * Calibrates the scale by a distance or height of known true length, in metres with its standard uncertainty; returns
 * false if the measurement no longer exists.
 * @throws SceneInputError
 */
export function calibrateByMeasurement(
  doc: Y.Doc,
  measurementId: string,
  known: { readonly metres: number; readonly uncertainty: number },
  origin: unknown = localEdit,
): boolean {
  const measurement = readMeasurement(measurementId, getObjects(doc, "measurements").get(measurementId));
  if (measurement === null) return false;
  if (measurement.type !== "distance" && measurement.type !== "height") {
    throw new SceneInputError("measurementId", "Only distances and heights can be calibrated with a known length.");
  }
  const measured = evaluateMeasurement(measurement, uncalibratedScale);
  if (!(measured.value > 0)) throw new SceneInputError("measurementId", "The two points are in the same place.");
  const scale = calibrateScale({ value: known.metres, uncertainty: known.uncertainty }, measured);
  editSettings(
    doc,
    {
      calibration: {
        measurementId,
        knownMetres: known.metres,
        knownUncertainty: known.uncertainty,
        scale: scale.value,
        scaleUncertainty: scale.uncertainty,
      },
    },
    origin,
  );
  return true;
}
