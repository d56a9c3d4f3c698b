import { expect, onTestFinished, test, vi } from "vitest";
import { Conversation } from "../live-ai/conversation.ts";
import { LiveClient } from "../live-ai/live-client.ts";
import { LiveServer } from "../live-ai/testing/live-server.ts";
import { FakeAudioBrowser } from "./testing/fake-audio-browser.ts";
import { type SpeakingMode, Voice } from "./voice.ts";

const chunkSamples = 640;

async function start(mode: SpeakingMode) {
  const browser = new FakeAudioBrowser();
  const server = await LiveServer.start();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const conversation = new Conversation({
    createClient: (onContent) => new LiveClient({ apiKey: "right-key", endpoint: server.endpoint, onContent }),
  });
  onTestFinished(() => conversation.close());
  const voice = new Voice(conversation);
  voice.setMode(mode);
  await voice.turnOn();
  // The microphone opens last.
  const [speakerPort, microphonePort] = [browser.ports[0]!, browser.ports.at(-1)!];
  let clock = 0;
  const hear = (loudness: number, chunks = 1) => {
    for (let count = 0; count < chunks; count += 1) {
      // A voice: two tones, with a gap between its syllables.
      const samples = Int16Array.from({ length: chunkSamples }, () => {
        clock += 1 / 16_000;
        const syllable = Math.max(0, Math.sin(2 * Math.PI * 4 * clock));
        return loudness * syllable * (Math.sin(2 * Math.PI * 500 * clock) + Math.sin(2 * Math.PI * 900 * clock));
      });
      microphonePort.onmessage?.({ data: { samples, level: loudness / 8_000 } });
    }
  };
  const countSent = () => server.received.filter((message) => "realtimeInput" in (message as object)).length;
  const countEnded = () => server.received.filter((message) => "question" in (message as object)).length;
  return { browser, conversation, voice, hear, countSent, countEnded, speakerPort, server };
}

test("sends nothing before the key is held, then all that is said, a moment from before, and a moment after", async () => {
  const { voice, hear, countSent, countEnded, conversation } = await start("hold");
  hear(8_000, 20);
  expect(conversation.getExchanges()).toEqual([]);
  voice.press();
  hear(8_000, 20);
  expect(voice.getState().isSpeaking).toBe(true);
  voice.release();
  hear(8_000, 10);
  expect(voice.getState().isSpeaking).toBe(false);
  await expect.poll(countEnded).toBe(1);
  // 20 while the key was down, 3 before, 5 after.
  expect(countSent()).toBe(28);
});

test("takes a short press for a slip", async () => {
  const { voice, hear, conversation } = await start("hold");
  voice.press();
  hear(8_000, 3);
  voice.release();
  hear(8_000, 20);
  expect(conversation.getExchanges()).toEqual([]);
});

test("hands-free, a question begins with a voice and ends with a pause", async () => {
  const { voice, hear, conversation, countEnded } = await start("hands-free");
  hear(1, 40);
  expect(conversation.getExchanges()).toEqual([]);
  hear(8_000, 50);
  expect(voice.getState().isSpeaking).toBe(true);
  hear(1, 30);
  expect(voice.getState().isSpeaking).toBe(false);
  await expect.poll(countEnded).toBe(1);
  hear(8_000, 50);
  expect(conversation.getExchanges()).toHaveLength(2);
});

test("a question of half a minute ends, and the next one begins after a pause or with the next press", async () => {
  const { voice, hear, conversation } = await start("hold");
  voice.press();
  hear(8_000, 800);
  expect(voice.getState().isSpeaking).toBe(false);
  expect(conversation.getExchanges()).toMatchObject([{ isCut: true }]);
  voice.release();
  voice.press();
  hear(8_000, 10);
  expect(conversation.getExchanges()).toHaveLength(2);
});

test("silences an answer at once when the visitor speaks", async () => {
  const { voice, hear, conversation, speakerPort } = await start("hold");
  conversation.sound?.play(btoa("sound"));
  expect(speakerPort.posted.at(-1)).toMatchObject({ kind: "samples" });
  voice.press();
  expect(speakerPort.posted.at(-1)).toEqual({ kind: "clear" });
  hear(8_000, 6);
  expect(conversation.getExchanges()).toHaveLength(1);
});

test("a lost microphone ends the question, says why, and leaves nothing open", async () => {
  const { browser, voice, hear, countEnded } = await start("hold");
  voice.press();
  hear(8_000, 10);
  browser.hide();
  expect(voice.getState()).toMatchObject({ microphone: "off", isSpeaking: false, problem: "interrupted" });
  await expect.poll(countEnded).toBe(1);
  expect(browser.countOpen()).toBe(0);
});

test("a microphone that was given up while it was asked for is not used", async () => {
  const browser = new FakeAudioBrowser();
  let allow = () => {};
  browser.permission = new Promise((resolve) => {
    allow = resolve;
  });
  const voice = new Voice(new Conversation({ createClient: (onContent) => new LiveClient({ apiKey: "", onContent }) }));
  const opening = voice.turnOn();
  voice.turnOff();
  allow();
  await opening;
  expect(voice.getState().microphone).toBe("off");
  await vi.waitFor(() => expect(browser.countOpen()).toBe(0));
});

test("says why there is no microphone, and can try again", async () => {
  const browser = new FakeAudioBrowser();
  browser.microphoneFailure = new DOMException("", "NotAllowedError");
  const voice = new Voice(new Conversation({ createClient: (onContent) => new LiveClient({ apiKey: "", onContent }) }));
  await voice.turnOn();
  expect(voice.getState()).toMatchObject({ microphone: "off", problem: "denied" });
  browser.microphoneFailure = null;
  await voice.turnOn();
  expect(voice.getState()).toMatchObject({ microphone: "on", problem: null });
  voice.turnOff();
});
