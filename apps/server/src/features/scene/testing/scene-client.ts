import { type CollaborationMessage, collaborationPath, toDocumentName } from "@blueprint/contract/collaboration";
import { readScene, type Scene } from "@blueprint/scene/read-scene";
import { SaveState } from "@blueprint/scene/save-state";
import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider";
import { WebSocket } from "ws";
import * as Y from "yjs";

/** One user's editor without the UI: the real provider on a real socket. */
export interface SceneClient {
  readonly doc: Y.Doc;
  readonly provider: HocuspocusProvider;
  readonly state: SaveState;
  readonly messages: CollaborationMessage[];
  readonly closeCodes: number[];
  readonly refusals: string[];
  scene(): Scene;
  /** Waits until `condition` holds; checks it after every event. */
  until(condition: () => boolean): Promise<void>;
  loaded(): Promise<void>;
  saved(): Promise<void>;
  /** The raw socket, for sending what no provider would. */
  socket(): WebSocket;
  close(): void;
}

export interface SceneClientOptions {
  readonly serverUrl: string;
  readonly blueprintId: string;
  readonly cookie?: string;
  readonly origin?: string;
  /** Timeout of `until`; 10 s when left out. */
  readonly untilMsMax?: number;
  /** Called after every event. */
  readonly onChange?: (state: SaveState) => void;
}

export function openSceneClient({
  serverUrl,
  blueprintId,
  cookie,
  origin,
  untilMsMax = 10_000,
  onChange,
}: SceneClientOptions): SceneClient {
  const doc = new Y.Doc();
  const listeners = new Set<() => void>();
  const notify = () => {
    onChange?.(state);
    for (const listener of listeners) listener();
  };
  const state = new SaveState(doc, notify);
  const messages: CollaborationMessage[] = [];
  const codes: number[] = [];
  const refusals: string[] = [];
  let latest: WebSocket | null = null;
  const headers = { ...(cookie === undefined ? {} : { cookie }), ...(origin === undefined ? {} : { origin }) };
  class PersonsWebSocket extends WebSocket {
    constructor(url: string) {
      super(url, { headers });
      latest = this;
      // A socket closed while connecting emits an error that browsers do not throw.
      this.on("error", () => {});
      this.on("close", (code) => {
        codes.push(code);
        notify();
      });
    }
  }
  const socket = new HocuspocusProviderWebsocket({
    url: serverUrl.replace(/^http/, "ws") + collaborationPath,
    WebSocketPolyfill: PersonsWebSocket,
    delay: 100,
    minDelay: 100,
    maxDelay: 200,
  });
  const provider = new HocuspocusProvider({
    name: toDocumentName(blueprintId),
    document: doc,
    websocketProvider: socket,
    onStateless: ({ payload }) => {
      const message = JSON.parse(payload) as CollaborationMessage;
      messages.push(message);
      if (message.type === "durable") state.noteDurable(message);
      notify();
    },
    onAuthenticationFailed: ({ reason }) => {
      refusals.push(reason);
      notify();
    },
    onAwarenessChange: notify,
  });
  provider.attach();
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        listeners.delete(look);
        const seen = `closed with ${codes.join() || "nothing"}, ${state.unsavedCount} unsaved, refused: ${refusals.join() || "no"}`;
        reject(new Error(`Nothing came of: ${condition.toString()} (${seen})`));
      }, untilMsMax);
      const look = () => {
        if (!condition()) return;
        clearTimeout(timer);
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });
  return {
    doc,
    provider,
    state,
    messages,
    closeCodes: codes,
    refusals,
    scene: () => readScene(doc),
    until,
    loaded: () => until(() => state.isLoaded),
    saved: () => until(() => state.isLoaded && state.unsavedCount === 0),
    socket: () => {
      if (latest === null) throw new Error("The socket was never opened.");
      return latest;
    },
    close: () => {
      provider.destroy();
      socket.destroy();
      state.destroy();
      doc.destroy();
    },
  };
}

/** The scene in a document, given as one Yjs update. */
export function readSceneUpdate(update: Uint8Array): Scene {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, update);
  return readScene(doc);
}
