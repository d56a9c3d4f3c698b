// Entry point of a visitor's page: it starts with the picture. Everything around it (React, the router, the screens) is
// fetched once the picture is shown, or fails.
import "./styles/main.css";
import { findFirstScan } from "@blueprint/contract/first-picture";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import {
  findLinkedStart,
  importFirstPicture,
  importSceneCanvas,
  type LinkedStart,
  readEmbeddedPlace,
  showCoarsePoints,
  showScreenFailure,
  showsFirstScan,
} from "./features/viewer/visitor-start.ts";
import { reloadForNewerVersion } from "./lib/newer-version.ts";

/** After this, names and texts of a place matter more than its picture. */
const firstPictureMsMax = 2_500;

reloadForNewerVersion();
// Not awaited: modules imported below import parts of this file and would wait for it to finish.
begin().catch((error: unknown) => showScreenFailure(error));

async function begin(): Promise<void> {
  const place = readEmbeddedPlace();
  const host = document.getElementById("first-picture");
  const tooLate = new AbortController();
  const linked = place === null ? null : findLinkedStart(place, new URLSearchParams(window.location.search)).start;
  const first = findFirstScan(place?.scans ?? []);
  if (place !== null && host !== null && (first === undefined || showsFirstScan(linked, first.id))) {
    await Promise.race([
      // The page reports the error and retries.
      showPlace(place, linked, host, tooLate.signal).catch(() => host.remove()),
      new Promise((resolve) => setTimeout(resolve, firstPictureMsMax)),
    ]);
  } else {
    host?.remove();
  }
  tooLate.abort();
  const [{ startApp }] = await Promise.all([
    import("./start-app.tsx"),
    // The app imports the canvas again, and reports the error if that fails too.
    importSceneCanvas().catch(() => null),
  ]);
  startApp();
}

/** @param tooLate aborted once the page draws by itself */
async function showPlace(
  place: PublishedBlueprint,
  linked: LinkedStart | null,
  host: HTMLElement,
  tooLate: AbortSignal,
): Promise<void> {
  const coarse = await showCoarsePoints(place.scans, linked, host);
  if (coarse !== null) host.querySelector("img")?.remove();
  // The HTML preloads its files, so that they arrive along with this one.
  const { showFirstPicture } = await importFirstPicture();
  if (tooLate.aborted) {
    host.remove();
    return;
  }
  await showFirstPicture(place, linked, host);
  host.querySelector("img")?.remove();
  coarse?.remove();
}
