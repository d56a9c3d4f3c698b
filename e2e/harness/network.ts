import type { Page } from "@playwright/test";

/**
 * Limits a page's upload speed; null removes the limit. Downloads keep their speed: screens still have to load during a
 * slow upload. The server is still the real one.
 */
export async function limitNetwork(page: Page, bytesPerSecond: number | null): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond ?? -1,
  });
}
