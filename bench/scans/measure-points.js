// Conversion of point clouds: points per second and peak memory at 1, 10 and 100 times a real scan (copies of it side
// by side), in a converter process with a server's default memory limit. Compared with untwine and PotreeConverter
// (with compressed output like ours, and without) on the same file in the same run, if installed. Usage: node
// bench/scans points [scales=1,10,100]
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openFileByteSource } from "@blueprint/scans/file-byte-source";
import { openPointStream } from "@blueprint/scans/point-cloud/open-point-stream";
import { writeTiledLas } from "@blueprint/scans/point-cloud/testing/write-large-clouds";
import { rootDir } from "../../tools/install.mjs";
import { convertMeasured, isInstalled, runMeasured } from "./convert-measured.js";

const samplePath = fileURLToPath(new URL("../../../shared/data/pointcloud/indoor.laz", import.meta.url));

const peers = [
  {
    name: "untwine",
    command: "untwine",
    work: "the same work: points in an octree, compressed (LAZ)",
    argumentsFor: (input, output) => ["--files", input, "--output_dir", output],
  },
  {
    name: "PotreeConverter --encoding BROTLI",
    command: "PotreeConverter",
    work: "the same work: points in an octree, compressed (Morton order and brotli)",
    argumentsFor: (input, output) => [input, "-o", output, "--encoding", "BROTLI"],
  },
  {
    name: "PotreeConverter",
    command: "PotreeConverter",
    work: "less work: points in an octree, uncompressed",
    argumentsFor: (input, output) => [input, "-o", output],
  },
];

export async function measure([scaleList = "1,10,100"]) {
  if (!existsSync(samplePath)) {
    console.log(`The sample ${samplePath} is not here; nothing was measured.`);
    return;
  }
  // On the disk of the checkout, like a server's data: /tmp is not always on a disk, and creating a file in a crowded
  // one takes milliseconds.
  const cacheDir = join(rootDir, "node_modules", ".cache");
  mkdirSync(cacheDir, { recursive: true });
  const dir = mkdtempSync(join(cacheDir, "bench-points-"));
  try {
    for (const command of new Set(peers.map((peer) => peer.command))) {
      if (!isInstalled(command)) {
        console.log(
          `${command} is not on this machine's PATH: no comparison with it. Neither npm nor Debian 12 has it;`,
        );
        console.log("  PotreeConverter can be built from its repository with CMake and TBB.");
      }
    }
    report(await convert(dir, "laz", samplePath, statSync(samplePath).size, "the sample as LAZ"));
    const batches = await readSample();
    for (const scale of scaleList.split(",").map(Number)) {
      const path = join(dir, "cloud.las");
      await writeTiledLas(path, batches, scale);
      const ours = await convert(dir, "las", path, statSync(path).size, `${scale}× as LAS`);
      report(ours);
      for (const peer of peers) if (isInstalled(peer.command)) await runPeer(peer, dir, path, ours);
      rmSync(path);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function readSample() {
  await using source = await openFileByteSource(samplePath, "indoor.laz");
  const stream = await openPointStream(source, "laz");
  const batches = [];
  for await (const batch of stream.batches()) {
    // The sample is y up; the copies are placed side by side on the ground.
    for (let at = 0; at < batch.count * 3; at += 3) {
      const { positions } = batch;
      [positions[at + 1], positions[at + 2]] = [-positions[at + 2], positions[at + 1]];
    }
    batches.push(batch);
  }
  return batches;
}

async function convert(dir, format, inputPath, inputBytes, label) {
  const { report: made, outputDir, ...measured } = await convertMeasured({ format, inputPath, dir, label });
  const first = ["tileset.json.br", "tiles/r.glb.br"].map((path) => statSync(join(outputDir, path)).size);
  rmSync(outputDir, { recursive: true, force: true });
  return { label, inputBytes, points: made.counts.points, ...measured, delivery: made.delivery, first };
}

function report({ label, inputBytes, points, seconds, peakBytes, delivery, first }) {
  const [tilesetKb, rootKb] = first.map((bytes) => Math.round(bytes / 1e3));
  console.log(
    `${label}: ${(points / 1e6).toFixed(2)} M points, ${Math.round(inputBytes / 1e6)} MB → ${seconds.toFixed(1)} s, ` +
      `${(points / seconds / 1e6).toFixed(2)} M points/s, peak ${Math.round(peakBytes / 1e6)} MB, ` +
      `${Math.round(delivery.sizeBytes / 1e6)} MB in ${delivery.files.length} files, ` +
      `${(delivery.sizeBytes / points).toFixed(2)} bytes a point; first picture ${tilesetKb} + ${rootKb} kB`,
  );
}

async function runPeer({ name, command, work, argumentsFor }, dir, inputPath, ours) {
  const outputDir = join(dir, "peer");
  const { seconds, peakBytes } = await runMeasured(command, argumentsFor(inputPath, outputDir));
  const sizeBytes = sizeOfFolder(outputDir);
  console.log(
    `  ${name} (${work}): ${seconds.toFixed(1)} s, ${(ours.points / seconds / 1e6).toFixed(2)} M points/s, peak ` +
      `${Math.round(peakBytes / 1e6)} MB, ${(sizeBytes / ours.points).toFixed(2)} bytes a point; ours has ` +
      `${(seconds / ours.seconds).toFixed(2)}× its points per second (bound 1×)`,
  );
  rmSync(outputDir, { recursive: true, force: true });
}

function sizeOfFolder(path) {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}
