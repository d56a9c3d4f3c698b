import * as Y from "yjs";
import { findKeyRule, keysMax, type ObjectKind } from "./object-kind.ts";
import { cleanRuns, countCharacters, createText, patchText, readRuns, type TextRun } from "./rich-text.ts";
import { SceneInputError } from "./scene-input-error.ts";

/** A shared text as plain values. */
export interface TextRecord {
  readonly runs: readonly TextRun[];
}

/**
 * An object with all its contents as plain JSON values: the form used by history, undo, copies and exports. Keys are
 * those of the document.
 */
export type ObjectRecord = Readonly<Record<string, unknown>>;

export function isTextRecord(value: unknown): value is TextRecord {
  return typeof value === "object" && value !== null && Array.isArray((value as { runs?: unknown }).runs);
}

/** Equality of document values, which are JSON. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [keysA, keysB] = [Object.keys(a), Object.keys(b)];
  return (
    keysA.length === keysB.length &&
    keysA.every((key) => Object.hasOwn(b, key) && isSameValue((a as ObjectRecord)[key], (b as ObjectRecord)[key]))
  );
}

export function toRecordValue(value: unknown): unknown {
  return value instanceof Y.Text ? ({ runs: readRuns(value) } satisfies TextRecord) : value;
}

/** The contents of an object, without keys that its kind does not allow. */
export function recordObject(kind: ObjectKind, object: Y.Map<unknown>): ObjectRecord {
  const record: Record<string, unknown> = {};
  for (const [key, value] of object.entries()) {
    const rule = findKeyRule(kind, key);
    if (rule === null || (rule.type === "text") !== value instanceof Y.Text) continue;
    record[key] = toRecordValue(value);
  }
  return record;
}

/** Validates and cleans an external record. @throws SceneInputError */
export function requireRecord(kind: ObjectKind, record: unknown): ObjectRecord {
  if (typeof record !== "object" || record === null || Array.isArray(record)) {
    throw new SceneInputError(kind.noun, `This isn't a valid ${kind.noun}.`);
  }
  const entries = Object.entries(record);
  if (entries.length > keysMax(kind)) throw new SceneInputError(kind.noun, "It has too many parts.");
  return Object.fromEntries(entries.map(([key, value]) => [key, requireValue(kind, key, value)]));
}

/** Validates one value for a key of an object. @throws SceneInputError */
export function requireValue(kind: ObjectKind, key: string, value: unknown): unknown {
  const rule = findKeyRule(kind, key);
  if (rule === null) throw new SceneInputError(key, "Unknown field.");
  if (rule.type !== "text") {
    const parsed = rule.field.parse(value);
    if (parsed === undefined) throw new SceneInputError(key, rule.field.message);
    return parsed;
  }
  if (!isTextRecord(value)) throw new SceneInputError(key, "Enter text.");
  // Check the length before cleaning: cleaning 50 MB would already take a while.
  const { charactersMax } = rule.text;
  const tooLong = () => new SceneInputError(key, `At most ${charactersMax.toLocaleString("en")} characters.`);
  if (countCharacters(value.runs) > charactersMax * 2) throw tooLong();
  const runs = cleanRuns(value.runs);
  if (countCharacters(runs) > charactersMax) throw tooLong();
  return { runs } satisfies TextRecord;
}

/** Writes a value under a key if it differs; undefined deletes the key. Call inside a transaction. */
export function writeValue(object: Y.Map<unknown>, key: string, value: unknown): void {
  const current = object.get(key);
  if (value === undefined) {
    if (object.has(key)) object.delete(key);
  } else if (!isTextRecord(value)) {
    if (!isSameValue(current, value)) object.set(key, value);
  } else if (current instanceof Y.Text) patchText(current, value.runs);
  else object.set(key, createText(value.runs));
}

export function createObject(record: ObjectRecord): Y.Map<unknown> {
  const object = new Y.Map<unknown>();
  for (const [key, value] of Object.entries(record)) writeNewValue(object, key, value);
  return object;
}

// A map that is not yet part of a document cannot be read back.
function writeNewValue(object: Y.Map<unknown>, key: string, value: unknown): void {
  object.set(key, isTextRecord(value) ? createText(value.runs) : value);
}

/** Makes an object match a record, touching only what differs. Call inside a transaction. */
export function writeObject(objects: Y.Map<unknown>, id: string, record: ObjectRecord): void {
  const object = objects.get(id);
  if (!(object instanceof Y.Map)) {
    objects.set(id, createObject(record));
    return;
  }
  for (const key of [...object.keys()]) if (!Object.hasOwn(record, key)) object.delete(key);
  for (const [key, value] of Object.entries(record)) writeValue(object as Y.Map<unknown>, key, value);
}
