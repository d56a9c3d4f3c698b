import { beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { editObject } from "./object-operations.ts";
import { findPolygonProblem, getArea, type Polygon } from "./polygon.ts";
import { getObjects } from "./scene-document.ts";
import type { Point2 } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { SceneUndo } from "./scene-undo.ts";
import { createDocument } from "./testing/build-scene.ts";
import { uncalibratedScale } from "./uncertainty.ts";
import { outerRingId, toPolygon } from "./zone.ts";
import { findZoneOverlaps, getZoneArea, isInZone, measureZone } from "./zone-geometry.ts";
import {
  addZone,
  addZoneHole,
  cutZone,
  findZone,
  insertZoneVertex,
  mergeZones,
  moveZoneVertices,
  removeZoneHole,
  removeZoneVertex,
  setZoneOutline,
  splitZone,
} from "./zone-operations.ts";

const rectangle = (x: number, z: number, width: number, depth: number): Point2[] => [
  [x, z],
  [x + width, z],
  [x + width, z + depth],
  [x, z + depth],
];
const outline: Polygon = { outer: rectangle(0, 0, 6, 4), holes: [] };

let doc: Y.Doc;

beforeEach(() => {
  doc = createDocument();
  addZone(doc, "hall", outline, { name: "Hall", heights: [0, 3], type: "quiet", text: "Please whisper." });
});

const hall = () => findZone(doc, "hall")!;
const outer = () => toPolygon(hall()).outer;

function createReplica(): Y.Doc {
  const replica = new Y.Doc();
  Y.applyUpdate(replica, Y.encodeStateAsUpdate(doc));
  return replica;
}

function merge(...docs: Y.Doc[]): void {
  for (const from of docs) for (const to of docs) Y.applyUpdate(to, Y.encodeStateAsUpdate(from));
}

describe("zones", () => {
  test("a new zone reads back with corners, text, area and volume", () => {
    expect(hall()).toMatchObject({ name: "Hall", type: "quiet", text: "Please whisper.", isRepaired: false });
    expect(outer()).toEqual(outline.outer);
    expect(getZoneArea(hall(), uncalibratedScale)).toBe(24);
    const twice = { pointUncertainty: 0, scale: { value: 2, uncertainty: 0 } };
    expect(measureZone(hall(), twice).volume).toEqual({ value: 24 * 3 * 8, uncertainty: 0 });
    expect(isInZone(hall(), [1, 3, 1])).toBe(true);
    expect(isInZone(hall(), [1, 3.1, 1])).toBe(false);
  });

  test("corners are moved, inserted and removed, each keeping its place in the ring", () => {
    expect(moveZoneVertices(doc, "hall", [{ ringId: outerRingId, vertexId: "c2", at: [7, 5] }])).toBe(true);
    const added = insertZoneVertex(doc, "hall", outerRingId, "c3", [-1, 2]);
    expect(added).not.toBeNull();
    insertZoneVertex(doc, "hall", outerRingId, "c0", [3, -1]);
    expect(outer()).toEqual([
      [0, 0],
      [3, -1],
      [6, 0],
      [7, 5],
      [0, 4],
      [-1, 2],
    ]);
    expect(removeZoneVertex(doc, "hall", outerRingId, added!)).toBe(true);
    expect(outer()).toEqual([
      [0, 0],
      [3, -1],
      [6, 0],
      [7, 5],
      [0, 4],
    ]);
    expect(removeZoneVertex(doc, "hall", outerRingId, added!)).toBe(false);
    expect(moveZoneVertices(doc, "gone", [{ ringId: outerRingId, vertexId: "c2", at: [7, 5] }])).toBe(false);
  });

  test("holes are cut and filled", () => {
    const hole = addZoneHole(doc, "hall", rectangle(1, 1, 1, 1));
    expect(getArea(toPolygon(hall()))).toBe(23);
    expect(() => addZoneHole(doc, "hall", rectangle(5, 1, 3, 1))).toThrow(SceneInputError);
    moveZoneVertices(doc, "hall", [{ ringId: hole!, vertexId: "c0", at: [0.5, 0.5] }]);
    expect(getArea(toPolygon(hall()))).toBeLessThan(23);
    expect(removeZoneHole(doc, "hall", hole!)).toBe(true);
    expect(getArea(toPolygon(hall()))).toBe(24);
    expect(removeZoneHole(doc, "hall", outerRingId)).toBe(false);
  });

  test.each<[string, () => unknown]>([
    [
      "a crossing outline",
      () =>
        setZoneOutline(doc, "hall", {
          outer: [
            [0, 0],
            [2, 2],
            [2, 0],
            [0, 2],
          ],
          holes: [],
        }),
    ],
    [
      "a corner that makes it cross",
      () => moveZoneVertices(doc, "hall", [{ ringId: outerRingId, vertexId: "c0", at: [3, 5] }]),
    ],
    [
      "too many corners",
      () =>
        setZoneOutline(doc, "hall", {
          outer: Array.from({ length: 600 }, (_, i): Point2 => [Math.cos(i / 100), Math.sin(i / 100)]),
          holes: [],
        }),
    ],
    [
      "a corner that is nowhere",
      () => moveZoneVertices(doc, "hall", [{ ringId: outerRingId, vertexId: "c0", at: [Number.NaN, 0] }]),
    ],
    ["a top under the bottom", () => editObject(doc, "zones", "hall", { heights: [3, 1] })],
    ["an id twice", () => addZone(doc, "hall", outline)],
  ])("%s is refused and nothing changes", (_, attempt) => {
    const before = Y.encodeStateAsUpdate(doc);
    expect(attempt).toThrow(SceneInputError);
    expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
  });

  test("a corner can be removed as long as three remain", () => {
    removeZoneVertex(doc, "hall", outerRingId, "c3");
    expect(() => removeZoneVertex(doc, "hall", outerRingId, "c2")).toThrow(SceneInputError);
  });

  test("splitting keeps the id on the largest piece and all content on each piece; merging makes it one again", () => {
    const added = splitZone(
      doc,
      "hall",
      [
        [2, -1],
        [2, 9],
      ],
      () => "alcove",
    );
    expect(added).toEqual(["alcove"]);
    expect(getArea(toPolygon(hall()))).toBeCloseTo(16, 6);
    expect(findZone(doc, "alcove")).toMatchObject({
      name: "Hall",
      type: "quiet",
      heights: [0, 3],
      text: "Please whisper.",
    });
    expect(mergeZones(doc, ["hall", "alcove"])).toBe(true);
    expect(findZone(doc, "alcove")).toBeNull();
    expect(getArea(toPolygon(hall()))).toBeCloseTo(24, 6);
    expect(mergeZones(doc, ["hall", "alcove"])).toBe(false);
  });

  test("zones that are apart or on different storeys are not merged; cutting across makes two", () => {
    addZone(doc, "far", { outer: rectangle(20, 0, 1, 1), holes: [] });
    addZone(doc, "above", { outer: rectangle(0, 0, 1, 1), holes: [] }, { floor: 1 });
    expect(() => mergeZones(doc, ["hall", "far"])).toThrow(SceneInputError);
    expect(() => mergeZones(doc, ["hall", "above"])).toThrow(SceneInputError);
    expect(cutZone(doc, "hall", [{ outer: rectangle(2, -1, 1, 9), holes: [] }], () => "rest")).toEqual(["rest"]);
    expect(getArea(toPolygon(hall()))).toBeCloseTo(12, 6);
    expect(() => cutZone(doc, "far", [{ outer: rectangle(19, -1, 9, 9), holes: [] }], () => "x")).toThrow(
      SceneInputError,
    );
  });

  test("overlaps are found on the same storey and height, and shared walls are not overlaps", () => {
    addZone(doc, "beside", { outer: rectangle(6, 0, 2, 4), holes: [] }, { heights: [0, 3] });
    addZone(doc, "over", { outer: rectangle(5, 3, 4, 4), holes: [] }, { heights: [2, 4] });
    addZone(doc, "roof", { outer: rectangle(0, 0, 6, 4), holes: [] }, { heights: [3, 4] });
    const zones = ["hall", "beside", "over", "roof"].map((id) => findZone(doc, id)!);
    const overlaps = findZoneOverlaps(zones).map(({ ids, area }) => [[...ids].sort().join(), area]);
    expect(overlaps.sort()).toEqual([
      ["beside,over", expect.closeTo(2, 6)],
      ["hall,over", expect.closeTo(1, 6)],
      ["over,roof", expect.closeTo(1, 6)],
    ]);
  });
});

describe("zones that several people edit at once", () => {
  test("different corners of one zone both stay where they were moved", () => {
    const other = createReplica();
    moveZoneVertices(doc, "hall", [{ ringId: outerRingId, vertexId: "c0", at: [-1, -1] }]);
    moveZoneVertices(other, "hall", [{ ringId: outerRingId, vertexId: "c2", at: [8, 8] }]);
    merge(doc, other);
    expect(outer()).toEqual([
      [-1, -1],
      [6, 0],
      [8, 8],
      [0, 4],
    ]);
    expect(findZone(other, "hall")).toEqual(hall());
  });

  test("crossing moves still leave a valid outline, the same for both people, and it can be edited further", () => {
    const other = createReplica();
    moveZoneVertices(doc, "hall", [{ ringId: outerRingId, vertexId: "c0", at: [0, 3.5] }]);
    moveZoneVertices(other, "hall", [{ ringId: outerRingId, vertexId: "c3", at: [0, 0.5] }]);
    merge(doc, other);
    expect(hall().isRepaired).toBe(true);
    expect(findPolygonProblem(toPolygon(hall()))).toBeNull();
    expect(findZone(other, "hall")).toEqual(hall());
    const [first] = hall().outer.vertices;
    const at: Point2 = [first!.at[0] + 0.001, first!.at[1]];
    expect(moveZoneVertices(doc, "hall", [{ ringId: outerRingId, vertexId: first!.id, at }])).toBe(true);
    expect(hall().isRepaired).toBe(false);
  });

  test("removing different corners at once never leaves fewer than three", () => {
    const other = createReplica();
    removeZoneVertex(doc, "hall", outerRingId, "c0");
    removeZoneVertex(other, "hall", outerRingId, "c2");
    merge(doc, other);
    expect(hall().outer.vertices.length).toBeGreaterThanOrEqual(3);
    expect(findZone(other, "hall")).toEqual(hall());
  });

  test("a redrawn outline wins over corners of the old one", () => {
    const other = createReplica();
    setZoneOutline(doc, "hall", { outer: rectangle(10, 10, 2, 2), holes: [] });
    moveZoneVertices(other, "hall", [{ ringId: outerRingId, vertexId: "c0", at: [-3, -3] }]);
    merge(doc, other);
    expect(outer()).toEqual(rectangle(10, 10, 2, 2));
  });

  test("removed corners do not accumulate without limit", () => {
    for (let round = 0; round < 1_200; round += 1) {
      const added = insertZoneVertex(doc, "hall", outerRingId, "c3", [-1, 2]);
      removeZoneVertex(doc, "hall", outerRingId, added!);
    }
    expect(outer()).toEqual(outline.outer);
    expect((getObjects(doc, "zones").get("hall") as Y.Map<unknown>).size).toBeLessThan(600);
  });

  test("undoing a person's own corner leaves the teammate's", () => {
    const undo = new SceneUndo(doc);
    moveZoneVertices(doc, "hall", [{ ringId: outerRingId, vertexId: "c0", at: [-1, -1] }]);
    moveZoneVertices(doc, "hall", [{ ringId: outerRingId, vertexId: "c2", at: [8, 8] }], "teammate");
    undo.undo();
    expect(outer()).toEqual([
      [0, 0],
      [6, 0],
      [8, 8],
      [0, 4],
    ]);
  });
});
