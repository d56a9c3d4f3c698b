// Conversion of meshes: triangles per second and peak memory at 1, 10 and 100 times a real scan (copies of it side by
// side, each with its own picture), in a converter process with a server's default memory limit. Compared with gltfpack
// on the same file in the same run, with equal simplification: it halves the triangles as often as ours has levels,
// each time from its previous output, with borders locked like ours. Ours also cuts every level into tiles with their
// own pictures. Usage: node bench/scans meshes [scales=1,10,100]
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMeshSample, writeTiledGlb } from "@blueprint/scans/mesh/testing/write-large-meshes";
import { convertMeasured, runMeasured } from "./convert-measured.js";

const gltfpack = fileURLToPath(new URL("../../node_modules/gltfpack/cli.js", import.meta.url));
/** Triangles per tile in our converter; below that there are no more levels. */
const leafTriangles = 10_000;
const samples = [
  { name: "scanned room, no pictures", file: "room-music_room.glb" },
  { name: "photographed building", file: "agi-hq-ktx2-tile.glb" },
];

export async function measure([scaleList = "1,10,100"]) {
  for (const { name, file } of samples) {
    const samplePath = fileURLToPath(new URL(`../../../shared/data/mesh/${file}`, import.meta.url));
    if (!existsSync(samplePath)) {
      console.log(`The sample ${samplePath} is not here; it was not measured.`);
      continue;
    }
    const sample = await readMeshSample(samplePath);
    const dir = mkdtempSync(join(tmpdir(), "blueprint-bench-meshes-"));
    try {
      for (const scale of scaleList.split(",").map(Number)) {
        const path = join(dir, "mesh.glb");
        const triangles = writeTiledGlb(path, sample, scale);
        const inputBytes = statSync(path).size;
        const made = await convertMeasured({ format: "glb", inputPath: path, dir });
        report({ label: `${name}, ${scale}×`, inputBytes, triangles, ...made });
        await runPeer(dir, path, triangles, made.seconds);
      }
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
}

function report({ label, inputBytes, triangles, seconds, peakBytes, report: { delivery }, outputDir }) {
  const sizeOf = (path) => statSync(join(outputDir, `${path}.br`)).size;
  const firstKb = Math.round(
    (sizeOf(delivery.entry) + delivery.preload.reduce((sum, path) => sum + sizeOf(path), 0)) / 1e3,
  );
  const tiles = readdirSync(join(outputDir, "tiles")).length;
  console.log(
    `${label}: ${(triangles / 1e6).toFixed(2)} M triangles, ${Math.round(inputBytes / 1e6)} MB → ${seconds.toFixed(1)} s, ` +
      `${Math.round(triangles / seconds / 1e3)} k triangles/s, peak ${Math.round(peakBytes / 1e6)} MB, ` +
      `${Math.round(delivery.sizeBytes / 1e6)} MB in ${tiles} tiles; first picture ${firstKb} kB`,
  );
  rmSync(outputDir, { recursive: true, force: true });
}

async function runPeer(dir, inputPath, triangles, ourSeconds) {
  const outputDir = join(dir, "peer");
  mkdirSync(outputDir);
  try {
    let seconds = 0;
    let peakBytes = 0;
    let from = inputPath;
    const levels = Math.max(1, Math.ceil(Math.log2(triangles / leafTriangles)));
    for (let level = 1; level <= levels; level++) {
      const to = join(outputDir, `${level}.glb`);
      const run = await runMeasured(process.execPath, [
        gltfpack,
        "-i",
        from,
        "-o",
        to,
        "-si",
        "0.5",
        "-slb",
        "-vpf",
        "-vtf",
      ]);
      seconds += run.seconds;
      peakBytes = Math.max(peakBytes, run.peakBytes);
      from = to;
    }
    console.log(
      `  gltfpack, ${levels} levels: ${seconds.toFixed(1)} s, ${Math.round(triangles / seconds / 1e3)} k triangles/s, peak ` +
        `${Math.round(peakBytes / 1e6)} MB; ours takes ${(ourSeconds / seconds).toFixed(2)}× as long`,
    );
  } catch (error) {
    console.log(`  gltfpack: ${error.message}`);
  }
  rmSync(outputDir, { recursive: true, force: true });
}
