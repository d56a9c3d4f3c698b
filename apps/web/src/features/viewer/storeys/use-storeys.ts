import { type RefObject, useMemo, useState } from "react";
import type { ViewBounds } from "../camera/camera-pose.ts";
import type { SceneHandle, ViewMode } from "../scene/scene.ts";
import { findCutRange, findStoreyCut } from "./storeys.ts";

/** The chosen storey, which the dollhouse, the plan and the walk share, and the height of the dollhouse's cut. */
export function useStoreys(
  floors: readonly { readonly floorM: number }[],
  bounds: readonly ViewBounds[],
  view: ViewMode | "plan",
  sceneRef: RefObject<SceneHandle | null>,
  atFirst: { readonly storey: number | null; readonly cutM: number | null } | null,
) {
  const [storey, setStorey] = useState(atFirst?.storey ?? null);
  const [cutM, setCutM] = useState(atFirst?.cutM ?? null);
  const heights = floors.map(({ floorM }) => floorM).join();
  const floorsM = useMemo(() => (heights === "" ? [] : heights.split(",").map(Number)), [heights]);
  const chosen = storey === null || storey >= floorsM.length ? null : storey;
  return {
    floorsM,
    storey: chosen,
    storeyM: chosen === null ? null : floorsM[chosen]!,
    cutM,
    cutRange: findCutRange(bounds),
    cut: setCutM,
    /** Opens a storey, and takes a walker there. */
    choose: (next: number | null) => {
      setStorey(next);
      setCutM(next === null ? null : findStoreyCut(floorsM, next));
      if (view !== "walk" || next === null) return;
      const scene = sceneRef.current;
      const [x, , z] = scene?.getPose().position ?? [0, 0, 0];
      scene?.walkNear([x, floorsM[next]!, z]);
    },
    /** Closes the building again if a height is cut off. */
    reveal: (heightM: number) => {
      if (cutM === null || heightM <= cutM) return;
      setStorey(null);
      setCutM(null);
    },
  };
}
