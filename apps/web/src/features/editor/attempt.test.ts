import { addAnchor, editAnchor } from "@blueprint/scene/anchor-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { SceneInputError } from "@blueprint/scene/scene-input-error";
import { SceneUndo } from "@blueprint/scene/scene-undo";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { beforeEach, expect, test } from "vitest";
import type * as Y from "yjs";
import { createToastStore } from "../../lib/toast.store.ts";
import { type Attempt, createAttempt } from "./attempt.ts";
import { editFields } from "./edit-fields.ts";

let doc: Y.Doc;
let undo: SceneUndo;
let toasts: ReturnType<typeof createToastStore>;
let attempt: Attempt;

beforeEach(() => {
  doc = createDocument();
  addAnchor(doc, buildAnchor({ id: "a", title: "Fire door" }), "earlier");
  undo = new SceneUndo(doc, { now: () => 0 });
  toasts = createToastStore();
  attempt = createAttempt(undo, toasts);
});

const anchor = () => readScene(doc).anchors[0]!;
const openToasts = () =>
  toasts.store
    .getState()
    .toasts.filter(({ open }) => open)
    .map(({ title, description }) => [title, description]);
const refuse = (why: string) => (inside: Y.Doc) => {
  editAnchor(inside, "a", { title: "Half done" });
  throw new SceneInputError("title", why);
};

test("a successful change returns its result, is one undo step, and shows no toast", () => {
  expect(attempt((inside) => editAnchor(inside, "a", { title: "Exit" }))).toBe(true);
  expect(attempt((inside) => editAnchor(inside, "a", { title: "Exit 2" }))).toBe(true);
  expect(openToasts()).toEqual([]);
  undo.undo();
  expect(anchor().title).toBe("Exit");
});

test("a refused change says why in one toast, changes nothing and leaves no step", () => {
  expect(attempt(refuse("No."))).toBeNull();
  expect(attempt(refuse("Still not."))).toBeNull();
  expect(openToasts()).toEqual([["Nothing was changed", "Still not."]]);
  expect(anchor().title).toBe("Fire door");
  expect(undo.canUndo()).toBe(false);
});

test("the toast closes with the next successful change, and a later refusal shows it again", () => {
  attempt(refuse("No."));
  attempt((inside) => editAnchor(inside, "a", { title: "Exit" }));
  expect(openToasts()).toEqual([]);
  attempt(refuse("No."));
  toasts.dismiss(toasts.store.getState().toasts.find(({ open }) => open)!.id);
  attempt(refuse("Again no."));
  expect(openToasts()).toEqual([["Nothing was changed", "Again no."]]);
});

test("a programming error shows a toast too, is reverted and rethrown", () => {
  expect(() =>
    attempt((inside) => {
      editAnchor(inside, "a", { title: "Half done" });
      throw new TypeError("undefined is not a function");
    }),
  ).toThrow(TypeError);
  expect(openToasts()).toEqual([["Nothing was changed", "Something went wrong. Try again, or reload the page."]]);
  expect(anchor().title).toBe("Fire door");
});

test("typing into one field is one step, another field and each choice are separate steps", () => {
  const { type, choose } = editFields(attempt, "anchors", "a");
  type({ title: "E" });
  type({ title: "Ex" });
  type({ code: "1" });
  choose({ floor: 1 });
  choose({ floor: 2 });
  const seen = [];
  while (undo.undo()) seen.push([anchor().title, anchor().code, anchor().floor]);
  expect(seen).toEqual([
    ["Ex", "1", 1],
    ["Ex", "1", 0],
    ["Ex", "", 0],
    ["Fire door", "", 0],
  ]);
});
