import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import type { VisitorMeasure } from "./visitor-measure.ts";
import { VisitorMeasurePanel } from "./visitor-measure-panel.tsx";

const twoMetres: VisitorMeasure = {
  type: "distance",
  points: [
    [0, 0, 0],
    [2, 0, 0],
  ],
  uncertainties: [0.01, 0.02],
};

function show(measure: VisitorMeasure, extra: Partial<Parameters<typeof VisitorMeasurePanel>[0]> = {}) {
  const onChange = vi.fn<(measure: VisitorMeasure) => void>();
  const shown = renderScreen(
    <VisitorMeasurePanel
      measure={measure}
      scene={{}}
      hasMissed={false}
      onChange={onChange}
      onSetAtAim={() => {}}
      onClose={() => {}}
      {...extra}
    />,
  );
  return { ...shown, onChange };
}

it("counts the points that are missing", () => {
  show({ type: "area", points: [[0, 0, 0]], uncertainties: [0.01] });
  expect(screen.getByText("2 more points to go. Point at a surface.")).toBeDefined();
});

it("shows the length with the uncertainty of its least certain point", () => {
  show(twoMetres);
  expect(screen.getByRole("status").textContent).toBe("2.000\u00a0m ± 0.028\u00a0m");
});

it("keeps the visitor's units for the next place", async () => {
  const { user, unmount } = show(twoMetres);
  await user.click(screen.getByRole("radio", { name: "ft" }));
  expect(screen.getByRole("status").textContent).toContain("ft");
  unmount();
  show(twoMetres, { scene: { units: "metric" } });
  expect(screen.getByRole("status").textContent).toContain("ft");
});

it("removes the last point, and starts over with the same kind of measurement", async () => {
  const { user, onChange } = show(twoMetres);
  await user.click(screen.getByRole("button", { name: "Undo last point" }));
  expect(onChange).toHaveBeenLastCalledWith({ type: "distance", points: [[0, 0, 0]], uncertainties: [0.01] });
  await user.click(screen.getByRole("button", { name: "Start over" }));
  expect(onChange).toHaveBeenLastCalledWith({ type: "distance", points: [], uncertainties: [] });
});

it("starts over with another kind", async () => {
  const { user, onChange } = show(twoMetres);
  await user.click(screen.getByRole("radio", { name: "Area" }));
  expect(onChange).toHaveBeenLastCalledWith({ type: "area", points: [], uncertainties: [] });
});

it("says that a click hit no surface", () => {
  show(twoMetres, { hasMissed: true });
  expect(screen.getByText("No surface there. Point at part of the scan.")).toBeDefined();
});
