import { toPcm16 } from "./pcm.ts";
import { Resampler } from "./resampler.ts";

export interface CapturedChunk {
  /** 16 kHz mono. */
  readonly samples: Int16Array<ArrayBuffer>;
  /** Loudness from 0 (-60 dB of full scale or less) to 1 (0 dB). */
  readonly level: number;
}

const captureHz = 16_000;
/** 40 ms. */
const chunkSamples = 640;

class CaptureProcessor extends AudioWorkletProcessor {
  readonly #resampler = new Resampler(sampleRate, captureHz);
  readonly #chunk = new Float32Array(chunkSamples);
  #filledCount = 0;
  #isStopped = false;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === "stop") this.#isStopped = true;
    };
  }

  process([channels = []]: readonly (readonly Float32Array[])[]): boolean {
    if (this.#isStopped) return false;
    // There are no channels before the microphone delivers.
    if (channels.length === 0) return true;
    for (const sample of this.#resampler.push(mixToMono(channels))) {
      this.#chunk[this.#filledCount++] = sample;
      if (this.#filledCount === chunkSamples) this.#post();
    }
    return true;
  }

  #post(): void {
    const samples = toPcm16(this.#chunk);
    const chunk: CapturedChunk = { samples, level: measureLevel(this.#chunk) };
    this.port.postMessage(chunk, [samples.buffer]);
    this.#filledCount = 0;
  }
}

function mixToMono(channels: readonly Float32Array[]): Float32Array {
  return channels[0]!.map((_, at) => channels.reduce((sum, channel) => sum + channel[at]!, 0) / channels.length);
}

function measureLevel(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.max(0, Math.min(1, 1 + (10 * Math.log10(power)) / 60));
}

registerProcessor("capture", CaptureProcessor);
