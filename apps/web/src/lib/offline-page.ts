import type { NetworkMode } from "@tanstack/react-query";

const workerPath = "/offline-worker.js";
const scope = "/blueprint-editor/";
const tellAgainMs = 15_000;
/** The worker keeps what the server answered under this name. */
const answersCache = "blueprint-editor-answers";

/** Where the worker of the editor stands behind this page, questions are asked without a connection, too: it may know. */
export const keptAnswersMode: NetworkMode =
  "serviceWorker" in navigator && navigator.serviceWorker.controller !== null ? "offlineFirst" : "online";

/** From now on this page opens without a connection, where the browser can keep pages. */
export async function keepPageForOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(workerPath, { scope });
    // A page that the worker stood behind from the start has nothing to tell it.
    if (keptAnswersMode === "offlineFirst") return;
    const { active } = await navigator.serviceWorker.ready;
    const tell = () => {
      const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
      active?.postMessage({ loaded: [location.pathname, ...new Set(loaded)] });
    };
    tell();
    // A page that came here from another address never gets the worker: what it loads later is told later.
    if (navigator.serviceWorker.controller === null) setTimeout(tell, tellAgainMs);
  } catch {
    // Private windows and full disks keep no pages; the editor works as long as its tab is open.
  }
}

/** Takes away what was kept of the person who signs out. */
export async function forgetKeptAnswers(): Promise<void> {
  if (!("caches" in globalThis)) return;
  await caches.delete(answersCache).catch(() => false);
}
