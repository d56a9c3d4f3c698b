// Everything that other screens may use from the viewer. Nothing here loads three.js: pages without a scene import this
// file too.

export { AnchorContent } from "./anchors/anchor-content.tsx";
export { anchorIcons } from "./anchors/anchor-icons.ts";
export { AnchorList } from "./anchors/anchor-list.tsx";
export {
  anchorTypeLooks,
  availabilityTexts,
  countMinorDigits,
  directionTexts,
  listTypeChoices,
  safetyTexts,
} from "./anchors/anchor-types.ts";
export { describePosition } from "./anchors/describe-position.ts";
export { PlaceAccessContext } from "./anchors/place-access.ts";
export { CameraWatch } from "./camera/camera-watch.ts";
export { HeatPlan } from "./counting/heat-plan.tsx";
export { ScanPoster } from "./first-picture/scan-poster.tsx";
export { formatLengthIn, formatMeasured, metresPerFoot } from "./measure/format-measured.ts";
export { findLabelPoint, listSegments } from "./measure/measurement-lines.ts";
export { toPickUncertainty, toPointUncertainty } from "./measure/point-uncertainty.ts";
export { PinSign } from "./pins/pin-sign.tsx";
export { PlanScale, PlanZoom } from "./plans/plan-controls.tsx";
export {
  fitPlan,
  type PixelSize,
  type PlanExtent,
  type PlanWindow,
  panPlan,
  toPlanPixels,
  zoomPlan,
} from "./plans/plan-window.ts";
export { listStoreyPlans } from "./plans/storey-plans.ts";
export { usePlanGestures } from "./plans/use-plan-gestures.ts";
export { labelScanKind } from "./scans/scan-labels.ts";
export { ScanLayers } from "./scans/scan-layers.tsx";
export { applyPlacements, type ScanPlacement } from "./scans/scan-placement.ts";
export { type SceneLayers, useSceneLayers } from "./scans/use-scene-layers.ts";
export { toRgb } from "./scene/css-rgb.ts";
export type {
  CameraPose,
  CanvasProblem,
  DragPhase,
  ScanHit,
  ScanShowState,
  ScanVolume,
  SceneHandle,
  ViewerAnchor,
  ViewerScan,
  ViewMode,
} from "./scene/scene.ts";
export { writeSharedView } from "./sharing/shared-view.ts";
export { StoreyPanel } from "./storeys/storey-panel.tsx";
export { wholeBuilding } from "./storeys/storeys.ts";
export { useStoreys } from "./storeys/use-storeys.ts";
export { everythingShown, isEverythingShown, listShown, type Shown, toShown } from "./views/shown-objects.ts";
export { useIsNarrow } from "./visit/use-is-narrow.ts";
export { toZoneColour } from "./zones/zone-colour.ts";
export { labelZoneType } from "./zones/zone-labels.ts";
export type { ViewerZone } from "./zones/zone-mesh.ts";
