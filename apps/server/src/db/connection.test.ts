import { randomUUID } from "node:crypto";
import { pgTable } from "drizzle-orm/pg-core";
import type { Sql, TransactionSql } from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect, type DatabaseConnection } from "./connection.ts";
import { createDatabase } from "./database.ts";
import { instant } from "./schema/column-types.ts";

const host = process.env.TEST_POSTGRES_HOST ?? "";
const cluster = { host, port: 5432, user: "blueprint" };
const lost = /CONNECTION_(CLOSED|ENDED)|terminat/;
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
  await sql.end({ timeout: 1 });
  await admin.end();
});

async function loseConnection(tx: TransactionSql): Promise<void> {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await admin`select pg_terminate_backend(${row?.pid ?? 0}, 5000)`;
  await new Promise((resolve) => setTimeout(resolve, 50));
}

async function readNotes(): Promise<string[]> {
  const rows = await admin<{ text: string }[]>`select text from notes order by text`;
  return rows.map(({ text }) => text);
}

describe("a transaction that loses its connection", () => {
  test("between two statements fails, and what comes after it is answered", async () => {
    const work = sql.begin(async (tx) => {
      await tx`insert into notes values ('first')`;
      await loseConnection(tx);
      await tx`insert into notes values ('second')`;
    });
    await expect(work).rejects.toThrow(lost);
    await sql`insert into notes values ('after')`;
    expect(await readNotes()).toEqual(["after"]);
  });

  test("while a statement runs fails, and what comes after it is answered", async () => {
    const work = sql.begin(async (tx) => {
      const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      setTimeout(() => void admin`select pg_terminate_backend(${row?.pid ?? 0}, 5000)`.execute(), 50);
      await tx`select pg_sleep(30)`;
    });
    await expect(work).rejects.toThrow(lost);
    await sql`insert into notes values ('after')`;
    expect(await readNotes()).toEqual(["after"]);
  });

  test("writes nothing over the connection that takes its place", async () => {
    const goOn = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    const work = sql.begin(async (tx) => {
      await loseConnection(tx);
      await goOn.promise;
      await tx`insert into notes values ('late')`.then(late.resolve, late.resolve);
    });
    await expect(work).rejects.toThrow(lost);
    await sql`select 1`;
    goOn.resolve();
    expect(String(await late.promise)).toMatch(lost);
    await sql`select 1`;
    expect(await readNotes()).toEqual([]);
  });

  test("takes nothing back of the transaction that comes after it", async () => {
    const goOn = Promise.withResolvers<void>();
    const work = sql.begin(async (tx) => {
      await loseConnection(tx);
      await goOn.promise;
      // The rest of the work fails: the driver rolls back what it takes for its own transaction.
      throw new Error("too late");
    });
    await expect(work).rejects.toThrow(lost);
    await sql.begin(async (tx) => {
      await tx`insert into notes values ('kept')`;
      goOn.resolve();
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    expect(await readNotes()).toEqual(["kept"]);
  });
});

test("moments come back as they were stored, whatever zone the database writes times in", async () => {
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
