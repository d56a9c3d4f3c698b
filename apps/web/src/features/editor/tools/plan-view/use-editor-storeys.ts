import { listPublishedPlan, toPublishedStorey } from "@blueprint/scene/published-scene";
import type { Scene } from "@blueprint/scene/read-scene";
import { type RefObject, useMemo, useState } from "react";
import {
  applyPlacements,
  listStoreyPlans,
  type SceneHandle,
  useStoreys,
  type ViewerScan,
  type ViewMode,
  wholeBuilding,
} from "../../../viewer/viewer.ts";

/** The storeys and the cut of the 3D view, as visitors have them. They are this user's only. */
export function useEditorStoreys(
  { plans, floors }: Pick<Scene, "plans" | "floors">,
  scans: readonly ViewerScan[],
  allScans: readonly ViewerScan[],
  hiddenIds: ReadonlySet<string>,
  mode: ViewMode,
  sceneRef: RefObject<SceneHandle | null>,
) {
  const found = useMemo(() => {
    const seen = applyPlacements(scans).filter(({ kind, id }) => kind !== "plan" && !hiddenIds.has(id));
    const published = { plans: plans.flatMap(listPublishedPlan), floors: floors.map(toPublishedStorey) };
    return {
      storeyPlans: listStoreyPlans(
        seen.flatMap(({ delivery }) => delivery.plans),
        published,
        allScans,
      ),
      bounds: seen.filter(({ kind }) => kind !== "panorama").map(({ delivery }) => delivery.bounds),
    };
  }, [scans, allScans, hiddenIds, plans, floors]);
  const [choice, setChoice] = useState(wholeBuilding);
  const storeys = useStoreys(found.storeyPlans, found.bounds, mode, sceneRef, choice, setChoice);
  return { storeys, storeyPlans: found.storeyPlans, hasScene: found.bounds.length > 0 };
}
