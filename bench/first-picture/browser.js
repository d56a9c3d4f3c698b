// Opens pages over a slow line with an empty cache, and records the time and the bytes until the first picture.
import { existsSync } from "node:fs";
import { request as requestHttp } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { installFirstPictureProbe } from "./probe.js";

const firstPictureTimeoutMs = 60_000;
const drainMs = 500;

/** Chromium with software rendering, for results independent of the graphics card. */
export function openBrowser() {
  return chromium.launch({
    executablePath: existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined,
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
}

/**
 * @param page `{ line, path }`: the line it is loaded over and its path
 * @returns seconds to the first picture, and the bytes received and scripts requested by then
 */
export async function measureFirstPicture(browser, { line, path }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  line.forgetBytes();
  try {
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await page.addInitScript(installFirstPictureProbe);
    await page.goto(`http://localhost:${line.port}${path}`, { waitUntil: "commit" });
    const found = await page
      .waitForFunction(() => window.firstPicture?.firstPictureMs && window.firstPicture, undefined, {
        timeout: firstPictureTimeoutMs,
      })
      .catch((cause) => {
        throw new Error(`${path} showed no picture. ${problems.join(" ")}`, { cause });
      });
    const { firstPictureMs, atEpochMs, scripts } = await found.jsonValue();
    return { seconds: firstPictureMs / 1000, bytes: line.bytesUntil(atEpochMs), scripts };
  } finally {
    await context.close();
    // Drain the last responses before measuring the next page.
    await sleep(drainMs);
  }
}

/** Gzip transfer size of scripts. */
export async function sumGzipBytes(origin, paths) {
  const sizes = await Promise.all(paths.map((path) => getGzipBytes(new URL(path, origin))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function getGzipBytes(url) {
  return new Promise((resolve, reject) => {
    const request = requestHttp(url, { headers: { "accept-encoding": "gzip" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part) => {
        bytes += part.length;
      });
      answer.on("end", () => resolve(bytes));
    });
    request.on("error", reject).end();
  });
}

export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

export function megabytes(bytes) {
  return (bytes / 1e6).toFixed(2);
}
