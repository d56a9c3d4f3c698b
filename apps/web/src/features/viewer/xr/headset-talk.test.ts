import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type HeadsetTalk, TriggerHold } from "./headset-talk.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function hold() {
  const talk = { press: vi.fn(), release: vi.fn() };
  return { talk, trigger: new TriggerHold(talk as Partial<HeadsetTalk> as HeadsetTalk) };
}

test("a short pull says nothing", () => {
  const { talk, trigger } = hold();
  trigger.begin();
  vi.advanceTimersByTime(200);
  expect(trigger.isTalking).toBe(false);
  trigger.end();
  vi.advanceTimersByTime(1_000);
  expect(talk.press).not.toHaveBeenCalled();
  expect(talk.release).not.toHaveBeenCalled();
});

test("a long one speaks until it ends", () => {
  const { talk, trigger } = hold();
  trigger.begin();
  vi.advanceTimersByTime(300);
  expect(trigger.isTalking).toBe(true);
  expect(talk.press).toHaveBeenCalledOnce();
  trigger.end();
  expect(trigger.isTalking).toBe(false);
  expect(talk.release).toHaveBeenCalledOnce();
});
