import { audiences } from "@blueprint/contract/audiences";
import { isOrderKey } from "./order-key.ts";
import type { Field, FieldMap, FieldValues } from "./scene-field.ts";
import { choicesField, idField, lineField, momentField, optionalField, personField } from "./scene-field.ts";

/** Sorts lists; ids break ties. Objects without a key come last. */
const orderField: Field<string> = {
  parse: (value) => (isOrderKey(value) ? value : undefined),
  fallback: "z",
  message: "This position in the list isn't valid.",
};

/** What every object of a document has. */
export const commonFields = {
  /** The parent group; null, or the id of a deleted one, for the top. */
  group: optionalField(idField),
  order: orderField,
  createdBy: personField,
  createdAt: momentField,
} as const;

/** Empty: for everyone. */
export const audiencesField = choicesField(audiences);
export const nameField = lineField(120);

export const up = [0, 1, 0] as const;

/** The number of a storey: 0 is the ground floor. Documents and the API hold it in a field named `floor`. */
export const storeyField: Field<number> = {
  parse: (value) => (isStoreyNumber(value) ? value : undefined),
  fallback: 0,
  message: "Enter a whole number.",
};

const storeyMax = 500;

export function isStoreyNumber(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= storeyMax;
}

/** A rich text of an object: a shared text that several people can edit at once. */
export interface TextRule {
  readonly charactersMax: number;
}

/**
 * How one kind of object is stored in the document: a map by id under a root, each object a flat map. Fields are
 * replaced as a whole; texts merge; members (keys of the form `prefix:id`) are parts that are added, changed and
 * removed one by one, such as the vertices of a zone, so that two people never overwrite each other's.
 */
export interface ObjectKind<F extends FieldMap = FieldMap, T extends string = string> {
  /** Singular name for use in sentences. */
  readonly noun: string;
  readonly fields: F;
  readonly texts: Readonly<Record<T, TextRule>>;
  readonly members: FieldMap;
  /** Fields and texts that may also exist per language, as `title@de`. */
  readonly translated: readonly string[];
  /** Required fields of a new object. */
  readonly required: readonly string[];
  readonly countMax: number;
  /** Maximum of all members together. */
  readonly membersMax: number;
}

export function defineKind<F extends FieldMap, T extends string = never>(
  kind: Pick<ObjectKind<F, T>, "noun" | "fields" | "countMax"> & Partial<ObjectKind<F, T>>,
): ObjectKind<F, T> {
  const texts = {} as Readonly<Record<T, TextRule>>;
  return { texts, members: {}, translated: [], required: [], membersMax: 0, ...kind };
}

/** People who each add that many offline legitimately exceed the maximum. Beyond this factor it is an attack. */
export const mergedFactor = 4;

const languageTag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;
const memberKey = /^[0-9A-Za-z_-]{1,64}(:[0-9A-Za-z_-]{1,64}){0,2}$/;

export type KeyRule =
  | { readonly type: "field" | "member"; readonly field: Field<unknown> }
  | { readonly type: "text"; readonly text: TextRule };

/** The rule for a key of an object; null when the key is not allowed. */
export function findKeyRule(kind: ObjectKind, key: string): KeyRule | null {
  const [base, language, ...more] = key.split("@") as [string, ...string[]];
  if (language !== undefined) {
    if (more.length > 0 || !languageTag.test(language) || !kind.translated.includes(base)) return null;
  }
  if (Object.hasOwn(kind.fields, base)) return { type: "field", field: kind.fields[base]! };
  if (Object.hasOwn(kind.texts, base)) return { type: "text", text: kind.texts[base]! };
  const colon = base.indexOf(":");
  if (colon < 0 || language !== undefined || !memberKey.test(base.slice(colon + 1))) return null;
  const prefix = base.slice(0, colon);
  return Object.hasOwn(kind.members, prefix) ? { type: "member", field: kind.members[prefix]! } : null;
}

export function isLanguageTag(value: unknown): value is string {
  return typeof value === "string" && languageTag.test(value);
}

/** Reads the fields of an object, tolerating any content. */
export function readFields<F extends FieldMap>(
  kind: Pick<ObjectKind<F>, "fields">,
  object: { get(key: string): unknown },
): FieldValues<F> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(kind.fields)) values[key] = field.parse(object.get(key)) ?? field.fallback;
  return values as FieldValues<F>;
}

/** Maximum number of keys of an object: every translatable one may exist in a few dozen languages. */
export function keysMax({ fields, membersMax }: ObjectKind): number {
  return Object.keys(fields).length + membersMax * mergedFactor + 200;
}
