import type { Anchor } from "@blueprint/scene/anchor";
import { expect, test } from "vitest";
import { filterAnchors } from "./filter-anchors.ts";

const anchors = [
  { id: "1", title: "Fire door", text: "Keep clear." },
  { id: "2", title: "Till", text: "By the FIRE place." },
  { id: "3", title: "Window", text: "" },
] as Anchor[];

const find = (search: string) => filterAnchors(anchors, search).map(({ id, number }) => `${number}:${id}`);

test("every word must be in the title or the text, in any case, and numbers stay the canvas's", () => {
  expect(find("fire")).toEqual(["1:1", "2:2"]);
  expect(find("place fire")).toEqual(["2:2"]);
  expect(find("  ")).toEqual(["1:1", "2:2", "3:3"]);
  expect(find("lamp")).toEqual([]);
});
