import { expect, test } from "vitest";
import { toLinkUrl } from "./place-link.ts";
import { readSharedView, type SharedView, writeSharedView } from "./shared-view.ts";

const nothingElse = { panoramaId: null, hiddenScanIds: null, storey: null, cutM: null, anchorId: null };
const view: SharedView = {
  mode: "walk",
  pose: { position: [9.4, 1.6, -11.61234], target: [9.1, 1.45, 6] },
  ...nothingElse,
};

test("a view survives its link", () => {
  expect(writeSharedView(view)).toBe("walk,9.4,1.6,-11.61,9.1,1.45,6");
  expect(readSharedView(writeSharedView(view))).toEqual({
    mode: "walk",
    pose: { position: [9.4, 1.6, -11.61], target: [9.1, 1.45, 6] },
    ...nothingElse,
  });
});

test("hidden scans, the open card and other settings survive it too", () => {
  const pose = { position: [0, 1.6, -4], target: [0, 1.6, -6] } as const;
  const rich: SharedView = {
    mode: "orbit",
    pose,
    panoramaId: "7b0f:Hall; 2=2",
    hiddenScanIds: ["one", "two,three"],
    storey: 0,
    cutM: 2.2,
    anchorId: "Küche",
  };
  expect(readSharedView(writeSharedView(rich))).toEqual(rich);
  const nothingHidden = { ...rich, hiddenScanIds: [] };
  expect(readSharedView(writeSharedView(nothingHidden))).toEqual(nothingHidden);
  const whole = new URL(toLinkUrl("https://example.org/webxr?b=hall", { kind: "camera", view: rich }));
  expect(readSharedView(whole.searchParams.get("camera"))).toEqual(rich);
});

test("the readable parts of a mistyped link are used", () => {
  expect(readSharedView("walk,9.4,1.6,-11.61,9.1,1.45,6;storey=-1;cut=x;in=;card=%E0%A4;new=1;off")).toEqual({
    mode: "walk",
    pose: { position: [9.4, 1.6, -11.61], target: [9.1, 1.45, 6] },
    ...nothingElse,
  });
});

test("anything else is read as no view", () => {
  for (const text of [null, "", "walk", "swim,1,2,3,4,5,6", "walk,1,2,3,4,5", "walk,1,2,3,4,5,x", "walk,1,2,3,4,,6"])
    expect(readSharedView(text)).toBeNull();
  expect(readSharedView("walk,1,2,3,1,2,3")).toBeNull();
  expect(readSharedView("walk,1,2,3,4,5,Infinity")).toBeNull();
});
