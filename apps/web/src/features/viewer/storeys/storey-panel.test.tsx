import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { CameraWatch } from "../camera/camera-watch.ts";
import type { StoreyPlan } from "../plans/storey-plans.ts";
import { buildSlice } from "../testing/build-place.ts";
import { StoreyPanel } from "./storey-panel.tsx";
import type { Storeys } from "./use-storeys.ts";

const storeyPlans: StoreyPlan[] = [0, 3].map((floorM) => ({ floorM, slice: buildSlice(floorM), drawings: [] }));
const storeys: Storeys = {
  floorsM: [0, 3],
  storey: null,
  storeyM: null,
  cutM: null,
  cutRange: { minM: 0, maxM: 6 },
  cut: () => {},
  choose: () => {},
  reveal: () => {},
};
const show = (view: "orbit" | "walk" | "fly" | "plan", camera = new CameraWatch(), extra: Partial<Storeys> = {}) =>
  renderScreen(
    <StoreyPanel
      camera={camera}
      view={view}
      storeyPlans={storeyPlans}
      storeys={{ ...storeys, ...extra }}
      planStorey={1}
      onGoTo={() => {}}
      onOpenPlan={() => {}}
    />,
  );

it("cuts the dollhouse open on request", async () => {
  const { user } = show("orbit");
  expect(screen.queryByRole("slider")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cut open" }));
  expect(screen.getByRole("slider", { name: "Cut height" })).toBeDefined();
});

it("offers no cut if everything is flat", () => {
  show("orbit", new CameraWatch(), { cutRange: null });
  expect(screen.queryByRole("button", { name: "Cut open" })).toBeNull();
});

it("chooses the plan's storey in plan mode, without the whole building", async () => {
  const choose = vi.fn();
  const { user } = show("plan", new CameraWatch(), { choose });
  const chooser = screen.getByRole("combobox", { name: "Storey" });
  expect(chooser).toHaveProperty("value", "1");
  expect(screen.queryByRole("option", { name: "All storeys" })).toBeNull();
  await user.selectOptions(chooser, "0");
  expect(choose).toHaveBeenCalledWith(0);
});

it("follows a walker from storey to storey, with a map of the one they are on", () => {
  const camera = new CameraWatch();
  show("walk", camera);
  expect(screen.queryByRole("combobox")).toBeNull();
  act(() => camera.note({ position: [1, 4.6, 1], target: [1, 4.6, 0] }));
  expect(screen.getByRole("combobox", { name: "Storey" })).toHaveProperty("value", "1");
  expect(screen.getByRole("region", { name: "Map of this storey. Click to go there." })).toBeDefined();
});

it("leaves visitors alone while they fly", () => {
  show("fly");
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});
