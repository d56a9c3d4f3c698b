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
import { SceneUndo } from "@blueprint/scene/scene-undo";
import type { Vector3 } from "@blueprint/scene/vector";
import { HocuspocusProvider } from "@hocuspocus/provider";
import * as Y from "yjs";
import { toBase64 } from "../../lib/base64.ts";
import { buildSettings } from "../../lib/build-settings.ts";
import type { CameraPose } from "../viewer/viewer.ts";
import { DeviceCopy } from "./device-copy.ts";
import { HeldSocket } from "./held-socket.ts";
import { type Person, readPeople } from "./people.ts";
import type { SaveFacts } from "./save-status.ts";
import { describeChanges } from "./scene-changes.ts";

/** Why a document can no longer be followed. Whatever was typed stays in this tab and can be downloaded. */
export type SessionEnd = "not-found" | "signed-out" | "refused";

export interface DocumentState extends SaveFacts {
  readonly scene: Scene;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isTooNew: boolean;
  /** Edits that are not sent outlive this page: they are in this browser's storage. */
  readonly isKeptOnDevice: boolean;
  readonly end: SessionEnd | null;
  /** What a change of this person found no room in; from then on the document is only read. */
  readonly lack: NoRoom | null;
  /** What was changed last where nobody looked, in words: by another person, or taken away by this one. */
  readonly announcement: string;
}

const reconnectMs = { delay: 500, minDelay: 500, maxDelay: 5_000, factor: 1.6 };
const cursorEveryMs = 80;
/** Edits that follow each other within this time are one step for undo. */
const stepMs = 500;
/** The steps of undo are kept for the next page this long after the last of them, or when the page goes: a drag makes dozens a second. */
const keepStepsMs = 150;
/** A browser that is slow to open its storage must not keep anybody from the document. */
const deviceCopyMsMax = 2_000;
/** Transaction origin of what this device had kept. */
const deviceCopyOrigin = "device-copy";

const endsByCode: Readonly<Record<number, SessionEnd>> = {
  [closeCodes.unauthenticated]: "signed-out",
  [closeCodes.notFound]: "not-found",
  [closeCodes.updateRefused]: "refused",
  [closeCodes.messageTooLarge]: "refused",
  // RFC 6455 §7.4.1: a message so large that the server did not read it to its end.
  1009: "refused",
};

/** One open blueprint document: its content, the connection to the server, who else is in it. Close it when done. */
export class DocumentSession {
  readonly doc = new Y.Doc();
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
  /** What the person could do in the copy that was found on the device, until the server says it anew. */
  #keptAccess: SceneAccess | null = null;
  #reverting: "Undo" | "Redo" | null = null;

  constructor(blueprintId: string, userId: string, origin: string = location.origin) {
    this.#undo = this.#followUndo(undefined);
    this.#reader = new SceneReader(this.doc);
    this.#state = {
      scene: this.#reader.scene,
      isLoaded: false,
      isOnline: false,
      access: "read",
      isTooNew: false,
      isKeptOnDevice: false,
      unsavedCount: 0,
      hasSaveFailed: false,
      isSlowedDown: false,
      canUndo: false,
      canRedo: false,
      end: null,
      lack: null,
      announcement: "",
    };
    this.#saveState = new SaveState(this.doc, () => this.#update({ unsavedCount: this.#saveState.unsavedCount }));
    this.#socket = new HeldSocket({
      url: new URL(buildSettings.databaseUrl, origin).href.replace(/^http/, "ws"),
      ...reconnectMs,
    });
    this.#provider = new HocuspocusProvider({
      name: toDocumentName(blueprintId),
      document: this.doc,
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
        // It must not come back with the next page. What was only too large may still be sent in parts some day.
        if (event.code === closeCodes.updateRefused) this.#forgetCopy();
      },
      onStateless: ({ payload }) => this.#receive(JSON.parse(payload) as CollaborationMessage),
      onAwarenessChange: () => this.#readPeople(),
    });
    this.#reader.subscribe(this.#noteChange);
    void this.#openCopy(userId, blueprintId).finally(() => !this.#isClosed && this.#provider.attach());
    this.doc.on("afterTransaction", this.#noteTransaction);
    addEventListener("online", this.#reconnect);
    addEventListener("pagehide", this.#keepAll);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): DocumentState => this.#state;

  /** Apart from the rest: cursors move many times a second. */
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

  /** What follows is a new step for undo. */
  endStep(): void {
    this.#undo.stopCapturing();
  }

  /** Everything until `endGesture` is one step for undo, however long it takes. */
  beginGesture(): void {
    this.#undo.stopCapturing();
    this.#undo.captureTimeoutMs = Number.MAX_SAFE_INTEGER;
  }

  endGesture(): void {
    this.#undo.captureTimeoutMs = stepMs;
    this.#undo.stopCapturing();
  }

  /** Says something to a screen reader. */
  announce(sentence: string): void {
    this.#update({ announcement: sentence });
  }

  showSelection(selection: readonly ObjectRef[]): void {
    this.#provider.setAwarenessField("selection", selection.slice(0, presenceSelectionMax));
  }

  /** Where this person looks from, for those who follow them; sent at most some dozen times a second. */
  showCamera(camera: CameraPose): void {
    this.#camera = camera;
    this.#cameraTimer ??= setTimeout(() => {
      this.#cameraTimer = undefined;
      this.#provider.setAwarenessField("camera", this.#camera);
    }, cursorEveryMs);
  }

  /** Where this person points, in metres; sent at most some dozen times a second. */
  showCursor(cursor: Vector3 | null): void {
    this.#cursor = cursor;
    this.#cursorTimer ??= setTimeout(() => {
      this.#cursorTimer = undefined;
      this.#provider.setAwarenessField("cursor", this.#cursor);
    }, cursorEveryMs);
  }

  /** Resolves true once everything is on the server's disk, false when that takes longer than `timeoutMs`. */
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

  /** The document as this person sees it, as JSON for people and as a Yjs update for programs. */
  exportCopy(): string {
    const yjsUpdate = toBase64(Y.encodeStateAsUpdate(this.doc));
    const scene = this.#state.scene;
    return JSON.stringify({ unsentChanges: this.#state.unsavedCount, scene, yjsUpdate }, null, 2);
  }

  /** What was not saved is not to come back with the next page. */
  discardUnsent(): void {
    this.#socket.hold();
    this.#forgetCopy();
  }

  close(): void {
    this.#isClosed = true;
    this.#keepSteps();
    this.#copy?.close(this.#saveState.unsaved);
    removeEventListener("online", this.#reconnect);
    removeEventListener("pagehide", this.#keepAll);
    clearTimeout(this.#stepsTimer);
    clearTimeout(this.#cursorTimer);
    clearTimeout(this.#cameraTimer);
    this.#listeners.clear();
    this.#peopleListeners.clear();
    this.doc.off("afterTransaction", this.#noteTransaction);
    this.#provider.destroy();
    this.#socket.destroy();
    this.#saveState.destroy();
    this.#undo.destroy();
    this.#reader.destroy();
    this.doc.destroy();
  }

  #followUndo(state: unknown): SceneUndo {
    const undo = new SceneUndo(this.doc, { state });
    undo.captureTimeoutMs = stepMs;
    undo.subscribe(() => {
      this.#update({ canUndo: undo.canUndo(), canRedo: undo.canRedo() });
      clearTimeout(this.#stepsTimer);
      this.#stepsTimer = setTimeout(this.#keepSteps, keepStepsMs);
    });
    return undo;
  }

  /** What waits for its timer must not go with the page. */
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
      // The right itself is as it was: the next page asks anew whether there is room.
      if (lack === null) this.#copy?.keepAccess(message.may);
      this.#update({ access: message.may, lack });
      return;
    }
    if (message.type === "save-failed") {
      this.#update({ hasSaveFailed: true });
      return;
    }
    const { unsavedCount } = this.#saveState;
    this.#saveState.noteDurable(message);
    if (this.#saveState.unsavedCount === 0) this.#socket.forgetPauses();
    if (this.#saveState.unsavedCount !== unsavedCount) this.#copy?.flush(this.#saveState.unsaved);
    this.#update({ hasSaveFailed: false });
  }

  /** Brings back what this device has, then keeps what comes. The connection waits, so that only differences travel. */
  async #openCopy(userId: string, blueprintId: string): Promise<void> {
    const opening = DeviceCopy.open(userId, blueprintId, this.doc.clientID);
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), deviceCopyMsMax));
    const copy = await Promise.race([opening, tooLate]);
    if (copy === null || this.#isClosed) {
      void opening.then((late) => late?.close([]));
      return;
    }
    try {
      const { updates, unsaved, undo, access } = await copy.read();
      if (this.#isClosed) return copy.close(unsaved);
      this.doc.transact(() => {
        for (const update of updates) Y.applyUpdate(this.doc, update);
      }, deviceCopyOrigin);
      this.#saveState.restore(unsaved);
      // Made anew with the content in place: what stands in the document now is what the kept steps are about.
      this.#undo.destroy();
      this.#undo = this.#followUndo(undo);
      this.#update({ canUndo: this.#undo.canUndo(), canRedo: this.#undo.canRedo() });
      this.#keptAccess = updates.length > 0 ? (access ?? null) : null;
    } catch {
      // The server's document is the one that counts; the next page may be able to read the copy.
      copy.close([]);
      return;
    }
    this.#copy = copy;
    this.doc.on("update", (update: Uint8Array, _origin: unknown, _doc: Y.Doc, transaction: Y.Transaction) => {
      if (this.#copy !== null) copy.note(update, transaction.local, () => this.#saveState.unsaved);
      if (!copy.isWorking) this.#update({ isKeptOnDevice: false });
    });
    this.#update({ isKeptOnDevice: true });
    if (!navigator.onLine) this.#openWithoutServer();
  }

  /** The document as this device has it, for a page that cannot reach the server: work goes on, and is sent later. */
  #openWithoutServer(): void {
    if (this.#keptAccess === null || this.#state.end !== null) return;
    const access = this.#keptAccess;
    this.#keptAccess = null;
    if (this.#wasLoaded) return;
    this.#wasLoaded = true;
    this.#update({ access, isTooNew: isSceneTooNew(this.doc) });
  }

  // What has arrived decides whether the document is loaded, also where nothing in it is shown.
  readonly #noteTransaction = (): void => this.#update({});

  readonly #noteChange = (change: SceneChange): void => {
    const { scene, transaction } = change;
    const before = this.#state.scene;
    const update = { scene, isTooNew: isSceneTooNew(this.doc) };
    // The first content is the document itself, not somebody's change.
    const isUnseen = this.#wasLoaded && (!transaction.local || this.#reverting !== null);
    if (!isUnseen) this.#update(update);
    else {
      // What undo takes back may lie anywhere in the place.
      const sentence = describeChanges(before, change, this.#reverting ?? this.#nameAuthor(transaction));
      this.#update(sentence === null ? update : { ...update, announcement: sentence });
    }
  };

  // Removing something leaves no author in the change itself: with one other person here it must be them.
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
    this.#people = readPeople(this.#provider.awareness?.getStates() ?? new Map(), this.doc.clientID);
    for (const listener of this.#peopleListeners) listener();
  }

  #endAs(end: SessionEnd): void {
    // Trying again would be answered the same way.
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
    if (this.#state.end === null) void this.#socket.connect();
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
