import type { ChangeSet } from "@blueprint/contract/scene-history";
import { addAnchor, editAnchor, moveAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { ChangeSetReplay } from "@blueprint/scene/change-set-replay";
import { addObject, arrangeObjects } from "@blueprint/scene/object-operations";
import { editSettings } from "@blueprint/scene/settings-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { addZone } from "@blueprint/scene/zone-operations";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { nameChangeSet } from "./change-set-name.ts";
import { toFieldWords } from "./field-words.ts";

/** A change set with the changes that editing a document really makes. */
function buildChangeSet(edit: (doc: Y.Doc) => void, prepare: (doc: Y.Doc) => void = () => {}): ChangeSet {
  const doc = new Y.Doc();
  prepare(doc);
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  const followed = new ChangeSetReplay(copy);
  let changeCount = 0;
  doc.on("update", (update: Uint8Array) => {
    changeCount += 1;
    followed.apply("change set", update);
  });
  edit(doc);
  const { objects, settings } = followed.read("change set");
  const alike = Map.groupBy(objects, ({ kind, change }) => `${kind} ${change}`);
  return {
    authorId: "ada",
    authorName: "Ada",
    startedAt: "",
    endedAt: "",
    changeCount,
    editId: 2,
    changes: {
      firstEditId: 1,
      objects: objects.map(({ fields, ...object }) => ({ ...object, fields: [...fields] })),
      counts: [...alike.values()].map((some) => ({ kind: some[0]!.kind, change: some[0]!.change, count: some.length })),
      settings: [...settings],
    },
  };
}

const placeThree = (doc: Y.Doc) => {
  for (const id of ["a", "b", "c"]) addAnchor(doc, buildAnchor({ id, title: `Door ${id}` }));
};
const lobby = {
  outer: [
    [0, 0],
    [4, 0],
    [4, 3],
  ],
  holes: [],
} as const;

test("a change set is named after its changes", () => {
  const changeSet = buildChangeSet((doc) => {
    for (const id of ["a", "b", "c"]) moveAnchor(doc, id, { position: [5, 0, 5] });
    addZone(doc, "z", lobby, { name: "Lobby" });
  }, placeThree);
  expect(nameChangeSet(changeSet)).toBe("Moved 3 anchors, drew zone Lobby");
});

test("one object is named, several are counted, and so are more than fit", () => {
  const changeSet = buildChangeSet((doc) => {
    removeAnchor(doc, "a");
    editAnchor(doc, "b", { title: "Gate" });
    addObject(doc, "tours", "t", { name: "" });
    addObject(doc, "views", "v", { name: "Hall", position: [0, 1, 0], target: [0, 0, 0] });
    editSettings(doc, { latitude: 47, longitude: 8 });
  }, placeThree);
  expect(nameChangeSet(changeSet)).toBe("Removed anchor Door a, edited anchor Gate, made 1 tour, and 2 more");
});

test("moving a row in the outline does not count as editing the object", () => {
  const changeSet = buildChangeSet(
    (doc) => arrangeObjects(doc, "anchors", ["c"], { beforeId: "a", group: null }),
    placeThree,
  );
  expect(nameChangeSet(changeSet)).toBe("Rearranged anchor Door c");
});

test("a change set without changes says so, the server's own is distinguished, and unknown changes are counted", () => {
  const changeSet = buildChangeSet((doc) => {
    placeThree(doc);
    for (const id of ["a", "b", "c"]) removeAnchor(doc, id);
  });
  expect(nameChangeSet(changeSet)).toBe("Made changes and undid them");
  expect(nameChangeSet({ ...changeSet, authorId: null })).toBe("Prepared the document");
  expect(nameChangeSet({ ...changeSet, changes: null })).toBe("6 changes");
});

test("fields are named in plain words", () => {
  expect(["text", "submitLabel@de", "startViewId"].map(toFieldWords)).toEqual([
    "text",
    "submit label (de)",
    "start view id",
  ]);
});
