import { beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { addAnchor, editAnchor, moveAnchor, removeAnchor } from "./anchor-operations.ts";
import { addThread } from "./comment-operations.ts";
import { compareScenes, restoreObjects, restoreScene } from "./compare-scenes.ts";
import { copyObjects, duplicateObjects, listFileIds, pasteObjects } from "./copy-objects.ts";
import { addObject, arrangeObjects } from "./object-operations.ts";
import { readScene } from "./read-scene.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { type SceneChange, SceneReader } from "./scene-reader.ts";
import { recordScene } from "./scene-record.ts";
import { SceneUndo } from "./scene-undo.ts";
import { editSettings } from "./settings-operations.ts";
import { buildAnchor } from "./testing/build-anchor.ts";
import { createDocument } from "./testing/build-scene.ts";
import { editTourStop } from "./tour-operations.ts";
import { addZone, findZone, moveZoneVertices } from "./zone-operations.ts";

let doc: Y.Doc;
let now: number;
let undo: SceneUndo;

beforeEach(() => {
  doc = createDocument();
  now = 0;
  addAnchor(doc, buildAnchor({ id: "a", text: "The lamp is old." }), "earlier");
  undo = new SceneUndo(doc, { now: () => now });
});

const anchor = () => readScene(doc).anchors[0]!;
const numberIds = () => {
  let count = 0;
  return () => {
    count += 1;
    return `copy-${count}`;
  };
};
const author = { userId: "ada", at: "2026-02-03T00:00:00.000Z" };

describe("undo", () => {
  test("edits in quick succession are one step, later ones another", () => {
    const joins = "a title";
    undo.edit(() => editAnchor(doc, "a", { title: "L" }), { joins });
    now += 400;
    undo.edit(() => editAnchor(doc, "a", { title: "Lamp" }), { joins });
    now += 600;
    undo.edit(() => moveAnchor(doc, "a", { position: [9, 9, 9] }), { joins });
    expect(undo.undo()).toBe(true);
    expect(anchor()).toMatchObject({ title: "Lamp", position: [1, 2, 3] });
    undo.undo();
    expect(anchor().title).toBe("Fire door");
    expect(undo.canUndo()).toBe(false);
    undo.redo();
    undo.redo();
    expect(anchor()).toMatchObject({ title: "Lamp", position: [9, 9, 9] });
    expect(undo.canRedo()).toBe(false);
  });

  test("teammates' later changes stay, even in the same object and the same text", () => {
    editAnchor(doc, "a", { title: "Mine", floor: 2, text: "The brass lamp is old." });
    editAnchor(doc, "a", { title: "Theirs" }, "remote");
    editAnchor(doc, "a", { text: "The brass lamp is old and heavy." }, "remote");
    undo.undo();
    expect(anchor()).toMatchObject({ title: "Theirs", floor: 0, text: "The lamp is old and heavy." });
  });

  test("a step with nothing left to undo is skipped", () => {
    editAnchor(doc, "a", { floor: 1 });
    editAnchor(doc, "a", { title: "Mine" });
    editAnchor(doc, "a", { title: "Theirs" }, "remote");
    expect(undo.undo()).toBe(true);
    expect(anchor()).toMatchObject({ title: "Theirs", floor: 0 });
  });

  test("a removed object is restored completely, even after a reload that kept nothing else", () => {
    editAnchor(doc, "a", { text: [{ style: "heading", spans: [{ text: "Lamp", bold: true }] }] }, "earlier");
    const before = anchor();
    removeAnchor(doc, "a");
    const kept: unknown = JSON.parse(JSON.stringify(undo.toState()));
    const reloaded = new Y.Doc();
    Y.applyUpdate(reloaded, Y.encodeStateAsUpdate(doc));
    const again = new SceneUndo(reloaded, { state: kept });
    expect(again.undo()).toBe(true);
    expect(readScene(reloaded).anchors[0]).toEqual(before);
    expect(again.redo()).toBe(true);
    expect(readScene(reloaded).anchors).toEqual([]);
  });

  test("of two tabs, the next page gets one's steps, reverts only those, and nothing twice", () => {
    const other = new Y.Doc();
    Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
    const otherUndo = new SceneUndo(other);
    const meet = () => {
      Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
    };
    editAnchor(doc, "a", { title: "Title of the first tab" });
    otherUndo.edit(() => {
      editAnchor(other, "a", { code: "second" });
      addAnchor(other, buildAnchor({ id: "b" }));
    });
    meet();
    // The second tab stored its steps last, so a reload of the first one finds those.
    const reloaded = new Y.Doc();
    Y.applyUpdate(reloaded, Y.encodeStateAsUpdate(doc));
    const found: unknown = JSON.parse(JSON.stringify(otherUndo.toState()));
    const reloadedUndo = new SceneUndo(reloaded, { state: found });
    expect(reloadedUndo.undo()).toBe(true);
    expect(readScene(reloaded).anchors).toMatchObject([{ id: "a", title: "Title of the first tab", code: "" }]);
    Y.applyUpdate(other, Y.encodeStateAsUpdate(reloaded));
    // The second tab still has the same steps: nothing is left to undo, and trying is harmless.
    expect(otherUndo.undo()).toBe(false);
    expect(otherUndo.canRedo()).toBe(false);
    expect(readScene(other)).toEqual(readScene(reloaded));
    expect(reloadedUndo.redo()).toBe(true);
    Y.applyUpdate(other, Y.encodeStateAsUpdate(reloaded));
    expect(readScene(other).anchors).toMatchObject([{ title: "Title of the first tab", code: "second" }, { id: "b" }]);
  });

  test("stored steps that are damaged or from another version are ignored", () => {
    const state = {
      version: 2,
      undo: [[{ kind: "anchors", id: "a", existedBefore: true, existsAfter: true, before: { title: 5 }, after: {} }]],
      redo: "x",
    };
    expect(new SceneUndo(doc, { state }).canUndo()).toBe(false);
    expect(new SceneUndo(doc, { state: { version: 1 } }).canUndo()).toBe(false);
    expect(new SceneUndo(doc, { state: "nonsense" }).canUndo()).toBe(false);
  });

  test("a clock set back or forward makes no step larger", () => {
    const retitle = (title: string, at: number) => {
      now = at;
      undo.edit(() => editAnchor(doc, "a", { title }), { joins: "a title" });
    };
    retitle("One", 10_000_000);
    retitle("Two", 0);
    retitle("Three", 1_000);
    retitle("Four", 20_000_000);
    const seen = [];
    while (undo.undo()) seen.push(anchor().title);
    expect(seen.slice(0, 3)).toEqual(["Three", "Two", "One"]);
    expect(seen).toHaveLength(4);
  });

  test("settings are undone too, and listeners are notified", () => {
    let heard = 0;
    undo.subscribe(() => {
      heard += 1;
    });
    editSettings(doc, { units: "imperial" });
    undo.undo();
    expect(readScene(doc).settings.units).toBe("metric");
    expect(heard).toBe(2);
  });
});

describe("versions", () => {
  test("a comparison shows what was added, removed, moved and changed, and in which fields", () => {
    addZone(
      doc,
      "z",
      {
        outer: [
          [0, 0],
          [2, 0],
          [2, 2],
        ],
        holes: [],
      },
      { name: "Hall" },
    );
    addAnchor(doc, buildAnchor({ id: "gone", title: "Old" }));
    addAnchor(doc, buildAnchor({ id: "moved" }));
    const before = recordScene(doc);
    removeAnchor(doc, "gone");
    moveAnchor(doc, "moved", { position: [0, 0, 0] });
    editAnchor(doc, "a", { title: "New", text: "Else." });
    addAnchor(doc, buildAnchor({ id: "new", title: "Fresh" }));
    moveZoneVertices(doc, "z", [{ ringId: "outer", vertexId: "c1", at: [3, 0] }]);
    editSettings(doc, { northDegrees: 5 });
    const difference = compareScenes(before, recordScene(doc));
    expect(difference.settings).toEqual(["northDegrees"]);
    expect(difference.objects).toEqual([
      { kind: "anchors", id: "a", change: "changed", fields: ["text", "title"], name: "New" },
      { kind: "anchors", id: "gone", change: "removed", fields: [], name: "Old" },
      { kind: "anchors", id: "moved", change: "moved", fields: ["position"], name: "Fire door" },
      { kind: "anchors", id: "new", change: "added", fields: [], name: "Fresh" },
      { kind: "zones", id: "z", change: "moved", fields: ["outline"], name: "Hall" },
    ]);
    expect(compareScenes(before, before)).toEqual({ objects: [], settings: [] });
  });

  test("restoring everything brings the version back while a teammate keeps editing, keeps comments, and can be undone", () => {
    addZone(doc, "z", {
      outer: [
        [0, 0],
        [2, 0],
        [2, 2],
      ],
      holes: [],
    });
    const version = recordScene(doc);
    const teammate = new Y.Doc();
    Y.applyUpdate(teammate, Y.encodeStateAsUpdate(doc));
    removeAnchor(doc, "a");
    moveZoneVertices(doc, "z", [{ ringId: "outer", vertexId: "c1", at: [3, 0] }]);
    addAnchor(doc, buildAnchor({ id: "later" }));
    addThread(doc, "talk", { position: [0, 0, 0] }, { id: "1", author: "ada", at: "2026", text: "Hm." });
    const changed = recordScene(doc);
    const restored = restoreScene(doc, version);
    expect(restored.map(({ id }) => id).sort()).toEqual(["a", "later", "z"]);
    expect(compareScenes(version, recordScene(doc)).objects.map(({ id }) => id)).toEqual(["talk"]);
    addAnchor(teammate, buildAnchor({ id: "theirs" }));
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(teammate));
    expect(
      readScene(doc)
        .anchors.map(({ id }) => id)
        .sort(),
    ).toEqual(["a", "theirs"]);
    removeAnchor(doc, "theirs", "remote");
    undo.undo();
    expect(compareScenes(changed, recordScene(doc))).toEqual({ objects: [], settings: [] });
  });

  test("a single object can be restored, and one that cannot be is left as it is", () => {
    const version = recordScene(doc);
    editAnchor(doc, "a", { title: "New" });
    addAnchor(doc, buildAnchor({ id: "b" }));
    const damaged = { ...version, objects: { ...version.objects, anchors: new Map([["b", { title: 5 }]]) } };
    expect(restoreObjects(doc, damaged, [{ kind: "anchors", id: "b" }])).toEqual([]);
    expect(restoreObjects(doc, version, [{ kind: "anchors", id: "a" }])).toHaveLength(1);
    expect(readScene(doc).anchors.map(({ title }) => title)).toEqual(["Fire door", "Fire door"]);
  });
});

describe("copies", () => {
  test("a group is copied to another blueprint with all its contents, under new ids, and tours follow", () => {
    addObject(doc, "groups", "g", { name: "Case" });
    addObject(doc, "tours", "t", { name: "Tour" });
    addObject(doc, "views", "v", { position: [0, 1, 2], target: [0, 0, 0], group: "g" });
    editTourStop(doc, "t", "s", { anchorId: "a" });
    editTourStop(doc, "t", "hall", { viewId: "v" });
    arrangeObjects(doc, "anchors", ["a"], { beforeId: null, group: "g" });
    arrangeObjects(doc, "tours", ["t"], { beforeId: null, group: "g" });
    const clipboard: unknown = JSON.parse(JSON.stringify(copyObjects(doc, [{ kind: "groups", id: "g" }])));
    const other = createDocument();
    addAnchor(other, buildAnchor({ id: "there" }));
    pasteObjects(other, clipboard, { createId: numberIds(), author, move: { shift: [10, 0, 0] } });
    const scene = readScene(other);
    const pasted = scene.anchors[1]!;
    expect(pasted).toMatchObject({ title: "Fire door", position: [11, 2, 3], createdBy: "ada", createdAt: author.at });
    expect(pasted.group).toBe(scene.groups[0]!.id);
    expect(scene.tours[0]!.stops[0]!.anchorId).toBe(pasted.id);
    expect(scene.tours[0]!.stops[1]!.viewId).toBe(scene.views[0]!.id);
    expect(scene.views[0]!.id).not.toBe("v");
    expect(new Set(["a", "g", "t"]).has(pasted.id)).toBe(false);
  });

  test("files in copies are found wherever they are used: in cards, captions, the sound of a stop, a drawing", () => {
    const file = (fileId: string) =>
      ({ kind: "file", fileId, name: "a", contentType: "audio/mpeg", sizeBytes: 1 }) as const;
    editAnchor(doc, "a", { type: "video", media: file("film"), captions: file("words") });
    addAnchor(doc, { ...buildAnchor({ id: "b" }), media: { kind: "url", url: "https://example.org/a.jpg" } });
    addObject(doc, "tours", "t", { name: "Tour" });
    editTourStop(doc, "t", "s", { anchorId: "a", audio: file("sound") });
    addObject(doc, "plans", "p", { media: file("drawing") });
    const refs = [
      { kind: "anchors", id: "a" },
      { kind: "anchors", id: "b" },
      { kind: "tours", id: "t" },
      { kind: "plans", id: "p" },
    ] as const;
    expect(listFileIds(copyObjects(doc, refs)).sort()).toEqual(["drawing", "film", "sound", "words"]);
    expect(listFileIds(copyObjects(doc, refs.slice(1, 2)))).toEqual([]);
  });

  test("a duplicate is one step, keeps text and corners, and appears next to the original", () => {
    addZone(
      doc,
      "z",
      {
        outer: [
          [0, 0],
          [2, 0],
          [2, 2],
        ],
        holes: [],
      },
      { name: "Hall" },
    );
    const [copy] = duplicateObjects(doc, [{ kind: "zones", id: "z" }], {
      createId: numberIds(),
      author,
      move: { shift: [5, 0, 0] },
    });
    expect(findZone(doc, copy!.id)).toMatchObject({
      name: "Hall",
      outer: { vertices: [{ at: [5, 0] }, { at: [7, 0] }, { at: [7, 2] }] },
    });
    undo.undo();
    expect(findZone(doc, copy!.id)).toBeNull();
  });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["other text", { format: "x" }],
    ["another version", { format: "blueprint-scene-objects", version: 9, objects: [] }],
    [
      "an unknown kind",
      { format: "blueprint-scene-objects", version: 2, objects: [{ kind: "settings", id: "x", record: {} }] },
    ],
    [
      "a hostile field",
      {
        format: "blueprint-scene-objects",
        version: 2,
        objects: [{ kind: "anchors", id: "x", record: { type: "info", position: [0, 0, 0], url: "javascript:x" } }],
      },
    ],
    [
      "an anchor that is nowhere",
      {
        format: "blueprint-scene-objects",
        version: 2,
        objects: [{ kind: "anchors", id: "x", record: { type: "info" } }],
      },
    ],
  ])("pasting %s is refused with an explanation and changes nothing", (_, clipboard) => {
    const before = Y.encodeStateAsUpdate(doc);
    expect(() => pasteObjects(doc, clipboard, { createId: numberIds(), author })).toThrow(SceneInputError);
    expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
  });
});

describe("following a document", () => {
  test("only changed objects are read again; everything else stays the same value", () => {
    addAnchor(doc, buildAnchor({ id: "b" }));
    addZone(doc, "z", {
      outer: [
        [0, 0],
        [2, 0],
        [2, 2],
      ],
      holes: [],
    });
    const reader = new SceneReader(doc);
    const before = reader.scene;
    const changes: SceneChange[] = [];
    reader.subscribe((change) => changes.push(change));
    editAnchor(doc, "b", { title: "Lamp" });
    expect(changes).toMatchObject([
      { added: [], changed: [{ kind: "anchors", id: "b" }], removed: [], settingsChanged: false },
    ]);
    expect(reader.scene.zones).toBe(before.zones);
    expect(reader.scene.anchors[0]).toBe(before.anchors[0]);
    expect(reader.find("anchors", "b")?.title).toBe("Lamp");
    arrangeObjects(doc, "anchors", ["b"], { beforeId: "a" });
    expect(reader.scene.anchors.map(({ id }) => id)).toEqual(["b", "a"]);
    removeAnchor(doc, "b");
    addAnchor(doc, buildAnchor({ id: "c" }));
    editSettings(doc, { units: "imperial" });
    expect(changes.slice(2)).toMatchObject([
      { removed: [{ kind: "anchors", id: "b" }] },
      { added: [{ kind: "anchors", id: "c" }] },
      { settingsChanged: true, added: [], changed: [] },
    ]);
    expect(reader.scene).toEqual(readScene(doc));
    reader.destroy();
    addAnchor(doc, buildAnchor({ id: "d" }));
    expect(changes).toHaveLength(5);
  });
});
