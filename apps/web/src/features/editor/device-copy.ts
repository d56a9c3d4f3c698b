import type { SceneAccess } from "@blueprint/contract/collaboration";
import type { UnsavedEdit } from "@blueprint/scene/save-state";
import type { UndoState } from "@blueprint/scene/scene-undo";
import * as Y from "yjs";
import { forgetLastMoment, forgetLastMoments, keepLastMoment, readLastMoments } from "./last-moment.ts";

const databasePrefix = "blueprint-document";
/** Beyond this, opening the copy merges all records into one. */
const recordsMax = 200;
/** Others' changes can be fetched again, so they are written in batches. */
const othersEveryMs = 1_000;
const undoKey = "undo";
const accessKey = "access";

interface StoredCopy {
  /** Yjs updates, oldest first. */
  readonly updates: readonly Uint8Array[];
  readonly unsaved: readonly UnsavedEdit[];
  /** The user's undo and redo steps, in `SceneUndo`'s format. */
  readonly undo: unknown;
  /** The user's access when the server last reported it; undefined if it never has. */
  readonly access: SceneAccess | undefined;
}

interface KeptUndo {
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  readonly state: unknown;
}

/**
 * A user's copy of a document in this browser (IndexedDB): unsaved work survives the page. Without space or IndexedDB,
 * editing continues without a copy.
 */
export class DeviceCopy {
  readonly #database: IDBDatabase;
  /** Tabs share the content; each records its own unsaved edits. */
  readonly #page: number;
  #waiting: Uint8Array[] = [];
  #ownWaiting: Uint8Array[] = [];
  /** The user's own updates and undo steps that the browser hasn't confirmed as written. */
  readonly #unwritten = new Set<Uint8Array>();
  #unwrittenUndo: KeptUndo | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #takenOver: IDBValidKey[] = [];
  #isWorking = true;

  private constructor(database: IDBDatabase, page: number) {
    this.#database = database;
    this.#page = page;
  }

  /** Null if the browser can't keep a copy. */
  static async open(userId: string, blueprintId: string, page: number): Promise<DeviceCopy | null> {
    try {
      const request = indexedDB.open(`${databasePrefix}/${userId}/${blueprintId}`, 2);
      request.onupgradeneeded = ({ oldVersion }) => {
        if (oldVersion < 1) {
          request.result.createObjectStore("updates", { autoIncrement: true });
          request.result.createObjectStore("unsaved");
        }
        request.result.createObjectStore("session");
      };
      const database = await toPromise(request);
      // Another tab may delete the copy once everything is saved.
      database.onversionchange = () => database.close();
      return new DeviceCopy(database, page);
    } catch {
      return null;
    }
  }

  /** False once the browser refuses to write; the document is then in memory only. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  async read(): Promise<StoredCopy> {
    await this.#takeInLastMoments();
    const transaction = this.#database.transaction(["updates", "unsaved", "session"]);
    const unsaved = transaction.objectStore("unsaved");
    const [updates, lists, pages, undo, access] = await Promise.all([
      toPromise<Uint8Array[]>(transaction.objectStore("updates").getAll()),
      toPromise<UnsavedEdit[][]>(unsaved.getAll()),
      toPromise(unsaved.getAllKeys()),
      toPromise<unknown>(transaction.objectStore("session").get(undoKey)),
      toPromise<SceneAccess | undefined>(transaction.objectStore("session").get(accessKey)),
    ]);
    this.#takenOver = pages;
    if (updates.length > recordsMax) await this.#replaceUpdates(updates);
    return { updates, unsaved: lists.flat(), undo: toKeptUndo(undo).state, access };
  }

  /** Records an update. The user's own are written at once, along with the list of unsaved edits. */
  note(update: Uint8Array, isOwn: boolean, readUnsaved: () => readonly UnsavedEdit[]): void {
    this.#waiting.push(update);
    if (isOwn) this.#ownWaiting.push(update);
    if (isOwn) clearTimeout(this.#timer);
    else if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.flush(readUnsaved()), isOwn ? 0 : othersEveryMs);
  }

  /** Writes pending updates and the list of unsaved edits. */
  flush(unsaved: readonly UnsavedEdit[]): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const updates = this.#waiting;
    this.#waiting = [];
    const own = this.#ownWaiting;
    this.#ownWaiting = [];
    for (const update of own) this.#unwritten.add(update);
    try {
      const transaction = this.#database.transaction(["updates", "unsaved"], "readwrite");
      transaction.oncomplete = () => {
        for (const update of own) this.#unwritten.delete(update);
      };
      transaction.onabort = () => {
        this.#isWorking = false;
      };
      if (updates.length > 0) transaction.objectStore("updates").add(Y.mergeUpdates(updates));
      const lists = transaction.objectStore("unsaved");
      for (const page of this.#takenOver) lists.delete(page);
      this.#takenOver = [];
      if (unsaved.length > 0) lists.put([...unsaved], this.#page);
      else lists.delete(this.#page);
      // Don't wait for the automatic commit: the page may be closing.
      transaction.commit();
    } catch {
      // Another tab closed or deleted the database.
      this.#isWorking = false;
    }
  }

  /** With several tabs, the next page restores the steps of the last one. */
  keepUndo(state: UndoState): void {
    const undo: KeptUndo = { keptAt: Date.now(), state };
    this.#unwrittenUndo = undo;
    const transaction = this.#keep(undoKey, undo);
    if (transaction === null) return;
    transaction.oncomplete = () => {
      if (this.#unwrittenUndo === undo) this.#unwrittenUndo = null;
    };
  }

  /** Used by a page that opens offline. */
  keepAccess(access: SceneAccess): void {
    this.#keep(accessKey, access);
  }

  /** Called when the page closes: pending transactions may be aborted, so the essentials are also kept elsewhere. */
  keepLastMoment(unsaved: readonly UnsavedEdit[]): void {
    const { name } = this.#database;
    const update = this.#unwritten.size > 0 ? Y.mergeUpdates([...this.#unwritten]) : null;
    const undo = this.#unwrittenUndo;
    if (update === null && undo === null) {
      forgetLastMoment(name, this.#page);
      return;
    }
    const moment = { keptAt: Date.now(), page: this.#page, update, unsaved: update === null ? [] : unsaved };
    // If there isn't room for both, content takes priority over undo steps.
    if (!keepLastMoment(name, { ...moment, undo: undo?.state })) keepLastMoment(name, { ...moment, undo: undefined });
  }

  #keep(key: string, value: unknown): IDBTransaction | null {
    try {
      const transaction = this.#database.transaction("session", "readwrite");
      transaction.objectStore("session").put(value, key);
      // As in `flush`.
      transaction.commit();
      return transaction;
    } catch {
      // Another tab closed or deleted the database; this page works without it.
      return null;
    }
  }

  close(unsaved: readonly UnsavedEdit[]): void {
    this.flush(unsaved);
    // Transactions in progress still complete.
    this.#database.close();
  }

  /** Deletes the document's copy on this device. */
  remove(): void {
    clearTimeout(this.#timer);
    this.#isWorking = false;
    this.#database.close();
    indexedDB.deleteDatabase(this.#database.name);
    forgetLastMoments(this.#database.name);
  }

  async #takeInLastMoments(): Promise<void> {
    const { name } = this.#database;
    const moments = readLastMoments(name);
    if (moments.length === 0) return;
    const transaction = this.#database.transaction(["updates", "unsaved", "session"], "readwrite");
    const facts = transaction.objectStore("session");
    let kept = toKeptUndo(await toPromise<unknown>(facts.get(undoKey)));
    for (const { keptAt, page, update, unsaved, undo } of moments) {
      if (update !== null) {
        transaction.objectStore("updates").add(update);
        transaction.objectStore("unsaved").put(unsaved, page);
      }
      if (undo !== undefined && keptAt >= kept.keptAt) kept = { keptAt, state: undo };
    }
    facts.put(kept, undoKey);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("Your browser's storage isn't available."));
    });
    for (const { page } of moments) forgetLastMoment(name, page);
  }

  async #replaceUpdates(updates: readonly Uint8Array[]): Promise<void> {
    const transaction = this.#database.transaction("updates", "readwrite");
    const store = transaction.objectStore("updates");
    // Deletes only what was read: another tab may have written in the meantime.
    const keys = (await toPromise(store.getAllKeys())).slice(0, updates.length);
    store.delete(IDBKeyRange.bound(keys[0], keys.at(-1)));
    store.add(Y.mergeUpdates([...updates]));
  }
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("Your browser's storage isn't available."));
  });
}

// An older format stored the steps without a time.
function toKeptUndo(value: unknown): KeptUndo {
  if (typeof value === "object" && value !== null && "keptAt" in value) return value as KeptUndo;
  return { keptAt: 0, state: value };
}
