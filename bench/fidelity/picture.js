// Pictures of pages: only what their canvases show, in front of the same grey.
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { findMask } from "./compare-pictures.js";

export const viewport = { width: 640, height: 400 };
export const background = [128, 136, 144];
/** Tells what is transparent from what is grey. */
const otherBackground = [0, 255, 64];
const toStyle = (colour) => `
  body *, body { visibility: hidden !important; }
  body canvas, model-viewer { visibility: visible !important; }
  html { background: rgb(${colour.join(" ")}) !important; }
  body { background: none !important; }`;
const stillMs = 1500;
const restMsMin = 5000;
/** Software rendering needs seconds for a frame of half a million splats. */
const restMsMax = 300_000;
const screenshotTimeoutMs = 120_000;

export async function takePicture(page, colour = background) {
  const png = await page.screenshot({ style: toStyle(colour), timeout: screenshotTimeoutMs });
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data, png };
}

/** @param picture of a page at rest, in front of the grey @returns 1 for each pixel of the scan */
export async function takeMask(page, picture) {
  return findMask(picture, background, await takePicture(page, otherBackground), otherBackground);
}

/** Once the page's statistics name nothing that is still loading, and two pictures in a row are equal. */
export async function takePictureAtRest(page) {
  // Refining starts after the first picture.
  await sleep(restMsMin);
  await page.waitForFunction(
    () => {
      const { scans } = JSON.parse(document.querySelector("[data-stats]")?.dataset.stats ?? "{}");
      return scans?.every(({ tiles: [, loading] }) => loading === 0);
    },
    undefined,
    { timeout: restMsMax, polling: 500 },
  );
  return takeStillPicture(page);
}

/** Once two pictures in a row are equal. */
export async function takeStillPicture(page) {
  const startedAtMs = performance.now();
  await sleep(restMsMin);
  let before = await takePicture(page);
  for (;;) {
    await sleep(stillMs);
    const picture = await takePicture(page);
    if (picture.data.equals(before.data)) return picture;
    if (performance.now() - startedAtMs > restMsMax) throw new Error("The picture did not come to rest.");
    before = picture;
  }
}
