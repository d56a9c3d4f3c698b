import { lazy, Suspense, useMemo } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { LinkedStart } from "../sharing/linked-start.ts";
import { listShown } from "../views/shown-objects.ts";
import { highlightColour } from "../zones/zone-colour.ts";
import { useVisit } from "./visit.ts";
import { measureAt, openAnchor } from "./visit-moves.ts";
import { noteScanState } from "./visitor.store.ts";

// Loaded with the first measurement.
const VisitorMeasureLines = lazy(async () => ({
  default: (await import("../measure/visitor-measure-lines.tsx")).VisitorMeasureLines,
}));

// Loaded with the first way.
const RouteLine = lazy(async () => ({ default: (await import("../routes/route-line.tsx")).RouteLine }));

/** The scene as this visitor sees it, once the code that draws it is loaded. */
export function VisitCanvas({
  linked,
}: {
  /** Where the camera begins, if a link says so. */
  readonly linked: LinkedStart | null;
}) {
  const visit = useVisit();
  const { language } = useWording();
  const { blueprint, store, state, view, layers, storeys, camera, sceneRef } = visit;
  const { SceneCanvas } = visit.canvas;
  const { scene, scans } = blueprint;
  const { shown, measure } = state;
  const pins = useMemo(() => {
    // The number on a pin is its position in the list, whatever a view hides.
    const numbered = scene.anchors.map((anchor, index) => ({ ...anchor, number: index + 1 }));
    return listShown(shown, "anchors", numbered);
  }, [shown, scene.anchors]);
  const { shownZoneId } = state;
  const zones = useMemo(
    () =>
      listShown(shown, "zones", scene.zones ?? []).map((zone) =>
        zone.id === shownZoneId ? { ...zone, colour: highlightColour } : zone,
      ),
    [shown, shownZoneId, scene.zones],
  );
  if (SceneCanvas === null) return null;
  // In a panorama, the camera's position is fixed; a pose could only turn it.
  const pose = linked?.panoramaId == null ? (linked?.pose ?? undefined) : undefined;
  return (
    <SceneCanvas
      ref={sceneRef}
      label={blueprint.name}
      scans={scans}
      hiddenScanIds={layers.hiddenIds}
      panoramaId={layers.panoramaId}
      onEnterPanorama={layers.enterPanorama}
      anchors={pins}
      selectedAnchorId={state.selectedId}
      zones={zones}
      zoneLook="outline"
      mode={state.mode}
      onModeChange={(mode) => store.setState({ mode })}
      floorsM={storeys.floorsM}
      storeyM={storeys.storeyM}
      cutM={storeys.cutM}
      // Its pins and controls must not show through the plan.
      className={view.isPlanShown ? "[&_[data-marker]]:hidden!" : ""}
      hasPageKeys
      startView={pose}
      startAim={view.isPanorama ? linked?.pose?.target : undefined}
      onAnchorSelect={(anchorId) => openAnchor(visit, anchorId)}
      onScanState={(scanId, next) => noteScanState(store, scanId, next)}
      onCameraMove={camera.note}
      getTalk={async () => {
        const { conversation } = state;
        if (conversation === null) return null;
        const { createHeadsetTalk } = await import("../guide/headset-talk.ts");
        return createHeadsetTalk(conversation, language);
      }}
      onImmersive={(immersive) => store.setState({ immersive })}
      onProblem={(problem) => store.setState({ problem })}
      onPick={measure === null ? undefined : (_hit, { clientX, clientY }) => measureAt(visit, clientX, clientY)}
    >
      {state.route?.found == null ? null : (
        <Suspense fallback={null}>
          <RouteLine points={state.route.found.points} />
        </Suspense>
      )}
      {measure === null ? null : (
        <Suspense fallback={null}>
          <VisitorMeasureLines measure={measure} />
        </Suspense>
      )}
    </SceneCanvas>
  );
}
