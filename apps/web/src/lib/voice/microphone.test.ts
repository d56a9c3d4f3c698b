import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Microphone, MicrophoneError, type MicrophoneLoss, toMicrophoneFailure } from "./microphone.ts";
import { FakeAudioBrowser } from "./testing/fake-audio-browser.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const samples = new Int16Array(640);

async function openMicrophone(browser: FakeAudioBrowser) {
  const levels: number[] = [];
  const losses: MicrophoneLoss[] = [];
  const microphone = await Microphone.open({
    onChunk: (_, level) => void levels.push(level),
    onLost: (loss) => void losses.push(loss),
  });
  const deliver = (level: number) => browser.ports.at(-1)!.onmessage?.({ data: { samples, level } });
  return { microphone, levels, losses, deliver };
}

async function findFailure(): Promise<string> {
  const opening = Microphone.open({ onChunk: () => {}, onLost: () => expect.unreachable() });
  const [failure] = await Promise.all([
    opening.then(
      () => "none",
      (error: unknown) => (error instanceof MicrophoneError ? error.failure : "unknown"),
    ),
    vi.advanceTimersByTimeAsync(5_000),
  ]);
  return failure;
}

test.each([
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotFoundError", "missing"],
  ["OverconstrainedError", "missing"],
  ["NotReadableError", "busy"],
  ["AbortError", "busy"],
  ["NotSupportedError", "unsupported"],
])("the browser's %s means that the microphone is %s", (name, failure) => {
  expect(toMicrophoneFailure(new DOMException("", name))).toBe(failure);
});

test("delivers chunks until it is closed, and leaves nothing open", async () => {
  const browser = new FakeAudioBrowser();
  const { microphone, levels, losses, deliver } = await openMicrophone(browser);
  deliver(0.5);
  microphone.close();
  microphone.close();
  deliver(0.7);
  browser.tracks[0]!.fail();
  browser.hide();
  await vi.runAllTimersAsync();
  expect(levels).toEqual([0.5]);
  expect(losses).toEqual([]);
  expect(browser.ports[0]!.posted).toEqual(["stop"]);
  expect(browser.countOpen()).toBe(0);
});

test("a refused permission is told", async () => {
  const browser = new FakeAudioBrowser();
  browser.microphoneFailure = new DOMException("", "NotAllowedError");
  expect(await findFailure()).toBe("denied");
  expect(browser.contexts).toHaveLength(0);
});

test("a browser without microphones or worklets is told", async () => {
  const browser = new FakeAudioBrowser();
  vi.stubGlobal("navigator", {});
  expect(await findFailure()).toBe("unsupported");
  vi.stubGlobal("navigator", { mediaDevices: browser.mediaDevices });
  Reflect.deleteProperty(globalThis, "AudioWorkletNode");
  expect(await findFailure()).toBe("unsupported");
  expect(browser.tracks).toHaveLength(0);
});

test("the microphone's light goes out when the worklet can't be loaded", async () => {
  const browser = new FakeAudioBrowser();
  browser.moduleFailure = new TypeError("It can't be parsed.");
  expect(await findFailure()).toBe("unsupported");
  expect(browser.tracks).toHaveLength(1);
  expect(browser.countOpen()).toBe(0);
});

test("the microphone's light goes out when the context doesn't start", async () => {
  const browser = new FakeAudioBrowser();
  browser.canStart = false;
  expect(await findFailure()).toBe("unsupported");
  expect(browser.countOpen()).toBe(0);
});

test("a page that is hidden while it opens the microphone doesn't get it", async () => {
  const browser = new FakeAudioBrowser();
  browser.document.visibilityState = "hidden";
  expect(await findFailure()).toBe("busy");
  expect(browser.countOpen()).toBe(0);
});

test("another device takes over when the first one goes", async () => {
  const browser = new FakeAudioBrowser();
  const { levels, losses, deliver } = await openMicrophone(browser);
  deliver(0.1);
  browser.tracks[0]!.fail();
  browser.mediaDevices.dispatchEvent(new Event("devicechange"));
  await vi.advanceTimersByTimeAsync(0);
  deliver(0.2);
  expect(levels).toEqual([0.1, 0.2]);
  expect(losses).toEqual([]);
  // One track and its context.
  expect(browser.countOpen()).toBe(2);
  // Headsets can go twice.
  browser.tracks[1]!.fail();
  await vi.runAllTimersAsync();
  deliver(0.3);
  expect(levels).toEqual([0.1, 0.2, 0.3]);
  expect(losses).toEqual([]);
});

test("it is lost when no other device is there", async () => {
  const browser = new FakeAudioBrowser();
  const { losses, deliver } = await openMicrophone(browser);
  deliver(0.1);
  browser.microphoneFailure = new DOMException("", "NotFoundError");
  browser.tracks[0]!.fail();
  await vi.runAllTimersAsync();
  expect(losses).toEqual(["device"]);
  expect(browser.countOpen()).toBe(0);
});

test("a device that goes before it delivers anything is not replaced", async () => {
  const browser = new FakeAudioBrowser();
  const { losses } = await openMicrophone(browser);
  browser.tracks[0]!.fail();
  await vi.runAllTimersAsync();
  expect(losses).toEqual(["device"]);
  expect(browser.tracks).toHaveLength(1);
});

test("closing while another device opens leaves nothing open", async () => {
  const browser = new FakeAudioBrowser();
  const { microphone, losses, deliver } = await openMicrophone(browser);
  deliver(0.1);
  const { promise, resolve } = Promise.withResolvers<void>();
  browser.permission = promise;
  browser.tracks[0]!.fail();
  await vi.advanceTimersByTimeAsync(1_000);
  microphone.close();
  resolve();
  await vi.runAllTimersAsync();
  expect(browser.tracks).toHaveLength(2);
  expect(losses).toEqual([]);
  expect(browser.countOpen()).toBe(0);
});

test("closing before another device is asked for asks for none", async () => {
  const browser = new FakeAudioBrowser();
  const { microphone, deliver } = await openMicrophone(browser);
  deliver(0.1);
  browser.tracks[0]!.fail();
  microphone.close();
  await vi.runAllTimersAsync();
  expect(browser.tracks).toHaveLength(1);
  expect(browser.countOpen()).toBe(0);
});

test("a muted track is an interruption after a second, not before", async () => {
  const browser = new FakeAudioBrowser();
  const { losses } = await openMicrophone(browser);
  const [track] = browser.tracks;
  track!.setMuted(true);
  await vi.advanceTimersByTimeAsync(900);
  track!.setMuted(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(losses).toEqual([]);
  track!.setMuted(true);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(losses).toEqual(["interrupted"]);
  expect(browser.countOpen()).toBe(0);
});

test.each(["interrupted", "suspended"])("a context that stays %s for a second is an interruption", async (state) => {
  const browser = new FakeAudioBrowser();
  const { losses } = await openMicrophone(browser);
  browser.contexts[0]!.become(state);
  await vi.advanceTimersByTimeAsync(900);
  browser.contexts[0]!.become("running");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(losses).toEqual([]);
  browser.contexts[0]!.become(state);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(losses).toEqual(["interrupted"]);
  expect(browser.countOpen()).toBe(0);
});

test("a hidden page is an interruption", async () => {
  const browser = new FakeAudioBrowser();
  const { losses } = await openMicrophone(browser);
  browser.hide();
  expect(losses).toEqual(["interrupted"]);
  expect(browser.countOpen()).toBe(0);
});
