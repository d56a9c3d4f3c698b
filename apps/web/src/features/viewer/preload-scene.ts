import type { PublishedBlueprint } from "@blueprint/contract/published";
import { prefetchDelivery } from "./loaders/fetch-delivery.ts";
import { preloadScanLoader } from "./loaders/load-scan.ts";
import { groupScans } from "./scan-groups.ts";

/** The canvas with three.js behind it: a chunk that the text version never loads. */
export const importSceneCanvas = () => import("./components/scene-canvas.tsx");

/** Starts on what the first picture needs before there is a canvas: its loader's code and its first bytes. */
export function preloadFirstPicture({ scans }: PublishedBlueprint): void {
  for (const { delivery } of groupScans(scans)[0]?.scans ?? []) {
    preloadScanLoader(delivery);
    if (delivery.form === "glb" || delivery.form === "spz") prefetchDelivery(delivery.entryUrl);
  }
}
