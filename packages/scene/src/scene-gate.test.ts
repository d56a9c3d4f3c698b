import { limits } from "@blueprint/contract/limits";
import { beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { addAnchor, editAnchor } from "./anchor-operations.ts";
import { readScene } from "./read-scene.ts";
import { getAnchors, getSettings } from "./scene-document.ts";
import { SceneGate } from "./scene-gate.ts";
import { prepareScene } from "./scene-migrations.ts";
import { buildAnchor } from "./testing/build-anchor.ts";
import { createRandom } from "./testing/random.ts";

let server: Y.Doc;
let gate: SceneGate;

beforeEach(() => {
  server = new Y.Doc();
  prepareScene(server);
  addAnchor(server, buildAnchor({ id: "kept" }));
  gate = new SceneGate(() => Y.encodeStateAsUpdate(server));
});

function changeOf(edit: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(server));
  const before = Y.encodeStateVector(doc);
  doc.transact(() => edit(doc));
  return Y.encodeStateAsUpdate(doc, before);
}

function setField(key: string, value: unknown): (doc: Y.Doc) => void {
  return (doc) => (getAnchors(doc).get("kept") as Y.Map<unknown>).set(key, value);
}

const styledText = () => {
  const text = new Y.Text("x");
  text.format(0, 1, { bold: true });
  return text;
};

describe("the gate", () => {
  test("admits what people do", () => {
    expect(gate.admit(changeOf((doc) => editAnchor(doc, "kept", { title: "Exit" })))).toEqual({ outcome: "admitted" });
  });

  test.each<[string, (doc: Y.Doc) => unknown]>([
    ["an unknown root", (doc) => doc.getMap("elsewhere").set("x", 1)],
    ["an unknown root of text", (doc) => doc.getText("elsewhere").insert(0, "x")],
    ["a raised schema version", (doc) => getSettings(doc).set("schemaVersion", 99)],
    ["a removed schema version", (doc) => getSettings(doc).delete("schemaVersion")],
    ["a nested setting", (doc) => getSettings(doc).set("units", new Y.Map())],
    ["a huge setting", (doc) => getSettings(doc).set("units", "x".repeat(1_000))],
    ["an anchor that is a number", (doc) => getAnchors(doc).set("n", 5)],
    ["an anchor under a hostile id", (doc) => getAnchors(doc).set("__proto__<b>", new Y.Map())],
    ["a subdocument", (doc) => getAnchors(doc).set("d", new Y.Doc())],
    ["a list hidden in the anchors", (doc) => doc.getArray("anchors").push([1])],
    ["an unknown field", setField("script", "x")],
    ["a field named like Object's own", setField("constructor", "x")],
    ["a position that is not a number", setField("position", [Number.NaN, 0, 0])],
    ["a position of two numbers", setField("position", [0, 0])],
    ["a title of a megabyte", setField("title", "x".repeat(1_000_000))],
    ["a text of a megabyte", setField("text", new Y.Text("x".repeat(1_000_000)))],
    ["a text that is plain", setField("text", "x")],
    ["a formatted text", (doc) => setField("text", styledText())(doc)],
    [
      "a text with an embed",
      (doc) => (getAnchors(doc).get("kept") as Y.Map<Y.Text>).get("text")!.insertEmbed(0, { image: "x" }),
    ],
    ["an unknown type", setField("type", "<script>")],
  ])("refuses %s, and goes on afterwards", (_, edit) => {
    // A typed root under another type throws in the sender's own copy; build it on a bare document instead.
    let update: Uint8Array;
    try {
      update = changeOf(edit);
    } catch {
      const bare = new Y.Doc();
      edit(bare);
      update = Y.encodeStateAsUpdate(bare);
    }
    expect(gate.admit(update)).toMatchObject({ outcome: "refused" });
    expect(gate.admit(changeOf((doc) => editAnchor(doc, "kept", { title: "Exit" })))).toEqual({ outcome: "admitted" });
  });

  test("refuses an update over the message limit without decoding it", () => {
    expect(gate.admit(new Uint8Array(limits.documentMessageBytesMax + 1))).toMatchObject({ outcome: "refused" });
  });

  test("asks for a sync when an update builds on unseen changes", () => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(server));
    editAnchor(doc, "kept", { text: "Keep this clear." });
    const seen = Y.encodeStateVector(doc);
    editAnchor(doc, "kept", { text: "Keep this clear always." });
    expect(gate.admit(Y.encodeStateAsUpdate(doc, seen))).toEqual({ outcome: "incomplete" });
    const everything = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(server));
    expect(gate.admit(everything)).toEqual({ outcome: "admitted" });
    Y.applyUpdate(server, everything);
    expect(readScene(server).anchors[0]!.text).toBe("Keep this clear always.");
  });

  test("damaged bytes never throw, never hang and never spoil the copy", () => {
    const random = createRandom(3);
    const good = changeOf((doc) => editAnchor(doc, "kept", { title: "Exit", text: "Somewhere else, quite far." }));
    for (let round = 0; round < 2_000; round += 1) {
      const damaged = good.slice(0, random() < 0.5 ? good.length : Math.floor(random() * good.length));
      for (let flips = 0; flips < 3 && damaged.length > 0; flips += 1) {
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
      }
      if (gate.admit(damaged).outcome === "admitted") Y.applyUpdate(server, damaged);
    }
    expect(readScene(server).anchors.map((anchor) => anchor.id)).toEqual(["kept"]);
    expect(gate.admit(changeOf((doc) => addAnchor(doc, buildAnchor({ id: "new" }))))).toEqual({ outcome: "admitted" });
  });
});
