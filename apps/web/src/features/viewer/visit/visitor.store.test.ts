import { describe, expect, it } from "vitest";
import type { ScanHit } from "../scene/scene.ts";
import { buildView } from "../testing/build-place.ts";
import { everythingShown } from "../views/shown-objects.ts";
import {
  changeMeasure,
  closeCard,
  createVisitorStore,
  look,
  makeWayForCard,
  noteScanState,
  openSheet,
  refinePoint,
  retryCanvas,
  setMeasurePoint,
  showEverything,
  showView,
  startTour,
  stopMeasuring,
  toggleHiddenScan,
  toggleMeasuring,
  type VisitStart,
} from "./visitor.store.ts";

const pose = { position: [0, 2, 5], target: [0, 1, 0] } as const;
const linked = {
  mode: "walk",
  pose,
  panoramaId: null,
  hiddenScanIds: ["points"],
  storey: 1,
  cutM: 5.2,
  anchorId: "door",
  isPlanOpen: false,
  view: null,
  tourId: null,
} as const;
const open = (start: Partial<VisitStart> = {}) =>
  createVisitorStore({ startView: undefined, linked: null, begunScanIds: [], isListShown: true, ...start });
const hit = (point: ScanHit["point"]): ScanHit => ({ point, normal: [0, 1, 0], scanId: "mesh", errorM: 0.01 });

describe("the start of a visit", () => {
  it("orbits the whole place and shows everything", () => {
    const { mode, shown, storeys, selectedId } = open().getState();
    expect({ mode, shown, storeys, selectedId }).toEqual({
      mode: "orbit",
      shown: everythingShown,
      storeys: { storey: null, cutM: null },
      selectedId: null,
    });
  });

  it("hides what the team's start view hides", () => {
    const startView = buildView("start", { hidden: ["lamp"], hiddenScans: ["points"] });
    const { shown, hiddenScanIds } = open({ startView }).getState();
    expect(shown.hidden).toEqual(["lamp"]);
    expect([...hiddenScanIds]).toEqual(["points"]);
  });

  it("uses the view in a shared link for scans, and keeps the objects that the team hides hidden", () => {
    const startView = buildView("start", { hidden: ["lamp"], hiddenScans: ["mesh"] });
    const state = open({ startView, linked }).getState();
    expect([...state.hiddenScanIds]).toEqual(["points"]);
    expect(state.shown.hidden).toEqual(["lamp"]);
    expect([state.mode, state.storeys, state.selectedId]).toEqual(["walk", { storey: 1, cutM: 5.2 }, "door"]);
  });

  it("counts the scans of the first picture as shown", () => {
    expect(open({ begunScanIds: ["mesh"] }).getState().scanStates).toEqual({ mesh: "shown" });
  });
});

describe("looking", () => {
  it("keeps the mode and the camera behind the plan", () => {
    const store = open();
    look(store, "walk", null);
    look(store, "plan", pose);
    expect(store.getState()).toMatchObject({ mode: "walk", isPlanOpen: true, pose });
    look(store, "fly", null);
    expect(store.getState()).toMatchObject({ mode: "fly", isPlanOpen: false });
  });

  it("leaves the panorama when a mode is chosen or a scan is switched off", () => {
    const store = open();
    store.setState({ panoramaId: "eye" });
    look(store, "orbit", null);
    expect(store.getState().panoramaId).toBeNull();
    store.setState({ panoramaId: "eye" });
    toggleHiddenScan(store, "mesh");
    expect(store.getState().panoramaId).toBeNull();
    expect([...store.getState().hiddenScanIds]).toEqual(["mesh"]);
    toggleHiddenScan(store, "mesh");
    expect(store.getState().hiddenScanIds.size).toBe(0);
  });

  it("shows exactly what a view shows", () => {
    const store = open();
    toggleHiddenScan(store, "mesh");
    showView(store, buildView("hall", { mode: "walk", hiddenScans: ["points"], hiddenLayers: ["zones"] }), pose);
    const { mode, hiddenScanIds, shown } = store.getState();
    expect([mode, [...hiddenScanIds], shown.hiddenLayers]).toEqual(["walk", ["points"], ["zones"]]);
    showEverything(store);
    expect(store.getState().shown).toBe(everythingShown);
  });

  it("opens the plan for a view of the plan, with the camera on it", () => {
    const store = open();
    showView(store, buildView("plan", { mode: "plan" }), pose);
    expect(store.getState()).toMatchObject({ mode: "orbit", isPlanOpen: true, pose });
  });
});

describe("cards and the sheet", () => {
  it("returns to the list from a card that was opened from it", () => {
    const store = open();
    openSheet(store, "list");
    store.setState({ sheetHeight: "full" });
    makeWayForCard(store);
    store.setState({ selectedId: "door" });
    expect(store.getState()).toMatchObject({ sheet: null, sheetHeight: "half" });
    closeCard(store);
    expect(store.getState()).toMatchObject({ selectedId: null, sheet: "list", returnsTo: null });
  });

  it("returns to the scene from a card that was opened from a pin", () => {
    const store = open();
    makeWayForCard(store);
    store.setState({ selectedId: "door" });
    closeCard(store);
    expect(store.getState()).toMatchObject({ selectedId: null, sheet: null });
  });

  it("keeps the height of the sheet from one card to the next, and the way back to the list", () => {
    const store = open();
    openSheet(store, "list");
    makeWayForCard(store);
    store.setState({ selectedId: "door", sheetHeight: "full" });
    makeWayForCard(store);
    expect(store.getState()).toMatchObject({ sheetHeight: "full", returnsTo: "list" });
  });

  it("starts a tour instead of the list, and does not return to it", () => {
    const store = open();
    openSheet(store, "list");
    startTour(store, "highlights");
    expect(store.getState()).toMatchObject({ tourId: "highlights", sheet: null, returnsTo: null });
  });
});

describe("measuring", () => {
  it("starts with a distance, and ends with nothing left", () => {
    const store = open();
    toggleMeasuring(store);
    expect(store.getState().measure).toMatchObject({ type: "distance", points: [] });
    toggleMeasuring(store);
    expect(store.getState().measure).toBeNull();
  });

  it("sets points on surfaces and says when there is none", () => {
    const store = open();
    setMeasurePoint(store, hit([1, 0, 0]), "mesh");
    setMeasurePoint(store, null, undefined);
    expect(store.getState().hasMissed).toBe(true);
    expect(store.getState().measure?.points).toEqual([[1, 0, 0]]);
    setMeasurePoint(store, hit([2, 0, 0]), "mesh");
    expect(store.getState().hasMissed).toBe(false);
    expect(store.getState().measure?.points).toHaveLength(2);
  });

  it("moves a point to finer detail, but not one that was removed meanwhile", () => {
    const store = open();
    const first = hit([1, 0, 0]);
    setMeasurePoint(store, first, "mesh");
    refinePoint(store, first.point, hit([1.01, 0, 0]), "mesh");
    expect(store.getState().measure?.points).toEqual([[1.01, 0, 0]]);
    changeMeasure(store, { type: "area", points: [], uncertainties: [] });
    refinePoint(store, first.point, hit([1.02, 0, 0]), "mesh");
    expect(store.getState().measure?.points).toEqual([]);
    stopMeasuring(store);
    refinePoint(store, first.point, hit([1.03, 0, 0]), "mesh");
    expect(store.getState().measure).toBeNull();
  });
});

it("resets the scans' loading state when a new canvas is tried", () => {
  const store = open();
  noteScanState(store, "mesh", "failed");
  retryCanvas(store);
  expect(store.getState()).toMatchObject({ scanStates: {}, attempt: 1 });
});
