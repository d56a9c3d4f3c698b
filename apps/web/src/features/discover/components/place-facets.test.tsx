import type { DiscoveredPlaces } from "@blueprint/contract/discover";
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { everyPlace, type PlaceFilter } from "../place-filter.ts";
import { ChosenFacets } from "./chosen-facets.tsx";
import { FacetSheet } from "./facet-sheet.tsx";
import { PlaceFacets } from "./place-facets.tsx";

const counts: DiscoveredPlaces = {
  places: [],
  nextCursor: null,
  total: 3,
  industries: [
    { industry: "museum", count: 2 },
    { industry: "retail", count: 1 },
  ],
  cities: [{ city: "Bergen, Norway", count: 1_200 }],
  scanKinds: [
    { kind: "mesh", count: 2 },
    { kind: "splat", count: 1 },
  ],
  features: { tour: 2, guide: 1, stepFree: 0, lately: 3 },
};

function renderFacets(filter: PlaceFilter) {
  const onFilter = vi.fn();
  return {
    onFilter,
    ...renderScreen(<PlaceFacets filter={filter} counts={counts} isStacked={false} onFilter={onFilter} />),
  };
}

test("every facet says how many places it leaves, and one that leaves none can't be chosen", async () => {
  const { onFilter, user } = renderFacets(everyPlace);
  expect(screen.getByRole("option", { name: "Bergen, Norway (1,200)" })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Museum 2" }));
  expect(onFilter).toHaveBeenLastCalledWith({ ...everyPlace, industry: "museum" });
  await user.selectOptions(screen.getByLabelText("Kind of scan"), "splat");
  expect(onFilter).toHaveBeenLastCalledWith({ ...everyPlace, scan: "splat" });
  await user.click(screen.getByRole("button", { name: "Tour 2" }));
  expect(onFilter).toHaveBeenLastCalledWith({ ...everyPlace, features: ["tour"] });
  expect(screen.getByRole("button", { name: "Step-free tour 0" }).hasAttribute("disabled")).toBe(true);
});

test("what was chosen stays to be taken back, even if it leaves nothing", async () => {
  const filter: PlaceFilter = { ...everyPlace, city: "Oslo, Norway", industry: "other", features: ["stepFree"] };
  const { onFilter, user } = renderFacets(filter);
  expect(screen.getByRole("option", { name: "Oslo, Norway (0)" })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Step-free tour 0", pressed: true }));
  expect(onFilter).toHaveBeenLastCalledWith({ ...filter, features: [] });
  await user.selectOptions(screen.getByLabelText("City"), "");
  expect(onFilter).toHaveBeenLastCalledWith({ ...filter, city: undefined });
});

test("chosen facets are removed one by one or together, and the focus goes to the next", async () => {
  const onFilter = vi.fn();
  const filter: PlaceFilter = { search: "hall", industry: "museum", features: ["tour"] };
  const { user } = renderScreen(<ChosenFacets filter={filter} onFilter={onFilter} />);
  await user.click(screen.getByRole("button", { name: "Remove Museum" }));
  expect(onFilter).toHaveBeenLastCalledWith({ ...filter, industry: undefined });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove Tour" }));
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(onFilter).toHaveBeenLastCalledWith({ search: "hall", features: [] });
});

test("the sheet says how many facets are chosen and how many places they leave", async () => {
  const onFilter = vi.fn();
  const filter: PlaceFilter = { ...everyPlace, features: ["tour", "lately"] };
  const { user } = renderScreen(<FacetSheet filter={filter} counts={counts} onFilter={onFilter} />);
  await user.click(screen.getByRole("button", { name: "Filters (2)" }));
  const sheet = within(screen.getByRole("dialog", { name: "Filters" }));
  await user.click(sheet.getByRole("button", { name: "Retail 1" }));
  expect(onFilter).toHaveBeenLastCalledWith({ ...filter, industry: "retail" });
  await user.click(sheet.getByRole("button", { name: "Show 3 places" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
