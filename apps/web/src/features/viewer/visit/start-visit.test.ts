import { expect, it } from "vitest";
import { buildAnchor, buildPlace, buildScan, buildView } from "../testing/build-place.ts";
import { startVisit } from "./start-visit.ts";

const place = buildPlace({ anchors: [buildAnchor("door")], views: [buildView("hall")], startViewId: "hall" }, [
  buildScan("mesh"),
  buildScan("eye", "panorama"),
]);

it("starts with the team's start view on an address without a view", () => {
  const { startView, shared, begunScanIds } = startVisit(place, "?b=museum");
  expect([startView?.id, shared, begunScanIds]).toEqual(["hall", null, []]);
});

it("uses the view in a link", () => {
  const { shared } = startVisit(place, "?b=museum&at=walk,1,2,3,4,5,6;in=eye;off=mesh;card=door");
  expect(shared).toMatchObject({ mode: "walk", panoramaId: "eye", hiddenScanIds: ["mesh"], anchorId: "door" });
});

it("leaves out objects that the place no longer has", () => {
  const { shared } = startVisit(place, "?at=orbit,1,2,3,4,5,6;in=mesh;off=gone,mesh;card=gone");
  expect(shared).toMatchObject({ panoramaId: null, hiddenScanIds: ["mesh"], anchorId: null });
});
