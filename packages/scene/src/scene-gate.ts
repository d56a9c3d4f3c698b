import type { NoRoom } from "@blueprint/contract/collaboration";
import { limits } from "@blueprint/contract/limits";
import * as Y from "yjs";
import { DocumentRoom, type RoomLimits } from "./document-room.ts";
import { measureDocument } from "./document-size.ts";
import { floorKind, readFloor } from "./floor.ts";
import { findKeyRule, keysMax, mergedFactor, type ObjectKind } from "./object-kind.ts";
import { isPlainOrRichText } from "./rich-text.ts";
import { getObjects, getSettings, sceneRootNames } from "./scene-document.ts";
import { type Field, isSceneId } from "./scene-field.ts";
import { getKind, type SceneKind, sceneKindNames } from "./scene-kinds.ts";
import { settingsFields } from "./scene-settings.ts";

/**
 * `incomplete`: builds on changes the document has not seen, which happens when a connection broke in between; the
 * sender has to sync. `not-permitted`: fits a scene, but goes beyond the sender's rights. `no-room`: the document, or the
 * part of it that the sender may fill, is full. `refused`: does not fit a scene, in words for the log.
 */
export type GateVerdict =
  | { readonly outcome: "admitted" }
  | { readonly outcome: "incomplete" }
  | { readonly outcome: "not-permitted" }
  | { readonly outcome: "no-room"; readonly of: NoRoom }
  | { readonly outcome: "refused"; readonly reason: string };

/** Who sends an update: somebody who may edit everything, or may only comment. Both comment in their own name. */
export interface SceneWriterRights {
  readonly may: "edit" | "comment";
  readonly userId: string;
}

/**
 * Decides about updates from outside before they touch a document. It tries each on a copy of its own, so a malformed
 * or hostile one never harms the document or the other people in it. Follow every change of the real document with
 * `follow` to keep the copy in step.
 */
export class SceneGate {
  readonly #readState: () => Uint8Array;
  readonly #room: DocumentRoom;
  #trial: Trial;
  #workBytes = 0;

  /** `readState` gives the real document as one update; it is read again whenever a trial has to be thrown away. */
  constructor(readState: () => Uint8Array, room: RoomLimits = limits) {
    this.#readState = readState;
    const state = readState();
    this.#workBytes += state.byteLength;
    this.#trial = createTrial(state);
    this.#room = new DocumentRoom(state.byteLength, room, () => {
      const size = measureDocument(this.#trial.doc);
      this.#workBytes += size.totalBytes;
      return size;
    });
  }

  /** Without `rights` it comes from the server itself, which may write everything. */
  admit(update: Uint8Array, rights?: SceneWriterRights): GateVerdict {
    if (update.byteLength > limits.documentMessageBytesMax) return { outcome: "refused", reason: "update too large" };
    // What only takes out is how a full document gets room again.
    const noRoom = hasContent(update) ? this.#room.findLack(update.byteLength, rights ?? null) : null;
    if (noRoom !== null) return { outcome: "no-room", of: noRoom };
    this.#trial.writer = rights ?? null;
    const verdict = tryUpdate(this.#trial, update);
    if (verdict.outcome === "admitted") this.#room.note(update.byteLength, rights?.userId ?? null);
    else this.#rebuild();
    return verdict;
  }

  /** Takes over a change that reached the document by another way: from a peer server or from the server itself. */
  follow(update: Uint8Array): void {
    this.#trial.writer = null;
    Y.applyUpdate(this.#trial.doc, update);
    this.#trial.problem = null;
    this.#room.note(update.byteLength, null);
  }

  /** Bytes of the whole document that were read or encoded since this was last asked: what the verdicts cost. */
  takeWorkBytes(): number {
    const bytes = this.#workBytes;
    this.#workBytes = 0;
    return bytes;
  }

  destroy(): void {
    this.#trial.doc.destroy();
  }

  #rebuild(): void {
    this.#trial.doc.destroy();
    const state = this.#readState();
    this.#workBytes += state.byteLength;
    this.#trial = createTrial(state);
  }
}

interface Trial {
  readonly doc: Y.Doc;
  problem: string | null;
  isBeyondRights: boolean;
  /** Who wrote the update that is being tried; null for one that comes from the server itself. */
  writer: SceneWriterRights | null;
}

function createTrial(state: Uint8Array): Trial {
  const doc = new Y.Doc();
  const trial: Trial = { doc, problem: null, isBeyondRights: false, writer: null };
  const settings = getSettings(doc);
  const roots = sceneKindNames.map((kind) => [kind, getObjects(doc, kind)] as const);
  Y.applyUpdate(doc, state);
  settings.observeDeep((events) => {
    if (trial.writer?.may === "comment") trial.isBeyondRights = true;
    trial.problem ??= events.some((event) => event.target === settings && event.keys.has("schemaVersion"))
      ? "changes the schema version"
      : findSettingsProblem(settings);
  });
  for (const [kind, objects] of roots) {
    objects.observeDeep((events) => {
      for (const event of events) {
        trial.problem ??= findEventProblem(kind, objects, event);
        if (trial.writer !== null && !isWithinRights(kind, objects, event, trial.writer)) trial.isBeyondRights = true;
      }
    });
  }
  return trial;
}

function tryUpdate(trial: Trial, update: Uint8Array): GateVerdict {
  try {
    Y.applyUpdate(trial.doc, update);
  } catch {
    return { outcome: "refused", reason: "malformed update" };
  }
  if (trial.problem !== null) return { outcome: "refused", reason: trial.problem };
  for (const name of trial.doc.share.keys()) {
    if (!sceneRootNames.includes(name)) return { outcome: "refused", reason: "unknown root" };
  }
  if (trial.doc.store.pendingStructs !== null || trial.doc.store.pendingDs !== null) return { outcome: "incomplete" };
  return { outcome: trial.isBeyondRights ? "not-permitted" : "admitted" };
}

function hasContent(update: Uint8Array): boolean {
  try {
    return Y.parseUpdateMeta(update).to.size > 0;
  } catch {
    return true;
  }
}

function findSettingsProblem(settings: Y.Map<unknown>): string | null {
  if (hasListContent(settings)) return "settings hold a list";
  const fields: Readonly<Record<string, Field<unknown>>> = settingsFields;
  for (const [key, value] of settings.entries()) {
    if (key === "schemaVersion") continue;
    if (!Object.hasOwn(fields, key)) return "an unknown setting";
    if (fields[key]!.parse(value) === undefined) return `the setting ${key} is not valid`;
  }
  return null;
}

type MapEvent = Y.YEvent<Y.AbstractType<unknown>>;

function findEventProblem(kind: SceneKind, objects: Y.Map<unknown>, event: MapEvent): string | null {
  const rules = getKind(kind);
  if (event.target !== objects) {
    const id = event.path[0];
    return typeof id === "string" ? findObjectProblem(rules, id, objects.get(id)) : "content outside an object";
  }
  if (hasListContent(objects)) return `${kind} hold a list`;
  if (objects.size > rules.countMax) return `too many ${kind}`;
  for (const [id, change] of event.keys) {
    if (change.action === "delete") continue;
    const problem = findObjectProblem(rules, id, objects.get(id));
    if (problem !== null) return problem;
  }
  return null;
}

// A missing field is no problem: undo across another person's edit may leave one, and readers have a value for it.
function findObjectProblem(kind: ObjectKind, id: string, object: unknown): string | null {
  const { noun } = kind;
  if (object === undefined) return null;
  if (!(object instanceof Y.Map)) return `a ${noun} is not a map`;
  const isIdFine = kind.noun === floorKind.noun ? readFloor(id, object) !== null : isSceneId(id);
  if (!isIdFine) return `the id of a ${noun} is not usable`;
  if (hasListContent(object)) return `a ${noun} holds a list`;
  let members = 0;
  for (const [key, value] of (object as Y.Map<unknown>).entries()) {
    const rule = findKeyRule(kind, key);
    if (rule === null) return `a ${noun} has an unknown field`;
    if (rule.type === "member") members += 1;
    const isValid =
      rule.type === "text"
        ? value instanceof Y.Text && isPlainOrRichText(value, rule.text.charactersMax * mergedFactor)
        : rule.field.parse(value) !== undefined;
    if (!isValid) return `the ${key.slice(0, 40)} of a ${noun} is not valid`;
  }
  if (members > kind.membersMax * mergedFactor) return `a ${noun} has too many parts`;
  return object.size > keysMax(kind) ? `a ${noun} has too many fields` : null;
}

/**
 * Whether a person may cause an event. Comments are their author's alone, whatever else somebody may do. Who may only
 * comment may begin and end talks of their own and settle any; who may edit may move any talk and take it out.
 */
function isWithinRights(
  kind: SceneKind,
  objects: Y.Map<unknown>,
  event: MapEvent,
  { may, userId }: SceneWriterRights,
): boolean {
  const mayEdit = may === "edit";
  if (kind !== "threads") return mayEdit;
  if (event.target === objects) {
    return [...event.keys].every(([id, { action, oldValue }]) => {
      const isTakenOutFreely = action === "add" || mayEdit || isOwnThread(listLast(oldValue), userId);
      return isTakenOutFreely && (action === "delete" || isOwnThread(listNow(objects.get(id)), userId));
    });
  }
  const thread = event.target;
  if (!(thread instanceof Y.Map)) return false;
  return [...event.keys].every(([key, { action, oldValue }]) => {
    const value: unknown = thread.get(key);
    if (key.startsWith("comment:")) {
      const isOwnNow = action === "delete" || readAuthor(value) === userId;
      return isOwnNow && (action === "add" || readAuthor(oldValue) === userId);
    }
    if (key === "createdBy") return action === "add" && value === userId;
    if (mayEdit || key === "resolvedAt") return true;
    return key === "resolvedBy" && (value === null || value === userId);
  });
}

type ThreadEntries = readonly (readonly [key: string, value: unknown])[] | null;

function isOwnThread(entries: ThreadEntries, userId: string): boolean {
  return (
    entries?.every(([key, value]) => {
      if (key === "createdBy") return value === userId;
      if (key === "resolvedBy") return value === null || value === userId;
      return !key.startsWith("comment:") || readAuthor(value) === userId;
    }) ?? false
  );
}

function listNow(thread: unknown): ThreadEntries {
  return thread instanceof Y.Map ? [...(thread as Y.Map<unknown>).entries()] : null;
}

// What a map held when it was deleted is there until the observers have run, though no method shows it any more.
function listLast(thread: unknown): ThreadEntries {
  if (!(thread instanceof Y.Map)) return null;
  return [...thread._map].map(([key, item]) => [key, item.content.getContent().at(-1)]);
}

function readAuthor(comment: unknown): unknown {
  return typeof comment === "object" && comment !== null ? (comment as { author?: unknown }).author : undefined;
}

// A Yjs map can secretly carry list items as well; nothing of ours ever writes them.
function hasListContent(map: Y.Map<unknown>): boolean {
  return map._start !== null;
}
