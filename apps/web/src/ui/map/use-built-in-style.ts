import type { MapLibreMap } from "maplibre-gl";
import { useEffect, useRef, useState } from "react";
import { useColourScheme } from "../../lib/theme.ts";
import { type BuiltInShapes, builtInZoomMax, nearZoomMin, toBuiltInShapes, toBuiltInStyle } from "./built-in-style.ts";
import { loadCities, loadNearShapes, loadWorldShapes } from "./map-data.ts";
import { readMapColours } from "./map-tokens.ts";

/** Draws the map that comes with the app, while it is wanted. */
export function useBuiltInStyle(map: MapLibreMap | null, isWanted: boolean, onFailure: () => void): void {
  const [shapes, setShapes] = useState<BuiltInShapes | null>(null);
  const scheme = useColourScheme();
  const fail = useRef(onFailure);
  fail.current = onFailure;

  // The world loads first; the larger list of cities follows.
  useEffect(() => {
    if (!isWanted) return;
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
      if (!isGone) fail.current();
    });
    return () => {
      isGone = true;
      stop.abort();
    };
  }, [map, isWanted]);

  useEffect(() => {
    if (map === null || shapes === null || !isWanted) return;
    map.setMaxZoom(builtInZoomMax);
    map.setStyle(toBuiltInStyle(shapes, readMapColours(map.getContainer())));
    // A change of scheme rereads the tokens.
    void scheme;
  }, [map, shapes, scheme, isWanted]);
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
