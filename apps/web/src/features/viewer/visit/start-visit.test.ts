import { expect, it } from "vitest";
import { buildAnchor, buildPlace, buildScan, buildView } from "../testing/build-place.ts";
import { startVisit } from "./start-visit.ts";

const place = buildPlace({ anchors: [buildAnchor("door")], views: [buildView("hall")], startViewId: "hall" }, [
  buildScan("mesh"),
  buildScan("eye", "panorama"),
]);

it("starts with the team's start view on an address without a view", () => {
  const { startView, linked, missing, begunScanIds } = startVisit(place, "?b=museum");
  expect([startView?.id, linked, missing, begunScanIds]).toEqual(["hall", null, null, []]);
});

it("uses the view in a link", () => {
  const { linked } = startVisit(place, "?b=museum&at=walk,1,2,3,4,5,6;in=eye;off=mesh;card=door");
  expect(linked).toMatchObject({ mode: "walk", panoramaId: "eye", hiddenScanIds: ["mesh"], anchorId: "door" });
});

it("leaves out objects that the place no longer has", () => {
  const { linked, missing } = startVisit(place, "?at=orbit,1,2,3,4,5,6;in=mesh;off=gone,mesh;card=gone");
  expect(missing).toBe("anchor");
  expect(linked).toMatchObject({ panoramaId: null, hiddenScanIds: ["mesh"], anchorId: null });
});

it("shows an anchor that the start view hides if the link opens it", () => {
  const views = [buildView("hall", { hidden: ["door"] })];
  const hiding = buildPlace({ anchors: [buildAnchor("door"), buildAnchor("till")], views, startViewId: "hall" });
  expect(startVisit(hiding, "?anchor=door").startView).toBeUndefined();
  expect(startVisit(hiding, "?anchor=till").startView?.id).toBe("hall");
});
