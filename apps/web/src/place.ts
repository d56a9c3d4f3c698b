// A visitor's page begins here: with the picture. What stands around it (React, the router, the screens) is fetched once
// the picture stands, or when it does not come.
import "./styles/main.css";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import { showCoarsePoints } from "./features/viewer/coarse-points.ts";
import { readEmbeddedPlace } from "./features/viewer/embedded-place.ts";

/** After this long the names and the text of a place are worth more than its picture. */
const firstPictureMsMax = 2_500;

// Not awaited: what is imported here imports parts of this file, and would wait until it has ended.
void begin();

async function begin(): Promise<void> {
  const place = readEmbeddedPlace();
  const host = document.getElementById("first-picture");
  const tooLate = new AbortController();
  if (place !== null && host !== null) {
    await Promise.race([
      // What went wrong is told by the page, which tries again.
      showPlace(place, host, tooLate.signal).catch(() => host.remove()),
      new Promise((resolve) => setTimeout(resolve, firstPictureMsMax)),
    ]);
  } else {
    host?.remove();
  }
  tooLate.abort();
  const [{ startApp }] = await Promise.all([
    import("./start-app.tsx"),
    import("./features/viewer/preload-scene.ts").then(({ importSceneCanvas }) => importSceneCanvas()),
  ]);
  startApp();
}

/** @param tooLate aborted once the page draws by itself */
async function showPlace(place: PublishedBlueprint, host: HTMLElement, tooLate: AbortSignal): Promise<void> {
  const coarse = await showCoarsePoints(place.scans, host);
  if (coarse !== null) host.querySelector("img")?.remove();
  // The page names its files, so that they come beside this one.
  const { showFirstPicture } = await import("./features/viewer/first-picture.ts");
  if (tooLate.aborted) {
    host.remove();
    return;
  }
  await showFirstPicture(place, host);
  host.querySelector("img")?.remove();
  coarse?.remove();
}
