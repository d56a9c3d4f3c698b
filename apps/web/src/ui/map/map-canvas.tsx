import "maplibre-gl/dist/maplibre-gl.css";
import "./map.css";
import { AttributionControl, MapLibreMap, type MapMouseEvent, ScaleControl, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { fetchStreetStyle, type MapService } from "../../lib/map-service.ts";
import { useColourScheme } from "../../lib/theme.ts";
import { type BuiltInShapes, builtInZoomMax, nearZoomMin, toBuiltInShapes, toBuiltInStyle } from "./built-in-style.ts";
import type { GeoBounds } from "./cluster-pins.ts";
import type { GeoPoint } from "./degrees.ts";
import { loadCities, loadNearShapes, loadWorldShapes } from "./map-data.ts";
import { readMapColours } from "./map-tokens.ts";
import { type MapView, MapViewContext } from "./map-view.ts";

// Served from our own origin, so that the content security policy can stay strict.
setWorkerUrl(workerUrl);

const streetZoomMax = 20;
const fitPadding = { top: 56, right: 48, bottom: 48, left: 48 };

/** Initial view of a map: a point at a zoom, or a box. */
export type MapStart = { readonly at: GeoPoint; readonly zoom: number } | { readonly bounds: GeoBounds };

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
  const [isOutside, setOutside] = useState(service !== null);
  const [shapes, setShapes] = useState<BuiltInShapes | null>(null);
  const scheme = useColourScheme();
  const begin = useRef({ label, start });
  const report = useRef(onProblem);
  report.current = onProblem;

  useEffect(() => {
    const container = frame.current;
    if (container === null) return;
    const { label: title, start: from } = begin.current;
    let made: MapLibreMap;
    try {
      made = new MapLibreMap({
        container,
        ...("bounds" in from
          ? { bounds: toBoundsList(from.bounds), fitBoundsOptions: { padding: fitPadding, maxZoom: 9 } }
          : { center: [from.at.longitude, from.at.latitude], zoom: from.zoom }),
        attributionControl: false,
        // A page with a map must stay easy to scroll.
        cooperativeGestures: true,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        renderWorldCopies: false,
        locale: { "Map.Title": title },
      });
    } catch {
      report.current("no-webgl");
      return;
    }
    made.touchZoomRotate.disableRotation();
    made.keyboard.disableRotation();
    made.addControl(new AttributionControl({ compact: false }), "bottom-right");
    made.addControl(new ScaleControl({ maxWidth: 88 }), "bottom-left");
    setMap(made);
    setView(toMapView(made));
    return () => {
      setMap(null);
      setView(null);
      made.remove();
    };
  }, []);

  // The service's street map, unless it fails.
  useEffect(() => {
    if (map === null || service === null || !isOutside) return;
    const stop = new AbortController();
    const giveUp = () => {
      if (stop.signal.aborted) return;
      stop.abort();
      setOutside(false);
      report.current("no-streets");
    };
    let hasDrawn = false;
    const onData = ({ tile }: { tile?: unknown }) => {
      hasDrawn ||= tile !== undefined;
    };
    // Once streets have been drawn, a missing tile is no reason to remove them all.
    const onError = () => {
      if (!hasDrawn) giveUp();
    };
    map.on("sourcedata", onData);
    map.on("error", onError);
    fetchStreetStyle(service, scheme, stop.signal)
      .then((style) => {
        map.setMaxZoom(streetZoomMax);
        map.setStyle(style as unknown as Parameters<MapLibreMap["setStyle"]>[0]);
      })
      .catch(giveUp);
    return () => {
      stop.abort();
      map.off("sourcedata", onData);
      map.off("error", onError);
    };
  }, [map, service, scheme, isOutside]);

  // The world loads first; the larger list of cities follows.
  useEffect(() => {
    if (isOutside) return;
    let isGone = false;
    const stop = new AbortController();
    const load = async () => {
      const world = await loadWorldShapes();
      if (!isGone) setShapes(toBuiltInShapes(world, []));
      const cities = await loadCities();
      if (!isGone) setShapes(toBuiltInShapes(world, cities));
      if (map === null) return;
      await untilNear(map, stop.signal);
      // Without the finer coasts, the map is still useful.
      const near = await loadNearShapes().catch(() => null);
      if (!isGone && near !== null) setShapes(toBuiltInShapes(world, cities, near));
    };
    load().catch(() => {
      if (!isGone) report.current("no-shapes");
    });
    return () => {
      isGone = true;
      stop.abort();
    };
  }, [map, isOutside]);

  useEffect(() => {
    if (map === null || shapes === null || isOutside) return;
    map.setMaxZoom(builtInZoomMax);
    map.setStyle(toBuiltInStyle(shapes, readMapColours(map.getContainer())));
    // A change of scheme rereads the tokens.
    void scheme;
  }, [map, shapes, scheme, isOutside]);

  return (
    <>
      <div data-map={isOutside ? "streets" : "built-in"} className="absolute inset-0">
        <div ref={frame} className="size-full" />
      </div>
      {view === null ? null : <MapViewContext value={view}>{children}</MapViewContext>}
    </>
  );
}

/** Resolves once the map is near enough for the finer coasts; never if the map is left first. */
function untilNear(map: MapLibreMap, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (map.getZoom() < nearZoomMin) return;
      map.off("zoom", look);
      resolve();
    };
    map.on("zoom", look);
    left.addEventListener("abort", () => map.off("zoom", look));
    look();
  });
}

function toBoundsList({ west, south, east, north }: GeoBounds): [number, number, number, number] {
  return [west, south, east, north];
}

function toMapView(map: MapLibreMap): MapView {
  return {
    toScreen: ({ longitude, latitude }) => {
      const { x, y } = map.project([longitude, latitude]);
      return { x, y };
    },
    toGeoPoint: (x, y) => {
      const { lng, lat } = map.unproject([x, y]);
      return { longitude: lng, latitude: lat };
    },
    size: () => {
      const { clientWidth: width, clientHeight: height } = map.getContainer();
      return { width, height };
    },
    zoom: () => map.getZoom(),
    zoomMax: () => map.getMaxZoom(),
    show: ({ longitude, latitude }, zoom) => {
      map.easeTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), zoom), duration: 240 });
    },
    fit: (bounds) => {
      map.fitBounds(toBoundsList(bounds), { padding: fitPadding, maxZoom: builtInZoomMax, duration: 240 });
    },
    zoomBy: (steps) => {
      map.easeTo({ zoom: map.getZoom() + steps, duration: 160 });
    },
    follow: (onMove) => {
      map.on("move", onMove);
      map.on("resize", onMove);
      return () => {
        map.off("move", onMove);
        map.off("resize", onMove);
      };
    },
    onPress: (press) => {
      const onClick = ({ lngLat }: MapMouseEvent) => press({ longitude: lngLat.lng, latitude: lngLat.lat });
      map.on("click", onClick);
      return () => {
        map.off("click", onClick);
      };
    },
  };
}
