import "maplibre-gl/dist/maplibre-gl.css";
import "./map.css";
import { type MapLibreMap, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { MapService } from "../../lib/map-service.ts";
import { type MapStart, makeMap } from "./make-map.ts";
import { type MapView, MapViewContext } from "./map-view.ts";
import { toMapView } from "./to-map-view.ts";
import { useBuiltInStyle } from "./use-built-in-style.ts";
import { useStreetStyle } from "./use-street-style.ts";

// Served from our own origin, so that the content security policy can stay strict.
setWorkerUrl(workerUrl);

export interface MapCanvasProps {
  readonly label: string;
  /** Read once, when the map is created. */
  readonly start: MapStart;
  readonly service: MapService | null;
  /** Why a different map is shown than requested, or none at all. */
  readonly onProblem: (problem: "no-streets" | "no-webgl" | "no-shapes") => void;
  /** Elements placed on the map. */
  readonly children?: ReactNode;
}

/** The map itself. Loaded only with a screen that shows one. */
export default function MapCanvas({ label, start, service, onProblem, children }: MapCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [view, setView] = useState<MapView | null>(null);
  const isOutside = useStreetStyle(map, service, () => onProblem("no-streets"));
  useBuiltInStyle(map, !isOutside, () => onProblem("no-shapes"));
  const begin = useRef({ label, start });
  const report = useRef(onProblem);
  report.current = onProblem;

  useEffect(() => {
    const container = frame.current;
    if (container === null) return;
    let made: MapLibreMap;
    try {
      made = makeMap(container, begin.current.label, begin.current.start);
    } catch {
      report.current("no-webgl");
      return;
    }
    setMap(made);
    setView(toMapView(made));
    return () => {
      setMap(null);
      setView(null);
      made.remove();
    };
  }, []);

  return (
    <>
      <div data-map={isOutside ? "streets" : "built-in"} className="absolute inset-0">
        <div ref={frame} className="size-full" />
      </div>
      {view === null ? null : <MapViewContext value={view}>{children}</MapViewContext>}
    </>
  );
}
