import { addAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { addThread, resolveThread } from "@blueprint/scene/comment-operations";
import type { CommentTarget } from "@blueprint/scene/comment-thread";
import { addObject, removeObjects } from "@blueprint/scene/object-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { editTourStop } from "@blueprint/scene/tour-operations";
import { expect, it } from "vitest";
import { findSubject, listMarkedThreads, nameSubject, toCommentSubject } from "./comment-subject.ts";

const at = "2026-11-20T10:00:00.000Z";

it("finds and names a thread's subject, and says when it is gone", () => {
  const doc = createDocument();
  addAnchor(doc, buildAnchor({ id: "door", title: "Fire door" }));
  const about = { target: "anchor" as CommentTarget, targetId: "door" };
  expect(findSubject(readScene(doc), about)).toEqual({ kind: "anchors", id: "door" });
  expect(nameSubject(readScene(doc), about)).toBe("Fire door");
  removeAnchor(doc, "door");
  expect(findSubject(readScene(doc), about)).toBeNull();
  expect(nameSubject(readScene(doc), about)).toBe("An anchor that was deleted");
  expect(nameSubject(readScene(doc), { target: "point", targetId: null })).toBe("A point");
});

it("marks open threads that have no pin or outline", () => {
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

it("accepts measurements, plans, tours and views as subjects, each with its own point and a link back to it", () => {
  const doc = createDocument();
  const made = { createdBy: "vera", createdAt: at };
  addAnchor(doc, buildAnchor({ id: "door", position: [4, 1, 2], floor: 1 }));
  const points = [
    [1, 0, 1],
    [3, 0, 1],
  ] as const;
  addObject(doc, "measurements", "length", { type: "distance", points, floor: 2, ...made });
  addObject(doc, "plans", "hall", { name: "Hall", floor: 1, ...made });
  addObject(doc, "tours", "round", { name: "Round trip", ...made });
  addObject(doc, "tours", "empty", { name: "", ...made });
  addObject(doc, "views", "door-view", { name: "To the door", position: [0, 2, 0], target: [4, 1, 2], ...made });
  addObject(doc, "groups", "group", { name: "Group", ...made });
  editTourStop(doc, "round", "first", { anchorId: "door" });
  const take = (kind: Parameters<typeof toCommentSubject>[1]["kind"], id: string) =>
    toCommentSubject(readScene(doc), { kind, id });
  const found = [
    take("measurements", "length"),
    take("plans", "hall"),
    take("tours", "round"),
    take("views", "door-view"),
  ];
  expect(found).toEqual([
    { target: "measurement", targetId: "length", position: [1, 0, 1], floor: 2, name: "Distance" },
    { target: "plan", targetId: "hall", position: [0, 0, 0], floor: 1, name: "Hall" },
    { target: "tour", targetId: "round", position: [4, 1, 2], floor: 1, name: "Round trip" },
    { target: "view", targetId: "door-view", position: [4, 1, 2], floor: 0, name: "To the door" },
  ]);
  expect(take("tours", "empty")).toMatchObject({ position: [0, 0, 0], name: "Unnamed tour" });
  expect([take("groups", "group"), take("views", "gone")]).toEqual([null, null]);
  for (const [index, subject] of found.entries()) {
    const { name, ...about } = subject!;
    addThread(doc, `talk-${index}`, about, { id: `c${index}`, author: "vera", at, text: "Look." });
    expect(nameSubject(readScene(doc), about)).toBe(name);
  }
  expect(listMarkedThreads(readScene(doc))).toEqual([]);
  removeObjects(doc, [{ kind: "views", id: "door-view" }]);
  expect(listMarkedThreads(readScene(doc)).map(({ id }) => id)).toEqual(["talk-3"]);
  expect(nameSubject(readScene(doc), { target: "view", targetId: "door-view" })).toBe("A view that was deleted");
});
