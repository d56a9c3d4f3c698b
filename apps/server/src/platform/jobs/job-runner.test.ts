import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, inject, it, type TestContext } from "vitest";
import { connect, type DatabaseConnection } from "../../db/connection.ts";
import { createDatabase, type Database } from "../../db/database.ts";
import type { Sql } from "../../db/sql.ts";
import { systemIds } from "../ids.ts";
import { jobQueue } from "./job-queue.ts";
import { type JobHandlers, startJobRunner } from "./job-runner.ts";
import type { JobServerMessage } from "./testing/job-server-process.ts";

// Outlasts the timeout of a silent server. The tests wait most of the time, so they run concurrently, each on a
// separate database.
const longJobMs = 12_000;
const processPath = join(import.meta.dirname, "testing/job-server-process.ts");
const clockAheadPath = join(import.meta.dirname, "../../testing/clock-ahead.ts");

/** Any job would do; this one carries a word. */
type Handler = NonNullable<JobHandlers["hash-stored-object"]>;

/** A migrated database: all that a job runner needs of a server. */
interface TestGround {
  connection: DatabaseConnection;
  sql: Sql;
  db: Database;
  onTestFinished: TestContext["onTestFinished"];
}

async function prepare({ onTestFinished }: TestContext): Promise<TestGround> {
  const { template, ...server } = inject("testPostgres");
  const database = `test_${systemIds.uuid().replaceAll("-", "")}`;
  const admin = connect({ ...server, database: "postgres" }, 1);
  await admin`CREATE DATABASE ${admin(database)} TEMPLATE ${admin(template)} STRATEGY file_copy`;
  const connection = { ...server, database };
  const sql = connect(connection, 2);
  // Newest first. Concurrent tests have to register their own cleanup.
  onTestFinished(async () => {
    await sql.end({ timeoutMs: 3_000 });
    await admin`DROP DATABASE ${admin(database)} WITH (FORCE)`;
    await admin.end();
  });
  return { connection, sql, db: createDatabase(sql), onTestFinished };
}

async function startServer(ground: TestGround, handle: Handler, { workers = 1 } = {}): Promise<void> {
  const context = { connection: ground.connection, ids: systemIds, log: pino({ level: "silent" }), tracing: null };
  const server = await startJobRunner(context, [{ workers, handlers: { "hash-stored-object": handle } }]);
  ground.onTestFinished(() => server.stop());
}

/** A server in another process, and its messages. */
async function forkServer(ground: TestGround, { clockAheadMs = 0 } = {}) {
  const child: ChildProcess = fork(processPath, [], {
    execArgv: ["--import", clockAheadPath],
    env: { ...process.env, CLOCK_AHEAD_MS: String(clockAheadMs) },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  ground.onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const said: JobServerMessage[] = [];
  child.on("message", (message: JobServerMessage) => said.push(message));
  await once(child, "spawn");
  child.send(ground.connection);
  return { child, said };
}

async function until<Value>(look: () => Promise<Value | undefined> | Value | undefined): Promise<Value> {
  const deadline = performance.now() + 40_000;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error("It did not come true.");
    await wait(50);
  }
}

const enqueue = (ground: TestGround, word: string) =>
  jobQueue.enqueue(ground.db, "hash-stored-object", { storageKey: word });

interface JobState {
  attempts: number;
  lastError: string | null;
  isRunning: boolean;
}

async function findJob(ground: TestGround, word: string): Promise<JobState | undefined> {
  const [job] = await ground.sql<JobState[]>`
    select attempts, last_error as "lastError", locked_at is not null as "isRunning"
    from graphile_worker._private_jobs where payload ->> 'storageKey' = ${word}`;
  return job;
}
const isGone = async (ground: TestGround, word: string) => (await findJob(ground, word)) === undefined;
const listServerIds = async (ground: TestGround) =>
  (await ground.sql<{ id: string }[]>`select id from server_processes`).map(({ id }) => id);

describe.concurrent("jobs", { timeout: 90_000 }, () => {
  it("that run longer than a silent server's lease run once, on two servers of two workers", async (test) => {
    const ground = await prepare(test);
    const words = ["a", "b", "c", "d"];
    const ran: string[] = [];
    const ended: string[] = [];
    const handle: Handler = async ({ storageKey }, { signal }) => {
      ran.push(storageKey);
      await wait(longJobMs, undefined, { signal });
      ended.push(storageKey);
    };
    await startServer(ground, handle, { workers: 2 });
    await startServer(ground, handle, { workers: 2 });
    for (const word of words) await enqueue(ground, word);
    await until(() => ran.length >= 4 || undefined);
    for (const word of words) expect(await findJob(ground, word)).toMatchObject({ attempts: 1, isRunning: true });
    for (const word of words) await until(() => isGone(ground, word));
    expect(ran.sort()).toEqual(words);
    expect(ended.sort()).toEqual(words);
  });

  it("of a killed server are run by another, which says why it had to", async (test) => {
    const ground = await prepare(test);
    const { child, said } = await forkServer(ground);
    await enqueue(ground, "orphan");
    await until(() => said.length > 0);
    const dead = await listServerIds(ground);
    child.kill("SIGKILL");
    const seen: (JobState | undefined)[] = [];
    await startServer(ground, async ({ storageKey }) => void seen.push(await findJob(ground, storageKey)));
    await until(() => isGone(ground, "orphan"));
    expect(seen).toEqual([{ attempts: 2, lastError: "The server ended while this job ran.", isRunning: true }]);
    await until(async () => !(await listServerIds(ground)).includes(dead[0] ?? ""));
  });

  it.for([
    ["ahead", 60_000],
    ["behind", -60_000],
  ] as const)("of a server whose clock is a minute %s stay its own while it lives", async ([, clockAheadMs], test) => {
    const ground = await prepare(test);
    const { child, said } = await forkServer(ground, { clockAheadMs });
    await enqueue(ground, "its own");
    await until(() => said.length > 0 || undefined);
    const ran: string[] = [];
    await startServer(ground, async ({ storageKey }) => void ran.push(storageKey));
    await enqueue(ground, "of the other");
    await until(() => isGone(ground, "of the other"));
    await wait(longJobMs);
    expect(said).toEqual([{ type: "began", word: "its own" }]);
    expect(ran).toEqual(["of the other"]);
    expect(await findJob(ground, "its own")).toMatchObject({ attempts: 1, isRunning: true });
    expect(await listServerIds(ground)).toHaveLength(2);
    child.kill("SIGKILL");
    await until(() => isGone(ground, "its own"));
    expect(ran).toEqual(["of the other", "its own"]);
  });

  it("of a frozen server are run by another; once thawed, it stops its own and counts as alive again", async (test) => {
    const ground = await prepare(test);
    const { child, said } = await forkServer(ground);
    await enqueue(ground, "taken");
    await until(() => said.length > 0);
    const [frozen] = await listServerIds(ground);
    child.kill("SIGSTOP");
    const release = Promise.withResolvers<void>();
    const ran: string[] = [];
    await startServer(ground, async ({ storageKey }) => {
      ran.push(storageKey);
      await release.promise;
    });
    await until(() => ran.length > 0);
    expect(await listServerIds(ground)).not.toContain(frozen);
    child.kill("SIGCONT");
    await until(() => said.length > 1);
    expect(said).toEqual([
      { type: "began", word: "taken" },
      { type: "stopped", word: "taken", reason: "Another server has taken this job over." },
    ]);
    await until(async () => (await listServerIds(ground)).includes(frozen ?? ""));
    // It failed on the server that lost it, which says nothing about its run on the new one.
    expect(await findJob(ground, "taken")).toMatchObject({ attempts: 2, isRunning: true });
    release.resolve();
    await until(() => isGone(ground, "taken"));
    expect(ran).toEqual(["taken"]);
    // The server keeps working, under its old name.
    await enqueue(ground, "next");
    await until(() => said.some(({ word }) => word === "next") || ran.includes("next") || undefined);
    expect(await listServerIds(ground)).toHaveLength(2);
  });

  it("keep running while a heartbeat has to wait, and no second one starts meanwhile", async (test) => {
    const ground = await prepare(test);
    const ran: string[] = [];
    await startServer(ground, async ({ storageKey }) => {
      ran.push(storageKey);
      await wait(longJobMs);
    });
    await enqueue(ground, "patient");
    await until(() => ran.length > 0);
    let waitingMax = 0;
    await ground.sql.begin(async (tx) => {
      await tx`select 1 from server_processes for update`;
      for (const until = performance.now() + 9_000; performance.now() < until; await wait(100)) {
        // On another connection: a transaction sees other connections as they were at its first read.
        const [row] = await ground.sql<{ count: number }[]>`
          select count(*)::int from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%server_processes%'`;
        waitingMax = Math.max(waitingMax, row?.count ?? 0);
      }
    });
    expect(waitingMax).toBe(1);
    await until(() => isGone(ground, "patient"));
    expect(ran).toEqual(["patient"]);
  });

  it("continue when the database drops every connection: finished ones are not repeated, failed ones say why", async (test) => {
    const ground = await prepare(test);
    const release = Promise.withResolvers<void>();
    const ran: string[] = [];
    const handle: Handler = async ({ storageKey }) => {
      ran.push(storageKey);
      if (storageKey === "after") return;
      await release.promise;
      if (storageKey === "failing" && ran.filter((word) => word === "failing").length === 1) throw new Error("no luck");
    };
    await startServer(ground, handle, { workers: 2 });
    await enqueue(ground, "during");
    await enqueue(ground, "failing");
    await until(() => ran.length === 2);
    await ground.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    release.resolve();
    await until(() => isGone(ground, "during"));
    const { lastError } = await until(async () => {
      const job = await findJob(ground, "failing");
      return job?.lastError ? job : undefined;
    });
    expect(lastError).toBe("no luck");
    await enqueue(ground, "after");
    await until(() => isGone(ground, "after"));
    await until(() => isGone(ground, "failing"));
    expect(ran.sort()).toEqual(["after", "during", "failing", "failing"]);
  });

  it("that fail without a message report the cause's", async (test) => {
    const ground = await prepare(test);
    await startServer(ground, async ({ storageKey }) => {
      if (storageKey === "refused") throw new AggregateError([new Error("connect ECONNREFUSED ::1:25")]);
      throw new Error("", { cause: new TypeError("no such thing") });
    });
    await enqueue(ground, "refused");
    await enqueue(ground, "caused");
    await until(async () => (await findJob(ground, "refused"))?.lastError ?? undefined);
    expect((await findJob(ground, "refused"))?.lastError).toBe("connect ECONNREFUSED ::1:25");
    await until(async () => (await findJob(ground, "caused"))?.lastError ?? undefined);
    expect((await findJob(ground, "caused"))?.lastError).toBe("no such thing");
  });

  it("have the same name in every attempt, unlike any other", async (test) => {
    const ground = await prepare(test);
    const tries: { word: string; id: string }[] = [];
    await startServer(ground, async ({ storageKey: word }, { id }) => {
      tries.push({ word, id });
      if (word === "again" && tries.filter((one) => one.word === word).length === 1) throw new Error("once more");
    });
    await enqueue(ground, "again");
    await enqueue(ground, "other");
    await until(() => isGone(ground, "again"));
    await until(() => isGone(ground, "other"));
    const ids = new Set(tries.map(({ id }) => id));
    expect(tries).toHaveLength(3);
    expect(ids.size).toBe(2);
  });
});
