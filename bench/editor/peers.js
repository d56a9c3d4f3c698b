// The peer's packages. They are not part of the product, so they are installed outside it on first use.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootDir } from "../../tools/install.mjs";

const dir = join(rootDir, "node_modules", ".cache", "editor-peers");
const dependencies = { "y-websocket": "2.1.0", yjs: "13.6.33", ws: "6.2.3", "y-leveldb": "0.1.2" };

/** The path of the y-websocket server; null when it cannot be installed here. */
export function findWebSocketServer() {
  const path = join(dir, "node_modules", "y-websocket", "bin", "server.cjs");
  if (existsSync(path)) return path;
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true, dependencies }));
  console.log("Installing y-websocket …");
  spawnSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], {
    cwd: dir,
    stdio: "inherit",
  });
  return existsSync(path) ? path : null;
}
