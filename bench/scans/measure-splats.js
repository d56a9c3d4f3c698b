// Conversion of splats: splats per second and peak memory at 1, 10 and 100 times a real scan (copies of it side by
// side), in a converter process with a server's default memory limit. Compared with splat-transform on the same file in
// the same run: it writes one level as SPZ, while ours builds and writes a tree of levels. Usage: node bench/scans
// splats [scales=1,10,100]
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rootDir } from "../../tools/install.mjs";
import { convertMeasured, runMeasured } from "./convert-measured.js";

const samplePath = fileURLToPath(new URL("../../../shared/data/splat/playbot-sog-lod/3_0/meta.json", import.meta.url));
const transform = join(rootDir, "node_modules", ".bin", "splat-transform");
const spacingM = 2.5;

export async function measure([scaleList = "1,10,100"]) {
  if (!existsSync(samplePath)) {
    console.log(`The sample ${samplePath} is not here; nothing was measured.`);
    return;
  }
  const dir = mkdtempSync(join(tmpdir(), "blueprint-bench-splats-"));
  try {
    for (const scale of scaleList.split(",").map(Number)) {
      const path = join(dir, "splats.ply");
      await writeCopies(path, scale);
      const ours = await convertMeasured({ format: "ply-splat", inputPath: path, dir, label: "splats.ply" });
      const splats = ours.report.counts.splats;
      rmSync(ours.outputDir, { recursive: true, force: true });
      console.log(
        `${scale}×: ${(splats / 1e3).toFixed(0)} k splats, ${Math.round(statSync(path).size / 1e6)} MB → ` +
          `${toWords(splats, ours)}, ${(ours.report.delivery.sizeBytes / 1e6).toFixed(1)} MB`,
      );
      const output = join(dir, "peer.spz");
      const peer = await runMeasured(process.execPath, [transform, "-q", path, output]);
      console.log(
        `  splat-transform to SPZ: ${toWords(splats, peer)}; ours takes ${(ours.seconds / peer.seconds).toFixed(2)}× as long`,
      );
      rmSync(path);
      rmSync(output);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function toWords(splats, { seconds, peakBytes }) {
  return `${seconds.toFixed(1)} s, ${Math.round(splats / seconds / 1e3)} k splats/s, peak ${Math.round(peakBytes / 1e6)} MB`;
}

async function writeCopies(path, copies) {
  const perRow = Math.ceil(Math.sqrt(copies));
  const inputs = Array.from({ length: copies }, (_, at) => [
    samplePath,
    "-t",
    `${(at % perRow) * spacingM},0,${Math.floor(at / perRow) * spacingM}`,
  ]);
  await runMeasured(process.execPath, [transform, "-q", ...inputs.flat(), path]);
}
