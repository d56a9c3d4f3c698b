import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMeshSample, writeTiledGlb } from "@blueprint/scans/mesh/testing/write-large-meshes";
import { findPeer } from "./peers.js";

const copies = 3;
const pagesDir = fileURLToPath(new URL("./pages/", import.meta.url));
const gltfpack = fileURLToPath(new URL("../../node_modules/.bin/gltfpack", import.meta.url));

/** A photographed building: three copies of it, and sixty. The peers get the sixty, a mesh as exported by an app. */
export async function prepareMesh({ dir, dataDir }) {
  const sample = await readMeshSample(join(dataDir, "mesh", "agi-hq-ktx2-tile.glb"));
  const few = { name: `ours, ${copies} buildings`, fileName: "few.glb", path: join(dir, "few.glb") };
  const many = {
    name: `ours, ${copies * 20} buildings`,
    fileName: "many.glb",
    path: join(dir, "data", "original", "scan.glb"),
  };
  for (const folder of ["original", "reduced"]) mkdirSync(join(dir, "data", folder), { recursive: true });
  writeTiledGlb(few.path, sample, copies);
  const triangles = writeTiledGlb(many.path, sample, copies * 20);
  const reduced = join(dir, "data", "reduced", "scan.glb");
  execFileSync(gltfpack, ["-i", many.path, "-o", reduced, "-si", "0.25"], { stdio: "ignore", timeout: 120_000 });
  const modules = findPeer("model-viewer");
  const library = modules && join(modules, "@google", "model-viewer", "dist");
  const peer = (name, folder) => ({
    name,
    folders: { "/": pagesDir, "/data/": join(dir, "data", folder), "/model-viewer/": library },
    path: "/model-viewer.html",
    warm: [join(library, "model-viewer.min.js")],
  });
  return {
    title: `mesh, ${(triangles / 1e6).toFixed(2)} M triangles with pictures`,
    scans: [few, many],
    growth: [0, 1],
    peers:
      library === null
        ? []
        : [
            peer("<model-viewer> on the same GLB", "original"),
            peer("<model-viewer> on it reduced to a quarter by gltfpack", "reduced"),
          ],
    bound: { of: 1, ratio: 0.1 },
  };
}
