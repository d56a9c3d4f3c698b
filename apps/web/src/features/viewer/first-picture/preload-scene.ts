import { findFirstScan, listFirstPictureUrls } from "@blueprint/contract/first-picture";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import { prefetchDelivery } from "../loaders/fetch-delivery.ts";
import { preloadScanLoader } from "../loaders/load-scan.ts";

/** Loads the canvas with three.js: a chunk that the text version never loads. */
export const importSceneCanvas = async () => {
  const loaded = await import("../scene/scene-canvas.tsx");
  sceneCanvas = loaded.SceneCanvas;
  return loaded;
};

let sceneCanvas: Awaited<ReturnType<typeof importSceneCanvas>>["SceneCanvas"] | null = null;

/** Returns the canvas if its code is loaded: a scene started before the page then continues without a gap. */
export const findSceneCanvas = () => sceneCanvas;

/** Starts loading what the first picture needs before there is a canvas: its loader's code and its first bytes. */
export function preloadFirstPicture({ scans }: PublishedBlueprint): void {
  const first = findFirstScan(scans);
  // The page draws a sheet itself, as an image.
  if (first === undefined || first.kind === "plan") return;
  preloadScanLoader(first.delivery);
  for (const url of listFirstPictureUrls(first)) prefetchDelivery(url);
}
