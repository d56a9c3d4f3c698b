import { beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { addAnchor, editAnchor } from "./anchor-operations.ts";
import { addComment, addThread, editComment, removeComment, resolveThread } from "./comment-operations.ts";
import { removeObjects } from "./object-operations.ts";
import { withoutCommentsOfOthers } from "./others-comments.ts";
import { readScene } from "./read-scene.ts";
import { getObjects } from "./scene-document.ts";
import { SceneGate } from "./scene-gate.ts";
import { prepareScene } from "./scene-migrations.ts";
import { SceneUndo } from "./scene-undo.ts";
import { buildAnchor } from "./testing/build-anchor.ts";

let server: Y.Doc;
let gate: SceneGate;

function changeOf(edit: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(server));
  const before = Y.encodeStateVector(doc);
  doc.transact(() => edit(doc));
  return Y.encodeStateAsUpdate(doc, before);
}

const setMember = (doc: Y.Doc, key: string, value: unknown) =>
  (getObjects(doc, "threads").get("bens") as Y.Map<unknown>).set(key, value);

describe("for editors, the gate protects other people's comments", () => {
  const rights = { may: "edit", userId: "ada" } as const;
  const said = (author: string, id: string) => ({ id, author, at: "2026-01-01", text: "Crooked?" });
  const toEntry = ({ id: _, ...entry }: ReturnType<typeof said>) => entry;
  const about = { position: [0, 0, 0] } as const;
  beforeEach(() => {
    server = new Y.Doc();
    prepareScene(server);
    addAnchor(server, buildAnchor({ id: "kept" }));
    addThread(server, "bens", about, said("ben", "1"));
    addComment(server, "bens", said("ada", "2"));
    gate = new SceneGate(() => Y.encodeStateAsUpdate(server));
  });

  test.each<[string, (doc: Y.Doc) => unknown]>([
    ["a talk in another's name", (doc) => addThread(doc, "x", about, said("ben", "1"))],
    [
      "a talk that another is said to have begun",
      (doc) => addThread(doc, "x", { ...about, createdBy: "ben" }, said("ada", "1")),
    ],
    ["an answer in another's name", (doc) => addComment(doc, "bens", said("ben", "3"))],
    ["an answer in nobody's name", (doc) => addComment(doc, "bens", said("", "3"))],
    ["what another said", (doc) => editComment(doc, "bens", "1", { text: "I was wrong.", editedAt: "" })],
    ["whose comment it is", (doc) => setMember(doc, "comment:1", toEntry(said("ada", "1")))],
    ["their own into another's", (doc) => setMember(doc, "comment:2", toEntry(said("ben", "2")))],
    ["that another said something", (doc) => removeComment(doc, "bens", "1")],
    ["who began a talk", (doc) => setMember(doc, "createdBy", "ada")],
    [
      "a talk into a copy of itself",
      (doc) =>
        getObjects(doc, "threads").set("bens", (getObjects(doc, "threads").get("bens") as Y.Map<unknown>).clone()),
    ],
  ])("it never changes %s, whatever comes with it", (_, attack) => {
    const together = changeOf((doc) => {
      editAnchor(doc, "kept", { title: "Exit" });
      attack(doc);
    });
    expect(gate.admit(changeOf(attack), rights)).toEqual({ outcome: "not-permitted" });
    expect(gate.admit(together, rights)).toEqual({ outcome: "not-permitted" });
    expect(
      gate.admit(
        changeOf((doc) => editAnchor(doc, "kept", { title: "Exit" })),
        rights,
      ),
    ).toEqual({
      outcome: "admitted",
    });
  });

  test("they may move, resolve and remove threads; a restored thread says what it said before", () => {
    const tryOut = (edit: (doc: Y.Doc) => unknown) => {
      const update = changeOf(edit);
      expect(gate.admit(update, rights)).toEqual({ outcome: "admitted" });
      Y.applyUpdate(server, update);
    };
    const before = readScene(server).threads;
    tryOut((doc) => setMember(doc, "position", [1, 2, 3]));
    tryOut((doc) => resolveThread(doc, "bens", { by: "ada", at: "2026" }));
    tryOut((doc) => editComment(doc, "bens", "2", { text: "Straight.", editedAt: "" }));
    const person = new Y.Doc();
    Y.applyUpdate(person, Y.encodeStateAsUpdate(server));
    const undo = new SceneUndo(person);
    const send = (act: () => unknown) => {
      const known = Y.encodeStateVector(person);
      act();
      tryOut((doc) => Y.applyUpdate(doc, Y.encodeStateAsUpdate(person, known)));
    };
    send(() => removeObjects(person, [{ kind: "threads", id: "bens" }]));
    expect(readScene(server).threads).toEqual([]);
    send(() => undo.undo());
    expect(readScene(server).threads.map(({ comments }) => comments[0])).toEqual([before[0]?.comments[0]]);
    tryOut((doc) => getObjects(doc, "threads").delete("bens"));
  });

  test("undoing and redoing an answered thread never touches the answer", () => {
    const person = new Y.Doc();
    Y.applyUpdate(person, Y.encodeStateAsUpdate(server));
    const undo = new SceneUndo(person);
    const send = (act: () => unknown) => {
      const known = Y.encodeStateVector(person);
      act();
      const update = Y.encodeStateAsUpdate(person, known);
      expect(gate.admit(update, rights)).toEqual({ outcome: "admitted" });
      Y.applyUpdate(server, update);
    };
    send(() => addThread(person, "adas", about, said("ada", "1")));
    const answer = changeOf((doc) => addComment(doc, "adas", said("ben", "2")));
    expect(gate.admit(answer, { may: "comment", userId: "ben" })).toEqual({ outcome: "admitted" });
    for (const doc of [server, person]) Y.applyUpdate(doc, answer);
    const authors = () =>
      readScene(server)
        .threads.find(({ id }) => id === "adas")
        ?.comments.map(({ author }) => author);
    send(() => undo.undo());
    expect(authors()).toEqual(["ben"]);
    send(() => undo.redo());
    expect(authors()).toEqual(["ada", "ben"]);
  });

  test("in a browser's update with other people's edits, its own part stands by itself", () => {
    const [ben, ada] = [new Y.Doc(), new Y.Doc()];
    Y.applyUpdate(ben, Y.encodeStateAsUpdate(server));
    addComment(ben, "bens", said("ben", "3"));
    Y.applyUpdate(ada, Y.encodeStateAsUpdate(ben));
    editAnchor(ada, "kept", { title: "Exit" });
    const update = Y.encodeStateAsUpdate(ada, Y.encodeStateVector(server));
    expect(gate.admit(update, rights)).toEqual({ outcome: "not-permitted" });
    const own = withoutCommentsOfOthers(update, "ada");
    expect(gate.admit(own!, rights)).toEqual({ outcome: "admitted" });
    Y.applyUpdate(server, own!);
    expect(readScene(server).anchors[0]?.title).toBe("Exit");
    expect(readScene(server).threads[0]?.comments).toHaveLength(2);
    // The author can send it, and then anyone.
    const theirs = Y.encodeStateAsUpdate(ben, Y.encodeStateVector(server));
    expect(gate.admit(theirs, { may: "edit", userId: "ben" })).toEqual({ outcome: "admitted" });
    expect(gate.admit(update, rights)).toEqual({ outcome: "admitted" });
    const forged = withoutCommentsOfOthers(
      changeOf((doc) => addComment(doc, "bens", said("ben", "4"))),
      "ada",
    );
    expect(Y.decodeUpdate(forged!).structs).toEqual([]);
    expect(
      withoutCommentsOfOthers(
        changeOf((doc) => addComment(doc, "bens", said("ada", "4"))),
        "ada",
      ),
    ).toBeNull();
  });
});
