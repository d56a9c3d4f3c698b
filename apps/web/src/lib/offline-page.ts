import type { NetworkMode } from "@tanstack/react-query";

const workerPath = "/offline-worker.js";
const scope = "/blueprint-editor/";
const tellAgainMs = 15_000;
/** The worker caches the server's responses under this name. */
const answersCache = "blueprint-editor-answers";

/** With the editor's worker in control, queries also run offline: the worker may have a cached response. */
export const keptAnswersMode: NetworkMode = isControlled() ? "offlineFirst" : "online";

function isControlled(): boolean {
  try {
    return "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
  } catch {
    // Frames on other sites have no workers in some browsers.
    return false;
  }
}

/** Makes this page available offline, if the browser supports it. */
export async function keepPageForOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(workerPath, { scope });
    // A page that the worker controlled from the start has nothing to report.
    if (keptAnswersMode === "offlineFirst") return;
    const { active } = await navigator.serviceWorker.ready;
    const tell = () => {
      const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
      active?.postMessage({ loaded: [location.pathname, ...new Set(loaded)] });
    };
    tell();
    // The worker never controls a page that navigated here from another URL: report its later requests later.
    if (navigator.serviceWorker.controller === null) setTimeout(tell, tellAgainMs);
  } catch {
    // Private windows and full disks can't keep pages; the editor works while its tab is open.
  }
}

/** Deletes the cached responses of the user who signs out. */
export async function forgetKeptAnswers(): Promise<void> {
  if (!("caches" in globalThis)) return;
  await caches.delete(answersCache).catch(() => false);
}
