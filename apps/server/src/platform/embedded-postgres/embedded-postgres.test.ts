import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect } from "../../db/connection.ts";
import type { Sql } from "../../db/sql.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { findPostmasterFile, isPostmasterOf } from "./postmaster.ts";

const log = { info: () => {}, error: () => {} };
let dataDir: string;
let started: EmbeddedPostgres[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "embedded-postgres-"));
  started = [];
});

afterEach(async () => {
  for (const running of started) await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(dir = dataDir): Promise<EmbeddedPostgres> {
  const running = await startEmbeddedPostgres({ dataDir: dir, log });
  started.push(running);
  return running;
}

async function withSql<T>(running: EmbeddedPostgres, use: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(running.connection, 2);
  try {
    return await use(sql);
  } finally {
    await sql.end();
  }
}

/** A separate Node process that starts the database, optionally inserts rows for as long as it lives, and prints. */
async function spawnStarter(work: "idle" | "insert"): Promise<{ child: ChildProcess; printed: () => string }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL("./embedded-postgres.ts", import.meta.url).href)};
    import { connect } from ${JSON.stringify(new URL("../../db/connection.ts", import.meta.url).href)};
    const running = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: { info() {}, error() {} } });
    const sql = connect(running.connection, 1);
    await sql\`CREATE TABLE IF NOT EXISTS kept (n int)\`;
    console.log("started");
    for (let n = 1; ${work === "insert"}; n++) {
      await sql\`INSERT INTO kept VALUES (\${n})\`;
      console.log("acknowledged " + n);
    }
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += String(chunk);
  });
  child.stderr?.on("data", (chunk) => {
    text += String(chunk);
  });
  await expect.poll(() => text, { timeout: 15_000 }).toContain(work === "insert" ? "acknowledged 50" : "started");
  return { child, printed: () => text };
}

function requirePostmasterPid(): number {
  const file = findPostmasterFile(join(dataDir, "cluster"));
  if (!file) throw new Error("There is no postmaster.pid.");
  return file.pid;
}

test("a new folder becomes a database that stores UTF-8 text and listens on no network port", async () => {
  const running = await start();
  expect(running.adopted).toBe(false);
  const row = await withSql(running, async (sql) => {
    const [found] = await sql`SELECT current_database() AS name, 'Kāṭhmāṇḍū'::text AS text,
      current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync,
      current_setting('server_encoding') AS encoding`;
    return found;
  });
  expect(row).toEqual({ name: "blueprint", text: "Kāṭhmāṇḍū", addresses: "", fsync: "on", encoding: "UTF8" });
});

test("after a clean stop nothing runs, and a warm start finds the rows again", async () => {
  const first = await start();
  const pid = requirePostmasterPid();
  await withSql(first, (sql) => sql`CREATE TABLE kept AS SELECT 7 AS n`);
  await first.stop();
  await first.stop();
  expect(isPostmasterOf(join(dataDir, "cluster"), pid)).toBe(false);
  expect(existsSync(join(dataDir, "cluster", "postmaster.pid"))).toBe(false);

  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await withSql(second, async (sql) => (await sql`SELECT n FROM kept`)[0]?.n)).toBe(7);
});

test("the postmaster of a killed server is adopted and can then be stopped", async () => {
  const { child } = await spawnStarter("idle");
  const pid = requirePostmasterPid();
  child.kill("SIGKILL");
  await once(child, "exit");

  const running = await start();
  expect(running.adopted).toBe(true);
  expect(requirePostmasterPid()).toBe(pid);
  await withSql(running, (sql) => sql`INSERT INTO kept VALUES (1)`);
  await running.stop();
  expect(isPostmasterOf(join(dataDir, "cluster"), pid)).toBe(false);
});

test("every acknowledged row survives a kill -9 of the postmaster", async () => {
  const { child, printed } = await spawnStarter("insert");
  // Both at once: the process that started it would restart it.
  child.kill("SIGKILL");
  process.kill(requirePostmasterPid(), "SIGKILL");
  await once(child, "exit");
  const acknowledged = Number([...printed().matchAll(/acknowledged (\d+)/g)].at(-1)?.[1]);

  const running = await start();
  expect(running.adopted).toBe(false);
  const rows = await withSql(running, (sql) => sql<{ n: number }[]>`SELECT n FROM kept ORDER BY n`);
  const numbers = rows.map((row) => row.n);
  expect(numbers.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, index) => index + 1));
});

test.each(["started here", "adopted"])("a killed postmaster is soon running again: %s", async (how) => {
  let running: EmbeddedPostgres;
  if (how === "adopted") {
    const { child } = await spawnStarter("idle");
    child.kill("SIGKILL");
    await once(child, "exit");
    running = await start();
  } else {
    running = await start();
    await withSql(running, (sql) => sql`CREATE TABLE kept (n int)`);
  }
  await withSql(running, (sql) => sql`INSERT INTO kept VALUES (7)`);
  const killed = requirePostmasterPid();
  process.kill(killed, "SIGKILL");
  await expect
    .poll(() => withSql(running, async (sql) => (await sql`SELECT n FROM kept`)[0]?.n).catch(() => null), {
      timeout: 15_000,
    })
    .toBe(7);
  expect(requirePostmasterPid()).not.toBe(killed);
  await running.stop();
  expect(findPostmasterFile(join(dataDir, "cluster"))).toBe(null);
});

test("a data folder may have commas, spaces, colons and quotes in its name", async () => {
  const running = await start(join(dataDir, "a, b: c'\"d"));
  expect(await withSql(running, async (sql) => (await sql`SELECT 1 AS one`)[0]?.one)).toBe(1);
  await running.stop();
  rmSync(running.connection.host, { recursive: true, force: true });
});

test("a pid file that names another living process is ignored", async () => {
  await (await start()).stop();
  writeFileSync(
    join(dataDir, "cluster", "postmaster.pid"),
    `${process.pid}\n${dataDir}/cluster\n1\n5432\n${dataDir}/socket\n\n  1 1\nready   \n`,
  );
  const running = await start();
  expect(running.adopted).toBe(false);
  expect(requirePostmasterPid()).not.toBe(process.pid);
});

test("a data folder whose path is too long for a socket gets a short private one", async () => {
  const longDir = join(dataDir, "d".repeat(60), "e".repeat(60));
  const running = await start(longDir);
  expect(running.connection.host.startsWith(join(tmpdir(), "blueprint-"))).toBe(true);
  expect(await withSql(running, async (sql) => (await sql`SELECT 1 AS one`)[0]?.one)).toBe(1);
  await running.stop();
  rmSync(running.connection.host, { recursive: true, force: true });
});

test("data of another major version is refused with an explanation and left as it is", async () => {
  mkdirSync(join(dataDir, "cluster"));
  writeFileSync(join(dataDir, "cluster", "PG_VERSION"), "17\n");
  await expect(start()).rejects.toThrow(
    /written by PostgreSQL 17, but this version of Blueprint includes PostgreSQL 18/,
  );
  expect(readFileSync(join(dataDir, "cluster", "PG_VERSION"), "utf8")).toBe("17\n");
});

test("settings the database cannot run with are reported in PostgreSQL's own words", async () => {
  await (await start()).stop();
  writeFileSync(join(dataDir, "cluster", "postgresql.auto.conf"), "work_mem = 'lots'\n");
  await expect(start()).rejects.toThrow(/did not start.*work_mem/s);
});
