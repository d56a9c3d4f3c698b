import { describe, expect, it } from "vitest";
import { startMeasure } from "../measure/visitor-measure.ts";
import { buildAnchor, buildPlace, buildScan, buildSlice, buildTour } from "../testing/build-place.ts";
import { createVisitorStore, type VisitorState } from "./visitor.store.ts";
import { toVisitorView } from "./visitor-view.ts";

const start = createVisitorStore({
  startView: undefined,
  linked: null,
  begunScanIds: ["mesh"],
  isListShown: true,
}).getState();
const see = (place: ReturnType<typeof buildPlace>, state: Partial<VisitorState> = {}) =>
  toVisitorView(place, { ...start, ...state });
const house = buildPlace({ anchors: [buildAnchor("door"), buildAnchor("window")], tours: [buildTour("walk", [{}])] }, [
  buildScan("mesh", "mesh", { plans: [buildSlice(0), buildSlice(3)] }),
  buildScan("drawing", "plan", { plans: [buildSlice(0)] }),
]);

describe("the plan", () => {
  it("is offered with the storeys of the first active scan that has some", () => {
    expect(see(house).storeyPlans.map(({ floorM }) => floorM)).toEqual([0, 3]);
    expect(see(house, { hiddenScanIds: new Set(["mesh"]) }).storeyPlans).toEqual([]);
  });

  it("covers the scene, so nothing can be measured in it", () => {
    const view = see(house, { isPlanOpen: true, mode: "walk" });
    expect(view).toMatchObject({ look: "plan", isPlanShown: true, isSceneShown: true, isMeasurable: false });
    expect(view).toMatchObject({ helpTopic: "plan", standing: "nowhere" });
  });

  it("stays closed if there is no storey to show", () => {
    expect(see(buildPlace(), { isPlanOpen: true })).toMatchObject({ look: "orbit", isPlanShown: false });
  });
});

describe("a drawing", () => {
  it("is shown as sheets in place of the scene", () => {
    const view = see(house, { drawingId: "drawing" });
    expect(view.drawing?.id).toBe("drawing");
    expect(view).toMatchObject({ look: "plan", isSceneShown: false, isMeasurable: false, planKey: "drawing" });
  });

  it("opens by itself if there is nothing else", () => {
    expect(see(buildPlace({}, [buildScan("drawing", "plan")])).drawing?.id).toBe("drawing");
  });
});

describe("a panorama", () => {
  const place = buildPlace({}, [buildScan("mesh"), buildScan("eye", "panorama")]);

  it("is the visitor's position once inside", () => {
    expect(see(place)).toMatchObject({ isPanorama: false, standing: "nowhere", helpTopic: "orbit" });
    expect(see(place, { panoramaId: "eye" })).toMatchObject({
      isPanorama: true,
      standing: "panorama",
      helpTopic: "panorama",
    });
  });

  it("is the only view in a place of panoramas", () => {
    expect(see(buildPlace({}, [buildScan("eye", "panorama")])).isPanorama).toBe(true);
  });

  it("does not count among the scans seen from outside", () => {
    expect(see(place).seen.map(({ id }) => id)).toEqual(["mesh"]);
    expect(see(place, { hiddenScanIds: new Set(["mesh"]) }).seen).toEqual([]);
  });
});

it("puts a walker on the floor", () => {
  expect(see(house, { mode: "walk" }).standing).toBe("floor");
});

it("has no scene to measure in until a scan is shown, and none while the canvas has a problem", () => {
  expect(see(house, { scanStates: { mesh: "loading" } }).isMeasurable).toBe(false);
  expect(see(house, { problem: "context-lost" }).isMeasurable).toBe(false);
  expect(see(house).isMeasurable).toBe(true);
  expect(see(house, { scanStates: { mesh: "failed" } }).hasScanFailed).toBe(true);
});

describe("the sheet of a phone", () => {
  const measure = startMeasure("distance");

  it("shows what the visitor opened, then the tour, then the card, then the measurement", () => {
    const all = { sheet: "list", tourId: "walk", selectedId: "door", measure } as const;
    expect(see(house, all).sheetContent).toBe("list");
    expect(see(house, { ...all, sheet: null }).sheetContent).toBe("tour");
    expect(see(house, { ...all, sheet: null, tourId: null }).sheetContent).toBe("card");
    const route = { to: [0, 0, 0], name: "Hall", stepFree: false, found: null } as const;
    expect(see(house, { measure, route }).sheetContent).toBe("route");
    expect(see(house, { ...all, sheet: null, tourId: null, route }).sheetContent).toBe("card");
    expect(see(house, { measure }).sheetContent).toBe("measure");
    expect(see(house).sheetContent).toBeNull();
  });

  it("has no measurement while there is nothing to measure", () => {
    expect(see(house, { measure, isPlanOpen: true }).sheetContent).toBeNull();
  });

  it("has no card for a place that is gone", () => {
    const view = see(house, { selectedId: "gone" });
    expect([view.selected, view.sheetContent]).toEqual([undefined, null]);
  });
});
