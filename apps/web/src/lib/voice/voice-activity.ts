const sampleHz = 16_000;
const frameMs = 20;
const frameSamples = (sampleHz * frameMs) / 1_000;

/** Speech counts once it has lasted for this long: a click is over before. */
export const onsetMs = 80;
/** Speech ends after a pause of this length. */
export const releaseMs = 700;

/** How long speech has to last within a pause to end the pause. */
const resumeMs = 40;
/**
 * The room's noise is the quietest frame of this time. Speech has gaps between its syllables; what has none is noise,
 * and stops counting as speech after this time and `releaseMs`.
 */
const noiseWindowMs = 1_200;
/** How far speech stands out from the noise: to begin, and to go on. */
const beginDb = 9;
const continueDb = 6;
/** Nothing quieter is speech, however quiet the room. In dB of full scale, after the high-pass filter. */
const quietestDb = -52;
const highPassHz = 200;

/** Tells from the microphone's loudness whether somebody is speaking. */
export class VoiceActivity {
  /** Together take 37 dB off a hum of 50 Hz. */
  readonly #highPasses = [new HighPass(), new HighPass(), new HighPass()];
  /** The levels of the latest frames in dB, oldest first. */
  readonly #levels: number[] = [];
  #frameSum = 0;
  #frameCount = 0;
  /** Rises with each frame that stands out, and falls with each that does not: at most `onsetMs`. */
  #voicedMs = 0;
  #pauseMs = 0;
  #isSpeaking = false;

  /** Takes 16 kHz samples; returns whether somebody is speaking at their end. */
  push(samples: Int16Array): boolean {
    for (const sample of samples) {
      const filtered = this.#highPasses.reduce((value, highPass) => highPass.filter(value), sample / 32_768);
      this.#frameSum += filtered * filtered;
      this.#frameCount++;
      if (this.#frameCount === frameSamples) this.#endFrame();
    }
    return this.#isSpeaking;
  }

  #endFrame(): void {
    const level = 10 * Math.log10(this.#frameSum / frameSamples);
    this.#frameSum = 0;
    this.#frameCount = 0;
    // A microphone that is starting delivers zeros, which tell nothing about the room.
    if (this.#levels.length === 0 && level === -Infinity) return;
    this.#levels.push(level);
    if (this.#levels.length > noiseWindowMs / frameMs) this.#levels.shift();
    this.#note(this.#standsOut(level));
  }

  #standsOut(level: number): boolean {
    const margin = this.#isSpeaking ? continueDb : beginDb;
    return level > Math.max(quietestDb, Math.min(...this.#levels) + margin);
  }

  #note(isVoiced: boolean): void {
    this.#voicedMs = Math.max(0, Math.min(onsetMs, this.#voicedMs + (isVoiced ? frameMs : -frameMs)));
    if (this.#isSpeaking) {
      this.#pauseMs = isVoiced && this.#voicedMs >= resumeMs ? 0 : this.#pauseMs + frameMs;
      this.#isSpeaking = this.#pauseMs < releaseMs;
    } else if (this.#voicedMs >= onsetMs) {
      this.#isSpeaking = true;
      this.#pauseMs = 0;
    }
  }
}

/** A first-order high-pass filter. */
class HighPass {
  static readonly #decay = 1 / (1 + (2 * Math.PI * highPassHz) / sampleHz);
  #input = 0;
  #output = 0;

  filter(sample: number): number {
    this.#output = HighPass.#decay * (this.#output + sample - this.#input);
    this.#input = sample;
    return this.#output;
  }
}
