import { useEffect, useEffectEvent, useState } from "react";
import { toPanoramaMark } from "../panoramas/panorama-markers.tsx";
import type { PlacedScan } from "../scans/scan-placement.ts";
import type { LiveScene } from "../scene/live-scene.ts";
import type { SceneCanvasProps } from "../scene/scene-canvas-props.ts";
import type { ViewerZone } from "../zones/zone-mesh.ts";
import { toZoneMark } from "../zones/zone-names.tsx";
import { MarkerLayer } from "./marker-layer.ts";

/** The layer that positions pins, panorama marks and zone names over the canvas. */
export function useMarkerLayer(
  live: LiveScene,
  { anchors, selectedAnchorId, onAnchorDrag }: SceneCanvasProps,
  panoramas: readonly PlacedScan[],
  zones: readonly ViewerZone[],
): MarkerLayer {
  const [layer] = useState(() => new MarkerLayer());
  const panoramaIds = panoramas.map(({ id }) => id).join();
  const marks = useEffectEvent(() => [...anchors, ...panoramas.map(toPanoramaMark), ...zones.map(toZoneMark)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the panoramas.
  useEffect(() => layer.setAnchors(marks()), [layer, anchors, panoramaIds, zones]);
  useEffect(() => () => layer.stop(), [layer]);
  const isEdited = onAnchorDrag !== undefined;
  useEffect(() => {
    layer.manner = isEdited ? "all" : "seen";
    layer.select(selectedAnchorId);
    live.invalidate();
  }, [layer, live, isEdited, selectedAnchorId]);
  return layer;
}
