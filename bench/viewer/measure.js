// Time to the first picture at 50 Mbit/s and 20 ms with an empty cache, for each kind of scan: our published page
// beside the best-known viewer of that kind, on the same file, in the same Chromium, over the same line, in the same
// run, alternating, judged by the same external pixel probe (`../first-picture/probe.js`).
//
// - mesh: `<model-viewer>` on the uploaded GLB itself, and on that GLB reduced to a quarter by gltfpack. Target 0.1×.
// - points: Potree (npm potree-core) on its own format 2.0, written by PotreeConverter if installed, else by
//   `write-potree.js`. Target 0.5×.
// - splats: the SuperSplat viewer (npm) on streamed SOG: the sample has that format; we get its finest level.
//   Target 1×.
//
// Ours is measured on a scan and on twenty copies of it side by side: the size must not matter (target 1.3×). Bytes
// until the first picture: below 3 MB. Scripts until then: below 350 kB gzipped.
//
// Then the page is left at rest: a scan of under a million triangles, 5 million points or 1.5 million splats is drawn whole
// within 2 s of its first picture, over the same line with an empty cache. What frames ask the graphics card to draw is counted
// from outside.
//
// How true our picture is follows the times, at the start view: SSIM and FLIP as `../fidelity` measures them.
// Usage: node bench/viewer [parts=mesh,points,splats] [rounds=3]     (about eight minutes for all)
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { measureScan } from "../fidelity/measure-scan.js";
import { measureFirstPicture, median, megabytes, sumGzipBytes } from "../first-picture/browser.js";
import { readParts, runOnSamples } from "../first-picture/run-on-samples.js";
import { openSlowLine } from "../first-picture/slow-line.js";
import { serveFolders } from "../first-picture/static-server.js";
import { measureWhole } from "./measure-whole.js";
import { prepareMesh } from "./prepare-mesh.js";
import { preparePoints } from "./prepare-points.js";
import { prepareSplats } from "./prepare-splats.js";

const preparations = { mesh: prepareMesh, points: preparePoints, splats: prepareSplats };
const parts = readParts(preparations);
const rounds = Number(process.argv[3] ?? 3);
const speed = { megabitsPerSecond: 50, roundTripMs: 20 };
const bounds = { growth: 1.3, bytes: 3e6, scriptBytes: 350e3, wholeSeconds: 2 };
/** Up to these counts, a desktop shows a scan whole. */
const wholeLimits = { triangles: 1e6, points: 5e6, splats: 1.5e6 };
const timeLimitMs = 600_000;

await runOnSamples("viewer", timeLimitMs, async ({ dataDir, dir, product, browser, referencePage, closing }) => {
  const ours = await openSlowLine({ targetPort: product.port, ...speed });
  closing.push(() => ours.close());
  console.log(
    `${speed.megabitsPerSecond} Mbit/s, ${speed.roundTripMs} ms, median of ${rounds}, empty cache, software GL`,
  );
  for (const part of parts) {
    const partDir = mkdtempSync(join(dir, `${part}-`));
    const prepared = await preparations[part]({ dir: partDir, dataDir });
    const { title, scans, growth, peers, bound } = prepared;
    const pages = [];
    for (const { name, fileName, path } of scans) {
      const { slug, report, retire } = await product.publish({ fileName, bytes: readFileSync(path) });
      pages.push({ name, line: ours, path: `/webxr?b=${slug}`, counts: report.counts, found: [], retire });
    }
    for (const { name, folders, path, warm } of peers) {
      const server = await serveFolders(folders);
      closing.push(() => server.close());
      server.warm(warm);
      const line = await openSlowLine({ targetPort: server.port, ...speed });
      closing.push(() => line.close());
      pages.push({ name, line, path, found: [], isPeer: true });
    }
    for (let round = 0; round < rounds; round++) {
      for (const page of round % 2 === 0 ? pages : pages.toReversed()) {
        page.found.push(await measureFirstPicture(browser, page));
      }
    }
    await report({ title, pages, growth, bound, origin: product.url });
    for (const page of pages.filter(({ isPeer = false }) => !isPeer)) await reportWhole(browser, page);
    for (const { retire } of pages) await retire?.();
    await measureScan({ part, prepared, dir: partDir, product, browser, referencePage, only: "outside", closing });
  }
});

async function report({ title, pages, growth, bound, origin }) {
  console.log(`\n${title}`);
  const rows = pages.map(({ name, found, isPeer = false }) => ({
    name,
    isPeer,
    seconds: median(found.map((one) => one.seconds)),
    bytes: median(found.map((one) => one.bytes)),
    scripts: found[0].scripts,
    each: found.map((one) => one.seconds.toFixed(2)).join(" "),
  }));
  for (const { name, seconds, bytes, each } of rows) {
    console.log(`  ${name.padEnd(52)} ${seconds.toFixed(2)} s   ${megabytes(bytes)} MB until then   (${each})`);
  }
  const ours = rows.filter(({ isPeer }) => !isPeer);
  for (const peer of rows.filter(({ isPeer }) => isPeer)) {
    tell(`ours / ${peer.name}`, ours[bound.of].seconds / peer.seconds, bound.ratio);
  }
  const [one, twenty] = growth.map((at) => ours[at].seconds);
  tell("twenty / one", twenty / one, bounds.growth);
  tell("bytes until the first picture / 3 MB", Math.max(...ours.map(({ bytes }) => bytes)) / bounds.bytes, 1);
  const scriptBytes = Math.max(...(await Promise.all(ours.map(({ scripts }) => sumGzipBytes(origin, scripts)))));
  tell(`scripts until then, ${Math.round(scriptBytes / 1e3)} kB gz / 350 kB`, scriptBytes / bounds.scriptBytes, 1);
}

/** How soon everything is on screen, for scans small enough to be shown whole. */
async function reportWhole(browser, { name, counts, ...page }) {
  const what = Object.keys(wholeLimits).find((kind) => counts[kind] > 0);
  if (counts[what] > wholeLimits[what]) return;
  const found = [];
  for (let round = 0; round < rounds; round++) {
    found.push(await measureWhole(browser, page, what, counts[what]));
  }
  const seconds = median(found.map((one) => one.seconds ?? Infinity));
  const drawn = `${name}, all ${(counts[what] / 1e3).toFixed(0)} k ${what}`;
  const bytes = `${megabytes(median(found.map((one) => one.bytes)))} MB until then`;
  if (!Number.isFinite(seconds)) {
    const share = median(found.map((one) => one.share));
    console.log(`  ${drawn}: only ${(share * 100).toFixed(0)} % of them after a minute; bound MISSED`);
    return;
  }
  const each = found.map((one) => one.seconds?.toFixed(2) ?? "never").join(" ");
  console.log(`  ${drawn}: ${seconds.toFixed(2)} s after the first picture, ${bytes}   (${each})`);
  tell("whole / 2 s", seconds / bounds.wholeSeconds, 1);
}

function tell(what, ratio, bound) {
  console.log(`  ${what}: ${ratio.toFixed(2)}×, bound ${bound}× ${ratio <= bound ? "met" : "MISSED"}`);
}
