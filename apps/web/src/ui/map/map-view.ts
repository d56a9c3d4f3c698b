import { createContext, useContext, useSyncExternalStore } from "react";
import type { GeoBounds } from "./cluster-pins.ts";
import type { GeoPoint } from "./degrees.ts";

/** The map's interface for elements on it. Pixels count from its top left corner. */
export interface MapView {
  toScreen(at: GeoPoint): { readonly x: number; readonly y: number };
  toGeoPoint(x: number, y: number): GeoPoint;
  size(): { readonly width: number; readonly height: number };
  zoom(): number;
  zoomMax(): number;
  /** Centres a point; zooms in if the map is below `zoom`. */
  show(at: GeoPoint, zoom: number): void;
  fit(bounds: GeoBounds): void;
  zoomBy(steps: number): void;
  /** Calls back whenever points move on screen. @returns a function that unsubscribes */
  follow(onMove: () => void): () => void;
  /** Calls back on a press on the map itself, not on an element on it. @returns a function that unsubscribes */
  onPress(press: (at: GeoPoint) => void): () => void;
}

export const MapViewContext = createContext<MapView | null>(null);

/** The surrounding map. */
export function useMapView(): MapView {
  const view = useContext(MapViewContext);
  if (view === null) throw new Error("There is no map around this component.");
  return view;
}

/** A value derived from the map's view, updated whenever it moves. `read` must return a primitive. */
export function useMapValue<Value extends string | number | boolean>(read: (view: MapView) => Value): Value {
  const view = useMapView();
  return useSyncExternalStore(view.follow, () => read(view));
}
