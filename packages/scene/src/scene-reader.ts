import type * as Y from "yjs";
import { compareOrder } from "./order-key.ts";
import type { Scene } from "./read-scene.ts";
import { readScene } from "./read-scene.ts";
import { getObjects, getSettings, readSchemaVersion } from "./scene-document.ts";
import { readObject, type SceneKind, type SceneObjects, sceneKindNames } from "./scene-kinds.ts";
import { readSettings } from "./scene-settings.ts";

/** The changes of one transaction. An object whose entry became unreadable counts as removed. */
export interface SceneChange {
  readonly scene: Scene;
  readonly added: readonly { readonly kind: SceneKind; readonly id: string }[];
  readonly changed: readonly { readonly kind: SceneKind; readonly id: string }[];
  readonly removed: readonly { readonly kind: SceneKind; readonly id: string }[];
  readonly settingsChanged: boolean;
  readonly transaction: Y.Transaction;
}

type AnyObject = SceneObjects[SceneKind];

/**
 * Follows a document and rereads only what changed. Unchanged objects and lists keep their identity, so screens may
 * compare by reference. Editing one object costs reading it once and copying its list once.
 */
export class SceneReader {
  readonly #doc: Y.Doc;
  readonly #listeners = new Set<(change: SceneChange) => void>();
  readonly #touched = new Map<SceneKind, Set<string>>();
  readonly #byId = new Map<SceneKind, Map<string, AnyObject>>();
  /** List position of each object; built on demand. */
  readonly #places = new Map<SceneKind, ReadonlyMap<string, number>>();
  readonly #stops: (() => void)[] = [];
  #settingsTouched = false;
  #scene: Scene;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    this.#scene = readScene(doc);
    for (const kind of sceneKindNames) {
      this.#byId.set(kind, new Map(this.#scene[kind].map((object) => [object.id, object])));
      this.#observe(kind);
    }
    const settings = getSettings(doc);
    const noteSettings = () => {
      this.#settingsTouched = true;
    };
    settings.observeDeep(noteSettings);
    doc.on("afterTransaction", this.#noteTransaction);
    this.#stops.push(
      () => settings.unobserveDeep(noteSettings),
      () => doc.off("afterTransaction", this.#noteTransaction),
    );
  }

  get scene(): Scene {
    return this.#scene;
  }

  /** One object, without searching a list; null when it does not exist. */
  find<K extends SceneKind>(kind: K, id: string): SceneObjects[K] | null {
    return (this.#byId.get(kind)?.get(id) as SceneObjects[K] | undefined) ?? null;
  }

  /** Called after each transaction that changed something; returns the unsubscribe function. */
  subscribe(listener: (change: SceneChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  destroy(): void {
    this.#listeners.clear();
    for (const stop of this.#stops.splice(0)) stop();
  }

  #observe(kind: SceneKind): void {
    const objects = getObjects(this.#doc, kind);
    const note = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]) => {
      const ids = this.#touched.get(kind) ?? new Set<string>();
      this.#touched.set(kind, ids);
      for (const event of events) {
        if (event.target === objects) for (const id of event.keys.keys()) ids.add(id);
        else ids.add(String(event.path[0]));
      }
    };
    objects.observeDeep(note);
    this.#stops.push(() => objects.unobserveDeep(note));
  }

  readonly #noteTransaction = (transaction: Y.Transaction): void => {
    if (this.#touched.size === 0 && !this.#settingsTouched) return;
    const outcome: Outcome = { added: [], changed: [], removed: [] };
    const lists: Partial<Record<SceneKind, readonly AnyObject[]>> = {};
    for (const [kind, ids] of this.#touched) lists[kind] = this.#readAgain(kind, ids, outcome);
    const settingsChanged = this.#settingsTouched;
    this.#touched.clear();
    this.#settingsTouched = false;
    this.#scene = {
      ...this.#scene,
      ...(lists as Partial<Scene>),
      ...(settingsChanged
        ? { settings: readSettings(getSettings(this.#doc)), schemaVersion: readSchemaVersion(this.#doc) ?? 0 }
        : {}),
    };
    const change: SceneChange = { scene: this.#scene, ...outcome, settingsChanged, transaction };
    for (const listener of [...this.#listeners]) listener(change);
  };

  #readAgain(kind: SceneKind, ids: ReadonlySet<string>, outcome: Outcome): readonly AnyObject[] {
    const byId = this.#byId.get(kind)!;
    const objects = getObjects(this.#doc, kind);
    const replaced: AnyObject[] = [];
    let hasMoved = false;
    for (const id of ids) {
      const before = byId.get(id);
      const now = readObject[kind](id, objects.get(id)) as AnyObject | null;
      if (now === null) {
        if (byId.delete(id)) {
          outcome.removed.push({ kind, id });
          hasMoved = true;
        }
        continue;
      }
      byId.set(id, now);
      hasMoved ||= before?.order !== now.order;
      replaced.push(now);
      outcome[before === undefined ? "added" : "changed"].push({ kind, id });
    }
    if (hasMoved) {
      this.#places.delete(kind);
      return [...byId.values()].sort(compareOrder);
    }
    // Most edits keep the order; then only the values at the same positions change.
    const list: AnyObject[] = this.#scene[kind].slice();
    const places = this.#places.get(kind) ?? new Map(list.map((object, place) => [object.id, place]));
    this.#places.set(kind, places);
    for (const object of replaced) list[places.get(object.id)!] = object;
    return list;
  }
}

interface Outcome {
  readonly added: { kind: SceneKind; id: string }[];
  readonly changed: { kind: SceneKind; id: string }[];
  readonly removed: { kind: SceneKind; id: string }[];
}
