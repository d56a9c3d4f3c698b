import { useEffect } from "react";
import { readFirstPictureMs } from "../counting/describe-visit.ts";
import { toSpot, toStorey } from "../counting/spot.ts";
import { useVisitCounting, type VisitCounting } from "../counting/use-visit-counting.ts";
import { findZoneAt } from "../zones/find-zone.ts";
import type { Visit } from "./visit.ts";
import { isStanding } from "./visitor-view.ts";

/** Counts a visit with the cards that are opened, the zones that a visitor stands in and the spots they pass. */
export function useCounting(
  { blueprint, search, state, view, camera }: Pick<Visit, "blueprint" | "search" | "state" | "view" | "camera">,
  isCounted: boolean,
): VisitCounting {
  const { slug } = blueprint;
  const isAnyShown = Object.values(state.scanStates).includes("shown");
  const counting = useVisitCounting(
    isCounted ? { slug, eyes: search, form: "scene" } : null,
    isAnyShown || state.problem !== null || view.isPlanShown || blueprint.scans.length === 0,
    () => (isAnyShown ? readFirstPictureMs(slug) : null),
  );
  const { selectedId, problem } = state;
  useEffect(() => {
    if (selectedId !== null) counting.note({ kind: "anchor", id: selectedId });
  }, [counting, selectedId]);
  const hasNoPicture = problem !== null;
  useEffect(() => {
    if (hasNoPicture) counting.note({ kind: "no-picture" });
  }, [counting, hasNoPicture]);
  const isInPlace = isStanding(view);
  const { zones } = blueprint.scene;
  const floorsM = view.storeyPlans.map(({ floorM }) => floorM).join(" ");
  useEffect(() => {
    if (!isInPlace) return;
    const floors = floorsM === "" ? [] : floorsM.split(" ").map(Number);
    const look = () => {
      const pose = camera.read();
      if (pose === null) return;
      counting.stayIn("zone", findZoneAt(zones ?? [], pose.position)?.id ?? null);
      if (floors.length > 0) counting.stayIn("storey", String(toStorey(pose.position, floors)));
      counting.passBy(toSpot(pose.position, floors));
    };
    look();
    const leave = camera.subscribe(look);
    return () => {
      leave();
      counting.stayIn("zone", null);
      counting.stayIn("storey", null);
    };
  }, [counting, camera, zones, isInPlace, floorsM]);
  return counting;
}
