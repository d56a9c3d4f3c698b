import { findFirstScan } from "@blueprint/contract/first-picture";
import { findEarlyScene } from "../first-picture/early-scene.ts";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import { findLinkedStart } from "../sharing/linked-start.ts";
import { listShown, toShown } from "../views/shown-objects.ts";

/** How a visit begins: with the link in the page's address, and with what the first picture already shows. */
export function startVisit(blueprint: SpokenBlueprint, address: string) {
  const { scene, scans } = blueprint;
  const begun = [...(findEarlyScene(findFirstScan(scans)?.id)?.scans ?? [])].filter(([, { isShown }]) => isShown);
  const { start: linked, missing } = findLinkedStart(blueprint, new URLSearchParams(address));
  const usual = scene.views?.find(({ id }) => id === scene.startViewId);
  const linkedAnchor = scene.anchors.find(({ id }) => id === linked?.anchorId);
  // A view that hides what the link opens gives way.
  const hidesIt =
    usual !== undefined &&
    linkedAnchor !== undefined &&
    listShown(toShown(usual), "anchors", [linkedAnchor]).length === 0;
  return {
    startView: linked?.view ?? (hidesIt ? undefined : usual),
    linked,
    missing,
    begunScanIds: begun.map(([id]) => id),
  };
}
