import { type CaptureGraph, openCaptureGraph } from "./capture-graph.ts";

/**
 * "denied": permission was refused; "missing": there is no microphone; "busy": another app uses it, or it can't be
 * read; "unsupported": the page is not secure, or the browser lacks what it takes.
 */
export type MicrophoneFailure = "denied" | "missing" | "busy" | "unsupported";

/** "device": unplugged or withdrawn; "interrupted": by a call, a locked screen or a hidden page. */
export type MicrophoneLoss = "device" | "interrupted";

export class MicrophoneError extends Error {
  override readonly name = "MicrophoneError";
  readonly failure: MicrophoneFailure;

  constructor(failure: MicrophoneFailure, cause?: unknown) {
    super(`The microphone can't be used: ${failure}.`, { cause });
    this.failure = failure;
  }
}

export interface MicrophoneListener {
  /** 40 ms of 16 kHz mono, and their loudness from 0 (-60 dB of full scale or less) to 1 (0 dB). */
  onChunk(samples: Int16Array, level: number): void;
  /** The microphone has closed by itself. Never called before `open` has resolved. */
  onLost(loss: MicrophoneLoss): void;
}

/** Switching devices silences a microphone for a moment. */
const silentMsMax = 1_000;
/** How long the system may take to name another default device after one has gone. */
const deviceChangeMsMax = 500;

/** Records the default microphone until it is closed or lost. */
export class Microphone {
  readonly #listener: MicrophoneListener;
  readonly #closing = new AbortController();
  #graph: CaptureGraph | null = null;
  /** Ends what listens to `#graph`. */
  #watching = new AbortController();
  #isOpen = false;
  /** A device that is lost before it has delivered anything is not replaced. */
  #hasDelivered = false;

  private constructor(listener: MicrophoneListener) {
    this.#listener = listener;
  }

  /**
   * Asks for permission if need be. Call it in a visitor's gesture.
   * @throws MicrophoneError
   */
  static async open(listener: MicrophoneListener): Promise<Microphone> {
    if (!canCapture()) throw new MicrophoneError("unsupported");
    const microphone = new Microphone(listener);
    try {
      await microphone.#openGraph();
    } catch (error) {
      throw new MicrophoneError(toMicrophoneFailure(error), error);
    }
    // The page was hidden, or the device lost, in the meantime.
    if (microphone.#closing.signal.aborted) throw new MicrophoneError("busy");
    microphone.#isOpen = true;
    return microphone;
  }

  /** Nothing is delivered or reported afterwards. */
  close(): void {
    this.#closing.abort();
    this.#closeGraph();
  }

  async #openGraph(): Promise<void> {
    const graph = await openCaptureGraph(({ samples, level }) => {
      this.#hasDelivered = true;
      if (this.#isOpen) this.#listener.onChunk(samples, level);
    });
    if (this.#closing.signal.aborted) return graph.close();
    this.#graph = graph;
    this.#hasDelivered = false;
    this.#watch(graph);
  }

  #closeGraph(): void {
    this.#watching.abort();
    this.#graph?.close();
    this.#graph = null;
  }

  #watch({ context, track }: CaptureGraph): void {
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    let silentTimer: ReturnType<typeof setTimeout> | undefined;
    const noteSilent = () => {
      clearTimeout(silentTimer);
      if (track.muted || context.state !== "running")
        silentTimer = setTimeout(() => this.#lose("interrupted"), silentMsMax);
    };
    signal.addEventListener("abort", () => clearTimeout(silentTimer));
    track.addEventListener("mute", noteSilent, { signal });
    track.addEventListener("unmute", noteSilent, { signal });
    context.addEventListener("statechange", noteSilent, { signal });
    track.addEventListener("ended", () => this.#replaceDevice(), { signal });
    const noteHidden = () => {
      if (document.visibilityState === "hidden") this.#lose("interrupted");
    };
    document.addEventListener("visibilitychange", noteHidden, { signal });
    noteSilent();
    if (track.readyState === "ended") this.#lose("device");
    else noteHidden();
  }

  async #replaceDevice(): Promise<void> {
    this.#closeGraph();
    if (!this.#hasDelivered) return this.#lose("device");
    await waitForDeviceChange(this.#closing.signal);
    if (this.#closing.signal.aborted) return;
    try {
      await this.#openGraph();
    } catch {
      this.#lose("device");
    }
  }

  #lose(loss: MicrophoneLoss): void {
    if (this.#closing.signal.aborted) return;
    this.close();
    if (this.#isOpen) this.#listener.onLost(loss);
  }
}

function canCapture(): boolean {
  // Both are absent from pages that are not secure.
  return "mediaDevices" in navigator && "AudioWorkletNode" in globalThis;
}

export function toMicrophoneFailure(error: unknown): MicrophoneFailure {
  switch (error instanceof DOMException ? error.name : "") {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    default:
      return "unsupported";
  }
}

/** Resolves when the system's devices change, or after a while. */
function waitForDeviceChange(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, deviceChangeMsMax);
    signal.addEventListener("abort", () => clearTimeout(timer));
    navigator.mediaDevices.addEventListener("devicechange", () => resolve(), { signal, once: true });
  });
}
