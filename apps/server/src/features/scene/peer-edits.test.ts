import { addAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { describeUpdate } from "@blueprint/scene/durable-message";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import { PeerEdits } from "./peer-edits.ts";

let nowMs: number;
let edits: PeerEdits;
/** A person's updates, in order. */
let updates: [add: Uint8Array, addAnother: Uint8Array, remove: Uint8Array];

beforeEach(() => {
  nowMs = 0;
  edits = new PeerEdits({ monotonicMs: () => nowMs });
  const doc = new Y.Doc();
  const made: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => made.push(update));
  addAnchor(doc, buildAnchor({ id: "one" }));
  addAnchor(doc, buildAnchor({ id: "two" }));
  removeAnchor(doc, "one");
  updates = made as typeof updates;
});

test("an edit that its server stored is not stored again, whichever arrives first: the edit or the news", () => {
  const [first, second] = updates;
  edits.hold(first);
  edits.noteStored(describeUpdate(first));
  edits.noteStored(describeUpdate(second));
  edits.hold(second);
  nowMs = 10_000;
  expect(edits.takeOlderThan(1_000)).toEqual([]);
});

test("an edit that nobody stored is handed over once, after the wait", () => {
  const [first, second] = updates;
  edits.hold(first);
  nowMs = 900;
  edits.hold(second);
  expect(edits.takeOlderThan(1_000)).toEqual([]);
  nowMs = 1_001;
  expect(edits.takeOlderThan(1_000)).toEqual([first]);
  expect(edits.takeOlderThan(1_000)).toEqual([]);
  nowMs = 2_000;
  expect(edits.takeOlderThan(1_000)).toEqual([second]);
});

test("a removal is handed over even if everything that its author ever added is stored", () => {
  const [first, second, removal] = updates;
  edits.noteStored(describeUpdate(first));
  edits.noteStored(describeUpdate(second));
  edits.hold(removal);
  nowMs = 5_000;
  expect(edits.takeOlderThan(1_000)).toEqual([removal]);
});
