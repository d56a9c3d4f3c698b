import * as Y from "yjs";
import { type ObjectRecord, recordObject } from "./object-record.ts";
import { getObjects, getSettings, localEdit } from "./scene-document.ts";
import { getKind, type SceneKind, sceneKindNames } from "./scene-kinds.ts";
import {
  addToStep,
  findDelta,
  indexStep,
  type ObjectDelta,
  readSteps,
  revertStep,
  type UndoStep,
} from "./undo-step.ts";

/** A person's undo history as the browser keeps it between visits. JSON. */
export interface UndoState {
  readonly version: 2;
  readonly undo: readonly UndoStep[];
  readonly redo: readonly UndoStep[];
}

const stepsMax = 200;
/** Limit for all steps together; beyond it the oldest are dropped. */
const deltasMax = 20_000;
const settingsId = "settings";

/**
 * Undo and redo of one person's own edits (transactions of the origin `localEdit`), even after a reload: it stores
 * values instead of Yjs history items, because Yjs discards deleted content. Teammates' later edits are preserved.
 */
export class SceneUndo {
  /** Successive edits within this time form one step. */
  captureTimeoutMs = 500;
  readonly #doc: Y.Doc;
  readonly #now: () => number;
  readonly #records = new Map<string, ObjectRecord>();
  readonly #touched = new Map<string, ObjectDelta["kind"]>();
  readonly #listeners = new Set<() => void>();
  readonly #stops: (() => void)[] = [];
  #undo: UndoStep[];
  #redo: UndoStep[];
  #joining: { readonly step: ObjectDelta[]; readonly places: Map<string, number> } | null = null;
  #lastEditAt = Number.NEGATIVE_INFINITY;
  #reverting: "undo" | "redo" | null = null;

  constructor(doc: Y.Doc, options: { readonly state?: unknown; readonly now?: () => number } = {}) {
    this.#doc = doc;
    this.#now = options.now ?? Date.now;
    const { undo, redo, version } = (options.state ?? {}) as Partial<UndoState>;
    this.#undo = version === 2 ? readSteps(undo) : [];
    this.#redo = version === 2 ? readSteps(redo) : [];
    for (const kind of sceneKindNames) this.#observe(kind, getObjects(doc, kind));
    this.#observeSettings();
    doc.on("afterTransaction", this.#noteTransaction);
    this.#stops.push(() => doc.off("afterTransaction", this.#noteTransaction));
  }

  canUndo(): boolean {
    return this.#undo.length > 0;
  }

  canRedo(): boolean {
    return this.#redo.length > 0;
  }

  /** What the next undo affects; null when there is none. */
  get nextUndo(): UndoStep | null {
    return this.#undo.at(-1) ?? null;
  }

  /** Undoes the last step that still has an effect. False when there was none. */
  undo(): boolean {
    return this.#revert("undo", this.#undo);
  }

  redo(): boolean {
    return this.#revert("redo", this.#redo);
  }

  /** Makes the next edit start a new step. */
  stopCapturing(): void {
    this.#lastEditAt = Number.NEGATIVE_INFINITY;
  }

  /** The state to store; pass it to the constructor on the next visit. */
  toState(): UndoState {
    return { version: 2, undo: this.#undo, redo: this.#redo };
  }

  /** Called whenever steps were added or removed; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  destroy(): void {
    this.#listeners.clear();
    for (const stop of this.#stops.splice(0)) stop();
  }

  #revert(direction: "undo" | "redo", steps: UndoStep[]): boolean {
    this.stopCapturing();
    const opposite = direction === "undo" ? this.#redo : this.#undo;
    const countBefore = opposite.length;
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const reverted = step;
      this.#reverting = direction;
      try {
        this.#doc.transact(() => revertStep(this.#doc, reverted), localEdit);
      } finally {
        this.#reverting = null;
      }
      if (opposite.length > countBefore) return true;
    }
    this.#notify();
    return false;
  }

  #observe(kind: SceneKind, objects: Y.Map<unknown>): void {
    for (const [id, object] of objects) {
      if (object instanceof Y.Map) this.#records.set(`${kind} ${id}`, recordObject(getKind(kind), object));
    }
    const note = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]) => {
      for (const event of events) {
        if (event.target === objects) for (const id of event.keys.keys()) this.#touched.set(`${kind} ${id}`, kind);
        else this.#touched.set(`${kind} ${String(event.path[0])}`, kind);
      }
    };
    objects.observeDeep(note);
    this.#stops.push(() => objects.unobserveDeep(note));
  }

  #observeSettings(): void {
    const settings = getSettings(this.#doc);
    const key = `settings ${settingsId}`;
    this.#records.set(key, this.#readRecord("settings", settingsId) ?? {});
    const note = () => this.#touched.set(key, "settings");
    settings.observeDeep(note);
    this.#stops.push(() => settings.unobserveDeep(note));
  }

  #readRecord(kind: ObjectDelta["kind"], id: string): ObjectRecord | null {
    if (kind === "settings") {
      const { schemaVersion: _, ...settings } = getSettings(this.#doc).toJSON() as Record<string, unknown>;
      return settings;
    }
    const object = getObjects(this.#doc, kind).get(id);
    return object instanceof Y.Map ? recordObject(getKind(kind), object) : null;
  }

  readonly #noteTransaction = (transaction: Y.Transaction): void => {
    if (this.#touched.size === 0) return;
    const isOwn = transaction.origin === localEdit;
    const step: ObjectDelta[] = [];
    for (const [key, kind] of this.#touched) {
      const id = key.slice(kind.length + 1);
      const now = this.#readRecord(kind, id);
      const delta = isOwn ? findDelta(kind, id, this.#records.get(key) ?? null, now) : null;
      if (delta !== null) step.push(delta);
      if (now === null) this.#records.delete(key);
      else this.#records.set(key, now);
    }
    this.#touched.clear();
    if (step.length > 0) this.#addStep(step);
  };

  #addStep(step: UndoStep): void {
    if (this.#reverting === "undo") this.#redo.push(step);
    else if (this.#reverting === "redo") this.#undo.push(step);
    else {
      const now = this.#now();
      const last = this.#undo.at(-1);
      // After the clock is set back, edits must not merge into one step until it catches up.
      const isSameStep = last !== undefined && Math.abs(now - this.#lastEditAt) <= this.captureTimeoutMs;
      if (isSameStep) this.#undo[this.#undo.length - 1] = this.#joinToLast(last, step);
      else this.#undo.push(step);
      this.#lastEditAt = now;
      this.#redo = [];
    }
    this.#undo = keepNewest(this.#undo);
    this.#notify();
  }

  // A long gesture extends one step again and again: its index is reused, not rebuilt each time.
  #joinToLast(last: UndoStep, step: UndoStep): UndoStep {
    if (this.#joining?.step !== last) this.#joining = { step: [...last], places: indexStep(last) };
    const { step: joined, places } = this.#joining;
    addToStep(joined, places, step);
    return joined;
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function keepNewest(steps: UndoStep[]): UndoStep[] {
  let deltas = 0;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    deltas += steps[index]!.length;
    const isLast = index === steps.length - 1;
    // Keep a single huge step: it is the one a person wants back.
    if (!isLast && (deltas > deltasMax || steps.length - index > stepsMax)) return steps.slice(index + 1);
  }
  return steps;
}
