import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type RedisProcess, startRedis } from "../../apps/server/src/features/scene/testing/redis-process.ts";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import type { Role } from "../../apps/server/src/platform/roles.ts";
import { hasTestS3, startTestS3, testS3Needs } from "../../apps/server/src/platform/storage/testing/test-s3.ts";
import { startBalancer } from "../../apps/server/src/testing/balancer.ts";
import { toDatabaseUrl } from "../../apps/server/src/testing/database-url.ts";
import { findFreePort } from "../../apps/server/src/testing/free-port.ts";
import { builtServerPath, type ServerProcess, spawnProgram } from "../../apps/server/src/testing/server-process.ts";
import { type FaultyStorage, startFaultyStorage } from "./faulty-storage.ts";

const clockAheadUrl = new URL("../../apps/server/src/testing/clock-ahead.ts", import.meta.url).href;
const connectionsMax = 200;
const silent = { info: () => {}, error: () => {} };

/** One server of a fleet. */
export interface FleetServer {
  readonly name: string;
  readonly role: Role;
  /** Its own origin, behind the balancer's. */
  readonly url: string;
  readonly pid: number;
  /** Its output since it was last started, also after its end. */
  printed(): string;
  /** Starts it again after `kill9` or `stop`. @param serverPath the built server of another release, from now on */
  start(serverPath?: string): Promise<void>;
  kill9(): Promise<void>;
  /** Ends it as an upgrade does. @returns its exit code */
  stop(): Promise<number>;
  freeze(): void;
  thaw(): void;
}

/** Several servers with a real PostgreSQL, Redis and S3 service, behind one address. */
export interface Fleet {
  /** Origin without a trailing slash. */
  readonly url: string;
  readonly servers: readonly FleetServer[];
  readonly operatorInvitationUrl: string;
  /** Where every server writes its mails, as to one mail server. */
  readonly mailDir: string;
  readonly storage: FaultyStorage;
  restartDatabase(): Promise<void>;
  restartRedis(pauseMs: number): Promise<void>;
  dispose(): Promise<void>;
}

export interface FleetOptions {
  roles: readonly Role[];
  /** The balancer's port; a free one when left out. */
  port?: number;
  /** The built server to start with, of another release. */
  serverPath?: string;
  /** Node's flags for every server. */
  nodeFlags?: readonly string[];
  /** Settings of every server. */
  env?: Record<string, string>;
  /** How far the clock of each server is ahead, in the order of `roles`. */
  clocksAheadMs?: readonly number[];
}

/** @throws Error that says what this machine lacks */
export async function launchFleet({
  roles,
  port,
  serverPath,
  nodeFlags = [],
  env = {},
  clocksAheadMs = [],
}: FleetOptions): Promise<Fleet> {
  if (!hasTestS3) throw new Error(`A fleet ${testS3Needs}.`);
  const dir = mkdtempSync(join(tmpdir(), "blueprint-fleet-"));
  const ending: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 })];
  const dispose = async () => {
    for (const end of ending.splice(0)) await end();
  };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: join(dir, "postgres"), log: silent, connectionsMax });
    ending.unshift(() => postgres.stop());
    const redisPort = await findFreePort();
    let redis: RedisProcess | null = await startRedis(redisPort);
    if (redis === null) throw new Error("A fleet needs a Redis server: install Debian's package redis-server.");
    ending.unshift(() => redis?.stop());
    const { url: redisUrl } = redis;
    const s3 = await startTestS3();
    ending.unshift(() => s3.stop());
    const storage = await startFaultyStorage(s3.url);
    ending.unshift(() => storage.close());
    const balancer = await startBalancer(port);
    ending.unshift(() => balancer.close());

    const mailDir = join(dir, "mail");
    mkdirSync(mailDir);
    const servers: FleetServer[] = [];
    for (const [index, role] of roles.entries()) {
      const name = `${role}-${index + 1}`;
      mkdirSync(join(dir, name));
      symlinkSync(mailDir, join(dir, name, "mail"));
      servers.push(
        await prepareServer(name, role, nodeFlags, {
          DATABASE_URL: toDatabaseUrl(postgres.connection),
          SECRET_KEY: "a key of a fleet for tests, and nothing else",
          STORAGE_URL: storage.url,
          REDIS_URL: redisUrl,
          DATA_DIR: join(dir, name),
          PUBLIC_URL: balancer.url,
          TRUSTED_PROXIES: "127.0.0.1",
          LOG_LEVEL: "error",
          ...env,
          ...toClock(clocksAheadMs[index]),
        }),
      );
    }
    ending.unshift(() => Promise.all(servers.map((server) => server.kill9())));
    await Promise.all(servers.map((server) => server.start(serverPath)));
    balancer.balance(
      servers
        .filter(({ role }) => role !== "worker")
        .map(({ url, role }) => ({
          url,
          takes: role === "all" ? "everything" : role === "web" ? "pages" : "documents",
        })),
    );
    const printed = servers.map((server) => server.printed()).join("");
    return {
      url: balancer.url,
      servers,
      operatorInvitationUrl: /First operator invitation: (\S+)/.exec(printed)?.[1] ?? "",
      mailDir,
      storage,
      restartDatabase: async () => {
        const pid = Number(readFileSync(join(dir, "postgres", "cluster", "postmaster.pid"), "utf8").split("\n")[0]);
        // A fast shutdown; whoever started the database starts it again.
        process.kill(pid, "SIGINT");
        while (isAlive(pid)) await wait(50);
      },
      restartRedis: async (pauseMs) => {
        await redis?.stop();
        redis = null;
        await wait(pauseMs);
        redis = await startRedis(redisPort);
      },
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function toClock(aheadMs = 0): Record<string, string> {
  if (aheadMs === 0) return {};
  return { NODE_OPTIONS: `--import ${clockAheadUrl}`, CLOCK_AHEAD_MS: String(aheadMs) };
}

async function prepareServer(
  name: string,
  role: Role,
  nodeFlags: readonly string[],
  env: Record<string, string>,
): Promise<FleetServer> {
  const port = await findFreePort();
  let currentPath = builtServerPath;
  let running: ServerProcess | null = null;
  let latest: ServerProcess | null = null;
  const end = async (signal: NodeJS.Signals): Promise<number> => {
    const ending = running;
    if (ending === null) return 0;
    // A frozen process takes no other signal until it is thawed.
    if (signal !== "SIGKILL") ending.child.kill("SIGCONT");
    ending.child.kill(signal);
    const code = await ending.ended;
    if (running === ending) running = null;
    return code;
  };
  return {
    name,
    role,
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return running?.child.pid ?? 0;
    },
    printed: () => latest?.printed() ?? "",
    start: async (serverPath = currentPath) => {
      currentPath = serverPath;
      const command = [process.execPath, ...nodeFlags, serverPath];
      running = latest = spawnProgram({ ...env, ROLE: role, PORT: String(port) }, command);
      await running.waitFor("Blueprint is ready");
    },
    kill9: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
    freeze: () => void running?.child.kill("SIGSTOP"),
    thaw: () => void running?.child.kill("SIGCONT"),
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
