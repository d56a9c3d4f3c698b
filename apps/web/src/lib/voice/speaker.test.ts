import { expect, test } from "vitest";
import type { PlaybackState } from "./playback-queue.ts";
import { Speaker } from "./speaker.ts";
import { FakeAudioBrowser } from "./testing/fake-audio-browser.ts";

test("passes answers on, and reports their state", async () => {
  const browser = new FakeAudioBrowser();
  const states: PlaybackState[] = [];
  const speaker = await Speaker.open((state) => void states.push(state));
  const samples = new Int16Array([1, 2, 3]);
  speaker.play(samples.subarray(1));
  speaker.end();
  speaker.clear();
  browser.ports[0]!.onmessage?.({ data: "ended" });
  expect(browser.ports[0]!.posted).toEqual([
    { kind: "samples", samples: new Int16Array([2, 3]) },
    { kind: "end" },
    { kind: "clear" },
  ]);
  expect(states).toEqual(["ended"]);
});

test("starts when it opens, and again when it plays after an interruption", async () => {
  const browser = new FakeAudioBrowser();
  const speaker = await Speaker.open(() => {});
  const [context] = browser.contexts;
  expect(context!.state).toBe("running");
  context!.become("interrupted");
  speaker.play(new Int16Array(1));
  expect(context!.state).toBe("running");
});

test("closes once, and is silent afterwards", async () => {
  const browser = new FakeAudioBrowser();
  const speaker = await Speaker.open(() => {});
  speaker.close();
  speaker.close();
  expect(browser.ports[0]!.onmessage).toBeNull();
  expect(browser.countOpen()).toBe(0);
});

test("leaves nothing open when the worklet can't be loaded", async () => {
  const browser = new FakeAudioBrowser();
  browser.moduleFailure = new DOMException("", "AbortError");
  await expect(Speaker.open(() => {})).rejects.toBe(browser.moduleFailure);
  expect(browser.countOpen()).toBe(0);
});
