/** The filter's half width, in zero crossings of its sinc. */
const zeroCrossings = 16;
/** Where the filter cuts, as a share of the lower rate's Nyquist frequency: leaves room for its slope. */
const cutoffShare = 0.9;
/** Attenuates the stop band by about 60 dB. */
const kaiserBeta = 6;
/** Rates without a common divisor would need a table of megabytes; beyond this many phases the nearest one serves. */
const phasesMax = 1_024;

/** Converts a stream of mono samples from one rate to another, band-limited. Delays it by half of the filter's length. */
export class Resampler {
  /** The output rate to the input rate, as a reduced fraction. */
  readonly #up: number;
  readonly #down: number;
  readonly #taps: number;
  readonly #phases: number;
  /** One filter of `#taps` coefficients per phase. */
  readonly #table: Float32Array;
  /** The latest `#taps` inputs, kept twice in a row: a window lies in one piece wherever it begins. */
  readonly #history: Float32Array;
  #oldest = 0;
  /** The next output's time after the latest input, in parts of 1 / `#up` input samples. */
  #offset = 0;

  constructor(fromHz: number, toHz: number) {
    const divisor = findCommonDivisor(Math.round(fromHz), Math.round(toHz));
    this.#up = Math.round(toHz) / divisor;
    this.#down = Math.round(fromHz) / divisor;
    const bandwidth = cutoffShare * Math.min(1, toHz / fromHz);
    const halfWidth = Math.ceil(zeroCrossings / bandwidth);
    this.#taps = 2 * halfWidth;
    this.#phases = Math.min(this.#up, phasesMax);
    this.#table = buildFilters(this.#phases, halfWidth, bandwidth);
    this.#history = new Float32Array(2 * this.#taps);
  }

  /** Takes any number of samples, and returns those that they complete. */
  push(samples: Float32Array): Float32Array {
    if (this.#up === this.#down) return samples.slice();
    const output = new Float32Array(this.countOutput(samples.length));
    let count = 0;
    for (const sample of samples) {
      this.#remember(sample);
      for (; this.#offset < this.#up; this.#offset += this.#down) output[count++] = this.#interpolate();
      this.#offset -= this.#up;
    }
    return output;
  }

  /** How many samples the next `push` of `inputCount` returns. */
  countOutput(inputCount: number): number {
    if (this.#up === this.#down) return inputCount;
    return Math.max(0, Math.ceil((inputCount * this.#up - this.#offset) / this.#down));
  }

  /** Forgets the stream so far: the next one begins from silence. */
  reset(): void {
    this.#history.fill(0);
    this.#offset = 0;
  }

  #remember(sample: number): void {
    this.#history[this.#oldest] = sample;
    this.#history[this.#oldest + this.#taps] = sample;
    this.#oldest = (this.#oldest + 1) % this.#taps;
  }

  #interpolate(): number {
    const filter = Math.floor((this.#offset * this.#phases) / this.#up) * this.#taps;
    let sum = 0;
    for (let tap = 0; tap < this.#taps; tap++) {
      sum += this.#history[this.#oldest + tap]! * this.#table[filter + tap]!;
    }
    return sum;
  }
}

/** Kaiser-windowed sincs, each of a gain of 1 at 0 Hz. `bandwidth` is relative to the input's Nyquist frequency. */
function buildFilters(phases: number, halfWidth: number, bandwidth: number): Float32Array {
  const taps = 2 * halfWidth;
  const table = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase++) {
    const filter = table.subarray(phase * taps, (phase + 1) * taps);
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const distance = tap + 1 - halfWidth - phase / phases;
      filter[tap] = sinc(bandwidth * distance) * kaiser(distance / halfWidth);
      sum += filter[tap]!;
    }
    for (let tap = 0; tap < taps; tap++) filter[tap]! /= sum;
  }
  return table;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** The Kaiser window at `x` from -1 to 1, unnormalised. */
function kaiser(x: number): number {
  const half = (kaiserBeta / 2) * Math.sqrt(Math.max(0, 1 - x * x));
  let term = 1;
  let sum = 1;
  // The series of the modified Bessel function of order zero.
  for (let n = 1; term > sum * 1e-12; n++) {
    term *= (half / n) ** 2;
    sum += term;
  }
  return sum;
}

function findCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : findCommonDivisor(b, a % b);
}
