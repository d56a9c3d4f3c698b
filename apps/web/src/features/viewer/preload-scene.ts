import type { PublishedBlueprint } from "@blueprint/contract/published";
import { prefetchDelivery, resolveDeliveryUrl } from "./loaders/fetch-delivery.ts";
import { preloadScanLoader } from "./loaders/load-scan.ts";
import { groupScans } from "./scan-groups.ts";

/** The canvas with three.js behind it: a chunk that the text version never loads. */
export const importSceneCanvas = () => import("./components/scene-canvas.tsx");

/** Starts on what the first picture needs before there is a canvas: its loader's code and its first bytes. */
export function preloadFirstPicture({ scans }: PublishedBlueprint): void {
  for (const { kind, delivery } of groupScans(scans)[0]?.scans ?? []) {
    preloadScanLoader(delivery);
    for (const url of delivery.preloadUrls ?? []) prefetchDelivery(url);
    if (delivery.form !== "image-pyramid") prefetchDelivery(delivery.entryUrl);
    if (delivery.form === "3d-tiles" && kind === "point-cloud") {
      // The coarsest points always stand here; waiting for the tileset to say so would cost a round trip.
      prefetchDelivery(resolveDeliveryUrl(delivery.entryUrl, "tiles/r.glb"));
    }
  }
}
