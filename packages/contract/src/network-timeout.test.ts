import { afterEach, describe, expect, test, vi } from "vitest";
import { answerInTime, networkTimeoutMsOf } from "./network-timeout.ts";

/** A server that accepts a request and never responds. */
const askSilence = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

afterEach(() => vi.useRealTimers());

describe("a provider's response", () => {
  test("has 30 s to arrive on desktop and 60 s on mobile", () => {
    const agents = {
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36": 30_000,
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36": 60_000,
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1": 60_000,
    };
    for (const [agent, ms] of Object.entries(agents)) expect(networkTimeoutMsOf(agent), agent).toBe(ms);
  });

  test("times out when it is late, and not sooner", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let outcome = "waiting";
    const asking = answerInTime(askSilence).catch((error: Error) => {
      outcome = error.name;
    });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(outcome).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    await asking;
    expect(outcome).toBe("TimeoutError");
  });

  test("leaves no timer behind, and the caller may stop waiting early", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    expect(await answerInTime(async () => "answer")).toBe("answer");
    const stop = new AbortController();
    const asking = answerInTime(askSilence, stop.signal);
    stop.abort(new Error("stopped"));
    await expect(asking).rejects.toThrow("stopped");
    expect(vi.getTimerCount()).toBe(0);
  });
});
