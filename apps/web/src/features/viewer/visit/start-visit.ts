import { findFirstScan } from "@blueprint/contract/first-picture";
import { findEarlyScene } from "../first-picture/early-scene.ts";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import { listStandpoints } from "../scans/scan-placement.ts";
import { readSharedView, type SharedView } from "../sharing/shared-view.ts";

/** How a visit begins: with the view in the page's address, and with what the first picture already shows. */
export function startVisit(blueprint: SpokenBlueprint, address: string) {
  const { scene, scans } = blueprint;
  const begun = [...(findEarlyScene(findFirstScan(scans)?.id)?.scans ?? [])].filter(([, { isShown }]) => isShown);
  return {
    startView: scene.views?.find(({ id }) => id === scene.startViewId),
    shared: findSharedView(blueprint, new URLSearchParams(address)),
    begunScanIds: begun.map(([id]) => id),
  };
}

/** The shared view of an address. Leaves out what the place no longer has. */
function findSharedView({ scans, scene }: SpokenBlueprint, params: URLSearchParams): SharedView | null {
  const view = readSharedView(params.get("at"));
  if (view === null) return null;
  const { panoramaId, hiddenScanIds, anchorId } = view;
  const isPanorama = scans.flatMap(listStandpoints).some(({ id, kind }) => id === panoramaId && kind === "panorama");
  return {
    ...view,
    panoramaId: isPanorama ? panoramaId : null,
    hiddenScanIds: hiddenScanIds?.filter((id) => scans.some((scan) => scan.id === id)) ?? null,
    anchorId: scene.anchors.some(({ id }) => id === anchorId) ? anchorId : null,
  };
}
