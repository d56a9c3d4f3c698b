import { randomUUID } from "node:crypto";
import { sql as drizzleSql } from "drizzle-orm";
import { pgTable } from "drizzle-orm/pg-core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findPartFailure } from "../platform/part-failure.ts";
import { tellError } from "../platform/safe-error.ts";
import { connect, type DatabaseConnection } from "./connection.ts";
import { createDatabase } from "./database.ts";
import { instant } from "./schema/column-types.ts";
import type { Sql } from "./sql.ts";

const host = process.env.TEST_POSTGRES_HOST ?? "";
const cluster = { host, port: 5432, user: "blueprint" };
const lost = /[Cc]onnection (terminated|error)|terminating connection/;
let database: string;
let admin: Sql;
/** One connection: the next query runs on the one that was lost. */
let sql: Sql;

beforeEach(async () => {
  database = `connection_${randomUUID().replaceAll("-", "")}`;
  const root = connect({ ...cluster, database: "postgres" }, 1);
  await root.unsafe(`create database ${database}`);
  await root.end();
  const connection: DatabaseConnection = { ...cluster, database };
  admin = connect(connection, 2);
  sql = connect(connection, 1);
  await admin`create table notes (text text primary key)`;
});

afterEach(async () => {
  await sql.end({ timeoutMs: 1_000 });
  await admin.end();
});

/** A transaction of the two kinds: of repositories, and of plain SQL. */
type Ask = (text: string) => Promise<Record<string, unknown>[]>;
type Transact = (work: (ask: Ask) => Promise<void>) => Promise<void>;
const kinds: Record<string, Transact> = {
  "of repositories": (work) =>
    createDatabase(sql).transaction((tx) => work(async (text) => (await tx.execute(drizzleSql.raw(text))).rows)),
  "of plain SQL": (work) => sql.begin((tx) => work((text) => tx.unsafe(text))),
};

async function loseConnection(ask: Ask): Promise<void> {
  const [row] = await ask("select pg_backend_pid() as pid");
  await admin`select pg_terminate_backend(${row?.pid}, 5000)`;
  await new Promise((resolve) => setTimeout(resolve, 50));
}

async function readNotes(): Promise<string[]> {
  const rows = await admin<{ text: string }[]>`select text from notes order by text`;
  return rows.map(({ text }) => text);
}

describe.each(Object.entries(kinds))("a transaction %s that loses its connection", (_, transact) => {
  test("fails between two statements, and later queries get results", async () => {
    const work = transact(async (ask) => {
      await ask("insert into notes values ('first')");
      await loseConnection(ask);
      await ask("insert into notes values ('second')");
    });
    await expect(work).rejects.toThrow(lost);
    await sql`insert into notes values ('after')`;
    expect(await readNotes()).toEqual(["after"]);
  });

  test("fails while a statement runs, and later queries get results", async () => {
    const work = transact(async (ask) => {
      const [row] = await ask("select pg_backend_pid() as pid");
      setTimeout(() => void admin`select pg_terminate_backend(${row?.pid}, 5000)`, 50);
      await ask("select pg_sleep(30)");
    });
    await expect(work).rejects.toThrow(lost);
    await sql`insert into notes values ('after')`;
    expect(await readNotes()).toEqual(["after"]);
  });

  test("writes nothing over the replacement connection", async () => {
    const goOn = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    const work = transact(async (ask) => {
      await loseConnection(ask);
      await goOn.promise;
      await ask("insert into notes values ('late')").then(late.resolve, late.resolve);
    });
    await expect(work).rejects.toThrow(lost);
    await sql`select 1`;
    goOn.resolve();
    expect(tellError(await late.promise)).toMatch(lost);
    await sql`select 1`;
    expect(await readNotes()).toEqual([]);
  });

  test("rolls back nothing of the next transaction", async () => {
    const goOn = Promise.withResolvers<void>();
    const work = transact(async (ask) => {
      await loseConnection(ask);
      await goOn.promise;
      // The rest of the work fails: the driver rolls back what it takes for its own transaction.
      throw new Error("too late");
    });
    await expect(work).rejects.toThrow(lost);
    await transact(async (ask) => {
      await ask("insert into notes values ('kept')");
      goOn.resolve();
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    expect(await readNotes()).toEqual(["kept"]);
  });

  test("is distinguished from a data error", async () => {
    const work = transact(loseConnection);
    expect(findPartFailure(await work.catch((error: unknown) => error))).toBe("service-unavailable");
    const faulty = transact(async (ask) => void (await ask("insert into notes values (null)")));
    expect(findPartFailure(await faulty.catch((error: unknown) => error))).toBe(null);
    expect(await readNotes()).toEqual([]);
  });
});

test("a connection lost while idle is replaced", async () => {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await admin`select pg_terminate_backend(${row?.pid}, 5000)`;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

describe("values round-trip", () => {
  test("as themselves, and times as the text that PostgreSQL writes", async () => {
    const [row] = await sql`
      select ${2}::int as whole, ${"9007199254740993"}::bigint as large, ${1.5}::float8 as part, ${"0.10"}::numeric as exact,
        ${true}::boolean as yes, ${Buffer.from([0, 255])}::bytea as bytes, ${{ a: [1] }}::jsonb as facts,
        ${["a", 'b"c', null]}::text[] as list, ${new Date(0)}::timestamptz as at, '2026-11-25'::date as day,
        ${null}::text as nothing, '1 day'::interval as span`;
    expect(row).toEqual({
      whole: 2,
      large: "9007199254740993",
      part: 1.5,
      exact: "0.10",
      yes: true,
      bytes: Buffer.from([0, 255]),
      facts: { a: [1] },
      list: ["a", 'b"c', null],
      at: "1970-01-01 00:00:00+00",
      day: "2026-11-25",
      nothing: null,
      span: "1 day",
    });
  });
});

describe("a listener", () => {
  const listeningPid = async () =>
    (
      await admin<{ pid: number }[]>`select pid from pg_stat_activity
      where datname = ${database} and query like 'listen%' and state = 'idle'`
    )[0]?.pid;

  test("continues after its connection was lost, and learns that it missed something", async () => {
    const heard: string[] = [];
    let starts = 0;
    const subscription = await sql.listen(
      "news",
      (payload) => heard.push(payload),
      () => starts++,
    );
    await sql.notify("news", "one");
    await expect.poll(() => heard).toEqual(["one"]);
    // Nobody can connect until the notice was sent, so that it is missed.
    const setConnectable = (isOpen: boolean) =>
      admin`update pg_database set datallowconn = ${isOpen} where datname = ${database}`;
    await setConnectable(false);
    await admin`select pg_terminate_backend(${await listeningPid()}, 5000)`;
    await sql.notify("news", "missed");
    await setConnectable(true);
    await expect.poll(() => starts).toBe(2);
    await sql.notify("news", "two");
    await expect.poll(() => heard).toEqual(["one", "two"]);
    await subscription.unlisten();
    await sql.notify("news", "three");
    await sql`select 1`;
    expect(heard).toEqual(["one", "two"]);
  });

  test("has one connection for all subscribers, and listens once per channel", async () => {
    const heard: string[] = [];
    const first = await sql.listen("news", () => heard.push("first"));
    await sql.listen("news", () => heard.push("second"));
    await sql.listen("other", () => heard.push("other"));
    await first.unlisten();
    await sql.notify("news", "");
    await sql.notify("other", "");
    await expect.poll(() => heard).toEqual(["second", "other"]);
    const connections = await admin`select 1 from pg_stat_activity where datname = ${database} and query like '%listen%'
      and pid <> pg_backend_pid()`;
    expect(connections).toHaveLength(1);
  });
});

test("closes in time although work continues", async () => {
  const busy = connect({ ...cluster, database }, 1);
  const work = busy`select pg_sleep(30)`;
  const failed = expect(work).rejects.toThrow(lost);
  await vi.waitFor(async () =>
    expect(
      await admin`select 1 from pg_stat_activity where datname = ${database} and query like '%pg_sleep(30)' and state = 'active'`,
    ).toHaveLength(1),
  );
  await busy.end({ timeoutMs: 10 });
  await failed;
});

test("timestamps come back as they were stored, whatever zone the database writes times in", async () => {
  await admin.unsafe(`alter database ${database} set timezone to 'Europe/Berlin'`);
  const fresh = connect({ ...cluster, database }, 1);
  const db = createDatabase(fresh);
  await fresh`create table moments (at timestamptz)`;
  const moments = pgTable("moments", { at: instant("at") });
  // Until 1893, Berlin's UTC offset was not a whole number of minutes.
  const stored = ["1000-01-01T00:00:00.000Z", "1892-12-31T12:00:00.000Z", "9999-12-31T23:59:59.999Z"];
  await db.insert(moments).values(stored.map((at) => ({ at: new Date(at) })));
  const read = await db.select().from(moments);
  await fresh.end();
  expect(read.map(({ at }) => at?.toISOString())).toEqual(stored);
});
