import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootDir } from "../../install.mjs";

/** Checks a release out into a separate work tree, installs its packages and builds its server; removes it after use. */
export async function withReleaseTree<Result>(
  commit: string,
  use: (treeDir: string, release: string) => Promise<Result>,
): Promise<Result> {
  const release = git("rev-parse", "--verify", `${commit}^{commit}`).trim();
  const treeDir = mkdtempSync(join(tmpdir(), "blueprint-release-"));
  git("worktree", "add", "--detach", "--force", treeDir, release);
  try {
    // Its own packages: a link to these would lead to the sources of this work tree.
    run("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], treeDir);
    const build = "await (await import('./tools/server-build.ts')).ensureServerBuilt()";
    run(process.execPath, ["--input-type=module", "-e", build], treeDir);
    return await use(treeDir, release);
  } finally {
    git("worktree", "remove", "--force", treeDir);
    rmSync(treeDir, { recursive: true, force: true });
  }
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: rootDir, encoding: "utf8" });
}

function run(command: string, args: string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: "inherit" });
}
