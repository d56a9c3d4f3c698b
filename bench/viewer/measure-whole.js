import { setTimeout as sleep } from "node:timers/promises";
import { installFirstPictureProbe } from "../first-picture/probe.js";

const firstPictureTimeoutMs = 60_000;
const wholeTimeoutMs = 60_000;
const drainMs = 500;

/**
 * Opens a page with an empty cache and leaves it at rest until everything in the file is drawn, as its statistics say:
 * they are renewed twice a second, so the time is up to half a second too long.
 * @param page `{ line, path }`: the line it is loaded over and its path
 * @param counts of the file: its `triangles`, `points` or `splats`
 * @returns seconds from the first picture, null if it was not drawn in time; the share drawn; the bytes received by then
 */
export async function measureWhole(browser, { line, path }, counts) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  line.forgetBytes();
  try {
    const page = await context.newPage();
    await page.addInitScript(installFirstPictureProbe);
    await page.goto(`http://localhost:${line.port}${path}&stats`, { waitUntil: "commit" });
    const shown = await page.waitForFunction(() => window.firstPicture?.firstPictureMs, undefined, {
      timeout: firstPictureTimeoutMs,
    });
    const firstPictureMs = await shown.jsonValue();
    const [[what, wanted]] = Object.entries(counts);
    const readShare = () =>
      page.evaluate(
        ([name, all]) => {
          const stats = JSON.parse(document.querySelector("[data-stats]")?.dataset.stats ?? "{}");
          return { share: (stats[name] ?? 0) / all, nowMs: performance.now(), atEpochMs: Date.now() };
        },
        [what, wanted],
      );
    for (;;) {
      const { share, nowMs, atEpochMs } = await readShare();
      const isWhole = share >= 1;
      if (isWhole || nowMs - firstPictureMs > wholeTimeoutMs) {
        return { seconds: isWhole ? (nowMs - firstPictureMs) / 1000 : null, share, bytes: line.bytesUntil(atEpochMs) };
      }
      await sleep(50);
    }
  } finally {
    await context.close();
    // Drain the last responses before measuring the next page.
    await sleep(drainMs);
  }
}
