import type { MapLibreMap, MapMouseEvent } from "maplibre-gl";
import { builtInZoomMax } from "./built-in-style.ts";
import type { GeoBounds } from "./cluster-pins.ts";
import type { MapView } from "./map-view.ts";

/** Room around what the map is fitted to. */
export const fitPadding = { top: 56, right: 48, bottom: 48, left: 48 };

export function toBoundsList({ west, south, east, north }: GeoBounds): [number, number, number, number] {
  return [west, south, east, north];
}

/** The part of a map that the elements on it may use. */
export function toMapView(map: MapLibreMap): MapView {
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
