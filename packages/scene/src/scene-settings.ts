import type * as Y from "yjs";
import { readFields } from "./object-kind.ts";
import {
  choiceField,
  type FieldValues,
  idField,
  linesField,
  numberField,
  optionalField,
  recordField,
  wholeNumberField,
} from "./scene-field.ts";
import { type Measured, uncalibratedScale } from "./uncertainty.ts";

/** One known length and the scale derived from it. */
const calibrationField = recordField(
  {
    measurementId: optionalField(idField),
    knownMetres: numberField(1e-3, 1e5, 1),
    knownUncertainty: numberField(0, 1e4, 0),
    scale: numberField(1e-4, 1e4, 1),
    scaleUncertainty: numberField(0, 1e4, 0),
  },
  ["knownMetres", "scale", "scaleUncertainty"],
);

/** Settings of the whole blueprint. `schemaVersion` is stored beside them and is not editable. */
export const settingsFields = {
  units: choiceField(["metric", "imperial"]),
  /** Direction of north seen from above, degrees clockwise from -z. */
  northDegrees: numberField(-360, 360, 0),
  /** WGS 84 degrees of the world frame's origin. */
  latitude: optionalField(numberField(-90, 90, 0)),
  longitude: optionalField(numberField(-180, 180, 0)),
  startViewId: optionalField(idField),
  /** The storey shown first. */
  startFloor: wholeNumberField(-500, 500, 0),
  calibration: optionalField(calibrationField),
  /** How the guide should speak with visitors. No audience gets it with a scene. */
  guideInstructions: linesField(1_000),
  /** Name of a voice of the AI service; empty for the installation's. No audience gets it with a scene. */
  guideVoice: linesField(60),
  /** BCP 47 tags of the languages that the guide answers in, a line each; empty for any. No audience gets it with a scene. */
  guideLanguages: linesField(200),
  /** What visitors could ask first, a line each. */
  suggestedQuestions: linesField(1_600),
  /** What visitors also call the things here: `parseOtherWords` reads it. No audience gets it with a scene. */
  otherWords: linesField(5_000),
  /** Whether the team keeps what visitors asked and nothing here answers. */
  unansweredQuestions: choiceField(["forget", "keep"]),
  /** Whether visitors are asked if the team may read their conversations with the guide. */
  transcripts: choiceField(["forget", "ask"]),
} as const;

export type SceneSettings = FieldValues<typeof settingsFields>;

export function readSettings(settings: Y.Map<unknown>): SceneSettings {
  return readFields({ fields: settingsFields }, settings);
}

/** True length of a length of 1 in the scene. */
export function toScale({ calibration }: Pick<SceneSettings, "calibration">): Measured {
  return calibration === null
    ? uncalibratedScale
    : { value: calibration.scale, uncertainty: calibration.scaleUncertainty };
}
