import type { PlaybackMessage } from "./playback.worklet.ts";
import playbackWorkletUrl from "./playback.worklet.ts?worker&url";
import type { PlaybackState } from "./playback-queue.ts";

/** Plays answers of 24 kHz mono, one after another. */
export class Speaker {
  readonly #context: AudioContext;
  readonly #node: AudioWorkletNode;

  private constructor(context: AudioContext, onState: (state: PlaybackState) => void) {
    this.#context = context;
    this.#node = new AudioWorkletNode(context, "playback", { numberOfInputs: 0 });
    this.#node.port.onmessage = ({ data }: MessageEvent<PlaybackState>) => onState(data);
    this.#node.connect(context.destination);
  }

  /**
   * Call it in a visitor's gesture: browsers keep a context silent otherwise.
   * @throws Error if the browser can't play, or the code that plays can't be loaded
   */
  static async open(onState: (state: PlaybackState) => void): Promise<Speaker> {
    const context = new AudioContext();
    resume(context);
    try {
      await context.audioWorklet.addModule(playbackWorkletUrl);
      return new Speaker(context, onState);
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  play(samples: Int16Array): void {
    // A call or another tab may have suspended it since.
    resume(this.#context);
    const copy = samples.slice();
    this.#send({ kind: "samples", samples: copy }, [copy.buffer]);
  }

  /** The answer is complete: "ended" follows once it has been heard. */
  end(): void {
    this.#send({ kind: "end" });
  }

  /** Falls silent, and forgets what has not been heard. */
  clear(): void {
    this.#send({ kind: "clear" });
  }

  close(): void {
    if (this.#context.state === "closed") return;
    this.#node.port.onmessage = null;
    // Rejects only if it is being closed already.
    this.#context.close().catch(() => {});
  }

  #send(message: PlaybackMessage, transfer: Transferable[] = []): void {
    this.#node.port.postMessage(message, transfer);
  }
}

function resume(context: AudioContext): void {
  // Rejects while a call goes on; the next `play` tries again.
  if (context.state !== "running") context.resume().catch(() => {});
}
