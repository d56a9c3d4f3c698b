/** Load errors of page chunks. */
const unloaded = new WeakSet<Error>();
const reloadedKey = "blueprint.reloaded-versions";

/**
 * Keeps a tab that was opened before a new build working: the server may no longer have its files. When a chunk fails
 * to load and the server has another version, the page reloads at its current URL, once per version. Other failures,
 * such as no connection, are left to the importer.
 */
export function reloadForNewerVersion(): void {
  addEventListener("vite:preloadError", ({ payload }) => unloaded.add(payload));
  // A visitor's page has its own entry script; all other pages share one.
  const address = location.pathname === "/webxr" ? location.href : "/";
  addEventListener("vite:preloadError", () => void reloadIfReplaced(address));
}

/** Whether a screen failed because one of its chunks couldn't be loaded. */
export function isCodeMissing(error: unknown): boolean {
  return error instanceof Error && unloaded.has(error);
}

async function reloadIfReplaced(address: string): Promise<void> {
  const own = readEntry(document);
  const served = await fetchServedEntry(address);
  if (own === null || served === null || served === own) return;
  const reloaded = readReloaded();
  // Prevents an endless reload between two versions that both fail.
  if (reloaded === null || reloaded.includes(own)) return;
  try {
    sessionStorage.setItem(reloadedKey, JSON.stringify([...reloaded, own]));
  } catch {
    // Without storage, the page could reload forever.
    return;
  }
  location.reload();
}

/** A page's entry script; its name contains a hash of the whole version. */
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
    const reloaded: unknown = JSON.parse(text);
    return Array.isArray(reloaded) ? reloaded.filter((entry) => typeof entry === "string") : [];
  } catch {
    return null;
  }
}
