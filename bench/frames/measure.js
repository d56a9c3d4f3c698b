// How smoothly a visit runs on a slow device: share of frames over 33 ms on a fixed path of 20 s through each sample, on
// a processor slowed down four times (`Emulation.setCPUThrottlingRate`), for our published page and the best-known
// viewer of that kind (see `../viewer`), on the same file, in the same Chromium, in the same run.
//
// - The path is a mouse's: the same gestures at the same moments for every viewer (`gestures.js`).
// - A frame lasts from one animation frame of the page to the next. The path starts once the picture has been there for
//   some seconds. A page that was so slow that few frames came has few to count: their number is printed.
// - Graphics are software here, which is not slowed down: compare viewers, not devices.
// - How true our picture is follows: SSIM and FLIP at the start view, as `../fidelity` measures them, ours and the
//   peer's. Neither can be bought with the other.
// Usage: node bench/frames [parts=mesh,points,splats]     (about ten minutes for all)
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { measureScan } from "../fidelity/measure-scan.js";
import { servePeer } from "../fidelity/peers.js";
import { installFirstPictureProbe } from "../first-picture/probe.js";
import { readParts, runOnSamples } from "../first-picture/run-on-samples.js";
import { prepareMesh } from "../viewer/prepare-mesh.js";
import { preparePoints } from "../viewer/prepare-points.js";
import { prepareSplats } from "../viewer/prepare-splats.js";
import { followPath } from "./gestures.js";
import { summariseFrames } from "./summarise-frames.js";

const preparations = { mesh: prepareMesh, points: preparePoints, splats: prepareSplats };
const parts = readParts(preparations);
const viewport = { width: 1280, height: 720 };
const slowdown = 4;
const settleMs = 5000;
const timeLimitMs = 2_400_000;
const pageTimeoutMs = 120_000;

await runOnSamples("frames", timeLimitMs, async ({ dataDir, dir, product, browser, referencePage, closing }) => {
  console.log(
    `A path of 20 s, processor slowed down ${slowdown} times, ${viewport.width} × ${viewport.height}, software GL`,
  );
  for (const part of parts) {
    const partDir = mkdtempSync(join(dir, `${part}-`));
    const prepared = await preparations[part]({ dir: partDir, dataDir });
    const [{ fileName, path }] = prepared.scans;
    const { slug, report, retire } = await product.publish({ fileName, bytes: readFileSync(path) });
    const peer = await servePeer({ part, prepared, dir: partDir, report, closing });
    console.log(`\n${prepared.title}`);
    console.log("  viewer             over 33 ms   median     p95   frames");
    tell("ours", await measureFrames(browser, `${product.url}/webxr?b=${slug}`));
    if (peer === null) console.log("  The peer is not installed.");
    else tell(peer.name, await measureFrames(browser, `http://localhost:${peer.port}${peer.path}`));
    await retire();
    await measureScan({ part, prepared, dir: partDir, product, browser, referencePage, only: "outside", closing });
  }
});

async function measureFrames(browser, url) {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    await page.addInitScript(installFirstPictureProbe);
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(() => window.firstPicture?.firstPictureMs, undefined, { timeout: pageTimeoutMs });
    await sleep(settleMs);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.evaluate(() => {
      window.frameTimes = [];
      const note = (time) => {
        window.frameTimes.push(time);
        requestAnimationFrame(note);
      };
      requestAnimationFrame(note);
    });
    await followPath(page, viewport);
    return summariseFrames(await page.evaluate(() => window.frameTimes));
  } finally {
    await context.close();
  }
}

function tell(name, { overShare, medianMs, p95Ms, frames }) {
  const percent = `${(overShare * 100).toFixed(1)} %`.padStart(10);
  const ms = (value) => `${value.toFixed(0)} ms`.padStart(9);
  console.log(`  ${name.padEnd(18)} ${percent}${ms(medianMs)}${ms(p95Ms)}   ${String(frames).padStart(6)}`);
}
