import { cleanLine, cleanText } from "./plain-text.ts";
import { coordinateMetresMax, toUnitVector, toVector3, unitLengthTolerance, type Vector3 } from "./vector.ts";

/**
 * One value of an object in the document. The same rule reads documents, validates socket updates and validates user
 * input: `parse` returns the clean value, or undefined for one that no document may hold.
 */
export interface Field<T> {
  parse(value: unknown): T | undefined;
  /** Used for a missing or unreadable value. */
  readonly fallback: T;
  /** Error message for an invalid value. */
  readonly message: string;
}

export type FieldMap = Readonly<Record<string, Field<unknown>>>;
export type FieldValue<F> = F extends Field<infer T> ? T : never;
export type FieldValues<F extends FieldMap> = { readonly [K in keyof F]: FieldValue<F[K]> };

/** A value that nothing changes, however deep. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

const validId = /^[0-9A-Za-z_-]{1,64}$/;
const validColour = /^#[0-9a-f]{6}$/;
const linkSchemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"]);
const linkCharactersMax = 2_000;

/** Browsers create ids; they appear in URLs, file names and markup. */
export function isSceneId(value: unknown): value is string {
  return typeof value === "string" && validId.test(value);
}

/** An absolute URL that is safe to follow; null for scripts, data and anything that is not a URL. */
export function toSafeLink(value: unknown): string | null {
  if (typeof value !== "string" || value.length > linkCharactersMax) return null;
  try {
    const url = new URL(value.trim());
    return linkSchemes.has(url.protocol) && url.href.length <= linkCharactersMax ? url.href : null;
  } catch {
    return null;
  }
}

/** One line of plain text. */
export function lineField(charactersMax: number): Field<string> {
  return {
    parse: (value) => parseText(value, charactersMax, cleanLine),
    fallback: "",
    message: `At most ${charactersMax.toLocaleString("en")} characters.`,
  };
}

/** Plain text of several lines. */
export function linesField(charactersMax: number): Field<string> {
  return {
    parse: (value) => parseText(value, charactersMax, cleanText),
    fallback: "",
    message: `At most ${charactersMax.toLocaleString("en")} characters.`,
  };
}

function parseText(value: unknown, charactersMax: number, clean: (text: string) => string): string | undefined {
  if (typeof value !== "string" || value.length > charactersMax * 2) return undefined;
  const text = clean(value);
  return text.length <= charactersMax ? text : undefined;
}

/** One of a list of words; the first is the fallback. */
export function choiceField<const T extends string>(choices: readonly [T, ...T[]]): Field<T> {
  return {
    parse: (value) => choices.find((choice) => choice === value),
    fallback: choices[0],
    message: `Use one of these values: ${choices.join(", ")}.`,
  };
}

/** A subset of a list of words, without duplicates, in the order of the list. */
export function choicesField<const T extends string>(choices: readonly T[]): Field<readonly T[]> {
  return {
    parse: (value) => {
      if (!Array.isArray(value) || value.length > choices.length) return undefined;
      if (!value.every((entry) => (choices as readonly unknown[]).includes(entry))) return undefined;
      return choices.filter((choice) => value.includes(choice));
    },
    fallback: [],
    message: `Use only these values: ${choices.join(", ")}.`,
  };
}

export function numberField(min: number, max: number, fallback: number): Field<number> {
  return {
    parse: (value) => (typeof value === "number" && value >= min && value <= max ? value : undefined),
    fallback,
    message: `Enter a number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}.`,
  };
}

export function wholeNumberField(min: number, max: number, fallback: number): Field<number> {
  return {
    parse: (value) =>
      Number.isInteger(value) && (value as number) >= min && (value as number) <= max ? (value as number) : undefined,
    fallback,
    message: `Enter a whole number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}.`,
  };
}

export const flagField: Field<boolean> = {
  parse: (value) => (typeof value === "boolean" ? value : undefined),
  fallback: false,
  message: "Enter yes or no.",
};

export const idField: Field<string> = {
  parse: (value) => (isSceneId(value) ? value : undefined),
  fallback: "",
  message: "This ID isn't valid.",
};

export const linkField: Field<string | null> = {
  parse: (value) => (value === null ? null : (toSafeLink(value) ?? undefined)),
  fallback: null,
  message: "Enter a full address, such as https://example.org.",
};

/** sRGB as `#rrggbb`. */
export const colourField: Field<string> = {
  parse: (value) => (typeof value === "string" && validColour.test(value) ? value : undefined),
  fallback: "#0b6e99",
  message: "Enter a colour, such as #0b6e99.",
};

/** ISO 8601, or empty in documents that lack it. */
export const momentField: Field<string> = {
  parse: (value) => (typeof value === "string" && value.length <= 40 ? value : undefined),
  fallback: "",
  message: "Enter a time.",
};

/** A user id, or empty in documents that lack it. */
export const personField: Field<string> = {
  parse: (value) => (typeof value === "string" && value.length <= 64 ? value : undefined),
  fallback: "",
  message: "Choose a person.",
};

/** Metres, world frame. */
export const positionField: Field<Vector3> = {
  parse: (value) => toVector3(value) ?? undefined,
  fallback: [0, 0, 0],
  message: "Enter three numbers in metres.",
};

export const directionField: Field<Vector3> = {
  parse: (value) => {
    const vector = toVector3(value);
    return (vector && toUnitVector(vector)) ?? undefined;
  },
  fallback: [0, 1, 0],
  message: "Enter a direction.",
};

export type Quaternion = readonly [x: number, y: number, z: number, w: number];

/** A rotation as a unit quaternion. */
export const rotationField: Field<Quaternion> = {
  parse: (value) => {
    if (!Array.isArray(value) || value.length !== 4) return undefined;
    if (!value.every((part) => typeof part === "number" && Math.abs(part) <= 1e6)) return undefined;
    const [x, y, z, w] = value as [number, number, number, number];
    const length = Math.hypot(x, y, z, w);
    if (Math.abs(length - 1) < unitLengthTolerance) return [x, y, z, w];
    return length > 1e-9 ? [x / length, y / length, z / length, w / length] : undefined;
  },
  fallback: [0, 0, 0, 1],
  message: "Enter a rotation as four numbers.",
};

export type Point2 = readonly [first: number, second: number];

/** Two finite numbers within the bounds of coordinates. */
export const point2Field: Field<Point2> = {
  parse: (value) => {
    if (!Array.isArray(value) || value.length !== 2) return undefined;
    const [first, second] = value as unknown[];
    const isFine = (part: unknown): part is number => typeof part === "number" && Math.abs(part) <= coordinateMetresMax;
    // Adding 0 turns -0 into 0; JSON cannot represent -0.
    return isFine(first) && isFine(second) ? [first + 0, second + 0] : undefined;
  },
  fallback: [0, 0],
  message: "Enter two numbers.",
};

/** The same value, or null for "not given". */
export function optionalField<T>(field: Field<T>): Field<T | null> {
  return {
    parse: (value) => (value === null ? null : field.parse(value)),
    fallback: null,
    message: field.message,
  };
}

export function listField<T>(field: Field<T>, countMax: number): Field<readonly T[]> {
  return {
    parse: (value) => {
      if (!Array.isArray(value) || value.length > countMax) return undefined;
      const entries: T[] = [];
      for (const entry of value as unknown[]) {
        const parsed = field.parse(entry);
        if (parsed === undefined) return undefined;
        entries.push(parsed);
      }
      return entries;
    },
    fallback: [],
    message: field.message,
  };
}

/** A plain object with exactly these keys; a missing one gets its fallback, an unknown one is refused. */
export function recordField<F extends FieldMap>(
  fields: F,
  required: readonly (keyof F)[] = [],
): Field<FieldValues<F> | null> {
  return {
    parse: (value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
      if (Object.keys(value).some((key) => !Object.hasOwn(fields, key))) return undefined;
      if (required.some((key) => !Object.hasOwn(value, key))) return undefined;
      const record: Record<string, unknown> = {};
      for (const [key, field] of Object.entries(fields)) {
        const given: unknown = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
        const parsed = given === undefined ? field.fallback : field.parse(given);
        if (parsed === undefined) return undefined;
        record[key] = parsed;
      }
      return record as FieldValues<F>;
    },
    fallback: null,
    message: "Some of its parts aren't valid.",
  };
}
