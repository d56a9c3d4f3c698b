import {
  type CollaborationMessage,
  closeCodes,
  type NoRoom,
  presenceSelectionMax,
  type SceneAccess,
  toDocumentName,
} from "@blueprint/contract/collaboration";
import type { Scene } from "@blueprint/scene/read-scene";
import { SaveState } from "@blueprint/scene/save-state";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import { isSceneTooNew } from "@blueprint/scene/scene-migrations";
import { type SceneChange, SceneReader } from "@blueprint/scene/scene-reader";
import { type EditOptions, SceneUndo } from "@blueprint/scene/scene-undo";
import type { Vector3 } from "@blueprint/scene/vector";
import { HocuspocusProvider, WebSocketStatus } from "@hocuspocus/provider";
import * as Y from "yjs";
import { toBase64 } from "../../lib/base64.ts";
import { buildSettings } from "../../lib/build-settings.ts";
import { isServerReachable } from "../../lib/is-server-reachable.ts";
import type { CameraPose } from "../viewer/viewer.ts";
import { DeviceCopy } from "./device-copy.ts";
import { HeldSocket } from "./held-socket.ts";
import { type Person, readPeople } from "./people.ts";
import type { SaveFacts } from "./save-status.ts";
import { describeChanges } from "./scene-changes.ts";

/** Why the connection stopped syncing. Everything typed stays in this tab and can be downloaded. */
export type ConnectionEnd = "not-found" | "signed-out" | "refused";

export interface DocumentState extends SaveFacts {
  readonly scene: Scene;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isTooNew: boolean;
  /** Unsent edits survive this page in the browser's storage. */
  readonly isKeptOnDevice: boolean;
  readonly end: ConnectionEnd | null;
  /** The limit that one of the user's changes exceeded; the document is read-only from then on. */
  readonly lack: NoRoom | null;
  /** Latest change outside the user's view, in words: made by another person or undone by the user. */
  readonly announcement: string;
}

const reconnectMs = { delay: 500, minDelay: 500, maxDelay: 5_000, factor: 1.6 };
const cursorEveryMs = 80;
/** Undo steps are saved this long after the last one, or when the page closes: a drag makes dozens a second. */
const keepStepsMs = 150;
/** A browser with slow storage must not block the document. */
const deviceCopyMsMax = 2_000;
/** Transaction origin of content restored from this device. */
const deviceCopyOrigin = "device-copy";

const endsByCode: Readonly<Record<number, ConnectionEnd>> = {
  [closeCodes.unauthenticated]: "signed-out",
  [closeCodes.notFound]: "not-found",
  [closeCodes.updateRefused]: "refused",
  [closeCodes.messageTooLarge]: "refused",
  // RFC 6455 §7.4.1: a message too large for the server to process.
  1009: "refused",
};

/** One open blueprint document: its content, its connection and the people in it. Close it when done. */
export class DocumentConnection {
  readonly #doc = new Y.Doc();
  #undo: SceneUndo;
  readonly #reader: SceneReader;
  readonly #socket: HeldSocket;
  readonly #provider: HocuspocusProvider;
  readonly #saveState: SaveState;
  readonly #listeners = new Set<() => void>();
  readonly #peopleListeners = new Set<() => void>();
  #state: DocumentState;
  #people: readonly Person[] = [];
  #wasLoaded = false;
  #copy: DeviceCopy | null = null;
  #isClosed = false;
  #cursor: Vector3 | null = null;
  #cursorTimer: ReturnType<typeof setTimeout> | undefined;
  #camera: CameraPose | null = null;
  #cameraTimer: ReturnType<typeof setTimeout> | undefined;
  #stepsTimer: ReturnType<typeof setTimeout> | undefined;
  /** The user's access in the copy on this device, until the server reports it again. */
  #keptAccess: SceneAccess | null = null;
  #reverting: "Undo" | "Redo" | null = null;

  constructor(blueprintId: string, userId: string, origin: string = location.origin) {
    this.#undo = this.#followUndo(undefined);
    this.#reader = new SceneReader(this.#doc);
    this.#state = {
      scene: this.#reader.scene,
      isLoaded: false,
      isOnline: false,
      access: "read",
      isTooNew: false,
      isKeptOnDevice: false,
      unsavedCount: 0,
      hasSaveFailed: false,
      obstacle: null,
      isSlowedDown: false,
      canUndo: false,
      canRedo: false,
      end: null,
      lack: null,
      announcement: "",
    };
    this.#saveState = new SaveState(this.#doc, () => this.#update({ unsavedCount: this.#saveState.unsavedCount }));
    this.#socket = new HeldSocket({
      url: new URL(buildSettings.databaseUrl, origin).href.replace(/^http/, "ws"),
      ...reconnectMs,
    });
    this.#provider = new HocuspocusProvider({
      name: toDocumentName(blueprintId),
      document: this.#doc,
      websocketProvider: this.#socket,
      onStatus: ({ status }) => {
        if (status === "disconnected") this.#openWithoutServer();
        this.#update(status === "connected" ? { isOnline: true, isSlowedDown: false } : { isOnline: false });
      },
      onAuthenticationFailed: ({ reason }) => reason === "not-found" && this.#endAs("not-found"),
      onClose: ({ event }) => {
        if (event.code === closeCodes.tooFast) {
          this.#socket.comeBackLater();
          this.#update({ isSlowedDown: true });
        }
        const end = endsByCode[event.code];
        if (end === undefined) return;
        this.#endAs(end);
        // The rejected update must not return with the next page. One that was only too large may be sent in parts
        // later.
        if (event.code === closeCodes.updateRefused) this.#forgetCopy();
      },
      onStateless: ({ payload }) => this.#receive(JSON.parse(payload) as CollaborationMessage),
      onAwarenessChange: () => this.#readPeople(),
    });
    this.#reader.subscribe(this.#noteChange);
    void this.#openCopy(userId, blueprintId).finally(() => !this.#isClosed && this.#provider.attach());
    this.#doc.on("afterTransaction", this.#noteTransaction);
    addEventListener("online", this.#reconnect);
    addEventListener("offline", this.#noteOffline);
    addEventListener("pagehide", this.#keepAll);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): DocumentState => this.#state;

  /** Separate from the rest: cursors move many times a second. */
  readonly subscribePeople = (listener: () => void): (() => void) => {
    this.#peopleListeners.add(listener);
    return () => this.#peopleListeners.delete(listener);
  };

  readonly getPeople = (): readonly Person[] => this.#people;

  undo(): void {
    this.#revert("Undo", () => this.#undo.undo());
  }

  redo(): void {
    this.#revert("Redo", () => this.#undo.redo());
  }

  /** Makes one of the user's edits, as `SceneUndo.edit`. Screens call `attempt`, which also says what went wrong. */
  edit<T>(change: (doc: Y.Doc) => T, options?: EditOptions): T {
    return this.#undo.edit(change, options);
  }

  /** Reads what the state's scene doesn't hold, such as the exact content of an object. */
  read<T>(look: (doc: Y.Doc) => T): T {
    return look(this.#doc);
  }

  /** Announces a sentence to screen readers. */
  announce(sentence: string): void {
    this.#update({ announcement: sentence });
  }

  showSelection(selection: readonly ObjectRef[]): void {
    this.#provider.setAwarenessField("selection", selection.slice(0, presenceSelectionMax));
  }

  /** Shares the user's camera with followers, at most a dozen or so times a second. */
  showCamera(camera: CameraPose): void {
    this.#camera = camera;
    this.#cameraTimer ??= setTimeout(() => {
      this.#cameraTimer = undefined;
      this.#provider.setAwarenessField("camera", this.#camera);
    }, cursorEveryMs);
  }

  /** Shares the user's cursor in metres, at most a dozen or so times a second. */
  showCursor(cursor: Vector3 | null): void {
    this.#cursor = cursor;
    this.#cursorTimer ??= setTimeout(() => {
      this.#cursorTimer = undefined;
      this.#provider.setAwarenessField("cursor", this.#cursor);
    }, cursorEveryMs);
  }

  /** Resolves true once everything is on the server's disk, false after `timeoutMs`. */
  whenSaved(timeoutMs: number): Promise<boolean> {
    const isSaved = () => this.#state.isOnline && this.#state.unsavedCount === 0;
    if (isSaved()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish(false), timeoutMs);
      const stop = this.subscribe(() => isSaved() && finish(true));
      const finish = (saved: boolean) => {
        clearTimeout(timer);
        stop();
        resolve(saved);
      };
    });
  }

  /** The document as the user sees it: JSON for people and a Yjs update for programs. */
  exportCopy(): string {
    const yjsUpdate = toBase64(Y.encodeStateAsUpdate(this.#doc));
    const scene = this.#state.scene;
    return JSON.stringify({ unsentChanges: this.#state.unsavedCount, scene, yjsUpdate }, null, 2);
  }

  /** Unsaved changes must not return with the next page. */
  discardUnsent(): void {
    this.#socket.hold();
    this.#forgetCopy();
  }

  close(): void {
    this.#isClosed = true;
    this.#keepSteps();
    this.#copy?.close(this.#saveState.unsaved);
    removeEventListener("online", this.#reconnect);
    removeEventListener("offline", this.#noteOffline);
    removeEventListener("pagehide", this.#keepAll);
    clearTimeout(this.#stepsTimer);
    clearTimeout(this.#cursorTimer);
    clearTimeout(this.#cameraTimer);
    this.#listeners.clear();
    this.#peopleListeners.clear();
    this.#doc.off("afterTransaction", this.#noteTransaction);
    this.#provider.destroy();
    this.#socket.destroy();
    this.#saveState.destroy();
    this.#undo.destroy();
    this.#reader.destroy();
    this.#doc.destroy();
  }

  #followUndo(state: unknown): SceneUndo {
    const undo = new SceneUndo(this.#doc, { state });
    undo.subscribe(() => {
      this.#update({ canUndo: undo.canUndo(), canRedo: undo.canRedo() });
      clearTimeout(this.#stepsTimer);
      this.#stepsTimer = setTimeout(this.#keepSteps, keepStepsMs);
    });
    return undo;
  }

  /** Flushes delayed writes before the page closes. */
  readonly #keepAll = (): void => {
    this.#copy?.flush(this.#saveState.unsaved);
    this.#keepSteps();
    this.#copy?.keepLastMoment(this.#saveState.unsaved);
  };

  readonly #keepSteps = (): void => {
    if (this.#stepsTimer === undefined) return;
    clearTimeout(this.#stepsTimer);
    this.#stepsTimer = undefined;
    this.#copy?.keepUndo(this.#undo.toState());
  };

  #revert(word: "Undo" | "Redo", revert: () => boolean): void {
    this.#reverting = word;
    try {
      revert();
    } finally {
      this.#reverting = null;
    }
  }

  #receive(message: CollaborationMessage): void {
    if (message.type === "rights") {
      this.#keptAccess = null;
      const lack = message.because ?? null;
      // The access right itself hasn't changed: the next page checks again for room.
      if (lack === null) this.#copy?.keepAccess(message.may);
      this.#update({ access: message.may, lack });
      return;
    }
    if (message.type === "save-failed") {
      this.#update({ hasSaveFailed: true, obstacle: message.because ?? null });
      return;
    }
    const { unsavedCount } = this.#saveState;
    this.#saveState.noteDurable(message);
    if (this.#saveState.unsavedCount === 0) this.#socket.forgetPauses();
    if (this.#saveState.unsavedCount !== unsavedCount) this.#copy?.flush(this.#saveState.unsaved);
    this.#update({ hasSaveFailed: false, obstacle: null });
  }

  /** Restores this device's copy, then keeps it current. The connection waits, so that only differences are sent. */
  async #openCopy(userId: string, blueprintId: string): Promise<void> {
    const opening = DeviceCopy.open(userId, blueprintId, this.#doc.clientID);
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), deviceCopyMsMax));
    const copy = await Promise.race([opening, tooLate]);
    if (copy === null || this.#isClosed) {
      void opening.then((late) => late?.close([]));
      return;
    }
    try {
      const { updates, unsaved, undo, access } = await copy.read();
      if (this.#isClosed) return copy.close(unsaved);
      this.#doc.transact(() => {
        for (const update of updates) Y.applyUpdate(this.#doc, update);
      }, deviceCopyOrigin);
      this.#saveState.restore(unsaved);
      // Recreated after the content is restored: the kept steps refer to that content.
      this.#undo.destroy();
      this.#undo = this.#followUndo(undo);
      this.#update({ canUndo: this.#undo.canUndo(), canRedo: this.#undo.canRedo() });
      this.#keptAccess = updates.length > 0 ? (access ?? null) : null;
    } catch {
      // The server's document takes precedence; the next page may be able to read the copy.
      copy.close([]);
      return;
    }
    this.#copy = copy;
    this.#doc.on("update", (update: Uint8Array, _origin: unknown, _doc: Y.Doc, transaction: Y.Transaction) => {
      if (this.#copy !== null) copy.note(update, transaction.local, () => this.#saveState.unsaved);
      if (!copy.isWorking) this.#update({ isKeptOnDevice: false });
    });
    this.#update({ isKeptOnDevice: true });
    if (!navigator.onLine) this.#openWithoutServer();
  }

  /** Opens this device's copy when the server is unreachable: editing continues and is sent later. */
  #openWithoutServer(): void {
    if (this.#keptAccess === null || this.#state.end !== null) return;
    const access = this.#keptAccess;
    this.#keptAccess = null;
    if (this.#wasLoaded) return;
    this.#wasLoaded = true;
    this.#update({ access, isTooNew: isSceneTooNew(this.#doc) });
  }

  // Any update may complete the loading, even without a visible change.
  readonly #noteTransaction = (): void => this.#update({});

  readonly #noteChange = (change: SceneChange): void => {
    const { scene, transaction } = change;
    const before = this.#state.scene;
    const update = { scene, isTooNew: isSceneTooNew(this.#doc) };
    // The initial content is the document itself, not a change.
    const isUnseen = this.#wasLoaded && (!transaction.local || this.#reverting !== null);
    if (!isUnseen) this.#update(update);
    else {
      // Undo may affect any part of the place.
      const sentence = describeChanges(before, change, this.#reverting ?? this.#nameAuthor(transaction));
      this.#update(sentence === null ? update : { ...update, announcement: sentence });
    }
  };

  // A deletion carries no author: if only one other person is here, it was them.
  #nameAuthor(transaction: Y.Transaction): string {
    const authors = new Set<string>();
    for (const [client, clock] of transaction.afterState) {
      if ((transaction.beforeState.get(client) ?? 0) >= clock) continue;
      const person = this.#people.find((candidate) => candidate.clientId === client);
      if (person !== undefined) authors.add(person.name);
    }
    if (authors.size === 0 && this.#people.length === 1) return this.#people[0]?.name ?? "";
    return authors.size === 0 ? "A teammate" : [...authors].join(" and ");
  }

  #readPeople(): void {
    this.#people = readPeople(this.#provider.awareness?.getStates() ?? new Map(), this.#doc.clientID);
    for (const listener of this.#peopleListeners) listener();
  }

  #endAs(end: ConnectionEnd): void {
    // A retry would get the same answer.
    this.#socket.hold();
    if (end === "not-found" && this.#state.unsavedCount === 0) this.#forgetCopy();
    this.#update({ end, access: "read" });
  }

  #forgetCopy(): void {
    this.#copy?.remove();
    this.#copy = null;
    this.#update({ isKeptOnDevice: false });
  }

  readonly #reconnect = (): void => {
    if (this.#state.end !== null) return;
    if (this.#socket.status === WebSocketStatus.Connected) this.#update({ isOnline: true });
    else void this.#socket.connect();
  };

  /** A socket notices half a minute later. A server on this device is still reached. */
  readonly #noteOffline = async (): Promise<void> => {
    if ((await isServerReachable()) || this.#isClosed) return;
    this.#openWithoutServer();
    this.#update({ isOnline: false });
  };

  #update(change: Partial<DocumentState>): void {
    this.#wasLoaded ||= this.#saveState.isLoaded;
    const next = { ...this.#state, ...change, isLoaded: this.#wasLoaded };
    const keys = Object.keys(next) as (keyof DocumentState)[];
    if (keys.every((key) => next[key] === this.#state[key])) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
