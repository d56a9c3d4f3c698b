import { expect, test } from "vitest";
import * as Y from "yjs";
import { addAnchor, editAnchor, moveAnchor, removeAnchor } from "./anchor-operations.ts";
import { ChangeSetReplay } from "./change-set-replay.ts";
import { addObject } from "./object-operations.ts";
import { recordScene } from "./scene-record.ts";
import { editSettings } from "./settings-operations.ts";
import { buildAnchor } from "./testing/build-anchor.ts";
import { createDocument } from "./testing/build-scene.ts";

/** Edits a document and replays every edit beside it. */
function replay(prepare: (doc: Y.Doc) => void = () => {}) {
  const doc = createDocument();
  prepare(doc);
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  const changes = new ChangeSetReplay(copy);
  let changeSet = "";
  doc.on("update", (update: Uint8Array) => changes.apply(changeSet, update));
  const run = (name: string, edit: (doc: Y.Doc) => void) => {
    changeSet = name;
    edit(doc);
  };
  const read = (name: string) =>
    changes.read(name).objects.map(({ change, name: said, fields }) => [change, said, fields.join()]);
  return { doc, copy, changes, run, read };
}

const place = (id: string) => (doc: Y.Doc) => addAnchor(doc, buildAnchor({ id, title: id }));

test("a change set consists of the net changes of its edits", () => {
  const { doc, copy, changes, run, read } = replay((prepared) => {
    for (const id of ["Door", "Desk", "Exit"]) place(id)(prepared);
  });
  run("s", place("New"));
  run("s", (now) => moveAnchor(now, "Door", { position: [9, 9, 9] }));
  run("s", (now) => editAnchor(now, "Desk", { title: "Ticket desk", text: "Cash only." }));
  run("s", (now) => removeAnchor(now, "Exit"));
  run("s", (now) => editSettings(now, { northDegrees: 90 }));
  expect(read("s")).toEqual([
    ["added", "New", ""],
    ["moved", "Door", "position"],
    ["changed", "Ticket desk", "text,title"],
    ["removed", "Exit", ""],
  ]);
  expect(changes.read("s").settings).toEqual(["northDegrees"]);
  expect(recordScene(copy)).toEqual(recordScene(doc));
});

test("changes that a change set took back are not part of it", () => {
  const { changes, run } = replay(place("Door"));
  run("s", place("New"));
  run("s", (now) => removeAnchor(now, "New"));
  run("s", (now) => editAnchor(now, "Door", { title: "Gate" }));
  run("s", (now) => editAnchor(now, "Door", { title: "Door" }));
  run("s", (now) => editSettings(now, { units: "imperial" }));
  run("s", (now) => editSettings(now, { units: "metric" }));
  expect(changes.read("s").objects).toEqual([]);
  expect(changes.read("never")).toEqual({ objects: [], settings: [] });
});

test("two people who edit in turns each get their own changes, even in the same object", () => {
  const { run, read } = replay(place("Door"));
  run("ada", (now) => moveAnchor(now, "Door", { position: [5, 0, 0] }));
  run("ben", (now) => editAnchor(now, "Door", { title: "Gate" }));
  run("ada", (now) => moveAnchor(now, "Door", { position: [6, 0, 0] }));
  run("ben", (now) => addObject(now, "tours", "t", { name: "Round" }));
  run("ada", (now) => removeAnchor(now, "Door"));
  expect(read("ada")).toEqual([["removed", "Gate", ""]]);
  expect(read("ben")).toEqual([
    ["changed", "Gate", "title"],
    ["added", "Round", ""],
  ]);
});
