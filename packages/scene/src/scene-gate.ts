import type { NoRoom } from "@blueprint/contract/collaboration";
import { limits } from "@blueprint/contract/limits";
import * as Y from "yjs";
import { DocumentRoom, type RoomLimits } from "./document-room.ts";
import { measureDocument } from "./document-size.ts";
import { findKeyRule, keysMax, mergedFactor, type ObjectKind } from "./object-kind.ts";
import { isPlainOrRichText } from "./rich-text.ts";
import { getObjects, getSettings, sceneRootNames } from "./scene-document.ts";
import { type Field, isSceneId } from "./scene-field.ts";
import { getKind, type SceneKind, sceneKindNames } from "./scene-kinds.ts";
import { settingsFields } from "./scene-settings.ts";
import { readStorey, storeyKind } from "./storey.ts";

/**
 * `incomplete`: builds on changes the document has not seen, because a connection broke in between; the sender must
 * sync. `not-permitted`: valid, but beyond the sender's rights. `no-room`: the document, or the sender's share of it,
 * is full. `refused`: not a valid scene; the reason is for the log.
 */
export type GateVerdict =
  | { readonly outcome: "admitted" }
  | { readonly outcome: "incomplete" }
  | { readonly outcome: "not-permitted" }
  | { readonly outcome: "no-room"; readonly of: NoRoom }
  | { readonly outcome: "refused"; readonly reason: string };

/** Who sends an update: a person who may edit everything, or may only comment. Both comment under their own name. */
export interface SceneWriterRights {
  readonly may: "edit" | "comment";
  readonly userId: string;
}

/**
 * Validates external updates before they reach a document. It tries each on its own copy, so a malformed or hostile one
 * never harms the document or the other people in it. Call `follow` for every change of the real document to keep the
 * copy in sync.
 */
export class SceneGate {
  readonly #readState: () => Uint8Array;
  readonly #room: DocumentRoom;
  #trial: Trial;
  #workBytes = 0;

  /** `readState` returns the real document as one update; it is called again whenever a trial has to be discarded. */
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

  /** An update without `rights` comes from the server itself, which may write everything. */
  admit(update: Uint8Array, rights?: SceneWriterRights): GateVerdict {
    if (update.byteLength > limits.documentMessageBytesMax) return { outcome: "refused", reason: "update too large" };
    // Pure deletions are always admitted: they are how a full document regains room.
    const noRoom = hasContent(update) ? this.#room.findLack(update.byteLength, rights ?? null) : null;
    if (noRoom !== null) return { outcome: "no-room", of: noRoom };
    this.#trial.writer = rights ?? null;
    const verdict = tryUpdate(this.#trial, update);
    if (verdict.outcome === "admitted") this.#room.note(update.byteLength, rights?.userId ?? null);
    else this.#rebuild();
    return verdict;
  }

  /** Applies a change that reached the document another way: from a peer server or from the server itself. */
  follow(update: Uint8Array): void {
    this.#trial.writer = null;
    Y.applyUpdate(this.#trial.doc, update);
    this.#trial.problem = null;
    this.#room.note(update.byteLength, null);
  }

  /** Bytes of the whole document read or encoded since the last call: the cost of the verdicts. */
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
  /** Sender of the update on trial; null for the server itself. */
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

// A missing field is fine: undo across another person's edit may leave one, and readers fall back to a default.
function findObjectProblem(kind: ObjectKind, id: string, object: unknown): string | null {
  const { noun } = kind;
  if (object === undefined) return null;
  if (!(object instanceof Y.Map)) return `a ${noun} is not a map`;
  const isIdFine = kind.noun === storeyKind.noun ? readStorey(id, object) !== null : isSceneId(id);
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
 * Whether a person may cause an event. Only its author may change a comment, whatever rights others have. A commenter
 * may start and remove their own threads and resolve any; an editor may also move and remove any thread.
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

// A deleted map keeps its entries until the observers have run, but no public method exposes them any more.
function listLast(thread: unknown): ThreadEntries {
  if (!(thread instanceof Y.Map)) return null;
  return [...thread._map].map(([key, item]) => [key, item.content.getContent().at(-1)]);
}

function readAuthor(comment: unknown): unknown {
  return typeof comment === "object" && comment !== null ? (comment as { author?: unknown }).author : undefined;
}

// A Yjs map can also carry hidden list items; our code never writes them.
function hasListContent(map: Y.Map<unknown>): boolean {
  return map._start !== null;
}
