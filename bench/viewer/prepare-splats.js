import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildZip } from "@blueprint/scans/testing/build-zip";
import { rootDir } from "../../tools/install.mjs";
import { findPeer } from "./peers.js";

const transform = join(rootDir, "node_modules", ".bin", "splat-transform");
/** Settings that the viewer needs to show the scan. */
const settings = {
  camera: { fov: 60, position: [1.6, 0.9, 1.6], target: [0, 0.4, 0], startAnim: "none" },
  background: { color: [0, 0, 0] },
  animTracks: [],
};

/**
 * A scanned robot of 500,000 splats: we get the finest level of its streamed SOG, the peer streams all levels. The
 * effect of size on ours is measured on its third level, 125,000 splats, and twenty copies of that.
 */
export async function prepareSplats({ dir, dataDir }) {
  const streamedDir = join(dataDir, "splat", "playbot-sog-lod");
  const upload = (name, fileName) => ({ name, fileName, path: join(dir, fileName) });
  const scan = upload("ours", "robot.zip");
  const one = upload("ours, 125 k splats", "small.zip");
  const twenty = upload("ours, 20 copies of those", "robots.spz");
  writeFileSync(scan.path, zipFolder(join(streamedDir, "0_0")));
  writeFileSync(one.path, zipFolder(join(streamedDir, "2_0")));
  const inputs = Array.from({ length: 20 }, (_, at) => [
    join(streamedDir, "2_0", "meta.json"),
    "-t",
    `${(at % 5) * 2.5},0,${Math.floor(at / 5) * 2.5}`,
  ]);
  execFileSync(transform, [...inputs.flat(), twenty.path], { stdio: "ignore", timeout: 180_000 });
  const settingsDir = join(dir, "settings");
  mkdirSync(settingsDir);
  writeFileSync(join(settingsDir, "settings.json"), JSON.stringify(settings));
  const modules = findPeer("supersplat");
  const library = modules && join(modules, "@playcanvas", "supersplat-viewer", "public");
  const query = "webgl&noui&noanim&settings=/settings/settings.json&content=/data/lod-meta.json";
  const peer = {
    name: "SuperSplat viewer on streamed SOG",
    folders: { "/": library, "/data/": streamedDir, "/settings/": settingsDir },
    path: `/index.html?${query}`,
    warm: library === null ? [] : [join(library, "index.js"), join(library, "index.css")],
  };
  return {
    title: "splats, 500 k with harmonics",
    scans: [scan, one, twenty],
    growth: [1, 2],
    peers: library === null ? [] : [peer],
    bound: { of: 0, ratio: 1 },
  };
}

/** The robot's fourth level, 31,000 splats: as many as graphics in software draw in the time that a view at rest may take. */
export function prepareFewSplats({ dir, dataDir }) {
  const scan = { name: "ours, 31 k splats", fileName: "few.zip", path: join(dir, "few.zip") };
  writeFileSync(scan.path, zipFolder(join(dataDir, "splat", "playbot-sog-lod", "3_0")));
  return { title: "splats, few enough to draw all of them", scans: [scan], peers: [] };
}

function zipFolder(dir) {
  const files = readdirSync(dir).map((name) => [name, new Uint8Array(readFileSync(join(dir, name)))]);
  return buildZip(Object.fromEntries(files));
}
