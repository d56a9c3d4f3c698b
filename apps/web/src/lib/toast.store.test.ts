import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createToastStore } from "./toast.store.ts";

describe("toasts", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("one is visible at a time: the newest", () => {
    const toasts = createToastStore();
    toasts.add({ title: "First" });
    toasts.add({ title: "Second" });
    expect(toasts.store.getState().toasts.map((toast) => toast.title)).toEqual(["Second"]);
  });

  test("has an id, title, description and action, is open, and of the default variant unless it says otherwise", () => {
    const toasts = createToastStore();
    const action = { label: "Undo", run: () => undefined };
    const id = toasts.add({ title: "Moved", description: "To the bin.", action });
    expect(toasts.store.getState().toasts).toEqual([
      { id, title: "Moved", description: "To the bin.", action, open: true, variant: "default" },
    ]);
    const next = toasts.add({ title: "Not moved", variant: "destructive" });
    expect(next).not.toBe(id);
    expect(toasts.store.getState().toasts).toEqual([
      { id: next, title: "Not moved", open: true, variant: "destructive" },
    ]);
  });

  test("an update changes what is shown and keeps it open", () => {
    const toasts = createToastStore();
    const id = toasts.add({ title: "Saving" });
    expect(toasts.update(id, { title: "Saved", variant: "destructive" })).toBe(true);
    expect(toasts.store.getState().toasts).toMatchObject([{ id, title: "Saved", variant: "destructive", open: true }]);
  });

  test("an update says whether anyone can still see it", () => {
    const toasts = createToastStore();
    const closed = toasts.add({ title: "Saving" });
    toasts.dismiss(closed);
    expect(toasts.update(closed, { title: "Saved" })).toBe(false);
    const replaced = toasts.add({ title: "Saving" });
    toasts.add({ title: "Moved" });
    expect(toasts.update(replaced, { title: "Saved" })).toBe(false);
  });

  test("a dismissed one closes at once and is removed after 1,000,000 ms", () => {
    const toasts = createToastStore();
    const id = toasts.add({ title: "Saved" });
    toasts.dismiss(id);
    expect(toasts.store.getState().toasts[0]?.open).toBe(false);
    vi.advanceTimersByTime(999_999);
    expect(toasts.store.getState().toasts).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toasts.store.getState().toasts).toHaveLength(0);
  });

  test("dismissing again does not start the wait again", () => {
    const toasts = createToastStore();
    const id = toasts.add({ title: "Saved" });
    toasts.dismiss(id);
    vi.advanceTimersByTime(600_000);
    toasts.dismiss(id);
    vi.advanceTimersByTime(400_000);
    expect(toasts.store.getState().toasts).toHaveLength(0);
  });

  test("a title and an action's label must not be empty", () => {
    const toasts = createToastStore();
    expect(() => toasts.add({ title: " " })).toThrow();
    expect(() => toasts.add({ title: "Moved", action: { label: "", run: () => undefined } })).toThrow();
    const id = toasts.add({ title: "Moved" });
    expect(() => toasts.update(id, { title: "" })).toThrow();
    expect(() => toasts.update(id, { action: { label: " ", run: () => undefined } })).toThrow();
    expect(toasts.store.getState().toasts).toMatchObject([{ title: "Moved" }]);
  });
});
