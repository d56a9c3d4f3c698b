import * as Y from "yjs";
import { mediaField } from "./media-source.ts";
import { audiencesField, commonFields, defineKind, nameField, readFields, storeyField } from "./object-kind.ts";
import { compareOrder } from "./order-key.ts";
import {
  type FieldValues,
  flagField,
  idField,
  isSceneId,
  numberField,
  optionalField,
  type Point2,
  point2Field,
  recordField,
  wholeNumberField,
} from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { type Fitted, fitPlaneSimilarity, type PlaneSimilarity } from "./similarity.ts";

/** Stored under `pair:<id>`; a pair without a world position is incomplete. */
export const planPairField = recordField(
  { image: point2Field, world: optionalField(point2Field), order: commonFields.order },
  ["image"],
);

export const planPairsMax = 20;

/** A drawing laid on a storey. Its pairs determine its placement, so incomplete ones are stored too. */
export const planKind = defineKind({
  noun: "plan",
  fields: {
    ...commonFields,
    name: nameField,
    media: mediaField,
    /** The scan that provides the drawing, if it was uploaded as one. */
    scanId: optionalField(idField),
    page: wholeNumberField(1, 100_000, 1),
    widthPixels: numberField(1, 1_000_000, 1_000),
    heightPixels: numberField(1, 1_000_000, 1_000),
    floor: storeyField,
    opacity: numberField(0, 1, 0.7),
    isHidden: flagField,
    audiences: audiencesField,
  },
  members: { pair: planPairField },
  countMax: 200,
  membersMax: planPairsMax,
});

export interface PlanPair {
  readonly id: string;
  /** Pixels from the top left corner, right and down. */
  readonly image: Point2;
  /** [x, z] in metres, world frame; null until chosen. */
  readonly world: Point2 | null;
  readonly order: string;
}

export interface Plan extends FieldValues<(typeof planKind)["fields"]> {
  readonly id: string;
  readonly pairs: readonly PlanPair[];
  /** Pixels to metres, with the error of each complete pair; null before there are two distinct pairs. */
  readonly placement: Fitted<PlaneSimilarity> | null;
}

export function readPlan(id: string, value: unknown): Plan | null {
  if (!isSceneId(id) || !(value instanceof Y.Map)) return null;
  const pairs: PlanPair[] = [];
  for (const [key, entry] of value.entries()) {
    if (!key.startsWith("pair:")) continue;
    const pair = planPairField.parse(entry);
    if (pair) pairs.push({ id: key.slice("pair:".length), ...pair });
  }
  pairs.sort(compareOrder);
  return { id, ...readFields(planKind, value), pairs, placement: placePlan(pairs) };
}

/** Seen from above, a drawing's right and down are x and z, so it is never mirrored. */
export function placePlan(pairs: readonly Pick<PlanPair, "image" | "world">[]): Fitted<PlaneSimilarity> | null {
  const complete = pairs.flatMap(({ image, world }) => (world === null ? [] : [{ from: image, to: world }]));
  if (complete.length < 2) return null;
  try {
    return fitPlaneSimilarity(complete);
  } catch (error) {
    if (error instanceof SceneInputError) return null;
    throw error;
  }
}
