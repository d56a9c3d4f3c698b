import { expect, test } from "vitest";
import { findWrittenLink, type PlaceLink, toLinkUrl } from "./place-link.ts";
import { readSharedView, type SharedView } from "./shared-view.ts";

const view: SharedView = {
  mode: "walk",
  pose: { position: [9.4, 1.6, -11.6], target: [9.1, 1.45, 6] },
  panoramaId: null,
  hiddenScanIds: null,
  storey: null,
  cutM: null,
  anchorId: null,
};

test("a link keeps the place and its language, and neither the sharer's keys nor an earlier link", () => {
  const own = "key=secret&as=staff&text=1&stats=1&at=orbit&anchor=door&storey=2";
  const shared = new URL(toLinkUrl(`https://example.org/webxr?b=hall&${own}&lang=de#x`, { kind: "camera", view }));
  expect(shared.hash).toBe("");
  expect([...shared.searchParams.keys()].sort()).toEqual(["b", "camera", "lang"]);
  expect(readSharedView(shared.searchParams.get("camera"))).toEqual(view);
});

test("anchor, view, tour and storey each have an address", () => {
  const links: readonly [PlaceLink, string][] = [
    [{ kind: "anchor", id: "a&b" }, "anchor=a%26b"],
    [{ kind: "view", id: "hall" }, "view=hall"],
    [{ kind: "tour", id: "round" }, "tour=round"],
    [{ kind: "storey", storey: 0 }, "storey=0"],
  ];
  for (const [link, written] of links)
    expect(toLinkUrl("https://example.org/webxr?b=hall", link)).toBe(`https://example.org/webxr?b=hall&${written}`);
});

test("links of earlier versions are read as a camera's", () => {
  expect(findWrittenLink(new URLSearchParams("b=hall&at=walk,1,2,3,4,5,6"))).toEqual({
    kind: "camera",
    text: "walk,1,2,3,4,5,6",
  });
  expect(findWrittenLink(new URLSearchParams("b=hall&anchor="))).toBeNull();
});
