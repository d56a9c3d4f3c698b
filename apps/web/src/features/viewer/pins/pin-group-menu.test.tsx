import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { buildAnchor } from "../testing/build-place.ts";
import { PinGroupMenu } from "./pin-group-menu.tsx";

const anchors = [
  { ...buildAnchor("till", { title: "Till" }), number: 2 },
  { ...buildAnchor("sign", { title: "" }), number: 7 },
];

it("lists the places behind a pin with the numbers of their pins", () => {
  renderScreen(<PinGroupMenu anchors={anchors} at={{ x: 0, y: 0 }} onSelect={() => {}} onClose={() => {}} />);
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["2. Till", "7. Untitled"]);
});

it("opens the chosen place and closes", async () => {
  const [onSelect, onClose] = [vi.fn(), vi.fn()];
  const { user } = renderScreen(
    <PinGroupMenu anchors={anchors} at={{ x: 0, y: 0 }} onSelect={onSelect} onClose={onClose} />,
  );
  await user.click(screen.getByRole("menuitem", { name: "2. Till" }));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("till");
  expect(onClose).toHaveBeenCalled();
});

it("closes with Escape without opening a place", async () => {
  const [onSelect, onClose] = [vi.fn(), vi.fn()];
  const { user } = renderScreen(
    <PinGroupMenu anchors={anchors} at={{ x: 0, y: 0 }} onSelect={onSelect} onClose={onClose} />,
  );
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalled();
  expect(onSelect).not.toHaveBeenCalled();
});
