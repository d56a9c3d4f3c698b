import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import type { StoreyPlan } from "../plans/storey-plans.ts";
import { buildSlice } from "../testing/build-place.ts";
import { StoreyChooser } from "./storey-chooser.tsx";

const buildStoreyPlan = (floorM: number, extra: Partial<StoreyPlan> = {}): StoreyPlan => ({
  floorM,
  slice: null,
  drawings: [],
  ...extra,
});
const optionNames = () => screen.getAllByRole("option").map(({ textContent }) => textContent);

it("offers nothing to choose with a single storey", () => {
  renderScreen(<StoreyChooser storeyPlans={[buildStoreyPlan(0)]} storey={0} onChange={() => {}} />);
  expect(screen.queryByRole("combobox")).toBeNull();
});

it("names storeys as the team does, or by their number and height above the lowest", () => {
  const storeyPlans = [buildStoreyPlan(-1), buildStoreyPlan(2.5), buildStoreyPlan(6, { label: "Gallery" })];
  renderScreen(<StoreyChooser storeyPlans={storeyPlans} storey={0} onChange={() => {}} />);
  expect(optionNames()).toEqual(["Storey 1, 0.0\u00a0m", "Storey 2, 3.5\u00a0m", "Gallery"]);
});

it("chooses a storey by its index, and the whole building if that is offered", async () => {
  const onChange = vi.fn();
  const { user } = renderScreen(
    <StoreyChooser
      storeyPlans={[buildStoreyPlan(0), buildStoreyPlan(3)]}
      storey={null}
      isWholeOffered
      onChange={onChange}
    />,
  );
  const chooser = screen.getByRole("combobox", { name: "Storey" });
  expect(chooser).toHaveProperty("value", "whole");
  await user.selectOptions(chooser, screen.getByRole("option", { name: /^Storey 2/ }));
  expect(onChange).toHaveBeenLastCalledWith(1);
  await user.selectOptions(chooser, "All storeys");
  expect(onChange).toHaveBeenLastCalledWith(null);
});

it("calls storeys pages if they are a drawing's sheets", () => {
  const pages = [0, 0].map((floorM, index) => {
    const label = `Sheet ${index + 1}`;
    return buildStoreyPlan(floorM, { label, slice: { ...buildSlice(floorM), label } });
  });
  renderScreen(<StoreyChooser storeyPlans={pages} storey={0} onChange={() => {}} />);
  expect(screen.getByRole("combobox", { name: "Page" })).toBeDefined();
});
