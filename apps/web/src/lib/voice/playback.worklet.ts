import { PlaybackQueue, type PlaybackState } from "./playback-queue.ts";

export type PlaybackMessage =
  | { readonly kind: "samples"; readonly samples: Int16Array }
  | { readonly kind: "end" }
  | { readonly kind: "clear" };

class PlaybackProcessor extends AudioWorkletProcessor {
  readonly #queue = new PlaybackQueue(sampleRate);
  #state: PlaybackState = "waiting";

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<PlaybackMessage>) => {
      if (data.kind === "samples") this.#queue.push(data.samples);
      else if (data.kind === "end") this.#queue.end();
      else this.#queue.clear();
    };
  }

  process(_: unknown, [channels = []]: readonly (readonly Float32Array[])[]): boolean {
    const [first, ...others] = channels;
    if (first === undefined) return true;
    const state = this.#queue.read(first);
    for (const channel of others) channel.set(first);
    if (state !== this.#state) this.port.postMessage(state);
    this.#state = state;
    return true;
  }
}

registerProcessor("playback", PlaybackProcessor);
