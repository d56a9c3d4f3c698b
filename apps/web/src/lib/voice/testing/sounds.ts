import { createRandom } from "@blueprint/scene/testing/random";

/** Samples from -1 to 1. */
export function makeTone(hz: number, sampleHz: number, count: number, amplitude = 0.5): Float32Array<ArrayBuffer> {
  return new Float32Array(count).map((_, n) => amplitude * Math.sin((2 * Math.PI * hz * n) / sampleHz));
}

/** White noise, the same each time. */
export function makeNoise(count: number, rms: number): Float32Array<ArrayBuffer> {
  const random = createRandom(7);
  return new Float32Array(count).map(() => (random() * 2 - 1) * rms * Math.sqrt(3));
}

export function measureRms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** The largest step from a sample to the next, the first one from silence. */
export function measureLargestStep(samples: Float32Array): number {
  return samples.reduce((largest, sample, n) => Math.max(largest, Math.abs(sample - (samples[n - 1] ?? 0))), 0);
}

/** The amplitude of the sine at `hz` that fits best, and the RMS of what it leaves over. */
export function fitTone(samples: Float32Array, hz: number, sampleHz: number): { amplitude: number; restRms: number } {
  const angle = (2 * Math.PI * hz) / sampleHz;
  let [sines, cosines, mixed, bySine, byCosine] = [0, 0, 0, 0, 0];
  samples.forEach((sample, n) => {
    const [sine, cosine] = [Math.sin(angle * n), Math.cos(angle * n)];
    sines += sine * sine;
    cosines += cosine * cosine;
    mixed += sine * cosine;
    bySine += sample * sine;
    byCosine += sample * cosine;
  });
  const determinant = sines * cosines - mixed * mixed;
  const a = (bySine * cosines - byCosine * mixed) / determinant;
  const b = (byCosine * sines - bySine * mixed) / determinant;
  const rest = samples.map((sample, n) => sample - a * Math.sin(angle * n) - b * Math.cos(angle * n));
  return { amplitude: Math.hypot(a, b), restRms: measureRms(rest) };
}
