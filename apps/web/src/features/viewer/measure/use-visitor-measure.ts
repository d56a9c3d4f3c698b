import { type RefObject, useState } from "react";
import type { ScanHit, SceneHandle, ViewerScan } from "../viewer.ts";
import { addMeasurePoint, startMeasure, type VisitorMeasure } from "./visitor-measure.ts";

/** A visitor's measuring: by the pointer where it points, by the keyboard at the middle of the picture. */
export function useVisitorMeasure(sceneRef: RefObject<SceneHandle | null>, scans: readonly ViewerScan[]) {
  const [measure, setMeasure] = useState<VisitorMeasure | null>(null);
  const [hint, setHint] = useState("");
  const addHit = (hit: ScanHit | null) => {
    const kind = scans.find(({ id }) => id === hit?.scanId)?.kind;
    setHint(hit === null || kind === undefined ? "There is no surface. Point at something of the scan." : "");
    if (hit !== null && kind !== undefined)
      setMeasure((before) => addMeasurePoint(before ?? startMeasure("distance"), hit, kind));
  };
  return {
    measure,
    hint,
    change: (next: VisitorMeasure) => {
      setHint("");
      setMeasure(next);
    },
    toggle: () => {
      setHint("");
      setMeasure((before) => (before === null ? startMeasure("distance") : null));
    },
    stop: () => setMeasure(null),
    addHit,
    addAtAim: () => addHit(sceneRef.current?.pickAtCentre() ?? null),
  };
}
