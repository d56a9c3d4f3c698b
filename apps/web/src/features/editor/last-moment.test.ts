import { expect, it } from "vitest";
import {
  forgetLastMoment,
  forgetLastMoments,
  keepLastMoment,
  type LastMoment,
  readLastMoments,
} from "./last-moment.ts";

function makeStorage(charactersMax = Number.MAX_SAFE_INTEGER) {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > charactersMax) throw new DOMException("Full.", "QuotaExceededError");
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}

const first: LastMoment = {
  keptAt: 1_000,
  page: 7,
  update: Uint8Array.of(0, 127, 128, 255),
  unsaved: [{ client: 7, clockEnd: 3, deleted: [["9", 1, 2]] }],
  undo: { version: 2, undo: [], redo: [] },
};

it("the last moments of every tab are restored as they were, oldest first, separately for each document", () => {
  const storage = makeStorage();
  const second: LastMoment = { keptAt: 500, page: 8, update: null, unsaved: [], undo: "steps" };
  expect(keepLastMoment("a/b", first, storage)).toBe(true);
  expect(keepLastMoment("a/b", second, storage)).toBe(true);
  expect(keepLastMoment("a/bc", first, storage)).toBe(true);
  expect(readLastMoments("a/b", storage)).toEqual([second, first]);
  forgetLastMoment("a/b", 8, storage);
  expect(readLastMoments("a/b", storage)).toEqual([first]);
  forgetLastMoments("a/b", storage);
  expect(readLastMoments("a/b", storage)).toEqual([]);
  expect(readLastMoments("a/bc", storage)).toEqual([first]);
});

it("a moment that is too large or that the browser has no room for is refused; unreadable ones are skipped", () => {
  const storage = makeStorage();
  expect(keepLastMoment("a/b", { ...first, update: new Uint8Array(1_000_000) }, storage)).toBe(false);
  expect(keepLastMoment("a/b", first, makeStorage(10))).toBe(false);
  storage.setItem("blueprint-last-moment/a/b/1", "{");
  storage.setItem("blueprint-last-moment/a/b/2", '{"update":"%"}');
  expect(readLastMoments("a/b", storage)).toEqual([]);
});
