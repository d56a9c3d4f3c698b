import {
  type AnchorType,
  anchorTypes,
  availabilities,
  questionKinds,
  safetyKinds,
  stepDirections,
} from "@blueprint/contract/anchor-values";
import { limits } from "@blueprint/contract/limits";
import type { PublishedAnchorContent, PublishedQuestion } from "@blueprint/contract/published-content";
import * as Y from "yjs";
import { mediaField } from "./media-source.ts";
import { audiencesField, commonFields, defineKind, isLanguageTag, readFields, storeyField } from "./object-kind.ts";
import { compareOrder } from "./order-key.ts";
import { type RichText, readText } from "./rich-text.ts";
import {
  choiceField,
  colourField,
  type DeepReadonly,
  directionField,
  type Field,
  type FieldValues,
  flagField,
  idField,
  isSceneId,
  lineField,
  linesField,
  linkField,
  listField,
  numberField,
  optionalField,
  positionField,
  recordField,
  rotationField,
  wholeNumberField,
} from "./scene-field.ts";

export const formQuestionsMax = 50;

/** A question of a form; `choices` and `choice` present the options. */
export const questionField = recordField(
  {
    label: lineField(300),
    kind: choiceField(questionKinds),
    isRequired: flagField,
    options: listField(lineField(200), 50),
    order: commonFields.order,
  },
  ["label"],
);

/** In the smallest unit of the currency, so that no price is rounded. ISO 4217. */
const priceField = recordField(
  {
    amountMinor: wholeNumberField(0, 1e12, 0),
    currency: {
      parse: (value) => (typeof value === "string" && /^[A-Z]{3}$/.test(value) ? value : undefined),
      fallback: "USD",
      message: "Enter a currency code, such as EUR.",
    } satisfies Field<string>,
  },
  ["amountMinor", "currency"],
);

const typeField: Field<AnchorType> = {
  parse: (value) => anchorTypes.find((type) => type === value),
  fallback: "info",
  message: "Unknown anchor type.",
};

export const anchorKind = defineKind({
  noun: "anchor",
  fields: {
    ...commonFields,
    type: typeField,
    title: lineField(limits.anchorTitleCharactersMax),
    /** Metres, world frame. */
    position: positionField,
    /** Normal of the surface it was placed on, length 1. */
    normal: directionField,
    floor: storeyField,
    /** The scan whose surface it was placed on; null when it floats freely. */
    scanId: optionalField(idField),
    audiences: audiencesField,
    /** Only the team sees a draft. */
    state: choiceField(["live", "draft"]),
    icon: optionalField(idField),
    colour: optionalField(colourField),
    media: mediaField,
    /** Description of the picture, film, sound, document or model for people who cannot see or hear it. */
    alternative: linesField(5_000),
    /** Page of a PDF, from 1. */
    page: wholeNumberField(1, 100_000, 1),
    captions: mediaField,
    url: linkField,
    linkLabel: lineField(120),
    sku: lineField(80),
    price: optionalField(priceField),
    availability: optionalField(choiceField(availabilities)),
    rotation: rotationField,
    /** Metres per unit of a 3D model. */
    scale: numberField(1e-6, 1e6, 1),
    submitLabel: lineField(60),
    thanks: linesField(1_000),
    direction: choiceField(stepDirections),
    safety: choiceField(safetyKinds),
    /** Questions that the guide suggests on this topic. */
    topicQuestions: listField(lineField(300), 20),
    /** The short code printed on the sign. */
    code: lineField(64),
  },
  texts: { text: { charactersMax: limits.anchorTextCharactersMax } },
  members: { question: questionField },
  translated: ["title", "text", "alternative"],
  required: ["type", "position"],
  countMax: limits.anchorsPerBlueprintMax,
  membersMax: formQuestionsMax,
});

export type AnchorFields = FieldValues<(typeof anchorKind)["fields"]>;

export type FormQuestion = DeepReadonly<PublishedQuestion> & { readonly order: string };

export interface AnchorTranslation {
  readonly title: string;
  readonly text: string;
  readonly body: RichText;
  readonly alternative: string;
}

/** Something placed in the venue. Position in metres and normal (length 1) are in the blueprint's world frame, y up. */
export interface Anchor extends AnchorFields {
  readonly id: string;
  /** The text without its styles; may have several lines. */
  readonly text: string;
  readonly body: RichText;
  /** Questions of a form, in order. */
  readonly questions: readonly FormQuestion[];
  /** Keyed by language tag. */
  readonly translations: Readonly<Record<string, AnchorTranslation>>;
}

/**
 * The type-specific content of an anchor beyond title, text and place: the fields its card shows and its editor edits.
 */
export type AnchorContent = DeepReadonly<PublishedAnchorContent>;

export function toAnchorContent(anchor: Anchor): AnchorContent {
  const { type, media, captions, alternative, page, url, linkLabel } = anchor;
  switch (type) {
    case "info":
    case "guide-topic":
      return { type, topicQuestions: anchor.topicQuestions };
    case "image":
    case "audio":
      return { type, media, alternative };
    case "video":
      return { type, media, captions, alternative };
    case "pdf":
      return { type, media, page, alternative };
    case "link":
      return { type, url, linkLabel };
    case "product": {
      const { sku, price, availability } = anchor;
      return { type, media, alternative, sku, price, availability, url, linkLabel };
    }
    case "model":
      return { type, media, alternative, rotation: anchor.rotation, scale: anchor.scale };
    case "form": {
      const questions = anchor.questions.map(({ order: _, ...question }) => question);
      return { type, questions, submitLabel: anchor.submitLabel, thanks: anchor.thanks };
    }
    case "route-step":
      return { type, direction: anchor.direction };
    case "safety":
      return { type, safety: anchor.safety };
    case "qr-spot":
      return { type, code: anchor.code };
  }
}

/**
 * Reads one entry of the anchors map. Null when it cannot be shown: not a map, of unknown type, or without a position.
 * A missing title or text reads as empty: undoing a removal that crossed another person's edit can leave such gaps.
 */
export function readAnchor(id: string, value: unknown): Anchor | null {
  if (!isSceneId(id) || !(value instanceof Y.Map)) return null;
  if (typeField.parse(value.get("type")) === undefined) return null;
  if (positionField.parse(value.get("position")) === undefined) return null;
  const fields = readFields(anchorKind, value);
  const questions: FormQuestion[] = [];
  const languages = new Set<string>();
  for (const [key, entry] of value.entries()) {
    if (key.startsWith("question:")) {
      const question = questionField.parse(entry);
      if (question) questions.push({ id: key.slice("question:".length), ...question });
    }
    const at = key.indexOf("@");
    if (at > 0 && isLanguageTag(key.slice(at + 1))) languages.add(key.slice(at + 1));
  }
  const { text, body } = readText(value.get("text"));
  return {
    id,
    ...fields,
    text,
    body,
    questions: questions.sort(compareOrder),
    translations: Object.fromEntries(
      [...languages].sort().map((language) => [language, readTranslation(value, language)]),
    ),
  };
}

function readTranslation(anchor: Y.Map<unknown>, language: string): AnchorTranslation {
  const { title, alternative } = anchorKind.fields;
  return {
    title: title.parse(anchor.get(`title@${language}`)) ?? "",
    alternative: alternative.parse(anchor.get(`alternative@${language}`)) ?? "",
    ...readText(anchor.get(`text@${language}`)),
  };
}
