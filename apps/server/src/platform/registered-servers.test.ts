import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { readConfig } from "../config.ts";
import { connect, type DatabaseConnection } from "../db/connection.ts";
import type { Sql } from "../db/sql.ts";
import { systemIds } from "./ids.ts";
import { createLogger } from "./logger.ts";
import { type Registration, registerServer } from "./registered-servers.ts";
import { readSecrets, type Secrets } from "./secrets.ts";

const shared = {
  PUBLIC_URL: "https://blueprint.example.org",
  STORAGE_URL: "s3://key:topsecret@storage.example.org/venues",
  REDIS_URL: "redis://cache.example.org",
};

let dir: string;
let connection: DatabaseConnection;
let sql: Sql;
let secrets: Secrets;
let registered: Registration[];

beforeEach(async () => {
  const { template, ...server } = inject("testPostgres");
  const database = `test_${systemIds.uuid().replaceAll("-", "")}`;
  const admin = connect({ ...server, database: "postgres" }, 1);
  await admin`create database ${admin(database)} template ${admin(template)} strategy file_copy`;
  connection = { ...server, database };
  sql = connect(connection, 2);
  dir = mkdtempSync(join(tmpdir(), "blueprint-registered-"));
  secrets = readSecrets(dir);
  registered = [];
  return async () => {
    for (const registration of registered) await registration.end();
    await sql.end();
    await admin`drop database ${admin(database)} with (force)`;
    await admin.end();
    rmSync(dir, { recursive: true });
  };
});

async function register(folder: string, env: Record<string, string> = shared, keys = secrets): Promise<Registration> {
  const dataDir = join(dir, folder);
  mkdirSync(dataDir, { recursive: true });
  const registration = await registerServer({
    config: readConfig({ ...env, DATA_DIR: dataDir }, dir),
    connection,
    ids: systemIds,
    log: createLogger("silent"),
    secrets: keys,
  });
  registered.push(registration);
  return registration;
}
const listIds = async () => (await sql<{ id: string }[]>`select id from server_processes`).map(({ id }) => id).sort();

/** A server that was killed this many seconds ago; negative as seen by a database whose clock was set back. */
async function leaveDead(folder: string, secondsAgo: number): Promise<void> {
  await register(folder, {});
  await sql`update server_processes set id = 'dead', heartbeat_at = now() - make_interval(secs => ${secondsAgo})`;
  await registered.pop()?.end();
}

describe("servers on one database", () => {
  it("run beside each other when they share everything, and leave no trace when they end", async () => {
    const servers = await Promise.all([register("a"), register("b"), register("c")]);
    expect(await listIds()).toEqual(servers.map(({ id }) => id).sort());
    expect(JSON.stringify(await sql`select * from server_processes`)).not.toContain("topsecret");
    await servers[0].end();
    registered = servers.slice(1);
    expect(await listIds()).not.toContain(servers[0].id);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["no storage", { STORAGE_URL: "" }, /this server keeps files in its own DATA_DIR: .* set STORAGE_URL/],
    [
      "other storage",
      { STORAGE_URL: "s3://key:topsecret@storage.example.org/halls" },
      /org\/venues, not in https:.*halls/,
    ],
    [
      "another address",
      { PUBLIC_URL: "https://other.example.org" },
      /with PUBLIC_URL https:\/\/blueprint\.example\.org, not/,
    ],
    ["no Redis", { REDIS_URL: "" }, /set REDIS_URL to the same Redis on both/],
  ])("refuse one with %s in one sentence", async (_, difference, reason) => {
    await register("a");
    const refused = register("b", { ...shared, ...difference });
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toThrow(/^Another server already runs on this database \(.*a\)[^\n]*\.$/);
    await expect(refused).rejects.not.toThrow(/topsecret/);
    expect(await listIds()).toHaveLength(1);
  });

  it("of different roles need no Redis, unless both serve documents or both serve pages", async () => {
    const withRole = (role: string) => ({
      ...shared,
      REDIS_URL: "",
      ROLE: role,
      DATABASE_URL: "postgresql://blueprint@db/x",
    });
    await Promise.all([
      register("web", withRole("web")),
      register("collab", withRole("collab")),
      register("worker", withRole("worker")),
      register("worker-2", withRole("worker")),
    ]);
    await expect(register("collab-2", withRole("collab"))).rejects.toThrow(/edit the same document.* REDIS_URL/);
    await expect(register("web-2", withRole("web"))).rejects.toThrow(/guesses of passwords.* REDIS_URL/);
    await expect(register("all", withRole("all"))).rejects.toThrow(/REDIS_URL/);
    expect(await listIds()).toHaveLength(4);
  });

  it("refuse one with other keys, and one beside a server that shares nothing", async () => {
    const first = await register("a");
    const others = readSecrets(join(dir, "others"));
    await expect(register("b", shared, others)).rejects.toThrow(/set SECRET_KEY to the same value on both/);
    await first.end();
    registered = [];
    await register("a", {});
    await expect(register("b")).rejects.toThrow(/and it keeps files in its own DATA_DIR/);
  });

  it("of whom two start at once and cannot work together: one starts", async () => {
    const outcomes = await Promise.allSettled([register("a", {}), register("b", {})]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("do not wait for a dead one in their own folder, nor for one that has been silent for its lease", async () => {
    await leaveDead("a", 0);
    const startedAt = performance.now();
    const first = await register("a", {});
    expect(await listIds()).toEqual([first.id]);
    await first.end();
    registered = [];
    await leaveDead("a", 21);
    await register("b", {});
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it("wait for a silent one elsewhere until its lease ends", async () => {
    await leaveDead("a", 16);
    const startedAt = performance.now();
    const { id } = await register("b", {});
    expect(performance.now() - startedAt).toBeGreaterThan(2_000);
    expect(await listIds()).toEqual([id]);
  });

  it("return to the list when others took them for dead", async () => {
    const { id } = await register("a");
    await sql`delete from server_processes`;
    await expect.poll(listIds, { timeout: 10_000 }).toEqual([id]);
  });

  it("start beside one of an earlier version, of which nothing is known", async () => {
    await sql`insert into server_processes (id, started_at, heartbeat_at) values ('earlier', now(), now())`;
    await register("a", {});
    expect(await listIds()).toHaveLength(2);
  });
});
