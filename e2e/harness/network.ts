import type { Page } from "@playwright/test";

/** Slows a page's connection down, both ways; null lets it run free again. The server is still the real one. */
export async function limitNetwork(page: Page, bytesPerSecond: number | null): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const throughput = bytesPerSecond ?? -1;
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}
