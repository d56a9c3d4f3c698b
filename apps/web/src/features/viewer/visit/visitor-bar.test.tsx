import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { VisitorBar } from "./visitor-bar.tsx";

it("opens the list and the More menu, and shows which of them is open", async () => {
  const [onList, onMore] = [vi.fn(), vi.fn()];
  const { user, rerender } = renderScreen(
    <VisitorBar isListOpen={false} isMoreOpen={false} onList={onList} onMore={onMore}>
      ways to move
    </VisitorBar>,
  );
  const bar = screen.getByRole("toolbar", { name: "Move and look" });
  expect(bar.textContent).toContain("ways to move");
  await user.click(screen.getByRole("button", { name: "Show the list of places", pressed: false }));
  expect(onList).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button", { name: "More", pressed: false }));
  expect(onMore).toHaveBeenCalledOnce();
  rerender(
    <VisitorBar isListOpen isMoreOpen={false} onList={onList} onMore={onMore}>
      ways to move
    </VisitorBar>,
  );
  expect(screen.getByRole("button", { name: "Hide the list of places", pressed: true })).toBeDefined();
});

it("has no list where the page around the place leaves it out", () => {
  renderScreen(
    <VisitorBar isListOpen={false} isMoreOpen={false} onList={null} onMore={vi.fn()}>
      ways to move
    </VisitorBar>,
  );
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual(["More"]);
});
