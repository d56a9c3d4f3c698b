import { beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { addAnchor, editAnchor, moveAnchor } from "./anchor-operations.ts";
import { addObject, arrangeObjects, removeObjects } from "./object-operations.ts";
import { readScene } from "./read-scene.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { recordScene } from "./scene-record.ts";
import { SceneUndo } from "./scene-undo.ts";
import { buildAnchor } from "./testing/build-anchor.ts";
import { createDocument } from "./testing/build-scene.ts";

let doc: Y.Doc;
let now: number;
let undo: SceneUndo;

beforeEach(() => {
  doc = createDocument();
  now = 0;
  addAnchor(doc, buildAnchor({ id: "a", title: "Fire door", text: "The lamp is old." }), "earlier");
  addAnchor(doc, buildAnchor({ id: "b", title: "Stairs" }), "earlier");
  undo = new SceneUndo(doc, { now: () => now });
});

const titles = () => readScene(doc).anchors.map(({ title }) => title);
const titleOf = (id: string) => readScene(doc).anchors.find((anchor) => anchor.id === id)?.title;
const retitle = (id: string, title: string) => () => editAnchor(doc, id, { title });
const positionOf = (id: string) => readScene(doc).anchors.find((anchor) => anchor.id === id)?.position;
/** Undoes until nothing is left; returns what `look` saw after each step. */
const undoAll = <T>(look: () => T): T[] => {
  const seen: T[] = [];
  while (undo.undo()) seen.push(look());
  return seen;
};

describe("an edit", () => {
  test("is one step, however many operations it contains and however quickly the next one follows", () => {
    undo.edit(() => {
      addObject(doc, "groups", "g", { name: "Doors" });
      arrangeObjects(doc, "anchors", ["a", "b"], { beforeId: null, group: "g" });
    });
    undo.edit(retitle("a", "Exit"));
    expect(undoAll(() => [titleOf("a"), readScene(doc).groups.length])).toEqual([
      ["Fire door", 1],
      ["Fire door", 0],
    ]);
    while (undo.redo());
    expect(titleOf("a")).toBe("Exit");
    expect(readScene(doc).anchors.map(({ group }) => group)).toEqual(["g", "g"]);
  });

  test("reaches other people as one update", () => {
    const updates: Uint8Array[] = [];
    doc.on("update", (update: Uint8Array) => updates.push(update));
    undo.edit(() => {
      addObject(doc, "groups", "g", { name: "Doors" });
      removeObjects(doc, [{ kind: "anchors", id: "a" }]);
    });
    expect(updates).toHaveLength(1);
  });

  test("returns the change's result, and a change without effect is no step", () => {
    expect(undo.edit(retitle("a", "Exit"))).toBe(true);
    expect(undo.edit(retitle("gone", "Exit"))).toBe(false);
    expect(undo.edit(retitle("a", "Exit"))).toBe(true);
    expect(undoAll(titles)).toEqual([["Fire door", "Stairs"]]);
  });
});

describe("an edit that throws", () => {
  const refused = () => {
    retitle("a", "Half done")();
    addAnchor(doc, buildAnchor({ id: "c" }));
    removeObjects(doc, [{ kind: "anchors", id: "b" }]);
    editAnchor(doc, "a", { text: "The brass lamp." });
    throw new SceneInputError("title", "No.");
  };

  test("leaves the document unchanged and no step, and rethrows", () => {
    const before = recordScene(doc);
    let heard = 0;
    undo.subscribe(() => {
      heard += 1;
    });
    expect(() => undo.edit(refused)).toThrow(SceneInputError);
    expect(recordScene(doc)).toEqual(before);
    expect([undo.canUndo(), undo.canRedo(), heard]).toEqual([false, false, 0]);
  });

  test("leaves no step open for the next edit, takes nothing from the previous step, and keeps what can be redone", () => {
    undo.edit(retitle("b", "Steps"));
    undo.edit(retitle("b", "Stairway"));
    undo.undo();
    expect(() => undo.edit(refused)).toThrow(SceneInputError);
    expect(undo.canRedo()).toBe(true);
    undo.redo();
    undo.edit(retitle("a", "Exit"));
    expect(undoAll(titles)).toEqual([
      ["Fire door", "Stairway"],
      ["Fire door", "Steps"],
      ["Fire door", "Stairs"],
    ]);
  });

  test("reverts only its own part of the step that it joins", () => {
    const joins = Symbol("drag");
    undo.edit(() => moveAnchor(doc, "a", { position: [1, 0, 0] }), { joins });
    expect(() =>
      undo.edit(
        () => {
          moveAnchor(doc, "a", { position: [2, 0, 0] });
          throw new SceneInputError("position", "No.");
        },
        { joins },
      ),
    ).toThrow("No.");
    expect(positionOf("a")).toEqual([1, 0, 0]);
    undo.edit(() => moveAnchor(doc, "a", { position: [3, 0, 0] }), { joins });
    expect(undoAll(() => positionOf("a"))).toEqual([[1, 2, 3]]);
  });

  test("does so for a programming error too, which stays visible", () => {
    const before = recordScene(doc);
    expect(() =>
      undo.edit(() => {
        retitle("a", "Half done")();
        throw new TypeError("undefined is not a function");
      }),
    ).toThrow(TypeError);
    expect(recordScene(doc)).toEqual(before);
    expect(undo.canUndo()).toBe(false);
  });
});

describe("edits that join", () => {
  const type = (title: string, joins = "a title") => undo.edit(retitle("a", title), { joins });

  test("typing is one step until a pause, another field, an edit of another kind or an undo", () => {
    type("E");
    now += 400;
    type("Ex");
    now += 501;
    type("Exi");
    undo.edit(retitle("b", "Steps"), { joins: "b title" });
    type("Exit");
    undo.edit(() => moveAnchor(doc, "b", { position: [0, 0, 0] }));
    type("Exit!");
    undo.undo();
    type("Exit?");
    expect(undoAll(() => titleOf("a"))).toEqual(["Exit", "Exit", "Exi", "Exi", "Ex", "Fire door"]);
  });

  test("a drag is one step however long it pauses, and the next drag of the same object is another", () => {
    const drag = () => {
      const joins = Symbol("drag");
      return (x: number) => undo.edit(() => moveAnchor(doc, "a", { position: [x, 0, 0] }), { joins });
    };
    const [first, second] = [drag(), drag()];
    first(1);
    now += 60_000;
    first(2);
    second(3);
    second(4);
    expect(undoAll(() => positionOf("a"))).toEqual([
      [2, 0, 0],
      [1, 2, 3],
    ]);
  });

  test("a drag that never ends leaves nothing open: the next edit is its own step", () => {
    undo.edit(() => moveAnchor(doc, "a", { position: [1, 0, 0] }), { joins: Symbol("drag") });
    undo.edit(retitle("a", "Exit"));
    expect(undoAll(() => titleOf("a"))).toEqual(["Fire door", "Fire door"]);
  });

  test("after a reload nothing joins earlier edits", () => {
    type("Exit");
    const reloaded = new SceneUndo(doc, { state: JSON.parse(JSON.stringify(undo.toState())), now: () => now });
    undo.destroy();
    reloaded.edit(retitle("a", "Exit!"), { joins: "a title" });
    expect(reloaded.undo()).toBe(true);
    expect(titleOf("a")).toBe("Exit");
    reloaded.undo();
    expect(titleOf("a")).toBe("Fire door");
  });
});

describe("two people editing one object", () => {
  test("their edits never share a step, even in the middle of a drag or of typing", () => {
    const theirDoc = new Y.Doc();
    Y.applyUpdate(theirDoc, Y.encodeStateAsUpdate(doc));
    const theirs = new SceneUndo(theirDoc, { now: () => now });
    const meet = () => {
      Y.applyUpdate(theirDoc, Y.encodeStateAsUpdate(doc), "remote");
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(theirDoc), "remote");
    };
    const [drag, word] = [Symbol("drag"), "a text"];
    undo.edit(() => moveAnchor(doc, "a", { position: [1, 0, 0] }), { joins: drag });
    theirs.edit(() => editAnchor(theirDoc, "a", { text: "The brass lamp is old." }), { joins: word });
    meet();
    undo.edit(() => moveAnchor(doc, "a", { position: [2, 0, 0] }), { joins: drag });
    theirs.edit(() => editAnchor(theirDoc, "a", { text: "The brass lamp is very old." }), { joins: word });
    theirs.edit(() => moveAnchor(theirDoc, "b", { position: [7, 0, 0] }));
    meet();
    undo.undo();
    meet();
    expect(readScene(theirDoc).anchors).toMatchObject([
      { id: "a", position: [1, 2, 3], text: "The brass lamp is very old." },
      { id: "b", position: [7, 0, 0] },
    ]);
    expect(undo.canUndo()).toBe(false);
    theirs.undo();
    theirs.undo();
    meet();
    expect(readScene(doc).anchors).toMatchObject([
      { id: "a", position: [1, 2, 3], text: "The lamp is old." },
      { id: "b", position: [1, 2, 3] },
    ]);
    undo.redo();
    expect(positionOf("a")).toEqual([2, 0, 0]);
  });

  test("a refused edit reverts nothing that a teammate wrote", () => {
    undo.edit(retitle("a", "Exit"));
    editAnchor(doc, "a", { text: "The lamp is new." }, "remote");
    expect(() =>
      undo.edit(() => {
        editAnchor(doc, "a", { code: "half" });
        throw new SceneInputError("code", "No.");
      }),
    ).toThrow(SceneInputError);
    expect(readScene(doc).anchors[0]).toMatchObject({ title: "Exit", text: "The lamp is new.", code: "" });
  });
});
