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

/**
 * What an edit joins: a string joins edits that name it without a pause between them, such as typing into one field; a
 * symbol joins all edits that name it, such as those of one drag. Another key, or none, starts a new step.
 */
export type StepKey = string | symbol;

export interface EditOptions {
  readonly joins?: StepKey | null;
}

/** A longer pause ends what a string joins. */
const pauseMsMax = 500;
const stepsMax = 200;
/** Limit for all steps together; beyond it the oldest are dropped. */
const deltasMax = 20_000;
const settingsId = "settings";

/**
 * Undo and redo of one person's own edits (transactions of the origin `localEdit`), even after a reload: it stores
 * values instead of Yjs history items, because Yjs discards deleted content. Teammates' later edits are preserved.
 * Every edit is a step of its own unless it joins the one before, so no step is ever open.
 */
export class SceneUndo {
  readonly #doc: Y.Doc;
  readonly #now: () => number;
  readonly #records = new Map<string, ObjectRecord>();
  readonly #touched = new Map<string, ObjectDelta["kind"]>();
  readonly #listeners = new Set<() => void>();
  readonly #stops: (() => void)[] = [];
  #undo: UndoStep[];
  #redo: UndoStep[];
  #joining: { readonly step: ObjectDelta[]; readonly places: Map<string, number> } | null = null;
  #joins: StepKey | null = null;
  /** What the last edit joined, and when it was made: the next edit may continue its step. */
  #last: { readonly joins: StepKey; readonly at: number } | null = null;
  /** What the transaction that is being noted does to the steps. */
  #noting: "edit" | "undo" | "redo" | "failed edit" = "edit";
  #written: UndoStep = [];

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

  /**
   * Makes a person's edit in one transaction. If it throws, everything it had written is taken back, and there is no
   * step of it. @throws what `change` throws
   */
  edit<T>(change: (doc: Y.Doc) => T, { joins = null }: EditOptions = {}): T {
    this.#noting = "failed edit";
    this.#joins = joins;
    this.#written = [];
    try {
      return this.#doc.transact(() => {
        const made = change(this.#doc);
        this.#noting = "edit";
        return made;
      }, localEdit);
    } catch (error) {
      const written = this.#written;
      if (written.length > 0) this.#doc.transact(() => revertStep(this.#doc, written), localEdit);
      throw error;
    } finally {
      this.#noting = "edit";
      this.#joins = null;
      this.#written = [];
    }
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
    this.#last = null;
    const opposite = direction === "undo" ? this.#redo : this.#undo;
    const countBefore = opposite.length;
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const reverted = step;
      this.#noting = direction;
      try {
        this.#doc.transact(() => revertStep(this.#doc, reverted), localEdit);
      } finally {
        this.#noting = "edit";
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
    switch (this.#noting) {
      case "failed edit":
        this.#written = step;
        return;
      case "undo":
        this.#redo.push(step);
        break;
      case "redo":
        this.#undo.push(step);
        break;
      case "edit":
        this.#addEdit(step);
        this.#redo = [];
    }
    this.#undo = keepNewest(this.#undo);
    this.#notify();
  }

  #addEdit(step: UndoStep): void {
    const at = this.#now();
    const before = this.#undo.at(-1);
    if (before !== undefined && this.#continuesLast(at)) this.#undo[this.#undo.length - 1] = this.#joinTo(before, step);
    else this.#undo.push(step);
    this.#last = this.#joins === null ? null : { joins: this.#joins, at };
  }

  #continuesLast(at: number): boolean {
    if (this.#last === null || this.#last.joins !== this.#joins) return false;
    // After the clock is set back, edits must not merge into one step until it catches up.
    return typeof this.#joins === "symbol" || Math.abs(at - this.#last.at) <= pauseMsMax;
  }

  // A long drag extends one step again and again: its index is reused, not rebuilt each time.
  #joinTo(last: UndoStep, step: UndoStep): UndoStep {
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
