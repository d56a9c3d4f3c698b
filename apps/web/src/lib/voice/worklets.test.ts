import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CapturedChunk } from "./capture.worklet.ts";
import { toPcm16 } from "./pcm.ts";
import { fitTone, makeTone } from "./testing/sounds.ts";

interface Port {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  readonly posted: unknown[];
}

interface Processor {
  readonly port: Port;
  process(inputs: readonly (readonly Float32Array[])[], outputs: readonly (readonly Float32Array[])[]): boolean;
}

const contextHz = 48_000;
const processors = new Map<string, new () => Processor>();

beforeAll(async () => {
  class FakeProcessor {
    readonly port = {
      onmessage: null,
      posted: [] as unknown[],
      postMessage: (it: unknown) => this.port.posted.push(it),
    };
  }
  vi.stubGlobal("AudioWorkletProcessor", FakeProcessor);
  vi.stubGlobal("sampleRate", contextHz);
  vi.stubGlobal("registerProcessor", (name: string, made: new () => Processor) => processors.set(name, made));
  await import("./capture.worklet.ts");
  await import("./playback.worklet.ts");
});

afterAll(() => void vi.unstubAllGlobals());

function create(name: string): Processor {
  return new (processors.get(name)!)();
}

function capture(processor: Processor, channels: readonly Float32Array[], seconds: number): CapturedChunk[] {
  for (let at = 0; at < contextHz * seconds; at += 128) {
    processor.process([channels.map((channel) => channel.subarray(at, at + 128))], []);
  }
  return processor.port.posted as CapturedChunk[];
}

test("the capture worklet posts 40 ms of 16 kHz mono at a time", () => {
  const tone = makeTone(1_000, contextHz, contextHz, 0.5);
  const chunks = capture(create("capture"), [tone, new Float32Array(contextHz)], 1);
  expect(chunks).toHaveLength(25);
  expect(chunks.every(({ samples }) => samples.length === 640)).toBe(true);
  const { amplitude } = fitTone(Float32Array.from(chunks[20]!.samples), 1_000, 16_000);
  // The mean of both channels.
  expect(amplitude / 32_767).toBeCloseTo(0.25, 2);
});

test("the level goes from 0 at -60 dB of full scale to 1 at 0 dB", () => {
  const silence = capture(create("capture"), [new Float32Array(contextHz)], 0.1);
  expect(silence[0]!.level).toBe(0);
  const full = capture(create("capture"), [new Float32Array(contextHz).fill(1)], 0.1);
  expect(full[1]!.level).toBeCloseTo(1, 2);
  const half = capture(create("capture"), [new Float32Array(contextHz).fill(10 ** (-30 / 20))], 0.1);
  expect(half[1]!.level).toBeCloseTo(0.5, 2);
});

test("the capture worklet waits for a microphone, and ends when it is stopped", () => {
  const processor = create("capture");
  expect(processor.process([], [])).toBe(true);
  expect(processor.process([[]], [])).toBe(true);
  processor.port.onmessage?.({ data: "stop" });
  expect(processor.process([[new Float32Array(128)]], [])).toBe(false);
  expect(processor.port.posted).toEqual([]);
});

test("the playback worklet plays on all channels, and posts each change of its state", () => {
  const processor = create("playback");
  const channels = [new Float32Array(128), new Float32Array(128)];
  const play = (seconds: number) => {
    for (let at = 0; at < contextHz * seconds; at += 128) expect(processor.process([], [channels])).toBe(true);
  };
  play(0.1);
  expect(processor.port.posted).toEqual([]);
  processor.port.onmessage?.({ data: { kind: "samples", samples: toPcm16(makeTone(440, 24_000, 24_000)) } });
  play(0.5);
  expect(processor.port.posted).toEqual(["playing"]);
  expect(Math.max(...channels[0]!)).toBeGreaterThan(0.4);
  expect(channels[1]).toEqual(channels[0]);
  processor.port.onmessage?.({ data: { kind: "end" } });
  play(0.6);
  expect(processor.port.posted).toEqual(["playing", "ended"]);
  processor.port.onmessage?.({ data: { kind: "samples", samples: new Int16Array(24_000) } });
  play(0.1);
  processor.port.onmessage?.({ data: { kind: "clear" } });
  play(0.1);
  expect(processor.port.posted).toEqual(["playing", "ended", "playing", "ended"]);
});
