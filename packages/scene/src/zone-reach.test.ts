import { beforeEach, describe, expect, test } from "vitest";
import type * as Y from "yjs";
import { addObject, editObject } from "./object-operations.ts";
import { editPlanPair } from "./plan-operations.ts";
import { readScene } from "./read-scene.ts";
import type { Point2 } from "./scene-field.ts";
import { editSettings } from "./settings-operations.ts";
import { createDocument } from "./testing/build-scene.ts";
import { addZone } from "./zone-operations.ts";
import { findUnreachableZones, type ScanExtent } from "./zone-reach.ts";

const hall: ScanExtent = { id: "hall", bounds: { min: [0, 0, 0], max: [20, 3, 10] } };
let doc: Y.Doc;

beforeEach(() => {
  doc = createDocument();
});

function zone(id: string, x: number, z: number, width: number, depth: number, change: object = {}): void {
  const outer: Point2[] = [
    [x, z],
    [x + width, z],
    [x + width, z + depth],
    [x, z + depth],
  ];
  addZone(doc, id, { outer, holes: [] }, { name: id, heights: [0, 2.5], ...change });
}

const find = (...scans: ScanExtent[]) => [...findUnreachableZones(readScene(doc), scans)];

describe("a zone is out of reach", () => {
  test("outside everything that was scanned, or above and below it", () => {
    zone("inside", 1, 1, 3, 3);
    zone("across", 18, 4, 6, 2);
    zone("outside", 30, 0, 4, 4);
    zone("above", 1, 1, 3, 3, { heights: [4, 6], floor: 1 });
    zone("just-below", 1, 1, 3, 3, { heights: [-0.8, -0.3] });
    expect(find(hall)).toEqual(["outside", "above"]);
    expect(find(hall, { id: "annex", bounds: { min: [29, 0, 0], max: [40, 6, 5] } })).toEqual(["above"]);
  });

  test("according to where the scan was placed, not where its file puts it", () => {
    zone("there", 101, -4, 3, 3);
    expect(find(hall)).toEqual(["there"]);
    addObject(doc, "placements", "hall", { position: [100, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] });
    expect(find(hall)).toEqual([]);
    editObject(doc, "placements", "hall", { isHidden: true });
    zone("elsewhere", 1, 1, 3, 3);
    expect(find(hall, { id: "other", bounds: { min: [0, 0, 0], max: [6, 3, 6] } })).toEqual(["there"]);
  });

  test("behind keep-out zones that nobody can walk around, seen from where people start", () => {
    zone("wall", 9, -1, 1, 12, { type: "keep-out" });
    zone("west", 1, 1, 3, 3);
    zone("east", 15, 1, 3, 3);
    zone("within", 9.1, 1, 0.5, 2);
    // The larger side counts while no start is set.
    expect(find(hall)).toEqual(["west", "within"]);
    addObject(doc, "views", "start", { position: [2, 1.6, 2], target: [3, 1.6, 2] });
    editSettings(doc, { startViewId: "start" });
    expect(find(hall)).toEqual(["east", "within"]);
  });

  test("but not next to a keep-out zone with a way around it, on another storey or at another height", () => {
    zone("pillar", 9, 2, 1, 12, { type: "keep-out" });
    zone("upstairs", 9, -1, 1, 12, { type: "keep-out", floor: 1 });
    zone("ceiling", 9, -1, 1, 12, { type: "keep-out", heights: [2.6, 3] });
    zone("west", 1, 1, 3, 3);
    zone("east", 15, 1, 3, 3);
    expect(find(hall)).toEqual([]);
  });

  test("unless a plan of its storey covers it", () => {
    zone("drawn", 30, 0, 4, 4);
    zone("upstairs", 30, 0, 4, 4, { floor: 1 });
    expect(find(hall)).toEqual(["drawn", "upstairs"]);
    addObject(doc, "plans", "plan", { widthPixels: 1_000, heightPixels: 500 });
    expect(find(hall)).toEqual(["drawn", "upstairs"]);
    editPlanPair(doc, "plan", "a", { image: [0, 0], world: [25, 0] });
    editPlanPair(doc, "plan", "b", { image: [1_000, 0], world: [45, 0] });
    expect(find(hall)).toEqual(["upstairs"]);
  });

  test("never if nothing is known: no scan, or one without extent", () => {
    zone("anywhere", 30, 0, 4, 4);
    expect(find()).toEqual([]);
    expect(find(hall, { id: "panorama", bounds: { min: [3, 1.6, 3], max: [3, 1.6, 3] } })).toEqual([]);
  });
});
