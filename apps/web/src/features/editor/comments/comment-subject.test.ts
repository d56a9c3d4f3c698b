import { addAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { addThread, resolveThread } from "@blueprint/scene/comment-operations";
import type { CommentTarget } from "@blueprint/scene/comment-thread";
import { readScene } from "@blueprint/scene/read-scene";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { expect, it } from "vitest";
import { findSubject, listMarkedThreads, nameSubject } from "./comment-subject.ts";

const at = "2026-11-20T10:00:00.000Z";

it("finds and names what a talk is about, and says when it is gone", () => {
  const doc = createDocument();
  addAnchor(doc, buildAnchor({ id: "door", title: "Fire door" }));
  const about = { target: "anchor" as CommentTarget, targetId: "door" };
  expect(findSubject(readScene(doc), about)).toEqual({ kind: "anchors", id: "door" });
  expect(nameSubject(readScene(doc), about)).toBe("Fire door");
  removeAnchor(doc, "door");
  expect(findSubject(readScene(doc), about)).toBeNull();
  expect(nameSubject(readScene(doc), about)).toBe("An anchor that is gone");
  expect(nameSubject(readScene(doc), { target: "point", targetId: null })).toBe("A point");
});

it("marks open talks that no pin or outline stands for", () => {
  const doc = createDocument();
  addAnchor(doc, buildAnchor({ id: "door" }));
  const comment = (id: string) => ({ id, author: "vera", at, text: "Look." });
  addThread(doc, "on-door", { target: "anchor", targetId: "door", position: [0, 0, 0] }, comment("1"));
  addThread(doc, "on-point", { target: "point", position: [1, 0, 0] }, comment("2"));
  addThread(doc, "settled", { target: "point", position: [2, 0, 0] }, comment("3"));
  resolveThread(doc, "settled", { by: "vera", at });
  const marked = () => listMarkedThreads(readScene(doc)).map(({ id }) => id);
  expect(marked()).toEqual(["on-point"]);
  removeAnchor(doc, "door");
  expect(marked().sort()).toEqual(["on-door", "on-point"]);
});
