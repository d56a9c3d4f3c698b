import type { Page } from "@playwright/test";

/**
 * Slows down what a page sends; null lets it run free again. What it receives keeps its speed: screens still have to
 * load while an upload takes its time. The server is still the real one.
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
