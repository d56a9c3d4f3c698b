import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { buildTour } from "../testing/build-place.ts";
import { TourStart } from "./tour-start.tsx";

it("does not offer a tour without stops", () => {
  renderScreen(<TourStart tours={[buildTour("Empty", [])]} onStart={() => {}} />);
  expect(screen.queryByRole("button")).toBeNull();
});

it("starts the only tour at once", async () => {
  const onStart = vi.fn();
  const { user } = renderScreen(<TourStart tours={[buildTour("Highlights", [{}])]} onStart={onStart} />);
  await user.click(screen.getByRole("button", { name: "Take the tour: Highlights" }));
  expect(onStart).toHaveBeenCalledExactlyOnceWith("Highlights");
});

it("asks which of several tours to take", async () => {
  const onStart = vi.fn();
  const tours = [buildTour("Highlights", [{}]), { ...buildTour("quiet", [{}]), name: "" }];
  const { user } = renderScreen(<TourStart tours={tours} onStart={onStart} />);
  await user.click(screen.getByRole("button", { name: "Take a tour" }));
  expect(onStart).not.toHaveBeenCalled();
  await user.click(screen.getByRole("menuitem", { name: "Untitled tour" }));
  expect(onStart).toHaveBeenCalledExactlyOnceWith("quiet");
});

it("has its name as a label if only its icon fits", () => {
  renderScreen(<TourStart tours={[buildTour("Highlights", [{}])]} isIcon onStart={() => {}} />);
  expect(screen.getByRole("button", { name: "Take the tour: Highlights" }).textContent).toBe("");
});
