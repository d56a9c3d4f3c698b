import type { Scene } from "@blueprint/scene/read-scene";
import { useMemo, useState } from "react";
import type { ViewerScan } from "../../viewer/viewer.ts";
import { isOnStorey, listStoreys, type PlanStorey } from "../tools/plan-view/plan-storeys.ts";

/** The storeys that the plan can show, and the one it shows. */
export function useShownStoreys(
  scene: Scene,
  scans: readonly ViewerScan[],
): {
  readonly storeys: readonly PlanStorey[];
  readonly storey: PlanStorey;
  readonly isHere: (position: readonly [number, number, number]) => boolean;
  /** The height of a storey's floor, metres. */
  readonly toFloorM: (storey: number) => number;
  readonly show: (storeyId: string) => void;
} {
  const [storeyId, setStoreyId] = useState<string | null>(null);
  const { floors } = scene;
  const storeys = useMemo(() => {
    // Walls detected in a scan stay where they are; drawings lie where they were placed.
    const found = scans.flatMap(({ kind, delivery }) => (kind === "plan" ? [] : delivery.plans));
    return listStoreys({ floors }, found);
  }, [floors, scans]);
  const storey = storeys.find(({ id }) => id === storeyId) ?? storeys[0]!;
  return {
    storeys,
    storey,
    isHere: ([, y]) => isOnStorey(storeys, storey, y),
    toFloorM: (number) => floors.find(({ storey: one }) => one === number)?.elevation ?? storeys[0]?.floorM ?? 0,
    show: setStoreyId,
  };
}
