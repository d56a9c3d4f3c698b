import type { MapLibreMap } from "maplibre-gl";
import { useEffect, useRef, useState } from "react";
import { fetchStreetStyle, type MapService } from "../../lib/map-service.ts";
import { useColourScheme } from "../../lib/theme.ts";

const streetZoomMax = 20;

/**
 * Draws the service's street map, unless it fails.
 * @returns whether the map shows streets, or still tries to
 */
export function useStreetStyle(map: MapLibreMap | null, service: MapService | null, onFailure: () => void): boolean {
  const [isOutside, setOutside] = useState(service !== null);
  const scheme = useColourScheme();
  const fail = useRef(onFailure);
  fail.current = onFailure;
  useEffect(() => {
    if (map === null || service === null || !isOutside) return;
    const stop = new AbortController();
    const giveUp = () => {
      if (stop.signal.aborted) return;
      stop.abort();
      setOutside(false);
      fail.current();
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
  return isOutside;
}
