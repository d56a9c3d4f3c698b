import { createContext, useContext, useSyncExternalStore } from "react";
import type { GeoBounds } from "./cluster-pins.ts";
import type { GeoPoint } from "./degrees.ts";

/** What stands on a map may ask of it. Pixels are measured from its top left corner. */
export interface MapView {
  toScreen(at: GeoPoint): { readonly x: number; readonly y: number };
  toGeoPoint(x: number, y: number): GeoPoint;
  size(): { readonly width: number; readonly height: number };
  zoom(): number;
  zoomMax(): number;
  /** Brings a point to the middle; nearer, if that is not near enough for `zoom`. */
  show(at: GeoPoint, zoom: number): void;
  fit(bounds: GeoBounds): void;
  zoomBy(steps: number): void;
  /** Calls back whenever something stands elsewhere on the screen than before. @returns how to stop it */
  follow(onMove: () => void): () => void;
  /** Calls back when the map itself is pressed, not something on it. @returns how to stop it */
  onPress(press: (at: GeoPoint) => void): () => void;
}

export const MapViewContext = createContext<MapView | null>(null);

/** The map around this component. */
export function useMapView(): MapView {
  const view = useContext(MapViewContext);
  if (view === null) throw new Error("There is no map around this component.");
  return view;
}

/** Something of the map's view, read again whenever it moves. `read` must answer with a plain value. */
export function useMapValue<Value extends string | number | boolean>(read: (view: MapView) => Value): Value {
  const view = useMapView();
  return useSyncExternalStore(view.follow, () => read(view));
}
