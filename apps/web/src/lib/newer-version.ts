import { z } from "zod";

/** What the parts of the page failed with that could not be loaded. */
const unloaded = new WeakSet<Error>();
const reloadedKey = "blueprint.reloaded-versions";

/**
 * Lets a tab that was opened before the pages were built anew go on: its own files may be gone from the server then.
 * When a part of the page cannot be loaded and the server has another version, the page is loaded again, once for each
 * version, under the address it has. Anything else, such as no connection, is left to whoever wanted that part.
 */
export function reloadForNewerVersion(): void {
  addEventListener("vite:preloadError", ({ payload }) => unloaded.add(payload));
  // A visitor's page begins with a script of its own, all others with the same.
  const address = location.pathname === "/webxr" ? location.href : "/";
  addEventListener("vite:preloadError", () => void reloadIfReplaced(address));
}

/** Whether a screen failed because a part of its code could not be loaded. */
export function isCodeMissing(error: unknown): boolean {
  return error instanceof Error && unloaded.has(error);
}

async function reloadIfReplaced(address: string): Promise<void> {
  const own = readEntry(document);
  const served = await fetchServedEntry(address);
  if (own === null || served === null || served === own) return;
  const reloaded = readReloaded();
  // Somewhere between two versions that both fail, a tab must come to rest.
  if (reloaded === null || reloaded.includes(own)) return;
  try {
    sessionStorage.setItem(reloadedKey, JSON.stringify([...reloaded, own]));
  } catch {
    // What cannot be remembered could be done for ever.
    return;
  }
  location.reload();
}

/** The script a page begins with; its name holds a hash of the whole version. */
function readEntry(page: Document): string | null {
  return page.querySelector("script[type='module'][src]")?.getAttribute("src") ?? null;
}

async function fetchServedEntry(address: string): Promise<string | null> {
  try {
    const response = await fetch(address, { cache: "no-store", headers: { accept: "text/html" } });
    if (!response.ok) return null;
    return readEntry(new DOMParser().parseFromString(await response.text(), "text/html"));
  } catch {
    return null;
  }
}

function readReloaded(): string[] | null {
  try {
    const text = sessionStorage.getItem(reloadedKey);
    if (text === null) return [];
    return z.array(z.string()).catch([]).parse(JSON.parse(text));
  } catch {
    return null;
  }
}
