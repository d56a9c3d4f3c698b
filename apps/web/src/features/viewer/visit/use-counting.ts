import { useEffect } from "react";
import { readFirstPictureMs } from "../counting/describe-visit.ts";
import { useVisitCounting, type VisitCounting } from "../counting/use-visit-counting.ts";
import { findZoneAt } from "../zones/find-zone.ts";
import type { Visit } from "./visit.ts";

/** Counts a visit with the cards that are opened and the zones that a visitor stands in. */
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
  const isStanding = view.standing !== "nowhere" && !view.isPlanShown;
  const { zones } = blueprint.scene;
  useEffect(() => {
    if (!isStanding || zones === undefined) return;
    const look = () => {
      const pose = camera.read();
      counting.stayIn(pose === null ? null : (findZoneAt(zones, pose.position)?.id ?? null));
    };
    look();
    const leave = camera.subscribe(look);
    return () => {
      leave();
      counting.stayIn(null);
    };
  }, [counting, camera, zones, isStanding]);
  return counting;
}
