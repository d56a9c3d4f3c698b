// How true our pictures are: the published page of each kind of scan beside the original file in a plain renderer, at
// six cameras (outside, four within the bounds, close to a surface), after the first picture, after 2 s and at rest.
//
// Conventions of the reference (`pages/reference`), the same on both sides: vertical field of view of 50°, 640 × 400
// pixels, the frame of the delivery (metres, y up, the report's origin subtracted), a transparent canvas in front of
// one grey, sRGB, no tone mapping. Meshes with pictures are drawn unlit by three.js with antialiasing: photographs have
// their light in them. Points are discs drawn by three.js with all points of the file, each as wide as points are apart around
// it (`point-spacings.js`), 1.5 to 24 pixels. Splats are drawn by Spark, all of them, without levels of detail.
//
// Our page is the one that visitors get. A camera is set as a team sets it: a saved view, published as the start view.
// The page's panels are hidden in the pictures; its statistics (`?stats`) tell when it rests. A picture after the first
// or after 2 s is taken at that moment, but the browser may draw another frame before it is taken; where processors are
// busy, more.
//
// A view at rest draws all splats unless a frame of them takes over a quarter of a second, as 500,000 do with graphics
// in software: `few-splats` shows what all of a file look like, `splats` what remains on this machine.
//
// The best-known viewer of each kind shows the same file from the same cameras in the same grey, at rest (`peers.js`):
// `<model-viewer>` with its own lights, Potree with adaptive points, SuperSplat with all levels of the sample.
//
// SSIM is the mean of Gaussian windows of 11 × 11 pixels of the luma (Wang et al. 2004); FLIP the mean of LDR-FLIP at
// 67 pixels per degree (Andersson et al. 2020). Outlines: distance of the edges of what covers its background by
// more than half, p95 and most; two backgrounds tell.
// Usage: node bench/fidelity [parts=mesh,points,few-splats,splats] [folder for the pictures]    (about half an hour for all; splats take most of it)
import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { readParts, runOnSamples } from "../first-picture/run-on-samples.js";
import { prepareMesh } from "../viewer/prepare-mesh.js";
import { preparePoints } from "../viewer/prepare-points.js";
import { prepareFewSplats, prepareSplats } from "../viewer/prepare-splats.js";
import { measureScan } from "./measure-scan.js";

const preparations = {
  mesh: { kind: "mesh", prepare: prepareMesh },
  points: { kind: "points", prepare: preparePoints },
  "few-splats": { kind: "splats", prepare: prepareFewSplats },
  splats: { kind: "splats", prepare: prepareSplats },
};
const timeLimitMs = 2_400_000;
const parts = readParts(preparations);
const picturesDir = process.argv[3];

await runOnSamples("fidelity", timeLimitMs, async ({ dataDir, dir, product, browser, referencePage, closing }) => {
  if (picturesDir !== undefined) mkdirSync(picturesDir, { recursive: true });
  let missed = 0;
  for (const part of parts) {
    const partDir = mkdtempSync(join(dir, `${part}-`));
    missed += await measureScan({
      part: preparations[part].kind,
      prepared: await preparations[part].prepare({ dir: partDir, dataDir }),
      dir: partDir,
      product,
      browser,
      referencePage,
      picturesDir,
      closing,
    });
  }
  if (missed > 0) throw new Error(`${missed} bounds were missed.`);
});
