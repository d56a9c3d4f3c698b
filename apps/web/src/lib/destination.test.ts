import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type DestinationStorages, storeDestination, takeDestination, toDestination } from "./destination.ts";

const origin = "https://blueprint.example";

describe("the stored destination", () => {
  const openStorage = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
  };
  let one: DestinationStorages;
  let other: DestinationStorages;
  beforeEach(() => {
    const browser = openStorage();
    one = { tab: openStorage(), browser };
    other = { tab: openStorage(), browser };
  });
  afterEach(() => vi.useRealTimers());

  test("keeps path, query and hash, and is cleared when it is used", () => {
    storeDestination("/blueprint-editor/7?view=plan#anchor-3", "browser", one);
    const stored = takeDestination("this-tab", one) ?? "";
    expect(toDestination(stored, origin)).toEqual({ kind: "route", href: "/blueprint-editor/7?view=plan#anchor-3" });
    for (const cameBy of ["this-tab", "mail"] as const) {
      expect(takeDestination(cameBy, one)).toBeNull();
      expect(takeDestination(cameBy, other)).toBeNull();
    }
  });

  test("belongs to each tab, and reaches another one only through a mail's link", () => {
    storeDestination("/dashboard", "browser", one);
    expect(takeDestination("this-tab", other)).toBeNull();
    expect(takeDestination("mail", other)).toBe("/dashboard");
    expect(takeDestination("this-tab", one), "the first tab goes where it wanted too").toBe("/dashboard");
  });

  test("comes after an intermediate step, whatever the other tab has used meanwhile", () => {
    storeDestination("/profile", "browser", one);
    storeDestination("/accept-invite?token=a", "stop", other);
    expect(takeDestination("this-tab", one)).toBe("/profile");
    expect(takeDestination("this-tab", other)).toBe("/accept-invite?token=a");
    expect(takeDestination("mail", other)).toBe("/profile");
    expect(takeDestination("mail", other)).toBeNull();
  });

  test("of a person who signed out stays in their tab", () => {
    storeDestination("/profile", "tab", one);
    expect(takeDestination("mail", other)).toBeNull();
    expect(takeDestination("mail", one)).toBe("/profile");
  });

  test("expires in other tabs after a week", () => {
    vi.useFakeTimers();
    storeDestination("/dashboard", "browser", one);
    vi.advanceTimersByTime(7 * 24 * 3600 * 1000);
    expect(takeDestination("mail", other)).toBeNull();
    expect(takeDestination("this-tab", one)).toBe("/dashboard");
  });

  test("that starts with http is a page, on this origin or a configured one only", () => {
    const url = "https://blueprint.example/go?c=A";
    expect(toDestination(url, origin)).toEqual({ kind: "page", url });
    const docs = "https://docs.example/start#a";
    expect(toDestination(docs, origin)).toBeNull();
    expect(toDestination(docs, origin, ["https://docs.example"])).toEqual({ kind: "page", url: docs });
    for (const elsewhere of [
      "https://elsewhere.example/",
      "http://blueprint.example/",
      "http://docs.example/",
      "https://docs.example.evil.example/",
      "https://docs.example@evil.example/",
      "HTTPS://EVIL.example/",
    ])
      expect(toDestination(elsewhere, origin, ["https://docs.example"]), elsewhere).toBeNull();
  });

  test.each([
    "//elsewhere.example/a",
    "/\\elsewhere.example",
    "/\t/elsewhere.example",
    "javascript:alert(1)",
    "data:text/html,a",
    "dashboard",
  ])("%s leads nowhere", (destination) => {
    expect(toDestination(destination, origin)).toBeNull();
  });
});
