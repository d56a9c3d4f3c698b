import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openFileByteSource } from "@blueprint/scans/file-byte-source";
import { openPointStream } from "@blueprint/scans/point-cloud/open-point-stream";
import { writeTiledLas } from "@blueprint/scans/point-cloud/testing/write-large-clouds";
import { build } from "vite";
import { isInstalled } from "../scans/convert-measured.js";
import { findPeer } from "./peers.js";
import { writePotree } from "./write-potree.js";

/** A photographed stone lion as COPC, and twenty of it as LAS. Potree gets the single lion. */
export async function preparePoints({ dir, dataDir }) {
  const scan = { name: "ours", fileName: "lion.copc.laz", path: join(dataDir, "pointcloud", "lion_takanawa.copc.laz") };
  const copies = { name: "ours, 20 copies", fileName: "lions.las", path: join(dir, "lions.las") };
  await using source = await openFileByteSource(scan.path, scan.fileName);
  const batches = [];
  const stream = await openPointStream(source, "copc");
  for await (const batch of stream.batches()) batches.push(batch);
  await writeTiledLas(copies.path, batches, 20);
  const cloud = joinBatches(batches);
  const writer = await writePeerForm(dir, batches, cloud);
  const modules = findPeer("potree");
  return {
    title: `points, ${(cloud.count / 1e3).toFixed(0)} k with colours`,
    scans: [scan, copies],
    growth: [0, 1],
    peers: modules === null ? [] : [await buildPage(dir, modules, writer)],
    bound: { of: 0, ratio: 0.5 },
  };
}

/** @returns the program that wrote it */
async function writePeerForm(dir, batches, cloud) {
  const outputDir = join(dir, "potree");
  if (!isInstalled("PotreeConverter")) {
    writePotree(outputDir, cloud);
    return "as this bench writes it";
  }
  const path = join(dir, "lion.las");
  await writeTiledLas(path, batches, 1);
  execFileSync("PotreeConverter", [path, "-o", outputDir], { stdio: "ignore", timeout: 60_000 });
  return "by PotreeConverter";
}

export function joinBatches(batches) {
  const count = batches.reduce((sum, batch) => sum + batch.count, 0);
  const cloud = { count, positions: new Float64Array(count * 3), rgb: new Uint8Array(count * 3) };
  let at = 0;
  for (const { count: batchCount, positions, rgb } of batches) {
    cloud.positions.set(positions.subarray(0, batchCount * 3), at * 3);
    cloud.rgb.set(rgb.subarray(0, batchCount * 3), at * 3);
    at += batchCount;
  }
  return cloud;
}

async function buildPage(dir, modules, writer) {
  const outDir = join(dir, "page");
  await build({
    root: fileURLToPath(new URL("./pages/potree/", import.meta.url)),
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "potree-core": join(modules, "potree-core") }, dedupe: ["three"] },
    build: { outDir, emptyOutDir: true, target: "chrome123" },
  });
  return {
    name: `Potree on its own format, ${writer}`,
    folders: { "/": outDir, "/data/potree/": join(dir, "potree") },
    path: "/index.html",
    warm: [],
  };
}
