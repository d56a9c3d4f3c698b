import { type RefObject, useEffect, useState } from "react";
import type { Vector3Tuple } from "../scene/scene.ts";
import {
  type CoveredSides,
  fitPlan,
  type PixelSize,
  type PlanExtent,
  type PlanWindow,
  panPlan,
  zoomPlan,
} from "./plan-window.ts";

/** What a plan shows. */
interface PlanSubject {
  readonly extent: PlanExtent;
  /** Sides that panels cover at first. */
  readonly covered: CoveredSides;
  /** A different storey is fitted again. */
  readonly storey: number;
  /** The chosen anchor; a newly chosen one moves to the middle. */
  readonly centreId: string | null;
  readonly centre: Vector3Tuple | undefined;
}

/** The visible part of a plan: all of it, until it is zoomed and moved. */
export function usePlanWindow(
  frame: RefObject<HTMLElement | null>,
  { extent, covered, storey, centreId, centre }: PlanSubject,
) {
  const [size, setSize] = useState<PixelSize | null>(null);
  const [moved, setMoved] = useState<PlanWindow | null>(null);
  const fitted = fitPlan(extent, size ?? { width: 320, height: 320 }, covered);
  const window = moved ?? fitted;
  const least = Math.min(fitted.pxPerM, window.pxPerM) / 2;

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);

  const [fittedStorey, setFittedStorey] = useState(storey);
  if (fittedStorey !== storey) {
    setFittedStorey(storey);
    setMoved(null);
  }
  const [shownId, setShownId] = useState(centreId);
  if (shownId !== centreId) {
    setShownId(centreId);
    if (centre !== undefined) setMoved({ ...window, x: centre[0], z: centre[2] });
  }

  return {
    window,
    /** Null until measured. */
    size,
    zoom: (factor: number, at = { x: 0, y: 0 }) => setMoved(zoomPlan(window, factor, at, least)),
    pan: (dx: number, dy: number) => setMoved(panPlan(window, dx, dy, extent)),
    showWhole: () => setMoved(null),
  };
}
