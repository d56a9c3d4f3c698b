import { fromPcm16 } from "./pcm.ts";
import { Resampler } from "./resampler.ts";

/** "ended": all that was queued before `end()` has been played, or was cleared. */
export type PlaybackState = "waiting" | "playing" | "ended";

/** How much must have arrived before playback starts: evens out the network's delays. */
const jitterMs = 80;
const fadeMs = 5;
/** Small enough to be resampled within a fraction of an audio callback. */
const blockSamples = 128;
const nothing = new Float32Array(0);

/**
 * Holds an answer's 16-bit samples until they are played, at the rate of the audio context. Fades in and out wherever
 * sound begins or stops. What is pushed after `end()` begins the next answer, and follows without a gap on a previous
 * one that is still playing.
 */
export class PlaybackQueue {
  readonly #resampler: Resampler;
  readonly #fadeSamples: number;
  /** In samples of the source. */
  readonly #jitterSamples: number;
  readonly #chunks: Int16Array[] = [];
  /** How many samples wait in `#chunks`. */
  #queuedCount = 0;
  #resampled: Float32Array = nothing;
  /** The last few milliseconds of what was cleared, faded out. */
  #fading: Float32Array = nothing;
  #gain = 0;
  #isPlaying = false;
  #isComplete = false;

  constructor(contextHz: number, sourceHz = 24_000) {
    this.#resampler = new Resampler(sourceHz, contextHz);
    this.#fadeSamples = Math.ceil((fadeMs * contextHz) / 1_000);
    this.#jitterSamples = (jitterMs * sourceHz) / 1_000;
  }

  push(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#chunks.push(samples);
    this.#queuedCount += samples.length;
    this.#isComplete = false;
  }

  /** The answer is complete: plays what there is. */
  end(): void {
    this.#isComplete = true;
  }

  clear(): void {
    if (this.#isPlaying) {
      const fading = new Float32Array(Math.min(this.#countRemaining(), this.#fadeSamples));
      this.#play(fading, fading.length);
      this.#fading = fading;
    }
    this.#isComplete = true;
    this.#drop();
  }

  /** Fills `output` with the next samples, or with silence. */
  read(output: Float32Array): PlaybackState {
    output.fill(0);
    const fading = this.#fading.subarray(0, output.length);
    output.set(fading);
    this.#fading = this.#fading.subarray(fading.length);
    const rest = output.subarray(fading.length);
    if (rest.length > 0) this.#continue(rest);
    if (this.#isPlaying) return "playing";
    return this.#isComplete && this.#queuedCount === 0 ? "ended" : "waiting";
  }

  #continue(output: Float32Array): void {
    if (!this.#isPlaying && !this.#isComplete && this.#queuedCount < this.#jitterSamples) return;
    const remaining = this.#countRemaining();
    this.#isPlaying = remaining > output.length;
    this.#play(output.subarray(0, remaining), remaining);
    if (!this.#isPlaying && this.#isComplete) this.#drop();
  }

  #countRemaining(): number {
    return this.#resampled.length + this.#resampler.countOutput(this.#queuedCount);
  }

  /** Fills `output`, at most `remaining` long, so that the gain has fallen to nothing after `remaining` samples. */
  #play(output: Float32Array, remaining: number): void {
    let at = 0;
    while (at < output.length) {
      if (this.#resampled.length === 0) this.#resampled = this.#resampler.push(this.#takeBlock());
      const block = this.#resampled.subarray(0, output.length - at);
      for (const sample of block) {
        this.#gain = Math.min(1, this.#gain + 1 / this.#fadeSamples, (remaining - at - 1) / this.#fadeSamples);
        output[at++] = sample * this.#gain;
      }
      this.#resampled = this.#resampled.subarray(block.length);
    }
  }

  #takeBlock(): Float32Array {
    const chunk = this.#chunks[0]!;
    const block = chunk.subarray(0, blockSamples);
    if (block.length === chunk.length) this.#chunks.shift();
    else this.#chunks[0] = chunk.subarray(block.length);
    this.#queuedCount -= block.length;
    return fromPcm16(block);
  }

  #drop(): void {
    this.#chunks.length = 0;
    this.#queuedCount = 0;
    this.#resampled = nothing;
    this.#resampler.reset();
    this.#gain = 0;
    this.#isPlaying = false;
  }
}
