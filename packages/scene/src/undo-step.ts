import * as Y from "yjs";
import {
  isSameValue,
  isTextRecord,
  type ObjectRecord,
  requireRecord,
  type TextRecord,
  writeObject,
  writeValue,
} from "./object-record.ts";
import { findTextReplacement } from "./plain-text.ts";
import { patchText, readRuns, type TextRun, toPlainText } from "./rich-text.ts";
import { getObjects, getSettings } from "./scene-document.ts";
import { type Field, isSceneId } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { getKind, type SceneKind, sceneKindNames } from "./scene-kinds.ts";
import { settingsFields } from "./scene-settings.ts";

/**
 * The effect of one step on one object (or on the settings): the changed keys with their values before and after. A key
 * missing on one side did not exist then. JSON, so that it survives a reload.
 */
export interface ObjectDelta {
  readonly kind: SceneKind | "settings";
  readonly id: string;
  readonly existedBefore: boolean;
  readonly existsAfter: boolean;
  readonly before: ObjectRecord;
  readonly after: ObjectRecord;
}

export type UndoStep = readonly ObjectDelta[];

/** The difference between two records; null when they are equal. */
export function findDelta(
  kind: ObjectDelta["kind"],
  id: string,
  before: ObjectRecord | null,
  after: ObjectRecord | null,
): ObjectDelta | null {
  const [old, now]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    if (isSameValue(before?.[key], after?.[key])) continue;
    if (before !== null && Object.hasOwn(before, key)) old[key] = before[key];
    if (after !== null && Object.hasOwn(after, key)) now[key] = after[key];
  }
  const existedBefore = before !== null;
  const existsAfter = after !== null;
  const isSame = existedBefore === existsAfter && Object.keys(old).length + Object.keys(now).length === 0;
  return isSame ? null : { kind, id, existedBefore, existsAfter, before: old, after: now };
}

/** Position of each object in a step. */
export function indexStep(step: UndoStep): Map<string, number> {
  return new Map(step.map((delta, place) => [`${delta.kind} ${delta.id}`, place]));
}

/** Merges two successive steps by adding the second to the first and to its index. */
export function addToStep(first: ObjectDelta[], places: Map<string, number>, second: UndoStep): void {
  for (const delta of second) {
    const key = `${delta.kind} ${delta.id}`;
    const place = places.get(key);
    if (place !== undefined) first[place] = joinDeltas(first[place]!, delta);
    else {
      places.set(key, first.length);
      first.push(delta);
    }
  }
}

function joinDeltas(first: ObjectDelta, second: ObjectDelta): ObjectDelta {
  const keysFirst = new Set([...Object.keys(first.before), ...Object.keys(first.after)]);
  const keysSecond = new Set([...Object.keys(second.before), ...Object.keys(second.after)]);
  const before = { ...without(second.before, keysFirst), ...first.before };
  const after = { ...without(first.after, keysSecond), ...second.after };
  return { ...second, existedBefore: first.existedBefore, before, after };
}

function without(record: ObjectRecord, keys: ReadonlySet<string>): ObjectRecord {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));
}

/**
 * Undoes a step; call it inside a transaction. Later changes by others are preserved: a value is restored only if it is
 * still what the step wrote, and of a text only the part that the step wrote.
 */
export function revertStep(doc: Y.Doc, step: UndoStep): void {
  for (const delta of [...step].reverse()) {
    if (delta.kind === "settings") revertKeys(getSettings(doc), delta);
    else revertObject(getObjects(doc, delta.kind), delta.kind, delta);
  }
}

function revertObject(objects: Y.Map<unknown>, kind: SceneKind, delta: ObjectDelta): void {
  const { id, existedBefore, existsAfter } = delta;
  const object = objects.get(id);
  if (!existedBefore) {
    if (!existsAfter || object === undefined) return;
    if (kind === "threads" && object instanceof Y.Map && hasAnswers(object, delta)) takeBackComments(object, delta);
    else objects.delete(id);
    return;
  }
  if (existsAfter) {
    if (object instanceof Y.Map) revertKeys(object as Y.Map<unknown>, delta);
  } else if (object === undefined && objects.size < getKind(kind).countMax) writeObject(objects, id, delta.before);
}

/** Whether a thread has replies that the step does not know. */
function hasAnswers(thread: Y.Map<unknown>, { after }: ObjectDelta): boolean {
  return [...thread.keys()].some((key) => key.startsWith("comment:") && !Object.hasOwn(after, key));
}

/** Used when others have replied: restoring a thread deleted with their replies would mean writing in their names. */
function takeBackComments(thread: Y.Map<unknown>, delta: ObjectDelta): void {
  const after = Object.fromEntries(Object.entries(delta.after).filter(([key]) => key.startsWith("comment:")));
  revertKeys(thread, { ...delta, before: {}, after });
}

function revertKeys(object: Y.Map<unknown>, { before, after }: ObjectDelta): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const current = object.get(key);
    const [wasText, isText] = [before[key], after[key]];
    if (current instanceof Y.Text && isTextRecord(isText)) {
      if (isTextRecord(wasText)) revertText(current, wasText, isText);
      else if (isSameValue(readRuns(current), isText.runs)) object.delete(key);
    } else if (isSameValue(current, after[key])) writeValue(object, key, before[key]);
  }
}

function revertText(text: Y.Text, before: TextRecord, after: TextRecord): void {
  const [was, made, now] = [toPlainText(before.runs), toPlainText(after.runs), text.toString()];
  if (now === made) {
    patchText(text, before.runs);
    return;
  }
  const own = findTextReplacement(made, was);
  const theirs = findTextReplacement(made, now);
  if (own === null || theirs === null) return;
  const isBehind = theirs.index >= own.index + own.deleteCount;
  const isBefore = theirs.index + theirs.deleteCount <= own.index;
  if (!isBehind && !isBefore) return;
  const index = isBefore ? own.index + theirs.insert.length - theirs.deleteCount : own.index;
  if (own.deleteCount > 0) text.delete(index, own.deleteCount);
  let at = index;
  for (const { text: insert, ...styles } of sliceRuns(before.runs, own.index, own.insert.length)) {
    text.insert(at, insert, styles);
    at += insert.length;
  }
}

function sliceRuns(runs: readonly TextRun[], start: number, length: number): TextRun[] {
  const sliced: TextRun[] = [];
  let at = 0;
  for (const run of runs) {
    const part = run.text.slice(Math.max(0, start - at), Math.max(0, start + length - at));
    if (part !== "") sliced.push({ ...run, text: part });
    at += run.text.length;
  }
  return sliced;
}

/** Reads steps stored outside the document; drops a step that no longer fits, and all older ones. */
export function readSteps(value: unknown): UndoStep[] {
  const steps: UndoStep[] = [];
  for (const step of Array.isArray(value) ? (value as unknown[]).toReversed() : []) {
    const deltas = Array.isArray(step) ? (step as unknown[]).map(readDelta) : [null];
    if (deltas.some((delta) => delta === null)) break;
    steps.unshift(deltas as ObjectDelta[]);
  }
  return steps;
}

function readDelta(value: unknown): ObjectDelta | null {
  if (typeof value !== "object" || value === null) return null;
  const { kind, id, existedBefore, existsAfter, before, after } = value as Record<string, unknown>;
  const known = kind === "settings" ? kind : sceneKindNames.find((name) => name === kind);
  if (known === undefined || typeof id !== "string" || (known !== "floors" && !isSceneId(id))) return null;
  if (typeof existedBefore !== "boolean" || typeof existsAfter !== "boolean") return null;
  try {
    const check =
      known === "settings" ? readSettingsRecord : (record: unknown) => requireRecord(getKind(known), record);
    return { kind: known, id, existedBefore, existsAfter, before: check(before), after: check(after) };
  } catch (error) {
    if (error instanceof SceneInputError) return null;
    throw error;
  }
}

function readSettingsRecord(value: unknown): ObjectRecord {
  if (typeof value !== "object" || value === null) return {};
  const fields: Readonly<Record<string, Field<unknown>>> = settingsFields;
  return Object.fromEntries(
    Object.entries(value).filter(([key, part]) => Object.hasOwn(fields, key) && fields[key]!.parse(part) !== undefined),
  );
}
