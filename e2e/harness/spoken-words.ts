import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromPcm16, toPcm16 } from "../../apps/web/src/lib/voice/pcm.ts";
import { Resampler } from "../../apps/web/src/lib/voice/resampler.ts";
import { toWav } from "./wav.ts";

const heardHz = 16_000;
const frameSamples = 320;
const bandsHz = [200, 300, 420, 560, 720, 900, 1_100, 1_350, 1_650, 2_000, 2_400, 2_900, 3_500, 4_200, 5_000, 6_000];
/** All words are compared at this length. */
const shapeFrames = 20;
/** In dB below the loudest frame. */
const silentDb = -32;
/** Frames of silence that end a word: longer than a stop within one. */
const pauseFrames = 9;

/** A voice on this machine and an ear for its words: enough to tell whether speech arrived whole. */
export interface SpokenWords {
  /** A sound file: silence, the sentence with a pause after each word, and silence. */
  readonly path: string;
  /** What is understood of 16 kHz 16-bit mono PCM: each word, or "?" for a sound that is none of them. */
  hear(speech: Buffer): string;
  remove(): void;
}

/** Whether this machine can speak (Debian's package espeak-ng). */
export function canSpeak(): boolean {
  try {
    execFileSync("espeak-ng", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export function speakSentence(sentence: string, { leadMs, tailMs }: { leadMs: number; tailMs: number }): SpokenWords {
  const dir = mkdtempSync(join(tmpdir(), "blueprint-speech-"));
  const words = sentence.split(" ").map((word) => ({ word, ...speak(word, join(dir, "word.wav")) }));
  const hz = words[0]!.hz;
  const toSilence = (ms: number) => new Int16Array((ms * hz) / 1_000);
  const parts = [toSilence(leadMs), ...words.flatMap(({ samples }) => [samples, toSilence(260)]), toSilence(tailMs)];
  const path = join(dir, "sentence.wav");
  writeFileSync(path, toWav(parts, hz));
  const known = words.map(({ word, samples }) => ({
    word,
    shape: toShape(listFrames(toHeard(samples, hz))),
  }));
  return {
    path,
    hear: (speech) => {
      const samples = new Int16Array(speech.buffer.slice(speech.byteOffset, speech.byteOffset + speech.length));
      return splitWords(listFrames(samples))
        .map((frames) => recognize(toShape(frames), known))
        .join(" ");
    },
    remove: () => rmSync(dir, { recursive: true }),
  };
}

function speak(word: string, path: string): { samples: Int16Array; hz: number } {
  execFileSync("espeak-ng", ["-v", "en", "-s", "130", "-w", path, word]);
  const wav = readFileSync(path);
  const data = wav.subarray(wav.indexOf("data") + 8);
  const samples = new Int16Array(data.buffer.slice(data.byteOffset, data.byteOffset + (data.length & ~1)));
  const isLoud = (sample: number) => Math.abs(sample) > 150;
  return {
    samples: samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1),
    hz: wav.readUInt32LE(24),
  };
}

function toHeard(samples: Int16Array, hz: number): Int16Array {
  return toPcm16(new Resampler(hz, heardHz).push(fromPcm16(samples)));
}

interface Frame {
  readonly levelDb: number;
  /** How the bands differ from their mean, in dB: the same however loud. */
  readonly bands: readonly number[];
}

/** Every 10 ms. */
function listFrames(samples: Int16Array): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples / 2) {
    const frame = samples.subarray(at, at + frameSamples);
    const powers = bandsHz.map((hz) => 10 * Math.log10(measureTone(frame, hz) + 1e3));
    const mean = powers.reduce((sum, power) => sum + power, 0) / powers.length;
    const power = frame.reduce((sum, sample) => sum + sample * sample, 0) / frameSamples;
    frames.push({ levelDb: 10 * Math.log10(power + 1), bands: powers.map((band) => band - mean) });
  }
  return frames;
}

/** Goertzel's algorithm, with a Hann window. */
function measureTone(frame: Int16Array, hz: number): number {
  const turn = (2 * Math.PI * hz) / heardHz;
  const factor = 2 * Math.cos(turn);
  let [before, last] = [0, 0];
  for (const [at, sample] of frame.entries()) {
    const windowed = sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / frame.length));
    [before, last] = [last, windowed + factor * last - before];
  }
  return before * before + last * last - factor * before * last;
}

function splitWords(frames: readonly Frame[]): Frame[][] {
  const loudest = Math.max(...frames.map(({ levelDb }) => levelDb));
  const words: Frame[][] = [];
  let word: Frame[] = [];
  let silent = 0;
  const end = () => {
    const spoken = word.slice(0, word.length - silent);
    if (spoken.length >= 8) words.push(spoken);
    word = [];
    silent = 0;
  };
  for (const frame of frames) {
    const isSilent = frame.levelDb < loudest + silentDb;
    if (word.length === 0 && isSilent) continue;
    word.push(frame);
    silent = isSilent ? silent + 1 : 0;
    if (silent >= pauseFrames) end();
  }
  if (word.length > 0) end();
  return words;
}

function toShape(frames: readonly Frame[]): number[] {
  return Array.from(
    { length: shapeFrames },
    (_, at) => frames[Math.round((at * (frames.length - 1)) / (shapeFrames - 1))]!,
  ).flatMap(({ bands }) => bands);
}

function recognize(shape: readonly number[], known: readonly { word: string; shape: readonly number[] }[]): string {
  const [best] = known
    .map(({ word, shape: other }) => ({ word, likeness: compare(shape, other) }))
    .sort((one, other) => other.likeness - one.likeness);
  return best!.likeness > 0.5 ? best!.word : "?";
}

/** Cosine of the angle between two shapes. */
function compare(one: readonly number[], other: readonly number[]): number {
  const dot = (left: readonly number[], right: readonly number[]) =>
    left.reduce((sum, value, at) => sum + value * right[at]!, 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}
