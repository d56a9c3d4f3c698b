import { beforeEach, describe, expect, test } from "vitest";
import { storeDestination, takeDestination, toDestination } from "./destination.ts";

const origin = "https://blueprint.example";

describe("the stored destination", () => {
  let kept: Map<string, string>;
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  beforeEach(() => {
    kept = new Map();
  });

  test("keeps path, query and hash, and is cleared when it is taken", () => {
    storeDestination("/blueprint-editor/7?view=plan#anchor-3", storage);
    const stored = takeDestination(storage) ?? "";
    expect(toDestination(stored, origin)).toEqual({ kind: "route", href: "/blueprint-editor/7?view=plan#anchor-3" });
    expect(takeDestination(storage)).toBeNull();
  });

  test("one that starts with http is a page, on this origin or a configured one only", () => {
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
