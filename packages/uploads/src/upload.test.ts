import { describe, expect, it, vi } from "vitest";
import { createUpload, type UploadOptions, type UploadSnapshot } from "./upload.ts";
import type { UploadClock } from "./upload-clock.ts";
import type { UploadSource } from "./upload-source.ts";

const KiB = 1024;

const sourceOf = (sizeBytes: number): UploadSource => ({
  name: "hall.ply",
  sizeBytes,
  slice: (start, end) => new Uint8Array(end - start),
});

/** Time that advances only by sleeping, and then instantly. */
function createFakeClock(): UploadClock & { sleeps: number[] } {
  let nowMs = 0;
  const sleeps: number[] = [];
  return {
    sleeps,
    nowMs: () => nowMs,
    sleep: async (ms, signal) => {
      sleeps.push(ms);
      nowMs += ms;
      await Promise.resolve();
      signal.throwIfAborted();
    },
  };
}

/** Simulates a lost network: every request fails. */
const noNetwork: typeof fetch = () => Promise.reject(new TypeError("fetch failed"));

function optionsWith(changes: Partial<UploadOptions>): UploadOptions {
  return { source: sourceOf(300 * KiB), objectName: "users/me/hall.ply", fetch: noNetwork, ...changes };
}

describe("retrying", () => {
  it("waits twice as long each time, until the retry time is over", async () => {
    const clock = createFakeClock();
    const upload = createUpload(optionsWith({ clock, retryTimeMsMax: 60_000 }));
    upload.start();
    const { state, error } = await upload.done;
    expect(state).toBe("error");
    expect(error?.code).toBe("network-request-failed");
    expect(clock.sleeps).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  });

  it("starts when no response arrives within 30 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const silent: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
    const clock = createFakeClock();
    const upload = createUpload(optionsWith({ clock, retryTimeMsMax: 1_000, fetch: silent }));
    upload.start();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(clock.sleeps).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(clock.sleeps).toEqual([1_000]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await upload.done).error?.code).toBe("network-request-failed");
    vi.useRealTimers();
  });

  it("does not happen with a retry time of 0", async () => {
    const clock = createFakeClock();
    const upload = createUpload(optionsWith({ clock, retryTimeMsMax: 0 }));
    upload.start();
    expect((await upload.done).state).toBe("error");
    expect(clock.sleeps).toEqual([]);
  });

  it.each([-1, Number.NaN])("a retry time of %d is refused", (retryTimeMsMax) => {
    expect(() => createUpload(optionsWith({ retryTimeMsMax }))).toThrow(RangeError);
  });

  it.each([500, 503, 507, 429, 408])("retries responses with status %d", async (status) => {
    const clock = createFakeClock();
    const fetch = async () => new Response("busy", { status });
    const upload = createUpload(optionsWith({ clock, retryTimeMsMax: 3_000, fetch }));
    upload.start();
    await upload.done;
    expect(clock.sleeps).toEqual([1_000, 2_000]);
  });

  it.each([400, 401, 402, 403, 404])("does not retry responses with status %d", async (status) => {
    const clock = createFakeClock();
    const fetch = async () => new Response("no", { status });
    const upload = createUpload(optionsWith({ clock, fetch }));
    upload.start();
    expect((await upload.done).state).toBe("error");
    expect(clock.sleeps).toEqual([]);
  });

  it("shows what it waits for and until when", async () => {
    const seen: UploadSnapshot[] = [];
    const clock = createFakeClock();
    const upload = createUpload(optionsWith({ clock, retryTimeMsMax: 1_000, onChange: (at) => seen.push(at) }));
    upload.start();
    await upload.done;
    const waiting = seen.find(({ retry }) => retry !== null);
    expect(waiting?.retry).toMatchObject({ atMs: 1_000, error: { code: "network-request-failed" } });
    expect(waiting?.state).toBe("running");
  });
});

describe("the states", () => {
  const hanging: typeof fetch = async (_, init) => {
    const signal = init!.signal!;
    signal.throwIfAborted();
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };

  it("change from running over pausing to paused and back, and refuse invalid transitions", async () => {
    const states: string[] = [];
    const upload = createUpload(optionsWith({ fetch: hanging, onChange: ({ state }) => states.push(state) }));
    expect(upload.resume()).toBe(false);
    upload.start();
    expect(upload.pause()).toBe(true);
    expect(upload.snapshot.state).toBe("pausing");
    expect(upload.pause()).toBe(false);
    await expect.poll(() => upload.snapshot.state).toBe("paused");
    expect(upload.pause()).toBe(false);
    // spec §4: cancel is allowed from running or pausing.
    expect(upload.cancel()).toBe(false);
    expect(upload.resume()).toBe(true);
    expect(upload.snapshot.state).toBe("running");
    expect(upload.cancel()).toBe(true);
    expect(upload.snapshot.state).toBe("canceling");
    expect([upload.pause(), upload.resume(), upload.cancel()]).toEqual([false, false, false]);
    expect((await upload.done).state).toBe("canceled");
    expect([upload.pause(), upload.resume(), upload.cancel()]).toEqual([false, false, false]);
    expect([...new Set(states)]).toEqual(["pausing", "paused", "running", "canceling", "canceled"]);
  });

  it("resume while pausing continues; cancel while pausing cancels", async () => {
    const upload = createUpload(optionsWith({ fetch: hanging }));
    upload.start();
    upload.pause();
    expect(upload.resume()).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(upload.snapshot.state).toBe("running");
    upload.pause();
    expect(upload.cancel()).toBe(true);
    expect((await upload.done).state).toBe("canceled");
  });

  it("pause and cancel work before the start, and while waiting for a retry", async () => {
    const early = createUpload(optionsWith({}));
    early.cancel();
    expect((await early.done).state).toBe("canceled");
    const waiting = createUpload(optionsWith({}));
    waiting.start();
    await expect.poll(() => waiting.snapshot.retry).not.toBeNull();
    waiting.pause();
    await expect.poll(() => waiting.snapshot.state).toBe("paused");
    expect(waiting.snapshot.retry).toBeNull();
  });

  it("a file that cannot be read ends with a message, without a request", async () => {
    const source: UploadSource = { ...sourceOf(300 * KiB), slice: () => Promise.reject(new Error("NotReadableError")) };
    const upload = createUpload(optionsWith({ source }));
    upload.start();
    expect((await upload.done).error?.code).toBe("upload-file-unreadable");
  });

  it("a file that became shorter is detected", async () => {
    const source: UploadSource = { ...sourceOf(200 * KiB), slice: () => new Uint8Array(10) };
    const upload = createUpload(optionsWith({ source }));
    upload.start();
    expect((await upload.done).error?.code).toBe("upload-size-changed");
  });
});

it.each(["", "/", "//"])("nothing can be stored under the root (%j) (spec §5)", (objectName) => {
  expect(() => createUpload(optionsWith({ objectName }))).toThrow(
    expect.objectContaining({ code: "upload-name-invalid" }),
  );
});
