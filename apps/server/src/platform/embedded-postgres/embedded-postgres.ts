import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "../../db/connection.ts";
import { bundledMajorVersion, commandPrefixForUser, findPostgresBinaries } from "./postgres-binaries.ts";
import { findPostmasterFile, isPostmasterOf, waitForExit, waitForOrphans } from "./postmaster.ts";

const user = "blueprint";
const database = "blueprint";
const socketPort = 5432;
const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;
/** Pause between attempts to restart a database that fails to start, as on a full disk. */
const reviveEveryMs = 2_000;
/** How often to check a postmaster that is not this process's child. */
const lookEveryMs = 500;
const logFileBytesMax = 10 * 1024 * 1024;
const usesSockets = process.platform !== "win32";
// The kernel's limit for the path of a Unix socket, without the closing NUL byte.
const socketPathBytesMax = process.platform === "darwin" ? 103 : 107;

const oneServerConnectionsMax = 60;
/** A path that PostgreSQL takes as it is: it splits lists of folders at commas and blanks. */
const plainPath = /^[^,:"'\s\\]+$/;

/** How a client reaches the embedded database. */
export interface PostgresConnection {
  /** The folder of the Unix socket; on Windows 127.0.0.1. */
  host: string;
  port: number;
  user: string;
  database: string;
  /** Windows only: elsewhere the socket's folder is closed to other users. */
  password?: string;
}

export interface EmbeddedPostgres {
  connection: PostgresConnection;
  /** True when a running postmaster was found, left by a server that died without stopping it. */
  adopted: boolean;
  /**
   * Stops the database with a fast shutdown and waits for it; until then it is restarted when it dies. May be called
   * more than once.
   */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** A dedicated folder, created if missing. It holds `cluster/`, `socket/` and `postgres.log`. */
  dataDir: string;
  log: { info(message: string): void; error(message: string): void };
  /** Limit on concurrent connections; by default enough for one server with all its roles. */
  connectionsMax?: number;
}

/**
 * Starts the bundled PostgreSQL on a data folder, creates the database if missing and resolves when it accepts queries.
 * The caller ensures that no other server uses the folder (`lockDataDir`).
 * @throws with a sentence for the operator when it cannot run here or the data belong to another major version.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  // The real path: a postmaster is identified by the folder in its command line, whatever link led here.
  const dataDir = realpathSync(options.dataDir);
  const clusterDir = join(dataDir, "cluster");
  const binDir = findPostgresBinaries();
  const prefix = commandPrefixForUser();
  const hostDir = usesSockets ? requireSocketDir(dataDir) : "127.0.0.1";

  if (!existsSync(join(clusterDir, "PG_VERSION"))) {
    initialiseCluster({ dataDir, clusterDir, binDir, prefix });
    options.log.info("Created a new database.");
  }
  requireBundledVersion(clusterDir);

  const { connectionsMax = oneServerConnectionsMax } = options;
  const location = { dataDir, clusterDir, binDir, prefix, hostDir, connectionsMax };
  const left = await findPostmasterToAdopt(clusterDir, hostDir);
  const running = left ?? (await startPostmaster(location));
  const connection = toConnection(dataDir, hostDir, running.port);
  await createDatabaseIfMissing(connection);
  options.log.info(
    left ? "Connected to the embedded database that was already running." : "The embedded database is running.",
  );

  const stopWatching = keepRunning(location, running, options.log);
  return {
    connection,
    adopted: left !== null,
    stop: async () => stopPostmaster(clusterDir, await stopWatching(), binDir),
  };
}

/**
 * How to reach the embedded database that another process runs on this data folder; null while none accepts
 * connections. Never starts one.
 */
export function findRunningPostgres(dataDir: string): PostgresConnection | null {
  if (!existsSync(dataDir)) return null;
  const realDir = realpathSync(dataDir);
  const clusterDir = join(realDir, "cluster");
  const file = findPostmasterFile(clusterDir);
  if (file === null || !file.isReady || !isPostmasterOf(clusterDir, file.pid)) return null;
  return toConnection(realDir, usesSockets ? file.socketDir : "127.0.0.1", file.port);
}

function toConnection(dataDir: string, host: string, port: number): PostgresConnection {
  const password = usesSockets ? {} : { password: readFileSync(join(dataDir, "password"), "utf8") };
  return { host, port, user, database, ...password };
}

/**
 * Restarts the postmaster whenever it dies, on the same address, so that clients find it again.
 * @returns a function that stops this and returns the last process id
 */
function keepRunning(
  location: RunLocation,
  first: RunningPostmaster,
  log: EmbeddedPostgresOptions["log"],
): () => Promise<number> {
  const { clusterDir } = location;
  let running = first;
  const stopping = new AbortController();
  const watchUntilStop = async () => {
    while (await hasDied(clusterDir, running, stopping.signal)) {
      log.error("The embedded database stopped unexpectedly. Restarting it.");
      const again = await revive();
      if (again === null) return;
      running = again;
      log.info("The embedded database is running again. No confirmed data was lost.");
    }
  };
  const revive = async (): Promise<RunningPostmaster | null> => {
    while (!stopping.signal.aborted) {
      try {
        const left = await findPostmasterToAdopt(clusterDir, location.hostDir);
        return left ?? (await startPostmaster(location, running.port));
      } catch (error) {
        log.error(`${(error as Error).message} Next try in ${reviveEveryMs / 1000} seconds.`);
        await wait(reviveEveryMs, null, { signal: stopping.signal }).catch(() => {});
      }
    }
    return null;
  };
  const watching = watchUntilStop();
  return async () => {
    stopping.abort();
    await watching;
    return running.pid;
  };
}

/** Waits until a postmaster dies; false when `signal` aborts first. */
async function hasDied(clusterDir: string, { pid, child }: RunningPostmaster, signal: AbortSignal): Promise<boolean> {
  // Polling starts a process each time except on Linux; a child's exit comes as an event.
  const ended = new AbortController();
  const end = () => ended.abort();
  child?.once("exit", end);
  signal.addEventListener("abort", end);
  try {
    while (!signal.aborted && child?.exitCode == null && child?.signalCode == null) {
      if (child === undefined && !isPostmasterOf(clusterDir, pid)) return true;
      const timer = child === undefined ? lookEveryMs : 2 ** 31 - 1;
      await wait(timer, null, { signal: ended.signal, ref: false }).catch(() => {});
    }
    return !signal.aborted;
  } finally {
    child?.off("exit", end);
    signal.removeEventListener("abort", end);
  }
}

interface RunningPostmaster {
  pid: number;
  port: number;
  /** Missing for an adopted postmaster. */
  child?: ChildProcess;
}

/** Everything a postmaster is started with. */
interface RunLocation extends ClusterLocation {
  hostDir: string;
  connectionsMax: number;
}

interface ClusterLocation {
  dataDir: string;
  clusterDir: string;
  binDir: string;
  prefix: string[];
}

function requireSocketDir(dataDir: string): string {
  const besideData = join(dataDir, "socket");
  const socketName = `.s.PGSQL.${socketPort}`;
  if (Buffer.byteLength(join(besideData, socketName)) <= socketPathBytesMax && plainPath.test(besideData)) {
    mkdirSync(besideData, { recursive: true, mode: 0o700 });
    return besideData;
  }
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const shortDir = join(tmpdir(), `blueprint-${hash}`);
  mkdirSync(shortDir, { recursive: true, mode: 0o700 });
  // The temporary folder is shared: another user may have created this name first to receive our connections.
  const found = lstatSync(shortDir);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${shortDir} is needed for the database's socket but belongs to another user. Remove it, or choose a shorter DATA_DIR.`,
    );
  }
  return shortDir;
}

function initialiseCluster(location: ClusterLocation): void {
  // Created under another name and renamed when complete: a start killed halfway leaves no partial cluster.
  const draftDir = join(location.dataDir, "cluster.new");
  rmSync(draftDir, { recursive: true, force: true });
  const args = ["-D", draftDir, "-U", user, "-E", "UTF8", "--locale=C.UTF-8", "--no-instructions"];
  if (usesSockets) {
    args.push("-A", "trust");
  } else {
    const passwordPath = join(location.dataDir, "password");
    writeFileSync(passwordPath, randomBytes(24).toString("base64url"), { mode: 0o600 });
    args.push("-A", "scram-sha-256", `--pwfile=${passwordPath}`);
  }
  const [command = "", ...commandArgs] = [...location.prefix, join(location.binDir, "initdb"), ...args];
  const result = spawnSync(command, commandArgs, { encoding: "utf8", env: postgresEnvironment() });
  if (result.status !== 0) {
    rmSync(draftDir, { recursive: true, force: true });
    throw new Error(
      `Couldn't create the database folder in ${location.dataDir}. ${(result.error?.message ?? result.stderr).trim()}`,
    );
  }
  renameSync(draftDir, location.clusterDir);
}

function requireBundledVersion(clusterDir: string): void {
  const version = readFileSync(join(clusterDir, "PG_VERSION"), "utf8").trim();
  if (version === bundledMajorVersion) return;
  throw new Error(
    `The data in ${clusterDir} was written by PostgreSQL ${version}, but this version of Blueprint includes PostgreSQL ${bundledMajorVersion}. Nothing was changed. Start the version of Blueprint that wrote it, export, and import here.`,
  );
}

async function findPostmasterToAdopt(
  clusterDir: string,
  hostDir: string,
): Promise<{ pid: number; port: number } | null> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    const file = findPostmasterFile(clusterDir);
    if (file === null || !isPostmasterOf(clusterDir, file.pid)) break;
    if (file.isReady) {
      const socketPath = join(hostDir, `.s.PGSQL.${file.port}`);
      if (!usesSockets || (file.socketDir === hostDir && existsSync(socketPath))) return file;
      // It runs but cannot be reached, for example because the temporary folder was swept.
      await stopPostmaster(clusterDir, file.pid, findPostgresBinaries());
      break;
    }
    if (performance.now() > deadline) throw new Error("The database that is already running didn't become ready.");
    await wait(25);
  }
  await waitForOrphans(clusterDir, stopTimeoutMs);
  // PostgreSQL clears a dead postmaster's files itself, but takes a zombie or a reused process id for a live one.
  rmSync(join(clusterDir, "postmaster.pid"), { force: true });
  if (usesSockets) for (const name of readdirSync(hostDir)) rmSync(join(hostDir, name), { force: true });
  return null;
}

async function startPostmaster(location: RunLocation, usedPort?: number): Promise<RunningPostmaster> {
  const port = usedPort ?? (usesSockets ? socketPort : await findFreePort());
  const settings = [
    usesSockets ? "listen_addresses=" : "listen_addresses=127.0.0.1",
    `port=${port}`,
    "shared_buffers=64MB",
    `max_connections=${location.connectionsMax}`,
    "timezone=UTC",
    "log_timezone=UTC",
    // After a kill, every file is synced before the first query: by one call instead of a thousand.
    ...(process.platform === "linux" ? ["recovery_init_sync_method=syncfs"] : []),
  ];
  const args = ["-D", location.clusterDir, ...settings.flatMap((setting) => ["-c", setting])];
  if (usesSockets) args.push("-k", location.hostDir);
  const [command = "", ...commandArgs] = [...location.prefix, join(location.binDir, "postgres"), ...args];

  const logPath = join(location.dataDir, "postgres.log");
  if (existsSync(logPath) && statSync(logPath).size > logFileBytesMax) truncateSync(logPath);
  const logFile = openSync(logPath, "a", 0o600);
  const logStart = statSync(logPath).size;
  // Detached: Ctrl-C in the terminal reaches only our server, which then stops the database after its last query.
  const child = spawn(command, commandArgs, {
    stdio: ["ignore", logFile, logFile],
    detached: true,
    env: postgresEnvironment(),
  });
  closeSync(logFile);
  child.unref();
  let failure: Error | null = null;
  child.once("error", (error) => {
    failure = error;
  });

  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    const file = findPostmasterFile(location.clusterDir);
    if (file?.isReady && file.pid === child.pid) return { pid: file.pid, port, child };
    const ended = failure !== null || child.exitCode !== null || child.signalCode !== null;
    if (ended || performance.now() > deadline) {
      if (!ended) child.kill("SIGINT");
      const said = readFileSync(logPath).subarray(logStart).toString("utf8").trim().slice(-1500);
      throw new Error(`The embedded database did not start. ${said || String(failure ?? "It gave no reason.")}`);
    }
    await wait(10);
  }
}

async function createDatabaseIfMissing(connection: PostgresConnection): Promise<void> {
  const sql = connect({ ...connection, database: "postgres" }, 1);
  try {
    const found = await sql`SELECT 1 FROM pg_database WHERE datname = ${database}`;
    if (found.length === 0) await sql`CREATE DATABASE ${sql(database)}`;
  } finally {
    await sql.end();
  }
}

async function stopPostmaster(clusterDir: string, pid: number, binDir: string): Promise<void> {
  if (!isPostmasterOf(clusterDir, pid)) return;
  if (process.platform === "win32") {
    // Windows has no SIGINT for other processes; pg_ctl uses a named pipe to the postmaster.
    spawnSync(join(binDir, "pg_ctl"), ["stop", "-D", clusterDir, "-m", "fast"]);
    return;
  }
  process.kill(pid, "SIGINT");
  if (await waitForExit(clusterDir, pid, stopTimeoutMs)) return;
  // An immediate shutdown loses nothing: the next start replays the write-ahead log.
  process.kill(pid, "SIGQUIT");
  if (await waitForExit(clusterDir, pid, stopTimeoutMs)) return;
  throw new Error(`The embedded database (process ${pid}) didn't stop.`);
}

function postgresEnvironment(): NodeJS.ProcessEnv {
  // PG* variables of the user's shell would change the server's settings.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("PG") && !name.startsWith("LC_"));
  return { ...Object.fromEntries(inherited), LC_ALL: "C.UTF-8" };
}

function findFreePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolvePort(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
