import { type RefObject, useState } from "react";
import type { ScanHit, SceneHandle, Vector3Tuple, ViewerScan } from "../scene/scene.ts";
import { addMeasurePoint, refineMeasurePoint, startMeasure, type VisitorMeasure } from "./visitor-measure.ts";

/**
 * Measuring for visitors: by pointer at its position, by keyboard at the centre of the view. A point is set at once and
 * moves when finer detail arrives.
 */
export function useVisitorMeasure(sceneRef: RefObject<SceneHandle | null>, scans: readonly ViewerScan[]) {
  const [measure, setMeasure] = useState<VisitorMeasure | null>(null);
  const [hasMissed, setHasMissed] = useState(false);
  const kindOf = (scanId: string | undefined) => scans.find(({ id }) => id === scanId)?.kind;
  const add = (pick: (onFiner: (hit: ScanHit) => void) => ScanHit | null | undefined) => {
    let set: Vector3Tuple | null = null;
    const hit = pick((finer) => {
      const former = set;
      const finerKind = kindOf(finer.scanId);
      if (former === null || finerKind === undefined) return;
      set = finer.point;
      setMeasure((before) => before && refineMeasurePoint(before, former, finer, finerKind));
    });
    const kind = kindOf(hit?.scanId);
    setHasMissed(hit == null || kind === undefined);
    if (hit == null || kind === undefined) return;
    set = hit.point;
    setMeasure((before) => addMeasurePoint(before ?? startMeasure("distance"), hit, kind));
  };
  return {
    measure,
    hasMissed,
    change: (next: VisitorMeasure) => {
      setHasMissed(false);
      setMeasure(next);
    },
    toggle: () => {
      setHasMissed(false);
      setMeasure((before) => (before === null ? startMeasure("distance") : null));
    },
    stop: () => setMeasure(null),
    addAt: (clientX: number, clientY: number) => add((onFiner) => sceneRef.current?.pickAt(clientX, clientY, onFiner)),
    addAtAim: () => add((onFiner) => sceneRef.current?.pickAtCentre(onFiner)),
  };
}
