import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { buildScan } from "../testing/build-place.ts";
import { ScanLayers } from "./scan-layers.tsx";
import type { SceneLayers } from "./use-scene-layers.ts";

const scans = [buildScan("mesh"), buildScan("eye-1", "panorama"), buildScan("eye-2", "panorama")];
const sheets = [...scans, buildScan("drawing", "plan")];

function show(extra: Partial<Parameters<typeof ScanLayers>[0]> = {}, state: Partial<SceneLayers> = {}) {
  const layers = {
    hiddenIds: new Set<string>(),
    panoramaId: null,
    toggle: vi.fn(),
    hideOnly: vi.fn(),
    enterPanorama: vi.fn(),
    leavePanorama: vi.fn(),
    ...state,
  };
  const { user } = renderScreen(<ScanLayers scans={scans} layers={layers} states={{ mesh: "shown" }} {...extra} />);
  return { user, layers };
}

it("shows nothing for a single scan", () => {
  show({ scans: scans.slice(0, 1) });
  expect(screen.queryByRole("button")).toBeNull();
});

it("switches a scan off, and counts those that are on", async () => {
  const { user, layers } = show({}, { hiddenIds: new Set(["eye-1"]) });
  await user.click(screen.getByRole("button", { name: "Scans 2/3" }));
  await user.click(screen.getByRole("checkbox", { name: /3D model/ }));
  expect(layers.toggle).toHaveBeenCalledExactlyOnceWith("mesh");
});

it("says which scan could not be loaded", async () => {
  const { user } = show({ states: { mesh: "failed" } });
  await user.click(screen.getByRole("button", { name: /Scans/ }));
  expect(screen.getByRole("checkbox", { name: /could not be loaded/ })).toBeDefined();
});

it("steps from panorama to panorama, and out", async () => {
  const { user, layers } = show({}, { panoramaId: "eye-1" });
  await user.click(screen.getByRole("button", { name: "Next panorama" }));
  expect(layers.enterPanorama).toHaveBeenCalledExactlyOnceWith("eye-2");
  await user.click(screen.getByRole("button", { name: "Exit panorama" }));
  expect(layers.leavePanorama).toHaveBeenCalledOnce();
});

it("opens and closes a drawing, and lists none if there is nothing to open it in", async () => {
  const open = vi.fn();
  const { user } = show({ scans: sheets, drawings: { openId: "drawing", open } });
  await user.click(screen.getByRole("button", { name: "Close drawing" }));
  expect(open).toHaveBeenLastCalledWith(null);
  await user.click(screen.getByRole("button", { name: /Scans/ }));
  await user.click(screen.getByRole("button", { name: /Floor plan/, pressed: true }));
  expect(open).toHaveBeenLastCalledWith("drawing");
});

it("leaves the drawing when a panorama is chosen", async () => {
  const open = vi.fn();
  const { user, layers } = show({ scans: sheets, drawings: { openId: "drawing", open } });
  await user.click(screen.getByRole("button", { name: /Scans/ }));
  await user.click(screen.getByRole("button", { name: /Panorama 2/ }));
  expect(open).toHaveBeenCalledExactlyOnceWith(null);
  expect(layers.enterPanorama).toHaveBeenCalledExactlyOnceWith("eye-2");
});
