import { expect, test } from "vitest";
import { toPcm16 } from "./pcm.ts";
import { makeNoise, makeTone, measureRms } from "./testing/sounds.ts";
import { onsetMs, releaseMs, VoiceActivity } from "./voice-activity.ts";

const sampleHz = 16_000;

/** Syllables, four a second: harmonics of a voice of 120 Hz. */
function makeSpeech(ms: number): Float32Array<ArrayBuffer> {
  const speech = makeSilence(ms);
  for (let harmonic = 1; harmonic <= 20; harmonic++) {
    const tone = makeTone(120 * harmonic, sampleHz, speech.length, 0.15 / Math.sqrt(harmonic));
    for (const [n, sample] of tone.entries()) speech[n]! += sample;
  }
  return speech.map((sample, n) => sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * 4 * n) / sampleHz)));
}

function makeSilence(ms: number): Float32Array<ArrayBuffer> {
  return new Float32Array((ms * sampleHz) / 1_000);
}

function join(...parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

function mix(a: Float32Array<ArrayBuffer>, b: Float32Array): Float32Array<ArrayBuffer> {
  return a.map((sample, n) => sample + b[n]!);
}

/** From when to when somebody spoke. */
function findSpeech(sound: Float32Array, chunkMs = 20): { fromMs: number; toMs: number }[] {
  const activity = new VoiceActivity();
  const samples = toPcm16(sound);
  const chunkSamples = (chunkMs * sampleHz) / 1_000;
  const found: { fromMs: number; toMs: number }[] = [];
  let wasSpeaking = false;
  for (let at = 0; at < samples.length; at += chunkSamples) {
    const isSpeaking = activity.push(samples.subarray(at, at + chunkSamples));
    const endMs = ((at + chunkSamples) * 1_000) / sampleHz;
    if (isSpeaking && !wasSpeaking) found.push({ fromMs: endMs, toMs: Number.POSITIVE_INFINITY });
    if (!isSpeaking && wasSpeaking) found.at(-1)!.toMs = endMs;
    wasSpeaking = isSpeaking;
  }
  return found;
}

test("silence is not speech", () => {
  expect(findSpeech(makeSilence(5_000))).toEqual([]);
});

test("the hum of the mains is not speech, from the start or later", () => {
  const hum = makeTone(50, sampleHz, sampleHz * 4, 0.2);
  expect(findSpeech(hum)).toEqual([]);
  expect(findSpeech(join(makeSilence(500), mix(hum, makeNoise(hum.length, 0.001))))).toEqual([]);
});

test("clicks are not speech", () => {
  const room = makeNoise(sampleHz * 3, 0.001);
  const click = makeNoise((sampleHz * 39) / 1_000, 0.4);
  for (const atMs of [1_000, 1_003, 1_011, 1_300, 1_317]) room.set(click, (atMs * sampleHz) / 1_000);
  expect(findSpeech(room)).toEqual([]);
});

test("noise that is there from the start is not speech", () => {
  expect(findSpeech(join(makeSilence(200), makeNoise(sampleHz * 5, 0.1)).subarray(sampleHz / 5))).toEqual([]);
  // A microphone that starts delivers zeros at first.
  expect(findSpeech(join(makeSilence(200), makeNoise(sampleHz * 5, 0.1)))).toEqual([]);
});

test("steady noise that begins stops counting as speech within 2 s", () => {
  const [noise, ...others] = findSpeech(join(makeNoise(sampleHz, 0.001), makeNoise(sampleHz * 6, 0.1)));
  expect(others).toEqual([]);
  expect(noise!.toMs).toBeLessThanOrEqual(1_000 + 2_000);
});

test.each([20, 40, 100])(
  "speech in a quiet room counts from its onset to its release, in chunks of %i ms",
  (chunkMs) => {
    const speech = findSpeech(
      join(makeNoise(sampleHz, 0.0005), makeSpeech(3_000), makeNoise(sampleHz * 2, 0.0005)),
      chunkMs,
    );
    expect(speech).toHaveLength(1);
    const { fromMs, toMs } = speech[0]!;
    expect(fromMs).toBeGreaterThanOrEqual(1_000 + onsetMs);
    expect(fromMs).toBeLessThanOrEqual(1_000 + onsetMs + 60 + chunkMs);
    // The last syllable fades.
    expect(toMs).toBeGreaterThanOrEqual(4_000 + releaseMs - 60);
    expect(toMs).toBeLessThanOrEqual(4_000 + releaseMs + chunkMs);
  },
);

test("speech counts in noise that is 12 dB quieter", () => {
  const speech = makeSpeech(4_000);
  const sound = join(makeSilence(1_500), speech, makeSilence(2_000));
  const found = findSpeech(mix(sound, makeNoise(sound.length, measureRms(speech) / 10 ** (12 / 20))));
  expect(found).toHaveLength(1);
  const { fromMs, toMs } = found[0]!;
  expect(fromMs).toBeGreaterThanOrEqual(1_500 + onsetMs);
  expect(fromMs).toBeLessThanOrEqual(1_500 + onsetMs + 125);
  expect(toMs).toBeGreaterThanOrEqual(5_500 + releaseMs - 125);
  expect(toMs).toBeLessThanOrEqual(5_500 + releaseMs + 20);
});

test("a pause of 300 ms doesn't end speech", () => {
  const room = makeNoise(sampleHz * 6, 0.0005);
  const pause = makeSilence(300);
  const sound = join(
    makeSilence(1_000),
    makeSpeech(500),
    pause,
    makeSpeech(750),
    pause,
    makeSpeech(500),
    makeSilence(2_000),
  );
  expect(findSpeech(mix(sound, room))).toHaveLength(1);
});

test("a longer pause does", () => {
  const sound = join(makeSilence(1_000), makeSpeech(500), makeSilence(1_000), makeSpeech(500), makeSilence(1_000));
  expect(findSpeech(mix(sound, makeNoise(sound.length, 0.0005)))).toHaveLength(2);
});

test("a click doesn't prolong a pause", () => {
  const sound = join(makeSilence(1_000), makeSpeech(500), makeSilence(2_000));
  sound.set(makeNoise(200, 0.4), sampleHz * 1.9);
  const [speech] = findSpeech(mix(sound, makeNoise(sound.length, 0.0005)));
  expect(speech!.toMs).toBeLessThanOrEqual(1_500 + releaseMs + 20);
});
