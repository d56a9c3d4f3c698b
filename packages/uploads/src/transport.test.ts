import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createXhrTransport } from "./transport.ts";

/** A minimal XMLHttpRequest on a connection that died silently. */
class SilentRequest {
  static last: SilentRequest;
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onloadend?: () => void;
  isAborted = false;
  withCredentials = false;

  constructor() {
    SilentRequest.last = this;
  }

  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  abort(): void {
    this.isAborted = true;
    this.onloadend?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", SilentRequest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("gives up a connection that was silent for two minutes, but not one that still sends", async () => {
  const { signal } = new AbortController();
  const sending = createXhrTransport()({ url: "/", headers: {}, body: "x", signal });
  const outcome = sending.then(
    () => "answered",
    (error: Error) => error.message,
  );
  for (let minutes = 0; minutes < 5; minutes++) {
    vi.advanceTimersByTime(60_000);
    SilentRequest.last.upload.onprogress?.({ loaded: minutes });
  }
  expect(SilentRequest.last.isAborted).toBe(false);
  vi.advanceTimersByTime(120_000);
  expect(SilentRequest.last.isAborted).toBe(true);
  expect(await outcome).toBe("The connection is silent.");
});
