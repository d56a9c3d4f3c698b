import { lazy, type ReactNode, type RefObject, Suspense } from "react";
import { useMediaQuery } from "../../../lib/use-media-query.ts";
import type { RigMode } from "../camera/camera-rig.ts";
import type { EarlyScene } from "../first-picture/early-scene.ts";
import { ScanObject } from "../scans/scan-object.tsx";
import type { SceneScans } from "../scans/use-scene-scans.ts";
import type { LiveScene } from "./live-scene.ts";
import type { SceneCanvasProps } from "./scene-canvas-props.ts";

// Most places have no zones, and the first frame doesn't wait for any.
const ZoneMeshes = lazy(async () => ({ default: (await import("../zones/zone-meshes.tsx")).ZoneMeshes }));
const ZoneOutlines = lazy(async () => ({ default: (await import("../zones/zone-outlines.tsx")).ZoneOutlines }));
// Loaded with the first walk.
const WalkRing = lazy(async () => ({ default: (await import("../walking/walk-ring.tsx")).WalkRing }));

/** What a canvas draws: the scans, the zones, the ring that shows where a click walks to. */
export function SceneContents({
  live,
  stageRef,
  early,
  rigMode,
  scans: { loading, noteState, noteLeave },
  zones = [],
  zoneLook,
  isPicking,
  children,
}: {
  readonly live: LiveScene;
  readonly stageRef: RefObject<HTMLDivElement | null>;
  readonly early: EarlyScene | null;
  readonly rigMode: RigMode;
  readonly scans: SceneScans;
  readonly zones: SceneCanvasProps["zones"];
  readonly zoneLook: SceneCanvasProps["zoneLook"];
  /** A click is not for walking. */
  readonly isPicking: boolean;
  readonly children: ReactNode;
}) {
  const isTouch = useMediaQuery("(pointer: coarse)");
  return (
    <>
      {loading.map((scan) => (
        <ScanObject
          key={scan.id}
          scan={scan}
          live={live}
          early={early?.scans}
          onState={noteState}
          onLeave={noteLeave}
        />
      ))}
      {rigMode === "walk" && !isPicking && !isTouch ? (
        <Suspense fallback={null}>
          <WalkRing live={live} stageRef={stageRef} />
        </Suspense>
      ) : null}
      {zones.length === 0 ? null : (
        <Suspense fallback={null}>
          {zoneLook === "outline" ? <ZoneOutlines zones={zones} /> : <ZoneMeshes zones={zones} />}
        </Suspense>
      )}
      {children}
    </>
  );
}
