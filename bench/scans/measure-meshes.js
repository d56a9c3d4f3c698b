// Conversion of meshes: triangles per second and peak memory at 1, 10 and 100 times a real scan (copies of it side by
// side, each with a picture of its own), in the converter's own process with the memory ceiling of a server as it comes.
// Beside gltfpack on the same file in the same run, where this machine has it: it simplifies to a quarter in one step
// and keeps one level, where ours makes all of them and cuts them into tiles.
// Usage: node bench/scans meshes [scales=1,10,100]
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMeshSample, writeTiledGlb } from "@blueprint/scans/mesh/testing/write-large-meshes";
import { convertMeasured, isInstalled } from "./convert-measured.js";

const samples = [
  { name: "scanned room, no pictures", file: "room-music_room.glb" },
  { name: "photographed building", file: "agi-hq-ktx2-tile.glb" },
];

export async function measure([scaleList = "1,10,100"]) {
  const hasPeer = isInstalled("gltfpack");
  if (!hasPeer) console.log("gltfpack is not installed on this machine: no comparison with it.");
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
        if (hasPeer) runPeer(dir, path, triangles);
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

function runPeer(dir, inputPath, triangles) {
  const outputDir = join(dir, "peer");
  mkdirSync(outputDir);
  const startedAtMs = performance.now();
  execFileSync("gltfpack", ["-i", inputPath, "-o", join(outputDir, "packed.glb"), "-si", "0.25", "-cc"], {
    stdio: "ignore",
  });
  const seconds = (performance.now() - startedAtMs) / 1000;
  console.log(`  gltfpack: ${seconds.toFixed(1)} s, ${Math.round(triangles / seconds / 1e3)} k triangles/s`);
  rmSync(outputDir, { recursive: true, force: true });
}
