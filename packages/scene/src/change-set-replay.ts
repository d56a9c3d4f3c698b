import * as Y from "yjs";
import { compareObjects, type ObjectDifference, toRecordName } from "./compare-scenes.ts";
import { isSameValue, type ObjectRecord, recordObject } from "./object-record.ts";
import { getObjects } from "./scene-document.ts";
import { getKind, type SceneKind, sceneKindNames } from "./scene-kinds.ts";
import { recordScene, recordSettings } from "./scene-record.ts";

/** What one change set changed in the end. */
export interface ChangeSetDifference {
  readonly objects: readonly ObjectDifference[];
  readonly settings: readonly string[];
}

interface TouchedObject {
  readonly kind: SceneKind;
  readonly id: string;
  readonly existedBefore: boolean;
  existsAfter: boolean;
  /** Values of the keys that the change set changed, before its first and after its last change of each. */
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
  /** The object when the change set last touched it, or just before it removed it. */
  lastSeen: ObjectRecord;
}

interface TouchedChangeSet {
  readonly objects: Map<string, TouchedObject>;
  readonly settings: Map<string, { readonly before: unknown; after: unknown }>;
}

/**
 * Adds up what each change set of edits changed, while the edits are replayed in their order. Change sets may interleave: only
 * what a change set's own edits changed counts as its own.
 */
export class ChangeSetReplay {
  readonly #doc: Y.Doc;
  readonly #records = new Map<SceneKind, Map<string, ObjectRecord>>();
  readonly #changeSets = new Map<string, TouchedChangeSet>();
  #settings: ObjectRecord;
  #touched = new Map<SceneKind, Set<string>>();

  /** `doc` is in the state before the first edit. From then on, it changes only through `apply`. */
  constructor(doc: Y.Doc) {
    this.#doc = doc;
    const { objects, settings } = recordScene(doc);
    this.#settings = settings;
    for (const kind of sceneKindNames) {
      this.#records.set(kind, new Map(objects[kind]));
      this.#watch(kind);
    }
  }

  /** Applies an edit, a Yjs update, of a change set. */
  apply(changeSet: string, update: Uint8Array): void {
    this.#touched = new Map();
    Y.applyUpdate(this.#doc, update);
    const own = this.#changeSets.get(changeSet) ?? { objects: new Map(), settings: new Map() };
    this.#changeSets.set(changeSet, own);
    for (const [kind, ids] of this.#touched) for (const id of ids) this.#noteObject(own, kind, id);
    this.#noteSettings(own);
  }

  /** Empty for a change set without edits, and for one that took back whatever it changed. */
  read(changeSet: string): ChangeSetDifference {
    const own = this.#changeSets.get(changeSet);
    const objects = [...(own?.objects.values() ?? [])].flatMap(toDifference);
    const settings = [...(own?.settings ?? [])].filter(([, { before, after }]) => !isSameValue(before, after));
    return { objects, settings: settings.map(([key]) => key).sort() };
  }

  #watch(kind: SceneKind): void {
    const objects = getObjects(this.#doc, kind);
    objects.observeDeep((events) => {
      const ids = this.#touched.get(kind) ?? new Set<string>();
      this.#touched.set(kind, ids);
      for (const event of events) {
        if (event.target === objects) for (const id of event.keys.keys()) ids.add(id);
        else ids.add(String(event.path[0]));
      }
    });
  }

  #noteObject({ objects }: TouchedChangeSet, kind: SceneKind, id: string): void {
    const records = this.#records.get(kind)!;
    const before = records.get(id) ?? null;
    const object = getObjects(this.#doc, kind).get(id);
    const after = object instanceof Y.Map ? recordObject(getKind(kind), object) : null;
    if (after === null) records.delete(id);
    else records.set(id, after);
    const lastSeen = after ?? before;
    if (lastSeen === null) return;
    const key = `${kind} ${id}`;
    const touched = objects.get(key) ?? {
      kind,
      id,
      existedBefore: before !== null,
      existsAfter: false,
      before: {},
      after: {},
      lastSeen,
    };
    objects.set(key, touched);
    touched.existsAfter = after !== null;
    touched.lastSeen = lastSeen;
    for (const part of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
      if (isSameValue(before?.[part], after?.[part])) continue;
      if (!Object.hasOwn(touched.before, part)) touched.before[part] = before?.[part];
      touched.after[part] = after?.[part];
    }
  }

  #noteSettings({ settings }: TouchedChangeSet): void {
    const now = recordSettings(this.#doc);
    for (const key of new Set([...Object.keys(this.#settings), ...Object.keys(now)])) {
      const [before, after] = [this.#settings[key], now[key]];
      if (isSameValue(before, after)) continue;
      const touched = settings.get(key);
      if (touched === undefined) settings.set(key, { before, after });
      else touched.after = after;
    }
    this.#settings = now;
  }
}

function toDifference(touched: TouchedObject): ObjectDifference[] {
  const { kind, id, existedBefore, existsAfter, lastSeen } = touched;
  const difference =
    existedBefore && existsAfter
      ? compareObjects(kind, id, touched.before, touched.after)
      : compareObjects(kind, id, existedBefore ? lastSeen : null, existsAfter ? lastSeen : null);
  return difference === null ? [] : [{ ...difference, name: toRecordName(lastSeen) }];
}
