import type { CDPSession, Page } from "@playwright/test";

/** Only the session that set a limit can lift it. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Limits a page's upload speed; null removes the limit, also for requests in progress. Downloads keep their speed:
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
  const session = sessions.get(page) ?? openSession(page);
  sessions.set(page, session);
  return session;
}

async function openSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  return session;
}
