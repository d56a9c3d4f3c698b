import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rootDir } from "./install.mjs";

/** Identifies exactly what a build depends on: dependencies, and all sources of a workspace and of the packages. */
export function hashSources(workspaceDir: string, settings: unknown = null): string {
  const hash = createHash("sha256").update(JSON.stringify(settings));
  const packagesDir = join(rootDir, "packages");
  const packageDirs = readdirSync(packagesDir).map((name) => join(packagesDir, name));
  for (const path of [join(rootDir, "package-lock.json"), ...[workspaceDir, ...packageDirs].flatMap(listSources)]) {
    hash.update(path.slice(rootDir.length)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

/** The stamp of a complete build, or null. */
export function readStamp(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function listSources(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(dir, entry.name);
      if (entry.isDirectory())
        return ["node_modules", "dist", "testing", "fixtures"].includes(entry.name) ? [] : listSources(path);
      return /\.test\.tsx?$/.test(entry.name) || !entry.isFile() ? [] : [path];
    });
}
