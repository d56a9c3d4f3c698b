import { limits } from "@blueprint/contract/limits";
import { beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { addAnchor, editAnchor } from "./anchor-operations.ts";
import { addComment, addThread, editComment, removeComment, resolveThread } from "./comment-operations.ts";
import { removeObjects } from "./object-operations.ts";
import { readScene } from "./read-scene.ts";
import { getAnchors, getObjects, getSettings } from "./scene-document.ts";
import { type GateVerdict, SceneGate, type SceneWriterRights } from "./scene-gate.ts";
import { type SceneKind, sceneKindNames } from "./scene-kinds.ts";
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

const styledText = (styles: object) => {
  const text = new Y.Text();
  text.applyDelta([{ insert: "x", attributes: styles }]);
  return text;
};

const setInNew =
  (kind: SceneKind, fields: object) =>
  (doc: Y.Doc): unknown =>
    getObjects(doc, kind).set("new", new Y.Map(Object.entries(fields)));

describe("the gate", () => {
  test("admits ordinary edits", () => {
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
    ["a text in an unknown style", (doc) => setField("text", styledText({ onclick: "x" }))(doc)],
    ["a text that links to a script", (doc) => setField("text", styledText({ link: "javascript:alert(1)" }))(doc)],
    ["a link to a script", setField("url", "javascript:alert(1)")],
    [
      "a picture out of another folder",
      setField("media", { kind: "file", fileId: "../x", name: "", contentType: "image/png", sizeBytes: 1 }),
    ],
    ["a value with unknown parts", setField("price", { amountMinor: 1, currency: "EUR", x: { y: "z" } })],
    ["a map where a value should be", setField("media", new Y.Map([["kind", "url"]]))],
    ["a title in a language that is none", setField("title@../../x", "x")],
    ["a question under a hostile id", setField("question:<b>", { label: "x" })],
    ["a zone upside down", setInNew("zones", { heights: [3, 1] })],
    [
      "a corner that is nowhere",
      setInNew("zones", { "v:0:outer:c0": { at: [Number.POSITIVE_INFINITY, 0], order: "V", isRemoved: false } }),
    ],
    [
      "ten thousand corners",
      (doc) =>
        setInNew(
          "zones",
          Object.fromEntries(
            Array.from({ length: 10_000 }, (_, i) => [`v:0:outer:c${i}`, { at: [i, 0], order: "V", isRemoved: false }]),
          ),
        )(doc),
    ],
    ["a volume without thickness", setInNew("volumes", { size: [1, 0, 1] })],
    ["a storey that is no number", (doc) => getObjects(doc, "floors").set("first", new Y.Map())],
    [
      "a comment of a megabyte",
      setInNew("threads", {
        "comment:1": { author: "ada", at: "", text: "x".repeat(1_000_000), mentions: [], editedAt: "" },
      }),
    ],
    ["a view that hides a million things", setInNew("views", { hidden: Array.from({ length: 1_000_000 }, () => "x") })],
    ["an unknown setting", (doc) => getSettings(doc).set("admin", true)],
    [
      "a text with an embed",
      (doc) => (getAnchors(doc).get("kept") as Y.Map<Y.Text>).get("text")!.insertEmbed(0, { image: "x" }),
    ],
    ["an unknown type", setField("type", "<script>")],
  ])("refuses %s, and continues afterwards", (_, edit) => {
    // Accessing a root under a different type throws in the sender's own copy; build it on a bare document instead.
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

  test("asks for a sync if an update builds on unseen changes", () => {
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

  test("damaged bytes never throw, hang or corrupt the copy", () => {
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

  test("after arbitrary data in any of its maps, readers still read and the next honest edit is accepted", () => {
    const random = createRandom(8);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const keys = [
      "type",
      "position",
      "text",
      "heights",
      "v:0:outer:a",
      "comment:1",
      "stop:1",
      "pair:1",
      "hidden",
      "points",
      "x",
      "__proto__",
    ];
    const values = (): unknown =>
      pick<() => unknown>([
        () => null,
        () => random() * 1e9,
        () => "<img src=x onerror=alert(1)>".repeat(Math.floor(random() * 400)),
        () => [random(), [Number.NaN], { deep: [{}] }],
        () => ({ at: [1, 2], order: "V", isRemoved: false }),
        () => new Y.Map([["a", new Y.Array()]]),
        () => styledText({ link: "data:x" }),
        () => new Uint8Array(8),
      ])();
    for (let round = 0; round < 300; round += 1) {
      const update = changeOf((doc) => {
        const objects = getObjects(doc, pick(sceneKindNames));
        const id = pick(["kept", "new", "0", "<b>"]);
        const object = objects.get(id);
        if (object instanceof Y.Map && random() < 0.7) object.set(pick(keys), values());
        else objects.set(id, random() < 0.7 ? new Y.Map([[pick(keys), values()]]) : values());
      });
      if (gate.admit(update).outcome === "admitted") Y.applyUpdate(server, update);
      readScene(server);
    }
    expect(readScene(server).anchors.length).toBeLessThanOrEqual(4);
    expect(gate.admit(changeOf((doc) => editAnchor(doc, "kept", { title: "Exit" })))).toEqual({ outcome: "admitted" });
  });

  test("people who may only comment write in their own name, and change nothing else", () => {
    const rights = { may: "comment", userId: "ada" } as const;
    const own = (author: string) => ({ id: "1", author, at: "2026-01-01", text: "Crooked?" });
    const tryOut = (edit: (doc: Y.Doc) => unknown) => {
      const update = changeOf(edit);
      const { outcome } = gate.admit(update, rights);
      if (outcome === "admitted") Y.applyUpdate(server, update);
      return outcome;
    };
    addThread(server, "bens", { position: [0, 0, 0] }, own("ben"));
    gate = new SceneGate(() => Y.encodeStateAsUpdate(server));
    expect(tryOut((doc) => addThread(doc, "adas", { position: [0, 0, 0] }, own("ada")))).toBe("admitted");
    expect(tryOut((doc) => addComment(doc, "bens", { ...own("ada"), id: "2" }))).toBe("admitted");
    expect(tryOut((doc) => editComment(doc, "bens", "2", { text: "Very.", editedAt: "2026" }))).toBe("admitted");
    expect(tryOut((doc) => resolveThread(doc, "bens", { by: "ada", at: "2026" }))).toBe("admitted");
    expect(tryOut((doc) => removeComment(doc, "bens", "2"))).toBe("admitted");
    expect(tryOut((doc) => addThread(doc, "again", { position: [0, 0, 0] }, own("ada")))).toBe("admitted");
    expect(tryOut((doc) => getObjects(doc, "threads").delete("again"))).toBe("admitted");
    addThread(server, "answered", { position: [0, 0, 0] }, own("ada"));
    addComment(server, "answered", { ...own("ben"), id: "2" });
    gate = new SceneGate(() => Y.encodeStateAsUpdate(server));
    const wrong: ((doc: Y.Doc) => unknown)[] = [
      (doc) => addThread(doc, "x", { position: [0, 0, 0] }, own("ben")),
      (doc) => addComment(doc, "bens", { ...own("ben"), id: "3" }),
      (doc) => editComment(doc, "bens", "1", { text: "I was wrong.", editedAt: "" }),
      (doc) => getObjects(doc, "threads").delete("bens"),
      (doc) => getObjects(doc, "threads").delete("answered"),
      (doc) => {
        removeComment(doc, "answered", "2");
        getObjects(doc, "threads").delete("answered");
      },
      (doc) => removeObjects(doc, [{ kind: "threads", id: "adas" }]),
      (doc) => (getObjects(doc, "threads").get("bens") as Y.Map<unknown>).delete("comment:1"),
      (doc) => resolveThread(doc, "adas", { by: "ben", at: "2026" }),
      (doc) => addThread(doc, "x", { position: [0, 0, 0], resolvedAt: "2026", resolvedBy: "ben" }, own("ada")),
      (doc) => editAnchor(doc, "kept", { title: "Mine" }),
      (doc) => getSettings(doc).set("units", "imperial"),
    ];
    expect(wrong.map(tryOut)).toEqual(wrong.map(() => "not-permitted"));
    expect(tryOut((doc) => getObjects(doc, "threads").set("y", "<script>"))).toBe("refused");
    expect(gate.admit(changeOf((doc) => editAnchor(doc, "kept", { title: "Exit" })))).toEqual({ outcome: "admitted" });
  });
});

describe("the size limit of a document", () => {
  const ada = { may: "comment", userId: "ada" } as const;
  const editor = { may: "edit", userId: "ed" } as const;
  const say = (author: string, id: string, text: string) => ({ id, author, at: "2026-01-01T00:00:00.000Z", text });

  /** Rewrites a hundred comments of one person, each at the maximum length. */
  function rewriteHundred(author: string, round: number): Uint8Array {
    return changeOf((doc) => {
      for (let index = 0; index < 100; index += 1) {
        const thread = `${author}-${index}`;
        const comment = say(author, "1", `${round} ${"x".repeat(4_990)}`);
        const change = { text: comment.text, editedAt: comment.at };
        if (getObjects(doc, "threads").has(thread)) editComment(doc, thread, "1", change);
        else addThread(doc, thread, { position: [0, 0, 0] }, comment);
      }
    });
  }

  function take(update: Uint8Array, rights: SceneWriterRights): GateVerdict {
    const verdict = gate.admit(update, rights);
    if (verdict.outcome === "admitted") Y.applyUpdate(server, update);
    return verdict;
  }

  test("is measured before anyone is refused: 65 MB of rewriting leaves a document of less than one", {
    timeout: 60_000,
  }, () => {
    for (let round = 0; round <= 131; round += 1) {
      expect(take(rewriteHundred("ada", round), ada)).toEqual({ outcome: "admitted" });
    }
    expect(Y.encodeStateAsUpdate(server).byteLength).toBeLessThan(1_000_000);
    expect(
      take(
        changeOf((doc) => editAnchor(doc, "kept", { title: "Exit" })),
        editor,
      ),
    ).toEqual({ outcome: "admitted" });
  });

  test("has a part that commenters share, with a share for each, which takes nothing from the content", () => {
    gate = new SceneGate(() => Y.encodeStateAsUpdate(server), {
      documentBytesMax: 600_000,
      documentCommentBytesMax: 1_200_000,
      documentCommentBytesPerPersonMax: 700_000,
    });
    expect(take(rewriteHundred("ada", 0), ada)).toEqual({ outcome: "admitted" });
    const more = (author: string) =>
      changeOf((doc) => {
        for (let index = 0; index < 60; index += 1) {
          addThread(doc, `${author}-more-${index}`, { position: [0, 0, 0] }, say(author, "1", "y".repeat(5_000)));
        }
      });
    expect(take(more("ada"), ada)).toEqual({ outcome: "no-room", of: "own-comments-full" });
    expect(take(rewriteHundred("ben", 0), { may: "comment", userId: "ben" })).toEqual({ outcome: "admitted" });
    expect(take(more("cleo"), { may: "comment", userId: "cleo" })).toEqual({ outcome: "no-room", of: "comments-full" });
    // The full content limit is available although the commenters' share is nearly used up.
    const fill = (id: string) => changeOf((doc) => addAnchor(doc, buildAnchor({ id, text: "z".repeat(19_000) })));
    let filled = 0;
    while (take(fill(`a${filled}`), editor).outcome === "admitted") filled += 1;
    expect(filled * 19_000).toBeGreaterThan(560_000);
    expect(take(fill("more"), editor)).toEqual({ outcome: "no-room", of: "document-full" });
    // Deleting always works and frees room.
    const without = changeOf((doc) => removeObjects(doc, [{ kind: "anchors", id: "a0" }]));
    expect(take(without, editor)).toEqual({ outcome: "admitted" });
    expect(take(fill("more"), editor)).toEqual({ outcome: "admitted" });
    expect(
      take(
        changeOf((doc) => getObjects(doc, "threads").delete("ada-0")),
        ada,
      ),
    ).toEqual({ outcome: "admitted" });
  });

  test("is not used up by refused updates", () => {
    gate = new SceneGate(() => Y.encodeStateAsUpdate(server), {
      ...limits,
      documentBytesMax: 200_000,
      documentCommentBytesMax: 0,
    });
    const hostile = changeOf((doc) => getObjects(doc, "anchors").set("new", "x".repeat(50_000)));
    for (let round = 0; round < 20; round += 1) {
      expect(gate.admit(hostile, editor)).toMatchObject({ outcome: "refused" });
    }
    expect(
      take(
        changeOf((doc) => addAnchor(doc, buildAnchor({ id: "a", text: "z".repeat(10_000) }))),
        editor,
      ),
    ).toEqual({ outcome: "admitted" });
  });
});
