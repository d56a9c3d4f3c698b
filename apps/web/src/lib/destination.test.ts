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
    expect(takeDestination(origin, storage)).toEqual({
      kind: "route",
      href: "/blueprint-editor/7?view=plan#anchor-3",
    });
    expect(takeDestination(origin, storage)).toBeNull();
  });

  test("one that starts with http is a page, on this origin only", () => {
    expect(toDestination("https://blueprint.example/go?c=A", origin)).toEqual({
      kind: "page",
      url: "https://blueprint.example/go?c=A",
    });
    expect(toDestination("https://elsewhere.example/", origin)).toBeNull();
    expect(toDestination("http://blueprint.example/", origin)).toBeNull();
  });

  test.each(["//elsewhere.example/a", "/\\elsewhere.example", "javascript:alert(1)", "data:text/html,a", "dashboard"])(
    "%s leads nowhere",
    (destination) => {
      expect(toDestination(destination, origin)).toBeNull();
    },
  );
});
