import type { RootState } from "@react-three/fiber";
import { lazy, type RefObject, Suspense, useMemo, useState } from "react";
import { useMediaQuery } from "../../../lib/use-media-query.ts";
import type { RigMode } from "../camera/camera-rig.ts";
import { Aim } from "../controls/aim.tsx";
import { ThumbStick } from "../controls/thumb-stick.tsx";
import { useGamepad } from "../controls/use-gamepad.ts";
import { PanoramaMarkers } from "../panoramas/panorama-markers.tsx";
import { AnchorMarkers } from "../pins/anchor-markers.tsx";
import type { MarkerLayer } from "../pins/marker-layer.ts";
import type { SceneScans } from "../scans/use-scene-scans.ts";
import type { ViewerZone } from "../zones/zone-mesh.ts";
import { ZoneNames } from "../zones/zone-names.tsx";
import type { LiveScene } from "./live-scene.ts";
import type { DragPhase, ScanHit } from "./scene.ts";
import type { SceneCanvasProps } from "./scene-canvas-props.ts";

// Only for diagnosing performance.
const SceneStats = lazy(async () => ({ default: (await import("./scene-stats.tsx")).SceneStats }));

/** Everything over a canvas: names, pins and marks, and the controls for walking and flying. */
export function SceneOverlay({
  live,
  rendererRef,
  layer,
  rigMode,
  scans: { scans, marked, labels },
  zones,
  props,
  pickAt,
}: {
  readonly live: LiveScene;
  readonly rendererRef: RefObject<RootState | null>;
  readonly layer: MarkerLayer;
  readonly rigMode: RigMode;
  readonly scans: SceneScans;
  /** Zones with their name on the floor. */
  readonly zones: readonly ViewerZone[];
  /** Of the canvas. */
  readonly props: SceneCanvasProps;
  readonly pickAt: (clientX: number, clientY: number) => ScanHit | null;
}) {
  const [isMeasured] = useState(() => new URLSearchParams(window.location.search).has("stats"));
  const isTouch = useMediaQuery("(pointer: coarse)");
  const hasGamepad = useGamepad(live);
  const { onAnchorDrag } = props;
  const onDrag = useMemo(
    () =>
      onAnchorDrag === undefined
        ? undefined
        : (id: string, x: number, y: number, phase: DragPhase) => onAnchorDrag(id, pickAt(x, y), phase),
    [onAnchorDrag, pickAt],
  );
  const isOnTheMove = rigMode === "walk" || rigMode === "fly";
  return (
    <>
      <ZoneNames zones={zones} layer={layer} />
      <AnchorMarkers
        anchors={props.anchors}
        selectedAnchorId={props.selectedAnchorId}
        layer={layer}
        onSelect={props.onAnchorSelect}
        onDrag={onDrag}
      />
      {isOnTheMove && hasGamepad ? <Aim /> : null}
      {isOnTheMove && isTouch ? <ThumbStick live={live} isFlying={rigMode === "fly"} /> : null}
      <PanoramaMarkers panoramas={marked} labels={labels} layer={layer} onEnter={props.onEnterPanorama} />
      {isMeasured ? (
        <Suspense fallback={null}>
          <SceneStats live={live} rendererRef={rendererRef} scans={scans} labels={labels} />
        </Suspense>
      ) : null}
    </>
  );
}
