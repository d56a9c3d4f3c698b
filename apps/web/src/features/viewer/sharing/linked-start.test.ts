import { expect, it } from "vitest";
import { buildAnchor, buildPlace, buildScan, buildSlice, buildTour, buildView } from "../testing/build-place.ts";
import { findLinkedStart, showsFirstScan } from "./linked-start.ts";

const place = buildPlace(
  {
    anchors: [buildAnchor("door", { position: [4, 1, 0] })],
    views: [buildView("hall", { mode: "walk", hiddenScans: ["mesh"] }), buildView("above", { mode: "plan" })],
    tours: [buildTour("round", [{ anchorId: "door" }, { viewId: "hall" }]), buildTour("empty", [])],
  },
  [buildScan("mesh", "mesh", { plans: [buildSlice(0), buildSlice(3)] }), buildScan("eye", "panorama")],
);
const open = (address: string) => findLinkedStart(place, new URLSearchParams(address));

it("starts in front of an anchor, with its card", () => {
  const { start, missing } = open("anchor=door");
  expect(missing).toBeNull();
  expect(start).toMatchObject({ anchorId: "door", mode: "orbit", pose: { target: [4, 1, 0] } });
  // Its normal points along +z.
  expect(start!.pose!.position[2]).toBeGreaterThan(1.5);
});

it("starts in a saved view, or on the plan if that is the view's mode", () => {
  expect(open("view=hall").start).toMatchObject({ mode: "walk", pose: { position: [0, 1, 5] }, view: { id: "hall" } });
  expect(open("view=above").start).toMatchObject({ mode: "orbit", isPlanOpen: true });
});

it("starts a tour at its first stop", () => {
  expect(open("tour=round").start).toEqual({ ...open("anchor=door").start, tourId: "round" });
});

it("opens the building at a storey", () => {
  expect(open("storey=1").start).toMatchObject({ storey: 1, cutM: 5.2, pose: null });
});

it("says what the place doesn't have, and starts as without a link", () => {
  for (const [address, missing] of [
    ["anchor=gone", "anchor"],
    ["view=gone", "view"],
    ["tour=gone", "tour"],
    ["tour=empty", "tour"],
    ["storey=2", "storey"],
    ["storey=-1", "storey"],
    ["storey=1.5", "storey"],
  ])
    expect(open(address!), address).toEqual({ start: null, missing });
  expect(open("camera=nonsense")).toEqual({ start: null, missing: null });
});

it("tells whether the first scan's picture fits", () => {
  expect(showsFirstScan(null, "mesh")).toBe(true);
  expect(showsFirstScan(open("anchor=door").start, "mesh")).toBe(true);
  expect(showsFirstScan(open("view=hall").start, "mesh")).toBe(false);
  expect(showsFirstScan(open("camera=walk,1,2,3,4,5,6;in=eye").start, "mesh")).toBe(false);
});
