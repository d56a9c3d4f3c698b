import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { toTemporaryDir } from "./storage/disk-storage.ts";

export interface Swept {
  readonly files: number;
  readonly bytes: number;
}

/** Subfolders of the data folder that only hold unfinished work, as path segments. */
const workDirs = [["work"], ["exports"], ["postgres", "cluster.new"]];
/** Unfinished files beside finished ones, by folder. */
const drafts: readonly (readonly [dir: string, name: RegExp])[] = [
  ["", /^(secrets\.json\.new|server\.lock\.\d+(\.stale)?)$/],
  ["mail", /\.eml\.new$/],
];

/**
 * Removes partial files that a killed server left in its data folder, and counts them. Call it as the folder's owner,
 * before writing to it.
 */
export async function sweepTemporaryFiles(dataDir: string): Promise<Swept> {
  const swept = { files: 0, bytes: 0 };
  const take = async (path: string) => {
    const stats = await stat(path).catch(() => null);
    if (stats === null) return;
    swept.files += 1;
    swept.bytes += stats.size;
    await rm(path, { force: true });
  };
  for (const dir of [...workDirs.map((parts) => join(dataDir, ...parts)), toTemporaryDir(join(dataDir, "objects"))]) {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) if (!entry.isDirectory()) await take(join(entry.parentPath, entry.name));
    await rm(dir, { recursive: true, force: true });
  }
  for (const [folder, pattern] of drafts) {
    const names = await readdir(join(dataDir, folder)).catch(() => []);
    for (const name of names) if (pattern.test(name)) await take(join(dataDir, folder, name));
  }
  return swept;
}
