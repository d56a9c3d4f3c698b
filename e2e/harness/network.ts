import type { CDPSession, Page } from "@playwright/test";

/** A limit is lifted by the session that set it, and by no other. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Limits a page's upload speed; null removes the limit, for requests that are under way too. Downloads keep their speed:
 * screens still have to load during a slow upload. The server is still the real one.
 */
export async function limitNetwork(page: Page, bytesPerSecond: number | null): Promise<void> {
  const devtools = await sessionOf(page);
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond ?? -1,
  });
}

function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page);
  if (known !== undefined) return known;
  const opened = page.context().newCDPSession(page);
  sessions.set(page, opened);
  return opened.then(async (session) => {
    await session.send("Network.enable");
    return session;
  });
}
