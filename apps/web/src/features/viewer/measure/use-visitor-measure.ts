import { type RefObject, useState } from "react";
import type { ScanHit, SceneHandle, ViewerScan } from "../viewer.ts";
import { addMeasurePoint, startMeasure, type VisitorMeasure } from "./visitor-measure.ts";

/** A visitor's measuring: by the pointer where it points, by the keyboard at the middle of the picture. */
export function useVisitorMeasure(sceneRef: RefObject<SceneHandle | null>, scans: readonly ViewerScan[]) {
  const [measure, setMeasure] = useState<VisitorMeasure | null>(null);
  const [hasMissed, setHasMissed] = useState(false);
  const addHit = (hit: ScanHit | null) => {
    const kind = scans.find(({ id }) => id === hit?.scanId)?.kind;
    setHasMissed(hit === null || kind === undefined);
    if (hit !== null && kind !== undefined)
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
    addHit,
    addAtAim: () => addHit(sceneRef.current?.pickAtCentre() ?? null),
  };
}
