// The first picture of a place with and without the collector of visits. Without: the browser asks not to be tracked, so the
// page doesn't load it. Both open the same place in turns, each in a new context. That visits are counted in the one case
// and not in the other is checked in the same run.
//
// Target: the median of the pairs' ratios at most 1.02.
//
// Usage: node bench/visitors/first-picture.js [-- --pairs=24]
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { publishFullHouse } from "../../e2e/harness/full-house.ts";
import { acceptAsNewPerson, newEmail } from "../../e2e/harness/people.ts";
import { openBrowser } from "../first-picture/browser.js";
import { startProduct } from "../load/product.js";

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: { pairs: { type: "string", default: "24" } },
});
const pairs = Number(options.pairs);
const ratioMax = 1.02;
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36";

const product = await startProduct();
const browser = await openBrowser();
try {
  const owner = await acceptAsNewPerson(product, product.operatorInvitationUrl, "Bench", newEmail());
  const house = await publishFullHouse(product, owner);
  const url = `${product.url}/webxr?b=${house.slug}`;
  // Fills the server's memory.
  await open(url, true);
  const measured = [];
  for (let pair = 0; pair < pairs; pair++) {
    const order = pair % 2 === 0 ? [true, false] : [false, true];
    const opened = {};
    for (const isCounted of order) opened[isCounted ? "counted" : "uncounted"] = await open(url, isCounted);
    measured.push(opened);
  }
  const times = (kind) => measured.map((opened) => opened[kind].firstPictureMs);
  const visits = (kind) => measured.filter((opened) => opened[kind].isVisitSent).length;
  for (const kind of ["counted", "uncounted"])
    console.log(
      `${kind.padEnd(9)} first picture p50 ${median(times(kind)).toFixed(0)} ms; ${visits(kind)} of ${pairs} visits sent`,
    );
  const ratio = median(measured.map(({ counted, uncounted }) => counted.firstPictureMs / uncounted.firstPictureMs));
  const isMet = ratio <= ratioMax && visits("counted") === pairs && visits("uncounted") === 0;
  console.log(
    `ratio     ${ratio.toFixed(3)}, median of ${pairs} pairs (bound ${ratioMax}): ${isMet ? "met" : "MISSED"}`,
  );
  if (!isMet) process.exitCode = 1;
} finally {
  await browser.close();
  await product.dispose();
}

async function open(url, isCounted) {
  const context = await browser.newContext({ viewport: { width: 640, height: 480 }, userAgent });
  try {
    const page = await context.newPage();
    if (!isCounted)
      await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    const sent = new Set();
    const has = async (name) => {
      for (const endsAtMs = performance.now() + 20_000; !sent.has(name) && performance.now() < endsAtMs; )
        await wait(100);
      return sent.has(name);
    };
    page.on("response", (response) => {
      if (/\/visit-collector-/.test(response.url())) sent.add("collector");
    });
    page.on("request", (request) => {
      if (/\/visits$/.test(request.url())) sent.add("visit");
    });
    await page.goto(url, { waitUntil: "commit" });
    const found = await page.waitForFunction(() => performance.getEntriesByName("first-picture")[0]?.startTime);
    const firstPictureMs = await found.jsonValue();
    await page.waitForLoadState("networkidle");
    if (isCounted && (await has("collector"))) await wait(500);
    await page.keyboard.press("Shift");
    if (isCounted) await has("visit");
    else await wait(1_000);
    const isVisitSent = sent.has("visit");
    return { firstPictureMs, isVisitSent };
  } finally {
    await context.close();
  }
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
