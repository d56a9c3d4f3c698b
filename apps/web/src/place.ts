// A visitor's page begins here: with the picture. What stands around it (React, the router, the screens) is fetched once
// the picture stands, or when it does not come.
import "./styles/main.css";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import { readEmbeddedPlace } from "./features/viewer/embedded-place.ts";
import { showFirstPicture } from "./features/viewer/first-picture.ts";
import { importSceneCanvas, preloadFirstPicture } from "./features/viewer/preload-scene.ts";

/** After this long the names and the text of a place are worth more than its picture. */
const firstPictureMsMax = 2_500;

const place = readEmbeddedPlace();
const host = document.getElementById("first-picture");
if (place !== null && host !== null) {
  await Promise.race([
    // What went wrong is told by the page, which tries again.
    showPlace(place, host).catch(() => host.remove()),
    new Promise((resolve) => setTimeout(resolve, firstPictureMsMax)),
  ]);
} else {
  host?.remove();
}
const [{ startApp }] = await Promise.all([import("./start-app.tsx"), importSceneCanvas()]);
startApp();

async function showPlace(blueprint: PublishedBlueprint, element: HTMLElement): Promise<void> {
  preloadFirstPicture(blueprint);
  await showFirstPicture(blueprint.scans, element);
  element.querySelector("img")?.remove();
}
