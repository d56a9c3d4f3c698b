import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../apps/server/src/testing/free-port.ts";

const ownRepositoryDir = fileURLToPath(new URL("../..", import.meta.url));
const startTimeoutMs = 45_000;
const stopTimeoutMs = 15_000;

/** The real product in a separate process, with a free port and a new data folder. */
export interface LaunchedServer {
  /** Origin without a trailing slash. It stays the same across restarts. */
  url: string;
  /** The link that an empty database prints on its first start. */
  operatorInvitationUrl: string;
  dataDir: string;
  /** The folder of mails, saved as `.eml` files. */
  mailDir: string;
  pid: number;
  /** The server's output since it was launched, across all restarts. */
  printed(): string;
  /** Kills the process at once, like a crash or a power cut. */
  kill9(): Promise<void>;
  /** Starts it again on the same port and folder, after a stop or a kill. */
  restart(env?: Record<string, string>): Promise<void>;
  /** Stops it gracefully. @throws when it does not exit in time, or not with success. */
  stop(): Promise<void>;
  /** Stops whatever is still running and removes the data folder. */
  dispose(): Promise<void>;
}

/**
 * Launches the built server as `npm start` does; `env` adds or overrides settings.
 * @param repositoryDir another work tree, whose server is launched
 */
export async function launchServer(
  env: Record<string, string> = {},
  repositoryDir = ownRepositoryDir,
): Promise<LaunchedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "blueprint-e2e-"));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  let printed = "";

  async function start(extraEnv: Record<string, string> = {}): Promise<void> {
    const printedBefore = printed.length;
    const started = spawn(process.execPath, [join(repositoryDir, "apps", "server", "dist", "main.js")], {
      cwd: repositoryDir,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...withoutSettings(process.env, repositoryDir),
        PORT: String(port),
        HOST: "localhost",
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
        LOG_LEVEL: "warn",
        // All journeys share one address, and sign in more often per minute than the default allows.
        SIGN_IN_ATTEMPTS_PER_MINUTE: "200",
        ...env,
        ...extraEnv,
      },
    });
    child = started;
    const collect = (chunk: Buffer) => {
      printed += chunk.toString("utf8");
    };
    started.stdout.on("data", collect);
    started.stderr.on("data", collect);
    await waitUntil(startTimeoutMs, () => {
      if (printed.slice(printedBefore).includes("Blueprint is ready at")) return true;
      if (hasEnded(started)) throw new Error(`The server ended while it started.\n${printed.slice(printedBefore)}`);
      return false;
    }).catch(async (error: unknown) => {
      await kill(started);
      throw new Error(`The server did not become ready.\n${printed.slice(printedBefore)}`, { cause: error });
    });
  }

  async function dispose(): Promise<void> {
    if (child) await kill(child);
    await endLeftDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    await start();
  } catch (error) {
    await dispose();
    throw error;
  }

  return {
    url,
    dataDir,
    mailDir: join(dataDir, "mail"),
    get operatorInvitationUrl() {
      const found = /First operator invitation: (\S+)/.exec(printed)?.[1];
      if (!found) throw new Error(`The server printed no operator invitation.\n${printed}`);
      return found;
    },
    get pid() {
      if (!child?.pid || hasEnded(child)) throw new Error("The server is not running.");
      return child.pid;
    },
    printed: () => printed,
    kill9: async () => {
      if (child) await kill(child);
    },
    restart: async (extraEnv) => {
      if (child && !hasEnded(child)) throw new Error("Stop or kill the server before it is started again.");
      await start(extraEnv);
    },
    stop: async () => {
      const stopped = child;
      if (!stopped || hasEnded(stopped)) return;
      stopped.kill("SIGTERM");
      await waitUntil(stopTimeoutMs, () => hasEnded(stopped)).catch(() => {
        throw new Error(`The server did not end within ${stopTimeoutMs} ms.\n${printed}`);
      });
      if (stopped.exitCode !== 0) throw new Error(`The server ended with ${stopped.exitCode}.\n${printed}`);
    },
    dispose,
  };
}

// The developer's own settings must not reach the server under test.
function withoutSettings(environment: NodeJS.ProcessEnv, repositoryDir: string): NodeJS.ProcessEnv {
  const settings = [
    ...readFileSync(join(repositoryDir, ".env.example"), "utf8").matchAll(/^#?\s?([A-Z][A-Z0-9_]*)=/gm),
  ].map((match) => match[1]);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !settings.includes(name)));
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function kill(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill("SIGKILL");
  await waitUntil(stopTimeoutMs, () => hasEnded(child));
}

// The embedded database outlives a killed server, so that the next one can adopt it. After the last server there is
// none.
async function endLeftDatabase(dataDir: string): Promise<void> {
  for (const path of globSync("*/cluster/postmaster.pid", { cwd: dataDir })) {
    const pidPath = join(dataDir, path);
    const pid = Number(readFileSync(pidPath, "utf8").split("\n")[0]);
    if (!Number.isSafeInteger(pid) || pid <= 1) continue;
    try {
      process.kill(pid, "SIGINT");
    } catch {
      continue;
    }
    // Removing the file is the postmaster's last step.
    await waitUntil(stopTimeoutMs, () => !existsSync(pidPath));
  }
}

/** Resolves once the condition holds. @throws when it does not hold in time, or what the condition throws. */
async function waitUntil(timeoutMs: number, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Nothing happened within ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
