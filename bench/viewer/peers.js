// The peers' packages. They are not part of the product, so they are installed outside it on first use.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootDir } from "../../tools/install.mjs";

const peersDir = join(rootDir, "node_modules", ".cache", "viewer-peers");
const wanted = {
  "model-viewer": { "@google/model-viewer": "4.4.0", three: "0.184.0" },
  supersplat: { "@playcanvas/supersplat-viewer": "1.36.2" },
  potree: { "potree-core": "2.0.15" },
};

/** Folder of a peer's packages; null when they cannot be installed here. */
export function findPeer(name) {
  const dir = join(peersDir, name);
  const versions = wanted[name];
  const isInstalled = Object.entries(versions).every(([packageName, version]) => {
    const path = join(dir, "node_modules", packageName, "package.json");
    return existsSync(path) && JSON.parse(readFileSync(path, "utf8")).version === version;
  });
  if (isInstalled) return join(dir, "node_modules");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true, dependencies: versions }));
  console.log(`Installing ${Object.keys(versions).join(", ")} …`);
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=silent", "--legacy-peer-deps"];
  const { status } = spawnSync("npm", ["install", ...flags], { cwd: dir, stdio: "inherit", timeout: 180_000 });
  return status === 0 ? join(dir, "node_modules") : null;
}
