import { limits } from "@blueprint/contract/limits";
import * as Y from "yjs";
import { isAnchorId, isAnchorType, isFloor } from "./anchor.ts";
import { isOrderKey } from "./order-key.ts";
import { getAnchors, getSettings, sceneRootNames } from "./scene-document.ts";
import { toVector3 } from "./vector.ts";

/**
 * `incomplete`: builds on changes the document has not seen, which happens when a connection broke in between; the
 * sender has to sync. `refused`: does not fit a scene, in words for the log.
 */
export type GateVerdict =
  | { readonly outcome: "admitted" }
  | { readonly outcome: "incomplete" }
  | { readonly outcome: "refused"; readonly reason: string };

// Two people who each wrote a full text offline end with a longer one; that is no attack. Beyond this factor it is.
const mergedTextFactor = 4;
const settingsKeysMax = 50;

/**
 * Decides about updates from outside before they touch a document. It tries each on a copy of its own, so a malformed
 * or hostile one never harms the document or the other people in it. Follow every change of the real document with
 * `follow` to keep the copy in step.
 */
export class SceneGate {
  readonly #readState: () => Uint8Array;
  #trial: Trial;
  #documentBytes: number;

  /** `readState` gives the real document as one update; it is read again whenever a trial has to be thrown away. */
  constructor(readState: () => Uint8Array) {
    this.#readState = readState;
    const state = readState();
    this.#documentBytes = state.byteLength;
    this.#trial = createTrial(state);
  }

  admit(update: Uint8Array): GateVerdict {
    if (update.byteLength > limits.documentMessageBytesMax) return { outcome: "refused", reason: "update too large" };
    if (this.#documentBytes + update.byteLength > limits.documentBytesMax) {
      return { outcome: "refused", reason: "document full" };
    }
    const verdict = tryUpdate(this.#trial, update);
    if (verdict.outcome === "admitted") this.#documentBytes += update.byteLength;
    else this.#rebuild();
    return verdict;
  }

  /** Takes over a change that reached the document by another way: from a peer server or from the server itself. */
  follow(update: Uint8Array): void {
    Y.applyUpdate(this.#trial.doc, update);
    this.#trial.problem = null;
  }

  destroy(): void {
    this.#trial.doc.destroy();
  }

  #rebuild(): void {
    this.#trial.doc.destroy();
    const state = this.#readState();
    this.#documentBytes = state.byteLength;
    this.#trial = createTrial(state);
  }
}

interface Trial {
  readonly doc: Y.Doc;
  problem: string | null;
}

function createTrial(state: Uint8Array): Trial {
  const doc = new Y.Doc();
  const trial: Trial = { doc, problem: null };
  const settings = getSettings(doc);
  const anchors = getAnchors(doc);
  Y.applyUpdate(doc, state);
  settings.observeDeep((events) => {
    trial.problem ??= events.some((event) => event.target === settings && event.keys.has("schemaVersion"))
      ? "changes the schema version"
      : findSettingsProblem(settings);
  });
  anchors.observeDeep((events) => {
    for (const event of events) trial.problem ??= findAnchorEventProblem(anchors, event);
  });
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
    if (!(sceneRootNames as readonly string[]).includes(name)) return { outcome: "refused", reason: "unknown root" };
  }
  if (trial.doc.store.pendingStructs !== null || trial.doc.store.pendingDs !== null) return { outcome: "incomplete" };
  return { outcome: "admitted" };
}

function findSettingsProblem(settings: Y.Map<unknown>): string | null {
  if (hasListContent(settings)) return "settings hold a list";
  const entries = [...settings.entries()];
  if (entries.length > settingsKeysMax) return "too many settings";
  const isPlain = entries.every(
    ([key, value]) => key.length <= 64 && (isFiniteNumber(value) || typeof value === "boolean" || isShortText(value)),
  );
  return isPlain ? null : "a setting is not a short plain value";
}

function findAnchorEventProblem(anchors: Y.Map<unknown>, event: Y.YEvent<Y.AbstractType<unknown>>): string | null {
  if (event.target !== anchors) {
    const id = event.path[0];
    return typeof id === "string" ? findAnchorProblem(id, anchors.get(id)) : "content outside an anchor";
  }
  if (hasListContent(anchors)) return "anchors hold a list";
  if (anchors.size > limits.anchorsPerBlueprintMax) return "too many anchors";
  for (const [id, change] of event.keys) {
    if (change.action === "delete") continue;
    const problem = findAnchorProblem(id, anchors.get(id));
    if (problem !== null) return problem;
  }
  return null;
}

// A missing field is no problem: undo across another person's edit may leave one, and readers have a value for it.
const fieldChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: isAnchorType,
  title: (value) => typeof value === "string" && value.length <= limits.anchorTitleCharactersMax,
  text: isPlainSharedText,
  position: (value) => toVector3(value) !== null,
  normal: (value) => toVector3(value) !== null,
  floor: isFloor,
  createdBy: isShortText,
  createdAt: isShortText,
  order: isOrderKey,
};

function findAnchorProblem(id: string, anchor: unknown): string | null {
  if (anchor === undefined) return null;
  if (!isAnchorId(id)) return "an anchor's id is not usable";
  if (!(anchor instanceof Y.Map)) return "an anchor is not a map";
  if (hasListContent(anchor)) return "an anchor holds a list";
  for (const [key, value] of (anchor as Y.Map<unknown>).entries()) {
    const check = Object.hasOwn(fieldChecks, key) ? fieldChecks[key] : undefined;
    if (check === undefined) return "an anchor has an unknown field";
    if (!check(value)) return `an anchor's ${key} is not valid`;
  }
  return null;
}

function isPlainSharedText(value: unknown): boolean {
  if (!(value instanceof Y.Text) || value.length > limits.anchorTextCharactersMax * mergedTextFactor) return false;
  const delta = value.toDelta() as { insert?: unknown; attributes?: unknown }[];
  return delta.every((part) => typeof part.insert === "string" && part.attributes === undefined);
}

function isFiniteNumber(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

function isShortText(value: unknown): boolean {
  return typeof value === "string" && value.length <= 200;
}

// A Yjs map can secretly carry list items as well; nothing of ours ever writes them.
function hasListContent(map: Y.Map<unknown>): boolean {
  return map._start !== null;
}
