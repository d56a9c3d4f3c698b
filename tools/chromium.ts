import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { rootDir, runQuietly, SetupError } from "./install.mjs";

/** The path of a Chromium for the browser tests; installs one if the machine has none. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  console.log("Installing Chromium for the browser tests …");
  const attempts = [];
  if (process.getuid?.() === 0 && findInPath("apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const script = "apt-get update -q && apt-get install -y -q --no-install-recommends chromium fonts-liberation";
    attempts.push(await runQuietly("sh", ["-c", script], rootDir, env));
    const installed = findChromium();
    if (installed) return installed;
  }
  const playwright = join(rootDir, "node_modules", "@playwright", "test", "cli.js");
  // Only root can install the libraries that Chromium needs.
  const withLibraries = process.getuid?.() === 0 ? ["--with-deps"] : [];
  attempts.push(await runQuietly(process.execPath, [playwright, "install", ...withLibraries, "chromium"], rootDir));
  const { chromium } = await import("@playwright/test");
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  throw new SetupError(
    `No Chromium was found and none could be installed. Install one and name it in PLAYWRIGHT_CHROMIUM.\n${attempts.map((attempt) => attempt.output.slice(-1500)).join("\n")}`,
  );
}

/** An installed Chromium, or null. @throws when PLAYWRIGHT_CHROMIUM names a missing one. */
export function findChromium(): string | null {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named) {
    if (existsSync(named)) return named;
    throw new SetupError(`PLAYWRIGHT_CHROMIUM names ${named}, which does not exist.`);
  }
  for (const name of ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"]) {
    const path = findInPath(name);
    if (path) return path;
  }
  return null;
}

function findInPath(name: string): string | null {
  for (const dir of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(dir, name);
    if (dir !== "" && existsSync(path)) return path;
  }
  return null;
}
