import type { PublishedBlueprint } from "@blueprint/contract/published";
import type { PublishedPlan } from "@blueprint/contract/published-content";
import type { ScanPlan } from "@blueprint/contract/scans";
import { expect, it } from "vitest";
import { toPlanPixels } from "./plan-window.ts";
import { findPlanExtent, listStoreyPlans, toCoveringSize, toOwnWindow } from "./storey-plans.ts";

const slice = (floorM: number): ScanPlan => ({ url: `/slice-${floorM}`, floorM, extent: { min: [0, 0], max: [8, 6] } });
const sheet: ScanPlan = { url: "/sheet", floorM: 0, extent: { min: [0, 0], max: [90, 60] }, label: "Page 1" };
const scans = [{ id: "drawn", delivery: { plans: [sheet] } }] as unknown as PublishedBlueprint["scans"];
const plan: PublishedPlan = {
  id: "p",
  name: "Hall",
  scanId: "drawn",
  page: 1,
  floor: 0,
  opacity: 0.5,
  corner: [2, 1],
  angle: Math.PI / 2,
  size: [9, 6],
};
const floors = [
  { storey: 0, name: "Ground floor", elevation: 0.1, height: 3 },
  { storey: 1, name: "Gallery", elevation: 4, height: 3 },
  { storey: 2, name: "Attic", elevation: null, height: 2 },
];
const base = { schemaVersion: 1, anchors: [] };

it("places a drawing with the slice of its storey, and adds a storey if the scan shows none", () => {
  const listed = listStoreyPlans(
    [slice(0)],
    { ...base, floors, plans: [plan, { ...plan, id: "q", floor: 1 }, { ...plan, id: "r", floor: 2 }] },
    scans,
  );
  expect(
    listed.map(({ floorM, label, slice: found, drawings }) => [
      floorM,
      label,
      found?.url,
      drawings.map(({ id }) => id),
    ]),
  ).toEqual([
    [0, "Ground floor", "/slice-0", ["p", "r"]],
    [4, "Gallery", undefined, ["q"]],
  ]);
});

it("shows no drawing whose sheet is missing, and storeys without any as they were", () => {
  const plans = [
    { ...plan, page: 2 },
    { ...plan, scanId: "gone" },
  ];
  expect(listStoreyPlans([slice(0), slice(3)], { ...base, plans }, scans)).toEqual([
    { floorM: 0, slice: slice(0), drawings: [] },
    { floorM: 3, slice: slice(3), drawings: [] },
  ]);
  expect(listStoreyPlans([], { ...base, plans }, scans)).toEqual([]);
});

it("spans the turned drawing and the storey around it, or the slice on request", () => {
  const [storeyPlan] = listStoreyPlans([slice(0)], { ...base, plans: [plan] }, scans);
  const { min, max } = findPlanExtent(storeyPlan!, false);
  expect([...min, ...max].map((side) => Math.round(side * 1e6) / 1e6)).toEqual([-4, 0, 8, 10]);
  expect(findPlanExtent(storeyPlan!, true)).toEqual(slice(0).extent);
});

it("turns the window with the drawing, so that every point of the sheet stays where it was placed", () => {
  const [storeyPlan] = listStoreyPlans([], { ...base, plans: [{ ...plan, angle: 0.7 }] }, scans);
  const drawing = storeyPlan!.drawings[0]!;
  const window = { x: 4, z: 3, pxPerM: 50 };
  const [cos, sin] = [Math.cos(0.7), Math.sin(0.7)];
  for (const [u, v] of [
    [0, 0],
    [9, 6],
    [3, 5],
  ] as const) {
    const own = toPlanPixels(toOwnWindow(drawing, window), u, v);
    const placed = toPlanPixels(window, 2 + u * cos - v * sin, 1 + u * sin + v * cos);
    expect(own.x * cos - own.y * sin).toBeCloseTo(placed.x);
    expect(own.x * sin + own.y * cos).toBeCloseTo(placed.y);
  }
  const covering = toCoveringSize(storeyPlan!.drawings[0]!, { width: 300, height: 200 });
  expect(covering.width).toBeCloseTo(300 * cos + 200 * sin);
  expect(covering.height).toBeCloseTo(300 * sin + 200 * cos);
});
