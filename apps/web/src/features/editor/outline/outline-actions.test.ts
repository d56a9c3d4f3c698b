import { addAnchor } from "@blueprint/scene/anchor-operations";
import { addObject, arrangeObjects } from "@blueprint/scene/object-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { SceneUndo } from "@blueprint/scene/scene-undo";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { beforeEach, expect, it } from "vitest";
import type * as Y from "yjs";
import { createToastStore } from "../../../lib/toast.store.ts";
import { createAttempt } from "../attempt.ts";
import type { EditorRoom } from "../commands/editor-command.ts";
import { createEditorStore, selectObjects } from "../editor.store.ts";
import { dropOnRow, renameGroup, stepAnchor } from "./outline-actions.ts";
import { listTreeRows, type TreeRow, toRowKey } from "./outline-sections.ts";

let doc: Y.Doc;
let undo: SceneUndo;
let toasts: ReturnType<typeof createToastStore>;
let room: Pick<EditorRoom, "attempt" | "store" | "connection">;
let announced: string[];

beforeEach(() => {
  doc = createDocument();
  addObject(doc, "groups", "case", { name: "Case" }, "earlier");
  addObject(doc, "groups", "shelf", { name: "Shelf" }, "earlier");
  arrangeObjects(doc, "groups", ["shelf"], { beforeId: null, group: "case" }, "earlier");
  for (const id of ["a", "b", "c"]) addAnchor(doc, buildAnchor({ id, title: id.toUpperCase() }), "earlier");
  undo = new SceneUndo(doc);
  toasts = createToastStore();
  announced = [];
  const connection = {
    getState: () => ({ scene: readScene(doc) }),
    announce: (sentence: string) => announced.push(sentence),
  } as unknown as EditorRoom["connection"];
  room = { attempt: createAttempt(undo, toasts), store: createEditorStore(), connection };
});

const rows = () => listTreeRows(readScene(doc), [], new Set(), "");
const row = (key: string): TreeRow => rows().find((one) => toRowKey(one) === key)!;
const tree = () => readScene(doc).anchors.map(({ id, group }) => `${group ?? ""}/${id}`);
const openToasts = () => toasts.store.getState().toasts.filter(({ open }) => open);

it("drops an anchor into a group, or before another anchor in that anchor's group", () => {
  dropOnRow(room, rows(), row("case"), "b");
  expect(tree()).toEqual(["/a", "/c", "case/b"]);
  dropOnRow(room, rows(), row("b"), "c");
  expect(tree()).toEqual(["/a", "case/c", "case/b"]);
});

it("drops the whole selection when the dragged row is part of it, groups and anchors in one step", () => {
  selectObjects(room.store, [
    { kind: "groups", id: "shelf" },
    { kind: "anchors", id: "a" },
    { kind: "anchors", id: "c" },
  ]);
  addObject(doc, "groups", "room", { name: "Room" }, "earlier");
  dropOnRow(room, rows(), row("room"), "a");
  expect(tree()).toEqual(["/b", "room/a", "room/c"]);
  expect(readScene(doc).groups.find(({ id }) => id === "shelf")?.group).toBe("room");
  undo.undo();
  expect(tree()).toEqual(["/a", "/b", "/c"]);
  expect(readScene(doc).groups.find(({ id }) => id === "shelf")?.group).toBe("case");
  expect(undo.canUndo()).toBe(false);
});

it("says why a group can't be moved into itself, and moves nothing", () => {
  selectObjects(room.store, [
    { kind: "groups", id: "case" },
    { kind: "anchors", id: "a" },
  ]);
  dropOnRow(room, rows(), row("shelf"), "case");
  expect(tree()).toEqual(["/a", "/b", "/c"]);
  expect(openToasts().map(({ description }) => description)).toEqual(["A group can't contain itself."]);
  expect(undo.canUndo()).toBe(false);
});

it("ignores a row dropped on itself or on a row that accepts nothing", () => {
  dropOnRow(room, rows(), row("a"), "a");
  dropOnRow(room, rows(), row("section:anchors"), "a");
  expect(undo.canUndo()).toBe(false);
});

it("moves an anchor up and down among its siblings and announces it, but not past the ends", () => {
  const step = (id: string, by: 1 | -1) => stepAnchor(room, row(id) as Extract<TreeRow, { type: "anchor" }>, by);
  step("a", 1);
  expect(tree()).toEqual(["/b", "/a", "/c"]);
  step("b", -1);
  step("c", 1);
  expect(announced).toEqual(["A moved down."]);
  undo.undo();
  expect(tree()).toEqual(["/a", "/b", "/c"]);
});

it("renames a group in one step", () => {
  renameGroup(room, "case", "Show case");
  expect(readScene(doc).groups[0]!.name).toBe("Show case");
  undo.undo();
  expect(readScene(doc).groups[0]!.name).toBe("Case");
});
