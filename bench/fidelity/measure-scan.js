// One scan on our published page beside its original file in a plain renderer; see `measure.js` for the conventions.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { metresPerUnit } from "@blueprint/contract/scan-report";
import { installFirstPictureProbe } from "../first-picture/probe.js";
import { serveFolders } from "../first-picture/static-server.js";
import { chooseCameras } from "./cameras.js";
import { measureFlip, measureOutlines, measureSsim } from "./compare-pictures.js";
import { servePeer } from "./peers.js";
import { takeMask, takePicture, takePictureAtRest, takeStillPicture, viewport } from "./picture.js";
import { writeReferencePoints } from "./reference.js";

const bounds = { mesh: 0.98, points: 0.97, splats: 0.97, soon: 0.95, outlinePx: 1.5 };
/** A camera that sees less than this share of the scan shows nothing. */
const seenMin = 0.05;
const soonMs = 2000;
const pageTimeoutMs = 120_000;

/**
 * Prints a line for each camera and the bounds.
 * @param prepared what `../viewer/prepare-*.js` made of the samples; the first scan is measured
 * @param only the name of the only camera; all six without it
 * @param picturesDir where the pictures are kept, if anywhere
 * @returns the number of missed bounds
 */
export async function measureScan({
  part,
  prepared,
  dir,
  product,
  browser,
  referencePage,
  only,
  picturesDir,
  closing,
}) {
  const { title, scans } = prepared;
  const [scan] = scans;
  const { slug, delivery, report, startAt, retire } = await product.publish({
    fileName: scan.fileName,
    bytes: readFileSync(scan.path),
  });
  const fileDir = join(dir, "reference-file");
  mkdirSync(fileDir);
  const metres = metresPerUnit[report.unit];
  if (part === "points") await writeReferencePoints({ dir: fileDir, ...scan, origin: report.localOrigin });
  const fileName = part === "points" ? "points.bin" : scan.fileName;
  if (part !== "points") writeFileSync(join(fileDir, fileName), readFileSync(scan.path));
  const server = await serveFolders({ "/": referencePage, "/file/": fileDir });
  closing.push(() => server.close());
  const reference = await browser.newPage({ viewport });
  reference.on("pageerror", (error) => console.error(error.message));
  await reference.goto(`http://localhost:${server.port}/index.html`);
  await reference.waitForFunction(() => window.isReady);
  await reference.evaluate((file) => window.open3d(file), {
    kind: part,
    url: `/file/${fileName}`,
    upAxis: report.upAxis,
    origin: report.localOrigin,
    metres,
  });

  const peer = await servePeer({ part, prepared, dir, report, closing });
  console.log(`\n${title}: ${scan.name}${peer === null ? "" : `, and ${peer.name} at rest`}`);
  console.log(
    "  camera     seen   first SSIM FLIP   2 s SSIM FLIP     rest SSIM FLIP    outline p95 / most, px    peer SSIM FLIP",
  );
  const rows = [];
  const cameras = await chooseCameras(delivery, reference, async (pose) => {
    await reference.evaluate((view) => window.show(view), pose);
    return toShare(await takeMask(reference, await takePicture(reference))) >= seenMin;
  });
  if (cameras.length < 6) throw new Error(`Only ${cameras.length} cameras see enough of ${part}.`);
  for (const camera of cameras.filter(({ name }) => only === undefined || name === only)) {
    await reference.evaluate((pose) => window.show(pose), camera);
    const wanted = await takePicture(reference);
    const mask = await takeMask(reference, wanted);
    const seen = toShare(mask);
    if (seen < seenMin) throw new Error(`${camera.name} sees ${(seen * 100).toFixed(1)} % of ${part}.`);
    await startAt(camera);
    const { mask: ownMask, ...taken } = await takeOurs(browser, `${product.url}/webxr?b=${slug}&stats`);
    const found = Object.fromEntries(Object.entries(taken).map(([when, picture]) => [when, compare(wanted, picture)]));
    const outline = measureOutlines(mask, ownMask, viewport.width, viewport.height);
    rows.push({ found, outline });
    if (picturesDir !== undefined) keep(picturesDir, `${part}-${camera.name.replace(" ", "-")}`, { wanted, ...taken });
    const peerPicture = peer === null ? null : await takePeers(browser, peer, camera);
    if (picturesDir !== undefined && peerPicture !== null)
      keep(picturesDir, `${part}-${camera.name.replace(" ", "-")}`, { peer: peerPicture });
    const text = ({ ssim, flip }) => `${ssim.toFixed(4)} ${flip.toFixed(4)}`;
    const lines = outline === null ? "none" : `${outline.p95.toFixed(1)} / ${outline.max.toFixed(1)}`;
    const percent = `${(seen * 100).toFixed(0)} %`.padStart(5);
    const peers = peerPicture === null ? "none" : text(compare(wanted, peerPicture));
    console.log(
      `  ${camera.name.padEnd(9)} ${percent}   ${text(found.first)}   ${text(found.soon)}   ${text(found.rest)}   ${lines.padEnd(12)}   ${peers}`,
    );
  }
  await reference.close();
  await retire();
  const least = (when) => Math.min(...rows.map(({ found }) => found[when].ssim));
  const widest = Math.max(...rows.map(({ outline }) => outline?.p95 ?? 0));
  return [
    tell(`least SSIM at rest ${least("rest").toFixed(4)}, bound ${bounds[part]}`, least("rest") >= bounds[part]),
    tell(`least SSIM at 2 s ${least("soon").toFixed(4)}, bound ${bounds.soon}`, least("soon") >= bounds.soon),
    tell(`outlines, p95 ${widest.toFixed(1)} px, bound ${bounds.outlinePx} px`, widest <= bounds.outlinePx),
  ].filter((isMet) => !isMet).length;
}

const compare = (wanted, picture) => ({ ssim: measureSsim(wanted, picture), flip: measureFlip(wanted, picture) });

const toShare = (mask) => mask.reduce((sum, value) => sum + value, 0) / mask.length;

/** Each camera gets an empty cache. */
async function takeOurs(browser, url) {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    await page.addInitScript(installFirstPictureProbe);
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(() => window.firstPicture?.firstPictureMs, undefined, { timeout: pageTimeoutMs });
    const shownAtMs = performance.now();
    const first = await takePicture(page);
    await sleep(Math.max(0, soonMs - (performance.now() - shownAtMs)));
    const soon = await takePicture(page);
    await page.waitForSelector('[data-scan-state="shown"]', { timeout: pageTimeoutMs, state: "attached" });
    const rest = await takePictureAtRest(page);
    return { first, soon, rest, mask: await takeMask(page, rest) };
  } finally {
    await context.close();
  }
}

async function takePeers(browser, peer, camera) {
  const page = await browser.newPage({ viewport });
  try {
    await peer.pose(page, camera);
    return await takeStillPicture(page);
  } finally {
    await page.close();
  }
}

function keep(picturesDir, name, pictures) {
  for (const [when, { png }] of Object.entries(pictures)) writeFileSync(join(picturesDir, `${name}-${when}.png`), png);
}

function tell(what, isMet) {
  console.log(`  ${what}: ${isMet ? "met" : "MISSED"}`);
  return isMet;
}
