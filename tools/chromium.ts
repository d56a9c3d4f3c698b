import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { rootDir, runQuietly, SetupError } from "./install.mjs";

const packages = "chromium chromium-headless-shell fonts-liberation espeak-ng firefox-esr";

/**
 * Installs what the journeys need unless the machine has it. Those that speak, or that need Firefox, are skipped
 * where Debian's packages espeak-ng and firefox-esr are missing and can't be installed.
 * @throws SetupError
 */
export async function ensureChromium(): Promise<void> {
  const hasChromium = findChromium() !== null && (isNamed() || findHeadlessShell() !== null);
  const canInstall = process.getuid?.() === 0 && findInPath("apt-get") !== null;
  const hasRest = findInPath("espeak-ng") !== null && findInPath("firefox-esr") !== null;
  if (hasChromium && (!canInstall || hasRest)) return;
  const attempts = [];
  if (canInstall) {
    console.log("Installing Chromium, Firefox and a voice for the browser tests …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const script = `apt-get update -q && apt-get install -y -q --no-install-recommends ${packages}`;
    attempts.push(await runQuietly("sh", ["-c", script], rootDir, env));
  }
  const { chromium } = await import("@playwright/test");
  if (findChromium() !== null || existsSync(chromium.executablePath())) return;
  console.log("Downloading Chromium for the browser tests …");
  const playwright = join(rootDir, "node_modules", "@playwright", "test", "cli.js");
  // Only root can install the libraries that Chromium needs.
  const withLibraries = process.getuid?.() === 0 ? ["--with-deps"] : [];
  attempts.push(await runQuietly(process.execPath, [playwright, "install", ...withLibraries, "chromium"], rootDir));
  if (existsSync(chromium.executablePath())) return;
  throw new SetupError(
    `No Chromium was found and none could be installed. Install one and name it in PLAYWRIGHT_CHROMIUM.\n${attempts.map((attempt) => attempt.output.slice(-1500)).join("\n")}`,
  );
}

/**
 * The same Chromium without the windows around its pages, which take most of the time that opening a page takes. Null
 * where it is missing or a whole browser is named.
 */
export function findHeadlessShell(): string | null {
  return isNamed() ? null : findInPath("chromium-headless-shell");
}

function isNamed(): boolean {
  return Boolean(process.env.PLAYWRIGHT_CHROMIUM);
}

/** An installed Chromium with everything that people use of it, or null. @throws when PLAYWRIGHT_CHROMIUM names a missing one. */
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
