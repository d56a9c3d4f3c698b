import { anchorTypes } from "@blueprint/contract/anchor-values";
import { publishedSceneSchema } from "@blueprint/contract/published";
import { expect, test } from "vitest";
import type * as Y from "yjs";
import { addAnchor, editAnchor, editQuestion } from "./anchor-operations.ts";
import { addThread } from "./comment-operations.ts";
import { addObject, editObject } from "./object-operations.ts";
import { editPlanPair } from "./plan-operations.ts";
import { toPublishedScene, toPublishedScenes } from "./published-scene.ts";
import { getObjects } from "./scene-document.ts";
import { editSettings } from "./settings-operations.ts";
import { buildAnchor } from "./testing/build-anchor.ts";
import { createDocument } from "./testing/build-scene.ts";
import { editTourStop } from "./tour-operations.ts";
import { addZone } from "./zone-operations.ts";

test("anchors of every type, zones, tours, views and storeys are published as the contract says, without comments and authors", () => {
  const doc = createDocument();
  for (const type of anchorTypes) addAnchor(doc, { ...buildAnchor({ id: type }), type, createdBy: "ada-lovelace" });
  editQuestion(doc, "form", "q", { label: "Why?" });
  editAnchor(doc, "image", {
    media: { kind: "url", url: "https://example.org/a.jpg" },
    alternative: "A lamp.",
    floor: 2,
  });
  editAnchor(doc, "info", { text: [{ style: "heading", spans: [{ text: "Lamp", bold: true }] }], "title@de": "Lampe" });
  addZone(
    doc,
    "z",
    {
      outer: [
        [0, 0],
        [3, 0],
        [3, 3],
      ],
      holes: [],
    },
    { name: "Hall" },
  );
  addObject(doc, "tours", "t", { name: "Tour" });
  editTourStop(doc, "t", "s", { anchorId: "image" });
  addObject(doc, "views", "v", { position: [0, 1, 2], target: [0, 0, 0], mode: "fly" });
  addObject(doc, "floors", "1", {});
  editSettings(doc, { startViewId: "v" });
  const half = Math.SQRT1_2;
  addObject(doc, "placements", "scan", { position: [4, 0, -2], rotation: [0, half, 0, half], scale: 2 });
  addThread(doc, "talk", { position: [0, 0, 0] }, { id: "1", author: "ada-lovelace", at: "2026", text: "Hm?" });
  const published = toPublishedScene(doc);
  expect(publishedSceneSchema.parse(published)).toEqual(published);
  expect(published.anchors.map((anchor) => anchor.content?.type)).toEqual(
    anchorTypes.map((type) => (type === "info" || type === "guide-topic" ? undefined : type)),
  );
  expect(published.anchors[0]).toMatchObject({
    body: [{ style: "heading", spans: [{ text: "Lamp", bold: true }] }],
    translations: { de: { title: "Lampe" } },
  });
  expect(published).toMatchObject({
    zones: [
      {
        name: "Hall",
        outer: [
          [0, 0],
          [3, 0],
          [3, 3],
        ],
      },
    ],
    tours: [{ stops: [{ anchorId: "image", seconds: 8 }] }],
    views: [{ id: "v", mode: "fly" }],
    floors: [{ storey: 1, name: "Floor 1" }],
    startViewId: "v",
    placements: [{ scanId: "scan", position: [4, 0, -2], yaw: expect.closeTo(Math.PI / 2, 9), scale: 2 }],
  });
  expect(JSON.stringify(published)).not.toMatch(/ada-lovelace|Hm\?|order/);
});

test("a drawing is published where its pairs place it; hidden and unplaced ones and those for others are not, nor are their scans", () => {
  const doc = createDocument();
  for (const id of ["laid", "hidden", "begun", "staff", "unseen"]) {
    const sheet = { scanId: `scan-${id}`, page: 2, widthPixels: 400, heightPixels: 100 };
    addObject(doc, "plans", id, { name: id, floor: -1, opacity: 0.4, createdBy: "ada-lovelace", ...sheet });
    editPlanPair(doc, id, "1", { image: [0, 0], world: [5, 6] });
    if (id !== "begun") editPlanPair(doc, id, "2", { image: [400, 0], world: [5, 26] });
  }
  editObject(doc, "plans", "hidden", { isHidden: true });
  editObject(doc, "plans", "staff", { audiences: ["staff"] });
  // A sheet shown by two plans is visible to everyone who may see either.
  editObject(doc, "plans", "unseen", { isHidden: true, scanId: "scan-laid" });
  addObject(doc, "views", "v", { position: [0, 1, 2], target: [0, 0, 0], hidden: ["laid", "hidden", "begun"] });
  const { visitors, others, drawingAudiences } = toPublishedScenes(doc);
  expect(publishedSceneSchema.parse(visitors)).toEqual(visitors);
  expect(visitors.plans).toEqual([
    {
      id: "laid",
      name: "laid",
      scanId: "scan-laid",
      page: 2,
      floor: -1,
      opacity: 0.4,
      corner: [expect.closeTo(5, 9), expect.closeTo(6, 9)],
      angle: expect.closeTo(Math.PI / 2, 9),
      size: [expect.closeTo(20, 9), expect.closeTo(5, 9)],
    },
  ]);
  expect(visitors.views?.[0]?.hidden).toEqual(["laid"]);
  expect(JSON.stringify(visitors)).not.toMatch(/ada-lovelace|pair|"(begun|staff|unseen)"/);
  expect(others.staff?.plans?.map(({ id }) => id).sort()).toEqual(["laid", "staff"]);
  expect(Object.fromEntries(drawingAudiences)).toEqual({ "scan-hidden": [], "scan-staff": ["staff"] });
});

test("a tour stops at views and zones too, but only at those of the audience, and existing stops are unchanged", () => {
  const doc = createDocument();
  addAnchor(doc, buildAnchor({ id: "a" }));
  const corners = [
    [0, 0],
    [4, 0],
    [4, 3],
  ] as const;
  addZone(doc, "z", { outer: corners, holes: [] }, { name: "Lobby", text: "Come in." });
  addObject(doc, "views", "v", { name: "Hall", position: [0, 1, 2], target: [0, 0, 0] });
  addObject(doc, "views", "kitchen", { position: [0, 1, 2], target: [0, 0, 0], audiences: ["staff"] });
  addObject(doc, "tours", "t", { name: "Round" });
  for (const [id, target] of Object.entries({
    1: { anchorId: "a" },
    2: { viewId: "v" },
    3: { zoneId: "z" },
    4: { viewId: "kitchen" },
    5: { zoneId: "gone" },
    6: { anchorId: "a" },
  }))
    editTourStop(doc, "t", id, target);
  editTourStop(doc, "t", "6", { viewId: "v" });
  const stop = getObjects(doc, "tours").get("t") as Y.Map<unknown>;
  expect(Object.keys(stop.get("stop:1") as object).sort()).toEqual([
    "anchorId",
    "audio",
    "narration",
    "order",
    "seconds",
  ]);
  const listStops = (audience: "visitor" | "staff") => {
    const { tours = [] } = publishedSceneSchema.parse(JSON.parse(JSON.stringify(toPublishedScene(doc, audience))));
    return tours[0]!.stops.map(({ anchorId, viewId, zoneId }) => anchorId ?? viewId ?? zoneId);
  };
  expect(listStops("visitor")).toEqual(["a", "v", "z", "v"]);
  expect(listStops("staff")).toEqual(["a", "v", "z", "kitchen", "v"]);
});

test("suggested questions are published without empty lines and repetitions, what only the guide reads not at all", () => {
  const doc = createDocument();
  const suggestedQuestions = `\n  Where do I start? \nWhat is free?\nWhere do I start?\n${"x".repeat(400)}\n4\n5\n6`;
  const guide = {
    guideInstructions: "Be kind.",
    guideVoice: "Puck",
    guideLanguages: "de\nen",
    otherWords: "Lift: riser",
  };
  editSettings(doc, { suggestedQuestions, ...guide });
  const { visitors, guide: published } = toPublishedScenes(doc);
  expect(publishedSceneSchema.parse(visitors)).toEqual(visitors);
  expect(visitors.suggestedQuestions).toEqual(["Where do I start?", "What is free?", "x".repeat(300), "4", "5"]);
  expect(JSON.stringify(visitors)).not.toMatch(/riser|kind|Puck|de\\n/);
  expect(published).toEqual(guide);
});
