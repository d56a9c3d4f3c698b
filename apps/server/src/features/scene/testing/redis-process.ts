import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "../../../testing/free-port.ts";

export interface RedisProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts an in-memory Redis, on a free port unless one is given. Installs it from Debian's packages if the machine has none and they are
 * available. Null when there is no way to get one.
 */
export async function startRedis(givenPort?: number): Promise<RedisProcess | null> {
  const path = findRedis() ?? installRedis();
  if (path === null) return null;
  const port = givenPort ?? (await findFreePort());
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(path, args, { argv0: "redis-server", stdio: ["ignore", "pipe", "inherit"] });
  await waitUntilReady(child);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

// Debian's redis-tools contains the server itself under the name of its database checker, selected by argv[0];
// installing the package redis-server would also start an unwanted service.
function findRedis(): string | null {
  for (const name of ["redis-server", "valkey-server", "redis-check-rdb"]) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      if (folder !== "" && existsSync(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

function installRedis(): string | null {
  if (process.getuid?.() !== 0) return null;
  const script = "apt-get update -q && apt-get install -y -q --no-install-recommends redis-tools";
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("sh", ["-c", script], { env, stdio: "ignore", timeout: 120_000 });
  return findRedis();
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  for await (const line of createInterface(child.stdout!)) {
    if (/Ready to accept connections/.test(line)) {
      child.stdout?.resume();
      return;
    }
  }
  throw new Error("Redis ended while it started.");
}
