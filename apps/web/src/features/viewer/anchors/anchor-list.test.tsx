import { screen } from "@testing-library/react";
import { createRef } from "react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { buildAnchor } from "../testing/build-place.ts";
import { AnchorList } from "./anchor-list.tsx";

const many = Array.from({ length: 12 }, (_, index) => buildAnchor(`Room ${index + 1}`));
const show = (anchors = many, selectedAnchorId: string | null = null) => {
  const onSelect = vi.fn();
  const listRef = createRef<HTMLOListElement>();
  const { user } = renderScreen(
    <AnchorList anchors={anchors} selectedAnchorId={selectedAnchorId} listRef={listRef} onSelect={onSelect} />,
  );
  return { user, onSelect };
};
const places = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

it("numbers places like their pins, even those found by a search", async () => {
  const { user } = show();
  await user.type(screen.getByRole("searchbox", { name: "Find a place" }), "room 12");
  expect(places()).toEqual(["12Room 12"]);
});

it("finds places by their text, and says when there are none", async () => {
  const { user } = show([...many, buildAnchor("Café", { text: "Espresso and cake" })]);
  const search = screen.getByRole("searchbox");
  await user.type(search, "CAKE");
  expect(places()).toEqual(["13Café"]);
  await user.clear(search);
  await user.type(search, "tea");
  expect(places()).toEqual([]);
  expect(screen.getByText(/tea/)).toBeDefined();
});

it("has no search for a few places", () => {
  show(many.slice(0, 3));
  expect(screen.queryByRole("searchbox")).toBeNull();
});

it("is one tab stop, with arrow keys inside, and opens a place with Enter", async () => {
  const { user, onSelect } = show(many.slice(0, 3));
  await user.tab();
  expect(document.activeElement?.textContent).toBe("1Room 1");
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("2Room 2");
  await user.keyboard("{End}{Enter}");
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("Room 3");
  await user.keyboard("{Home}{ArrowUp}");
  expect(document.activeElement?.textContent).toBe("1Room 1");
});

it("marks the open place and starts keyboard navigation there", async () => {
  const { user } = show(many.slice(0, 3), "Room 2");
  await user.tab();
  expect(document.activeElement?.getAttribute("aria-current")).toBe("location");
});
