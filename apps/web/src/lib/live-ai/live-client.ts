import { liveAiEndpoint } from "@blueprint/contract/spec-constants";
import {
  defaultAudioMimeType,
  endOfTurnMessage,
  type LivePart,
  type LiveServerContent,
  readServerMessage,
  setupMessage,
  toClientContentMessage,
  toEndOfSpeechMessage,
  toRealtimeInputMessage,
  withTranscript,
} from "./live-messages.ts";

// spec §4.
export type LiveConnectionState = "connecting" | "open" | "closed";

export interface LiveState {
  readonly connection: LiveConnectionState;
  /** The server has accepted the setup: nothing is sent before. */
  readonly isReady: boolean;
  /** "WebSocket connection failed" after a refused or lost connection; null otherwise. */
  readonly failure: string | null;
}

export interface LiveClientOptions {
  /** Sent with each connection; a function gets a new one for each. */
  readonly apiKey: string | (() => Promise<string>);
  readonly endpoint?: string | undefined;
  readonly WebSocket?: typeof globalThis.WebSocket;
  readonly onContent?: (content: LiveServerContent) => void;
}

// spec §8.
const failedText = "WebSocket connection failed";
const notConnectedText = "WebSocket is not connected";
const tooEarlyText = "Cannot send message before setup is complete";

/** Talks to the live AI over one socket at a time. Connects only on `connect`. */
export class LiveClient {
  readonly #options: LiveClientOptions;
  readonly #listeners = new Set<() => void>();
  #state: LiveState = { connection: "closed", isReady: false, failure: null };
  #socket: WebSocket | null = null;
  #rejectConnect: ((error: Error) => void) | null = null;
  /** The key that the latest `connect` waits for. */
  #awaitedKey: Promise<string> | null = null;

  constructor(options: LiveClientOptions) {
    this.#options = options;
  }

  readonly getState = (): LiveState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Opens the socket and sends the setup. Resolves once the socket is open; `isReady` follows when the server accepts
   * the setup.
   * @throws Error "WebSocket connection failed" if the socket is refused, or closes before it opens
   */
  async connect(): Promise<void> {
    const { apiKey } = this.#options;
    this.disconnect();
    if (typeof apiKey === "string") return this.#connectWith(apiKey);
    this.#change({ connection: "connecting", isReady: false, failure: null });
    const awaited = apiKey();
    this.#awaitedKey = awaited;
    const key = await awaited.catch((error: unknown) => {
      logError("The live AI connection failed.", error);
      return null;
    });
    // A later `connect`, or a `disconnect`, has replaced this one.
    if (this.#awaitedKey !== awaited) throw new Error(failedText);
    this.#awaitedKey = null;
    if (key !== null) return this.#connectWith(key);
    this.#change({ connection: "closed", isReady: false, failure: failedText });
    throw new Error(failedText);
  }

  async #connectWith(apiKey: string): Promise<void> {
    const socket = this.#open(apiKey);
    if (socket === null) {
      this.#change({ connection: "closed", isReady: false, failure: failedText });
      throw new Error(failedText);
    }
    this.#socket = socket;
    this.#change({ connection: "connecting", isReady: false, failure: null });
    // Blobs are read in sequence: a short one must not overtake a long one.
    let reading = Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      this.#rejectConnect = reject;
      socket.addEventListener("open", () => {
        if (this.#socket !== socket) return;
        this.#rejectConnect = null;
        socket.send(JSON.stringify(setupMessage));
        this.#change({ connection: "open", isReady: false, failure: null });
        resolve();
      });
      socket.addEventListener("message", (event: MessageEvent<unknown>) => {
        reading = reading.then(() => this.#receive(socket, event.data));
      });
      // spec §8: connection errors are only logged. The close event that follows handles the consequences.
      socket.addEventListener("error", () => {
        if (this.#socket === socket) logError("The live AI connection failed.");
      });
      socket.addEventListener("close", () => {
        reading = reading.then(() => this.#noteClosed(socket, failedText));
      });
    });
  }

  /** Null for a URL that no socket can connect to: an empty one, or an unencrypted one from an encrypted page. */
  #open(apiKey: string): WebSocket | null {
    const { endpoint = liveAiEndpoint, WebSocket = globalThis.WebSocket } = this.#options;
    try {
      const url = new URL(endpoint);
      url.searchParams.set("key", apiKey);
      return new WebSocket(url);
    } catch (error) {
      // spec §8: connection errors are only logged.
      logError("The live AI connection failed.", error);
      return null;
    }
  }

  /** Closes the socket; a pending `connect` rejects. */
  disconnect(): void {
    const socket = this.#socket;
    if (this.#awaitedKey !== null) {
      this.#awaitedKey = null;
      this.#change({ connection: "closed", isReady: false, failure: null });
    }
    if (socket === null) return;
    this.#noteClosed(socket, null);
    socket.close();
  }

  /**
   * Sends a user turn. Returns whether it was sent: before the setup is complete, it is dropped with a warning.
   * @param transcript id of a conversation that may be kept, for our own server's relay
   * @throws Error "WebSocket is not connected"
   */
  sendContent(parts: readonly LivePart[], turnComplete = true, transcript: string | null = null): boolean {
    return this.#send(withTranscript(toClientContentMessage(parts, turnComplete), transcript));
  }

  /**
   * Sends base64 audio (16 kHz 16-bit PCM unless `mimeType` says otherwise) or images; returns the same as
   * `sendContent`.
   */
  sendMedia(data: string, mimeType: string = defaultAudioMimeType): boolean {
    return this.#send(toRealtimeInputMessage([{ mimeType, data }]));
  }

  /** Ends a turn whose parts were sent before; returns the same as `sendContent`. */
  endTurn(): boolean {
    return this.#send(endOfTurnMessage);
  }

  /** Ends a spoken question, for our own server's relay; returns the same as `sendContent`. */
  endSpeech(question: string, transcript: string | null = null): boolean {
    return this.#send(withTranscript(toEndOfSpeechMessage(question), transcript));
  }

  #send(message: object): boolean {
    if (this.#socket === null || this.#state.connection !== "open") throw new Error(notConnectedText);
    if (!this.#state.isReady) {
      // biome-ignore lint/suspicious/noConsole: spec §8 asks for a warning on the console.
      console.warn(tooEarlyText);
      return false;
    }
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  async #receive(socket: WebSocket, data: unknown): Promise<void> {
    try {
      const text = data instanceof Blob ? await data.text() : String(data);
      if (this.#socket !== socket) return;
      for (const message of readServerMessage(text)) {
        if (message.kind === "setup-complete") this.#change({ connection: "open", isReady: true, failure: null });
        else this.#options.onContent?.(message.content);
      }
    } catch (error) {
      logError("Couldn't read a message from the live AI.", error);
    }
  }

  #noteClosed(socket: WebSocket, failure: string | null): void {
    // A later `connect` has its own socket.
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#change({ connection: "closed", isReady: false, failure });
    this.#rejectConnect?.(new Error(failedText));
    this.#rejectConnect = null;
  }

  #change(state: LiveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function logError(...parts: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: spec §8: connection errors are only logged.
  console.error(...parts);
}

/** spec §1: the client exists only when a key is configured in the build environment. */
export function createConfiguredLiveClient(
  settings: { readonly aiKey: string | undefined; readonly aiEndpoint: string | undefined },
  onContent: (content: LiveServerContent) => void,
): LiveClient | null {
  if (settings.aiKey === undefined) return null;
  return new LiveClient({ apiKey: settings.aiKey, endpoint: settings.aiEndpoint, onContent });
}
