import { type RefObject, useMemo } from "react";
import type { ViewBounds } from "../camera/camera-pose.ts";
import type { SceneHandle, ViewMode } from "../scene/scene.ts";
import { type CutRange, findCutRange, openStorey, revealHeight, type StoreyChoice } from "./storeys.ts";

/** The chosen storey, which the dollhouse, the plan and the walk share, and the height of the dollhouse's cut. */
export interface Storeys extends StoreyChoice {
  /** Lowest first, metres. */
  readonly floorsM: readonly number[];
  /** Height of the chosen storey's floor, metres. */
  readonly storeyM: number | null;
  readonly cutRange: CutRange | null;
  readonly cut: (cutM: number | null) => void;
  /** Opens a storey, and takes a walker there. */
  readonly choose: (storey: number | null) => void;
  /** Closes the building again if a height is cut off. */
  readonly reveal: (heightM: number) => void;
}

/** @param choice may name a storey that the place doesn't have; it then counts as none */
export function useStoreys(
  storeyPlans: readonly { readonly floorM: number }[],
  bounds: readonly ViewBounds[],
  view: ViewMode | "plan",
  sceneRef: RefObject<SceneHandle | null>,
  choice: StoreyChoice,
  onChange: (choice: StoreyChoice) => void,
): Storeys {
  const heights = storeyPlans.map(({ floorM }) => floorM).join();
  const floorsM = useMemo(() => (heights === "" ? [] : heights.split(",").map(Number)), [heights]);
  const storey = choice.storey === null || choice.storey >= floorsM.length ? null : choice.storey;
  return {
    floorsM,
    storey,
    storeyM: storey === null ? null : floorsM[storey]!,
    cutM: choice.cutM,
    cutRange: findCutRange(bounds),
    cut: (cutM) => onChange({ ...choice, cutM }),
    choose: (next) => {
      onChange(openStorey(floorsM, next));
      if (view !== "walk" || next === null) return;
      const scene = sceneRef.current;
      const [x, , z] = scene?.getPose().position ?? [0, 0, 0];
      scene?.walkNear([x, floorsM[next]!, z]);
    },
    reveal: (heightM) => onChange(revealHeight(choice, heightM)),
  };
}
