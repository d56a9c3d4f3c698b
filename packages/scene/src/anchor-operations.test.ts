import { limits } from "@blueprint/contract/limits";
import { publishedSceneSchema } from "@blueprint/contract/published";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { addAnchor, editAnchor, moveAnchor, removeAnchor } from "./anchor-operations.ts";
import { toPublishedScene } from "./published-scene.ts";
import { readScene } from "./read-scene.ts";
import { getAnchors, getSettings, sceneSchemaVersion } from "./scene-document.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { isSceneTooNew, prepareScene } from "./scene-migrations.ts";
import { SceneUndo } from "./scene-undo.ts";
import { buildAnchor } from "./testing/build-anchor.ts";

function createDocument(): Y.Doc {
  const doc = new Y.Doc();
  prepareScene(doc);
  return doc;
}

describe("anchors", () => {
  test("an added anchor reads back as it was given, at the end of the list", () => {
    const doc = createDocument();
    addAnchor(doc, buildAnchor({ id: "b" }));
    addAnchor(doc, buildAnchor({ id: "a", title: "Till", text: "One\nTwo", floor: -1 }));
    const { anchors } = readScene(doc);
    expect(anchors.map((anchor) => anchor.id)).toEqual(["b", "a"]);
    expect(anchors[1]).toMatchObject({
      title: "Till",
      text: "One\nTwo",
      position: [1, 2, 3],
      normal: [0, 0, 1],
      floor: -1,
    });
  });

  test("moving, editing and removing return whether the anchor still existed", () => {
    const doc = createDocument();
    addAnchor(doc, buildAnchor({ id: "a" }));
    expect(moveAnchor(doc, "a", { position: [4, 5, 6], normal: [0, 3, 0] })).toBe(true);
    expect(editAnchor(doc, "a", { title: "Exit", text: "" })).toBe(true);
    expect(readScene(doc).anchors[0]).toMatchObject({
      title: "Exit",
      text: "",
      position: [4, 5, 6],
      normal: [0, 1, 0],
    });
    expect(removeAnchor(doc, "a")).toBe(true);
    expect(removeAnchor(doc, "a")).toBe(false);
    expect(moveAnchor(doc, "a", { position: [0, 0, 0] })).toBe(false);
    expect(editAnchor(doc, "a", { title: "Gone" })).toBe(false);
  });

  test.each([
    ["position", { position: [Number.NaN, 0, 0] }],
    ["position", { position: [0, Number.POSITIVE_INFINITY, 0] }],
    ["position", { position: [0, 0, 1e9] }],
    ["normal", { normal: [0, 0, 0] }],
    ["floor", { floor: 0.5 }],
    ["title", { title: "x".repeat(limits.anchorTitleCharactersMax + 1) }],
    ["text", { text: "x".repeat(limits.anchorTextCharactersMax + 1) }],
    ["id", { id: "../x" }],
  ] as const)("an anchor with an impossible %s is refused and nothing changes", (field, wrong) => {
    const doc = createDocument();
    const before = Y.encodeStateAsUpdate(doc);
    expect(() => addAnchor(doc, buildAnchor({ id: "a", ...wrong }))).toThrow(SceneInputError);
    expect(() => addAnchor(doc, buildAnchor({ id: "a", ...wrong }))).toThrow(expect.objectContaining({ field }));
    expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
  });

  test("control characters never reach the document, so every store can hold it", () => {
    const doc = createDocument();
    addAnchor(doc, buildAnchor({ id: "a", title: "A\u0000B\nC", text: "1\r\n2\u0007\ud800" }));
    expect(readScene(doc).anchors[0]).toMatchObject({ title: "AB C", text: "1\n2\ufffd" });
  });

  test("50 MB of pasted text is refused with an explanation, and nothing changes", () => {
    const doc = createDocument();
    addAnchor(doc, buildAnchor({ id: "a", text: "Short." }));
    const before = Y.encodeStateVector(doc);
    const pasted = "x".repeat(50 * 1024 * 1024);
    expect(() => editAnchor(doc, "a", { text: pasted })).toThrow(SceneInputError);
    expect(() => editAnchor(doc, "a", { title: pasted })).toThrow(SceneInputError);
    expect(() => addAnchor(doc, buildAnchor({ id: "b", text: pasted }))).toThrow(SceneInputError);
    expect(Y.encodeStateVector(doc)).toEqual(before);
    expect(readScene(doc).anchors).toMatchObject([{ id: "a", text: "Short." }]);
  });

  test("two people writing in different places of a text both keep their edits", () => {
    const first = createDocument();
    addAnchor(first, buildAnchor({ id: "a", text: "The lamp is old." }));
    const second = new Y.Doc();
    Y.applyUpdate(second, Y.encodeStateAsUpdate(first));
    editAnchor(first, "a", { text: "The brass lamp is old." });
    editAnchor(second, "a", { text: "The lamp is old and heavy." });
    Y.applyUpdate(first, Y.encodeStateAsUpdate(second));
    expect(readScene(first).anchors[0]!.text).toBe("The brass lamp is old and heavy.");
  });

  test("undo reverts a person's own edit and leaves a teammate's", () => {
    const doc = createDocument();
    const undo = new SceneUndo(doc);
    addAnchor(doc, buildAnchor({ id: "mine" }));
    addAnchor(doc, buildAnchor({ id: "theirs" }), "remote");
    undo.undo();
    expect(readScene(doc).anchors.map((anchor) => anchor.id)).toEqual(["theirs"]);
    undo.redo();
    expect(
      readScene(doc)
        .anchors.map((anchor) => anchor.id)
        .sort(),
    ).toEqual(["mine", "theirs"]);
  });

  test("undoing a removal restores title and text", () => {
    const doc = createDocument();
    addAnchor(doc, buildAnchor({ id: "a" }), "earlier");
    const undo = new SceneUndo(doc);
    removeAnchor(doc, "a");
    undo.undo();
    expect(readScene(doc).anchors[0]).toMatchObject({ title: "Fire door", text: "Keep clear." });
  });
});

describe("reading untrusted content", () => {
  test("entries that cannot be shown are skipped and the rest is read", () => {
    const doc = createDocument();
    addAnchor(doc, buildAnchor({ id: "good" }));
    const anchors = getAnchors(doc);
    anchors.set("number", 5);
    anchors.set("empty", new Y.Map());
    anchors.set("array", new Y.Array());
    anchors.set(
      "nowhere",
      new Y.Map<unknown>([
        ["type", "info"],
        ["position", ["1", 2, 3]],
      ]),
    );
    anchors.set(
      "far",
      new Y.Map<unknown>([
        ["type", "info"],
        ["position", [Number.NaN, 2, 3]],
      ]),
    );
    anchors.set(
      "<b>",
      new Y.Map<unknown>([
        ["type", "info"],
        ["position", [1, 2, 3]],
      ]),
    );
    anchors.set(
      "odd",
      new Y.Map<unknown>([
        ["type", "info"],
        ["position", [1, 2, 3]],
        ["title", 7],
        ["normal", [0, 0, 0]],
      ]),
    );
    expect(readScene(doc).anchors.map((anchor) => anchor.id)).toEqual(["good", "odd"]);
    expect(readScene(doc).anchors[1]).toMatchObject({ title: "", text: "", normal: [0, 1, 0], floor: 0 });
  });

  test("a published scene fits the contract and names no author", () => {
    const doc = createDocument();
    addAnchor(doc, buildAnchor({ id: "a", title: "A\u0007" }));
    const published = toPublishedScene(doc);
    expect(publishedSceneSchema.parse(published)).toEqual(published);
    expect(published).toEqual({
      schemaVersion: sceneSchemaVersion,
      anchors: [{ id: "a", type: "info", title: "A", text: "Keep clear.", position: [1, 2, 3], normal: [0, 0, 1] }],
    });
  });
});

describe("schema versions", () => {
  test("an older document is migrated step by step, once", () => {
    const doc = new Y.Doc();
    getSettings(doc).set("schemaVersion", 1);
    const steps = [
      (old: Y.Doc) => getSettings(old).set("one", true),
      (old: Y.Doc) => getSettings(old).set("two", true),
    ];
    expect(prepareScene(doc, steps)).toBe("current");
    expect(getSettings(doc).toJSON()).toEqual({ schemaVersion: 3, one: true, two: true });
    const before = Y.encodeStateAsUpdate(doc);
    expect(prepareScene(doc, steps)).toBe("current");
    expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
  });

  test.each([99, "1", -1, 1.5])("a document of version %s is left untouched", (version) => {
    const doc = new Y.Doc();
    getSettings(doc).set("schemaVersion", version);
    expect(prepareScene(doc)).toBe("document-too-new");
    expect(isSceneTooNew(doc)).toBe(true);
    expect(getSettings(doc).get("schemaVersion")).toBe(version);
  });
});
