import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DocumentState } from "./document-connection.ts";
import { watchOpening } from "./watch-opening.ts";

type State = Pick<DocumentState, "isLoaded" | "isOnline" | "end">;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function build() {
  let state: State = { isLoaded: false, isOnline: false, end: null };
  const listeners = new Set<() => void>();
  const connection = {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const become = (change: Partial<State>) => {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  };
  const onStuck = vi.fn();
  return { become, onStuck, listeners, stop: watchOpening(connection, 1_000, onStuck) };
}

it("reports once that a document does not arrive over a working connection", () => {
  const { become, onStuck } = build();
  become({ isOnline: true });
  vi.advanceTimersByTime(999);
  become({});
  expect(onStuck).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onStuck).toHaveBeenCalledTimes(1);
});

it("waits as long as there is no connection, and starts over with each one", () => {
  const { become, onStuck } = build();
  vi.advanceTimersByTime(60_000);
  become({ isOnline: true });
  vi.advanceTimersByTime(900);
  become({ isOnline: false });
  become({ isOnline: true });
  vi.advanceTimersByTime(900);
  expect(onStuck).not.toHaveBeenCalled();
});

it("stops watching a document that arrived, that can no longer be followed, or that nobody wants any more", () => {
  const [loaded, ended, closed] = [build(), build(), build()];
  for (const { become } of [loaded, ended, closed]) become({ isOnline: true });
  loaded.become({ isLoaded: true });
  ended.become({ end: "not-found" });
  closed.stop();
  vi.advanceTimersByTime(60_000);
  for (const { onStuck, listeners } of [loaded, ended, closed]) {
    expect(onStuck).not.toHaveBeenCalled();
    expect(listeners.size).toBe(0);
  }
});
