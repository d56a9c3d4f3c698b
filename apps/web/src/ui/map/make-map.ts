import { AttributionControl, MapLibreMap, ScaleControl } from "maplibre-gl";
import type { GeoBounds } from "./cluster-pins.ts";
import type { GeoPoint } from "./degrees.ts";
import { fitPadding, toBoundsList } from "./to-map-view.ts";

/** Initial view of a map: a point at a zoom, or a box. */
export type MapStart = { readonly at: GeoPoint; readonly zoom: number } | { readonly bounds: GeoBounds };

/** An empty map, without a style. @throws if the browser has no WebGL */
export function makeMap(container: HTMLElement, label: string, start: MapStart): MapLibreMap {
  const map = new MapLibreMap({
    container,
    ...("bounds" in start
      ? { bounds: toBoundsList(start.bounds), fitBoundsOptions: { padding: fitPadding, maxZoom: 9 } }
      : { center: [start.at.longitude, start.at.latitude], zoom: start.zoom }),
    attributionControl: false,
    // A page with a map must stay easy to scroll.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    locale: { "Map.Title": label },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new AttributionControl({ compact: false }), "bottom-right");
  map.addControl(new ScaleControl({ maxWidth: 88 }), "bottom-left");
  return map;
}
