import { beforeEach, describe, expect, test } from "vitest";
import type * as Y from "yjs";
import { toAnchorContent } from "./anchor.ts";
import { addAnchor, editAnchor, editQuestion, removeQuestion } from "./anchor-operations.ts";
import { addComment, addThread, editComment, removeComment, resolveThread } from "./comment-operations.ts";
import { findGroupParents } from "./group.ts";
import { evaluateMeasurement } from "./measurement.ts";
import { addObject, arrangeObjects, editObject, removeObjects } from "./object-operations.ts";
import { editPlanPair, removePlanPair } from "./plan-operations.ts";
import { readScene } from "./read-scene.ts";
import { selectForAudience } from "./scene-audience.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { toScale } from "./scene-settings.ts";
import { calibrateByMeasurement, editSettings } from "./settings-operations.ts";
import { transformPoint2 } from "./similarity.ts";
import { toStoreyName } from "./storey.ts";
import { buildAnchor } from "./testing/build-anchor.ts";
import { createDocument } from "./testing/build-scene.ts";
import { findTourStops } from "./tour.ts";
import { arrangeTourStop, editTourStop, removeTourStop } from "./tour-operations.ts";
import { transformObjects } from "./transform-objects.ts";
import { toPolygon } from "./zone.ts";
import { addZone, findZone } from "./zone-operations.ts";

let doc: Y.Doc;

beforeEach(() => {
  doc = createDocument();
});

const anchorIds = () => readScene(doc).anchors.map((anchor) => anchor.id);

describe("anchors of every type", () => {
  test("each holds the fields its card needs", () => {
    const file = { kind: "file", fileId: "f1", name: "a.jpg", contentType: "image/jpeg", sizeBytes: 12 } as const;
    addAnchor(doc, { ...buildAnchor({ id: "image" }), type: "image", media: file, alternative: "A lamp." });
    addAnchor(doc, { ...buildAnchor({ id: "link" }), type: "link", url: "https://example.org/a b", linkLabel: "More" });
    addAnchor(doc, {
      ...buildAnchor({ id: "product" }),
      type: "product",
      price: { amountMinor: 1_999, currency: "EUR" },
      availability: "limited",
    });
    addAnchor(doc, { ...buildAnchor({ id: "form" }), type: "form", thanks: "Thank you." });
    editQuestion(doc, "form", "q2", { label: "How was it?", kind: "rating", isRequired: true });
    editQuestion(doc, "form", "q1", { label: "Your email", kind: "email" });
    editQuestion(doc, "form", "q2", { label: "How did you like it?" });
    const contents = readScene(doc).anchors.map(toAnchorContent);
    expect(contents[0]).toEqual({ type: "image", media: file, alternative: "A lamp." });
    expect(contents[1]).toMatchObject({ url: "https://example.org/a%20b", linkLabel: "More" });
    expect(contents[2]).toMatchObject({ price: { amountMinor: 1_999, currency: "EUR" }, availability: "limited" });
    expect(contents[3]).toMatchObject({
      questions: [
        { id: "q2", label: "How did you like it?", kind: "rating", isRequired: true, options: [] },
        { id: "q1", label: "Your email", kind: "email", isRequired: false, options: [] },
      ],
    });
    expect(removeQuestion(doc, "form", "q2")).toBe(true);
    expect(removeQuestion(doc, "form", "q2")).toBe(false);
  });

  test("other languages have their own title and text", () => {
    addAnchor(doc, buildAnchor({ id: "a" }));
    editAnchor(doc, "a", { "title@de": "Brandschutztür", "text@de": "Bitte frei halten." });
    expect(readScene(doc).anchors[0]?.translations).toEqual({
      de: {
        title: "Brandschutztür",
        text: "Bitte frei halten.",
        body: [{ style: "paragraph", spans: [{ text: "Bitte frei halten." }] }],
        alternative: "",
      },
    });
    expect(() => editAnchor(doc, "a", { "position@de": "x" })).toThrow(SceneInputError);
    expect(() => editAnchor(doc, "a", { "title@../x": "x" })).toThrow(SceneInputError);
  });

  test.each([
    ["url", { url: "javascript:alert(1)" }],
    ["url", { url: "data:text/html,x" }],
    ["media", { media: { kind: "url", url: "mailto:x@example.org" } }],
    ["media", { media: { kind: "file", fileId: "../x", name: "", contentType: "image/png", sizeBytes: 1 } }],
    ["colour", { colour: "red;background:url(x)" }],
    ["price", { price: { amountMinor: 1.5, currency: "EUR" } }],
    ["scale", { scale: 0 }],
    ["unknown", { unknown: 1 }],
    ["text", { text: "x".repeat(50_000_000) }],
  ])("a wrong %s is refused with an explanation", (field, values) => {
    addAnchor(doc, buildAnchor({ id: "a" }));
    expect(() => editAnchor(doc, "a", values as never)).toThrow(
      expect.objectContaining({ name: "SceneInputError", field }),
    );
  });
});

describe("lists and groups", () => {
  beforeEach(() => {
    for (const id of ["a", "b", "c", "d"]) addAnchor(doc, buildAnchor({ id }));
  });

  test("objects are moved in front of another, together, and to the end", () => {
    arrangeObjects(doc, "anchors", ["c", "d"], { beforeId: "a" });
    expect(anchorIds()).toEqual(["c", "d", "a", "b"]);
    arrangeObjects(doc, "anchors", ["c"], { beforeId: null });
    expect(anchorIds()).toEqual(["d", "a", "b", "c"]);
  });

  test("after two people create the same key there is still room in between", () => {
    editObject(doc, "anchors", "b", { order: "V" });
    editObject(doc, "anchors", "c", { order: "V" });
    editObject(doc, "anchors", "a", { order: "V" });
    editObject(doc, "anchors", "d", { order: "k" });
    arrangeObjects(doc, "anchors", ["d"], { beforeId: "b" });
    expect(anchorIds()).toEqual(["a", "d", "b", "c"]);
  });

  test("inserting in the same place a thousand times always works", () => {
    for (let round = 0; round < 1_500; round += 1)
      arrangeObjects(doc, "anchors", [round % 2 === 0 ? "c" : "d"], { beforeId: "b" });
    expect(anchorIds()).toEqual(["a", "c", "d", "b"]);
  });

  test("removing a group moves its contents to the surrounding group", () => {
    addObject(doc, "groups", "outer", { name: "Hall" });
    addObject(doc, "groups", "inner", { name: "Case", group: "outer" });
    arrangeObjects(doc, "anchors", ["a", "b"], { beforeId: null, group: "inner" });
    removeObjects(doc, [{ kind: "groups", id: "inner" }]);
    expect(readScene(doc).anchors.find(({ id }) => id === "a")?.group).toBe("outer");
    expect(() => arrangeObjects(doc, "groups", ["outer"], { beforeId: null, group: "outer" })).toThrow(SceneInputError);
  });

  test("groups moved into each other at once form a tree again", () => {
    const parents = findGroupParents([
      { id: "a", group: "b" },
      { id: "b", group: "a" },
      { id: "c", group: "b" },
      { id: "d", group: "gone" },
    ]);
    expect(Object.fromEntries(parents)).toEqual({ a: null, b: "a", c: "b", d: null });
  });

  test("an audience gets no drafts, nothing for others, and nothing in a group for others", () => {
    addObject(doc, "groups", "back", { name: "Store", audiences: ["staff"] });
    arrangeObjects(doc, "anchors", ["a"], { beforeId: null, group: "back" });
    editAnchor(doc, "b", { state: "draft" });
    editAnchor(doc, "c", { audiences: ["contractor", "staff"] });
    addObject(doc, "tours", "t", { name: "All" });
    for (const id of ["a", "d"]) editTourStop(doc, "t", `stop-${id}`, { anchorId: id });
    addObject(doc, "views", "v", { position: [0, 1, 2], target: [0, 0, 0], hidden: ["a", "d"] });
    addThread(doc, "talk", { position: [0, 0, 0] }, { id: "1", author: "ada", at: "2026", text: "Secret" });
    const visitor = selectForAudience(readScene(doc), "visitor");
    expect(visitor.anchors.map(({ id }) => id)).toEqual(["d"]);
    expect(visitor.tours[0]?.stops.map(({ anchorId }) => anchorId)).toEqual(["d"]);
    expect(visitor.views[0]?.hidden).toEqual(["d"]);
    expect(JSON.stringify(visitor)).not.toMatch(/Secret|Store|stop-a/);
    expect(selectForAudience(readScene(doc), "staff").anchors.map(({ id }) => id)).toEqual(["c", "d", "a"]);
  });
});

describe("tours, plans, measurements, comments, storeys", () => {
  test("stops keep their order, and one whose anchor is gone waits for it", () => {
    addAnchor(doc, buildAnchor({ id: "a" }));
    addObject(doc, "tours", "t", { name: "Highlights" });
    editTourStop(doc, "t", "1", { anchorId: "a", narration: "Welcome.", seconds: 12 });
    editTourStop(doc, "t", "2", { anchorId: "gone" });
    arrangeTourStop(doc, "t", "2", "1");
    const tour = readScene(doc).tours[0]!;
    expect(tour.stops.map(({ id }) => id)).toEqual(["2", "1"]);
    expect(findTourStops(tour, { anchors: new Set(["a"]), views: new Set(), zones: new Set() })).toMatchObject([
      { id: "1", narration: "Welcome.", seconds: 12 },
    ]);
    expect(() => editTourStop(doc, "t", "3", {})).toThrow(SceneInputError);
    expect(() => editTourStop(doc, "t", "3", { anchorId: "a", viewId: "v" })).toThrow(SceneInputError);
    expect(removeTourStop(doc, "t", "2")).toBe(true);
  });

  test("a plan is placed by its pairs as they are added, and states its deviation", () => {
    addObject(doc, "plans", "p", { name: "Ground floor", floor: 0, widthPixels: 800, heightPixels: 600 });
    editPlanPair(doc, "p", "1", { image: [0, 0] });
    editPlanPair(doc, "p", "2", { image: [100, 0], world: [10, 0] });
    expect(readScene(doc).plans[0]?.placement).toBeNull();
    editPlanPair(doc, "p", "1", { world: [0, 0] });
    const placed = readScene(doc).plans[0]!.placement!;
    expect(transformPoint2(placed.similarity, [50, 50])).toEqual([expect.closeTo(5, 9), expect.closeTo(5, 9)]);
    editPlanPair(doc, "p", "3", { image: [100, 100], world: [10, 11] });
    expect(readScene(doc).plans[0]!.placement!.rms).toBeGreaterThan(0.1);
    expect(removePlanPair(doc, "p", "3")).toBe(true);
  });

  test("one known length calibrates every measurement", () => {
    addObject(doc, "measurements", "m", {
      type: "distance",
      points: [
        [0, 0, 0],
        [2, 0, 0],
      ],
      pointUncertainty: 0.01,
    });
    expect(() =>
      addObject(doc, "measurements", "x", {
        type: "angle",
        points: [
          [0, 0, 0],
          [2, 0, 0],
        ],
      }),
    ).toThrow(SceneInputError);
    expect(calibrateByMeasurement(doc, "m", { metres: 3, uncertainty: 0.001 })).toBe(true);
    const { measurements, settings } = readScene(doc);
    const measured = evaluateMeasurement(measurements[0]!, toScale(settings));
    expect(measured.value).toBeCloseTo(3, 12);
    expect(measured.uncertainty).toBeGreaterThan(0.01);
    editSettings(doc, { calibration: null, units: "imperial" });
    expect(readScene(doc).settings).toMatchObject({ calibration: null, units: "imperial" });
    expect(() => editSettings(doc, { northDegrees: 1_000 })).toThrow(SceneInputError);
  });

  test("a thread is started, answered, edited, resolved, reopened and removed", () => {
    addThread(
      doc,
      "t",
      { position: [1, 1, 1], target: "anchor", targetId: "gone" },
      { id: "1", author: "ada", at: "2026-01-01", text: "Crooked?" },
    );
    addComment(doc, "t", { id: "2", author: "ben", at: "2026-01-02", text: "Yes @ada", mentions: ["ada"] });
    editComment(doc, "t", "1", { text: "Is it crooked?", editedAt: "2026-01-03" });
    resolveThread(doc, "t", { by: "ben", at: "2026-01-04" });
    expect(readScene(doc).threads[0]).toMatchObject({
      target: "anchor",
      resolvedBy: "ben",
      comments: [{ author: "ada", text: "Is it crooked?", editedAt: "2026-01-03" }, { mentions: ["ada"] }],
    });
    resolveThread(doc, "t", null);
    expect(readScene(doc).threads[0]).toMatchObject({ resolvedAt: "", resolvedBy: null });
    expect(() => addComment(doc, "t", { id: "3", author: "ada", at: "", text: " " })).toThrow(SceneInputError);
    removeComment(doc, "t", "1");
    removeComment(doc, "t", "2");
    expect(readScene(doc).threads).toEqual([]);
  });

  test("a storey is identified by its number, so two people who add it add one", () => {
    addObject(doc, "floors", "-1", { elevation: -3.2 });
    addObject(doc, "floors", "0", { name: "Foyer" });
    expect(readScene(doc).floors.map(toStoreyName)).toEqual(["Basement 1", "Foyer"]);
    expect(() => addObject(doc, "floors", "01", {})).toThrow(SceneInputError);
    expect(() => addObject(doc, "floors", "first", {})).toThrow(SceneInputError);
  });
});

describe("moving several objects", () => {
  test("rotates, scales and shifts them about one point in one step", () => {
    addAnchor(doc, buildAnchor({ id: "a", position: [2, 1, 1], normal: [1, 0, 0] }));
    addZone(
      doc,
      "z",
      {
        outer: [
          [1, 1],
          [3, 1],
          [3, 2],
        ],
        holes: [],
      },
      { heights: [0, 2] },
    );
    const moved = transformObjects(
      doc,
      [
        { kind: "anchors", id: "a" },
        { kind: "zones", id: "z" },
        { kind: "anchors", id: "gone" },
      ],
      { turn: Math.PI / 2, scale: 2, pivot: [1, 0, 1], shift: [0, 1, 0] },
    );
    expect(moved).toHaveLength(2);
    const anchor = readScene(doc).anchors[0]!;
    // Positive turns z towards x, so x goes to -z.
    expect(anchor.position.map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, 3, -1]);
    expect(anchor.normal.map((value) => Math.round(value * 1e9) / 1e9 + 0)).toEqual([0, 0, -1]);
    expect(findZone(doc, "z")).toMatchObject({ heights: [1, 5], isRepaired: false });
    expect(toPolygon(findZone(doc, "z")!).outer[1]!.map(Math.round)).toEqual([1, -3]);
  });

  test("a plain shift is exact, and a move beyond the world's limits changes nothing", () => {
    addAnchor(doc, buildAnchor({ id: "a", position: [0.1, 0.2, 0.3] }));
    addAnchor(doc, buildAnchor({ id: "b", position: [999_999, 0, 0] }));
    transformObjects(doc, [{ kind: "anchors", id: "a" }], { shift: [1, 0, 0] });
    expect(readScene(doc).anchors[0]!.position).toEqual([1.1, 0.2, 0.3]);
    const both = [
      { kind: "anchors", id: "a" },
      { kind: "anchors", id: "b" },
    ] as const;
    expect(() => transformObjects(doc, both, { shift: [5, 0, 0] })).toThrow(SceneInputError);
    expect(readScene(doc).anchors[0]!.position).toEqual([1.1, 0.2, 0.3]);
    expect(() => transformObjects(doc, both, { scale: -1 })).toThrow(SceneInputError);
  });
});
