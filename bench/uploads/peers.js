// The peers' packages. They are not part of the product, so they are installed outside it on first use.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { rootDir } from "../../tools/install.mjs";

const peersDir = join(rootDir, "node_modules", ".cache", "upload-peers");
const wanted = {
  tus: { "tus-js-client": "4.3.1", "@tus/server": "2.4.5", "@tus/file-store": "2.1.1" },
  emulator: { "firebase-tools": "15.34.2" },
};

/** Resolves the packages of a peer; null when they cannot be installed here. */
export function requirePeer(name) {
  const dir = join(peersDir, name);
  const require = createRequire(join(dir, "package.json"));
  const versions = wanted[name];
  const isInstalled = Object.entries(versions).every(
    ([packageName, version]) =>
      existsSync(join(dir, "node_modules", packageName, "package.json")) &&
      require(join(dir, "node_modules", packageName, "package.json")).version === version,
  );
  if (isInstalled) return require;
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true, dependencies: versions }));
  console.log(`Installing ${Object.keys(versions).join(", ")} …`);
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=silent"], {
    cwd: dir,
    stdio: "inherit",
  });
  return status === 0 ? require : null;
}
