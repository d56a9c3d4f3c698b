import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const rootDir: string = fileURLToPath(new URL("../..", import.meta.url));

let files: string[] | null = null;

/** Every file that is or would be committed, as a path from the root with forward slashes. */
export function listRepositoryFiles(): string[] {
  files ??= execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: rootDir,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  })
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(rootDir, path)))
    .sort();
  return files;
}

/** The text of a file in the repository. */
export function readRepositoryFile(path: string): string {
  return readFileSync(join(rootDir, path), "utf8");
}
