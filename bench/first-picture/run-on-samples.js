// Shared by the measurements of the viewer: the samples, the product that shows them, a browser and the plain renderer.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildReferencePage } from "../fidelity/reference.js";
import { openBrowser } from "./browser.js";
import { startProduct } from "./product.js";
import { runBench } from "./run-bench.js";

const dataDir = fileURLToPath(new URL("../../../shared/data/", import.meta.url));

/** The parts to measure: the first argument's, separated by commas, or all. @throws for one that does not exist */
export function readParts(preparations) {
  const known = Object.keys(preparations);
  const parts = (process.argv[2] ?? known.join(",")).split(",");
  for (const part of parts) {
    if (!known.includes(part)) throw new Error(`There is no part ${part}; there are ${known.join(", ")}.`);
  }
  return parts;
}

/**
 * Runs `measure`, unless the samples are missing, and ends the process.
 * @param measure gets the samples' folder, a temporary folder, the product, the browser, the page of the plain renderer
 *   (`fidelity/reference.js`) and `closing`, the functions called at the end
 */
export async function runOnSamples(name, timeLimitMs, measure) {
  await runBench(timeLimitMs, async (closing) => {
    if (!existsSync(dataDir)) {
      console.log(`The samples in ${dataDir} are not here; nothing was measured.`);
      return;
    }
    const dir = mkdtempSync(join(tmpdir(), `blueprint-bench-${name}-`));
    closing.push(() => rmSync(dir, { recursive: true, force: true }));
    const product = await startProduct();
    closing.push(() => product.dispose());
    const browser = await openBrowser();
    closing.push(() => browser.close());
    await measure({ dataDir, dir, product, browser, referencePage: await buildReferencePage(dir), closing });
  });
}
