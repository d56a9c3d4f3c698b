import type { DurableMessage } from "@blueprint/contract/collaboration";
import { beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import { addAnchor, editAnchor, removeAnchor } from "./anchor-operations.ts";
import { describeDocument, describeUpdate } from "./durable-message.ts";
import { SaveState } from "./save-state.ts";
import { SceneUndo } from "./scene-undo.ts";
import { buildAnchor } from "./testing/build-anchor.ts";

let doc: Y.Doc;
let state: SaveState;

beforeEach(() => {
  doc = new Y.Doc();
  state = new SaveState(doc, () => {});
});

const durableNow = (): DurableMessage => describeDocument(doc);

test("an edit is unsaved until its own clock is durable", () => {
  addAnchor(doc, buildAnchor({ id: "a" }));
  const first = durableNow();
  editAnchor(doc, "a", { title: "Exit" });
  expect(state.unsavedCount).toBe(2);
  state.noteDurable(first);
  expect(state.unsavedCount).toBe(1);
  state.noteDurable(durableNow());
  expect(state.unsavedCount).toBe(0);
});

test("a removal, which moves no clock, is unsaved until its deletion is durable", () => {
  addAnchor(doc, buildAnchor({ id: "a" }));
  const before = durableNow();
  removeAnchor(doc, "a");
  state.noteDurable(before);
  expect(state.unsavedCount).toBe(1);
  state.noteDurable(durableNow());
  expect(state.unsavedCount).toBe(0);
});

test("undoing an addition is tracked too", () => {
  const undo = new SceneUndo(doc);
  addAnchor(doc, buildAnchor({ id: "a" }));
  state.noteDurable(durableNow());
  const { clocks } = durableNow();
  undo.undo();
  state.noteDurable({ type: "durable", clocks, deleted: {} });
  expect(state.unsavedCount).toBe(1);
  state.noteDurable(durableNow());
  expect(state.unsavedCount).toBe(0);
});

test("deletions that arrive in pieces add up", () => {
  addAnchor(doc, buildAnchor({ id: "a", text: "abcdef" }));
  state.noteDurable(durableNow());
  editAnchor(doc, "a", { text: "" });
  const { clocks, deleted } = durableNow();
  const pieces = Object.entries(deleted).flatMap(([client, runs]) =>
    runs.flatMap(([clock, length]) =>
      Array.from({ length }, (_, index) => ({ [client]: [[clock + index, 1]] as [number, number][] })),
    ),
  );
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces.reverse()) {
    expect(state.unsavedCount).toBe(1);
    state.noteDurable({ type: "durable", clocks, deleted: piece });
  }
  expect(state.unsavedCount).toBe(0);
});

test("a teammate's edits never count as unsaved here", () => {
  const other = new Y.Doc();
  addAnchor(other, buildAnchor({ id: "a" }));
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
  expect(state.unsavedCount).toBe(0);
});

test("a document counts as loaded once everything durable has arrived", () => {
  const other = new Y.Doc();
  addAnchor(other, buildAnchor({ id: "a" }));
  expect(state.isLoaded).toBe(false);
  state.noteDurable(describeDocument(other));
  expect(state.isLoaded).toBe(false);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
  expect(state.isLoaded).toBe(true);
});

test("an object added and removed before it was sent counts as saved with the update that carries both", () => {
  addAnchor(doc, buildAnchor({ id: "a" }));
  removeAnchor(doc, "a");
  expect(state.unsavedCount).toBe(2);
  const server = new Y.Doc();
  const told: DurableMessage[] = [];
  server.on("update", (update: Uint8Array) => told.push(describeUpdate(update)));
  Y.applyUpdate(server, Y.encodeStateAsUpdate(doc));
  for (const message of told) state.noteDurable(message);
  expect(state.unsavedCount).toBe(0);
});

test("an earlier page's edits stay unsaved in the next one until the server has exactly them", () => {
  addAnchor(doc, buildAnchor({ id: "kept" }));
  const onDisk = durableNow();
  state.noteDurable(onDisk);
  addAnchor(doc, buildAnchor({ id: "offline" }));
  removeAnchor(doc, "kept");
  const kept = structuredClone(state.unsaved);
  const next = new Y.Doc();
  const nextState = new SaveState(next, () => {});
  Y.applyUpdate(next, Y.encodeStateAsUpdate(doc));
  expect(nextState.unsavedCount).toBe(0);
  nextState.restore(kept);
  expect(nextState.unsavedCount).toBe(2);
  nextState.noteDurable(onDisk);
  expect(nextState.unsavedCount).toBe(2);
  editAnchor(next, "offline", { title: "Made in the basement" });
  nextState.noteDurable(durableNow());
  expect(nextState.unsavedCount).toBe(1);
  nextState.noteDurable(describeDocument(next));
  expect(nextState.unsavedCount).toBe(0);
});

test("edits that reached the server before the page closed are not unsaved in the next one", () => {
  addAnchor(doc, buildAnchor({ id: "a" }));
  const kept = structuredClone(state.unsaved);
  const next = new SaveState(new Y.Doc(), () => {});
  next.noteDurable(durableNow());
  next.restore(kept);
  expect(next.unsavedCount).toBe(0);
});
