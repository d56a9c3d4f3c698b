// Plain JavaScript without dependencies: this runs before anything is installed, on any Node from 20 on.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const rootDir = fileURLToPath(new URL("..", import.meta.url));

/** A failure explained in words for the user, who does not need the stack. */
export class SetupError extends Error {}

/** Installs the locked dependencies unless exactly those are installed already. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.log("Installing dependencies (a few minutes the first time) …");
  const startedAt = performance.now();
  const { code, output } = await runQuietly("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], rootDir);
  if (code !== 0) throw new SetupError(`npm ci failed.\n${output.slice(-4000)}`);
  if (!isInstalled()) throw new SetupError("npm ci ended well, but packages of package-lock.json are missing.");
  console.log(`Dependencies installed in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
}

// npm writes node_modules/.package-lock.json last, so that an interrupted installation does not look complete.
function isInstalled() {
  const wanted = readPackages(join(rootDir, "package-lock.json"));
  if (wanted === null) throw new SetupError("package-lock.json is missing or broken. Restore it from git.");
  const found = readPackages(join(rootDir, "node_modules", ".package-lock.json"));
  if (found === null) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) continue;
    const installed = found[path];
    // npm skips packages for other operating systems.
    if (!installed && (entry.optional || entry.peer)) continue;
    if (!installed || installed.version !== entry.version || installed.integrity !== entry.integrity) return false;
  }
  return true;
}

/** @param {string} path */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? null;
  } catch {
    return null;
  }
}

/**
 * Continues under the Node version that this project pins. Returns true when this process already runs it; otherwise
 * runs the same script again, forwards signals, and exits with its exit code.
 * @param {string} scriptUrl
 */
export async function continueUnderPinnedNode(scriptUrl) {
  const wanted = JSON.parse(readFileSync(join(rootDir, "package.json"), "utf8")).dependencies.node;
  endWithParent();
  if (process.versions.node === wanted) return true;
  const binary = findPinnedNode(wanted);
  if (binary === null) {
    // The npm package has no binary for this machine (musl, for example): any Node at least as new will do.
    if (Number(process.versions.node.split(".")[0]) >= Number(wanted.split(".")[0])) return true;
    throw new SetupError(
      `Node ${wanted} could not be installed here. Install Node ${wanted.split(".")[0]} and start again.`,
    );
  }
  const child = spawn(binary, [...process.execArgv, fileURLToPath(scriptUrl), ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, BLUEPRINT_ENDS_WITH_PARENT: "1" },
  });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGHUP", () => child.kill("SIGHUP"));
  // A terminal sends Ctrl-C to both processes itself.
  process.on("SIGINT", () => {
    if (!process.stdin.isTTY) child.kill("SIGINT");
  });
  child.on("error", (error) => {
    console.error(`Node ${wanted} could not be run: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
  return false;
}

// npm passes a signal to the shell that runs a script, and the shell dies without telling us. The outer of two Node
// processes may be killed, too. A process started by either of them shuts down gracefully when it is gone.
function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined && process.env.BLUEPRINT_ENDS_WITH_PARENT === undefined) return;
  delete process.env.BLUEPRINT_ENDS_WITH_PARENT;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 200);
  watch.unref();
}

/** @param {string} version */
function findPinnedNode(version) {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const binary = join(rootDir, "node_modules", "node", "bin", name);
  if (!runs(binary, version)) {
    // npm skipped the install script of the package "node" (npm asks for approval, or ignore-scripts is set).
    spawnSync(process.execPath, ["installArchSpecificPackage.js"], {
      cwd: join(rootDir, "node_modules", "node"),
      stdio: "ignore",
    });
    linkIntoPath(binary, name);
  }
  return runs(binary, version) ? binary : null;
}

// npm links only what exists when it installs; npm scripts and npx find this Node through the link.
/** @param {string} binary @param {string} name */
function linkIntoPath(binary, name) {
  const link = join(rootDir, "node_modules", ".bin", name);
  if (process.platform === "win32" || existsSync(link) || !existsSync(binary)) return;
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(link), binary), link);
}

/** @param {string} binary @param {string} version */
function runs(binary, version) {
  return existsSync(binary) && spawnSync(binary, ["--version"], { encoding: "utf8" }).stdout?.trim() === `v${version}`;
}

/**
 * Runs a command without showing its output, and returns the output in case it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, args, cwd, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, shell: process.platform === "win32" && command === "npm" });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
