import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { connect } from "../db/connection.ts";
import { parseDatabaseUrl } from "../db/database-address.ts";
import type { Sql } from "../db/sql.ts";
import { toDatabaseUrl } from "../testing/database-url.ts";
import { systemIds } from "./ids.ts";
import { readSecrets } from "./secrets.ts";
import { openSecrets } from "./shared-secrets.ts";

const firstKey = "the first key of this installation";
const nextKey = "the next key of this installation";

let sql: Sql;
let dataDir: string;
let databaseUrl: string;

beforeEach(async () => {
  const { template, ...server } = inject("testPostgres");
  const database = `test_${systemIds.uuid().replaceAll("-", "")}`;
  const admin = connect({ ...server, database: "postgres" }, 1);
  await admin`create database ${admin(database)} template ${admin(template)} strategy file_copy`;
  sql = connect({ ...server, database }, 5);
  databaseUrl = toDatabaseUrl({ ...server, database });
  dataDir = mkdtempSync(join(tmpdir(), "blueprint-secrets-"));
  return async () => {
    await sql.end();
    await admin`drop database ${admin(database)} with (force)`;
    await admin.end();
    rmSync(dataDir, { recursive: true });
  };
});

const open = (secretKey?: string, { secretKeyBefore = undefined as string | undefined, folder = dataDir } = {}) =>
  openSecrets({ database: parseDatabaseUrl(databaseUrl), dataDir: folder, secretKey, secretKeyBefore }, sql);
const listRows = () => sql<{ name: string; sealed: string }[]>`select * from installation_secrets order by name`;

describe("the keys of an installation whose database several servers share", () => {
  it("are the same for servers that start at once, whatever their folders", async () => {
    const opened = await Promise.all([1, 2, 3, 4].map((at) => open(firstKey, { folder: join(dataDir, `${at}`) })));
    for (const secrets of opened) expect(secrets).toEqual(opened[0]);
    expect(await open(firstKey)).toEqual(opened[0]);
    expect(existsSync(join(dataDir, "secrets.json"))).toBe(false);
  });

  it("cannot be read in the database", async () => {
    const secrets = await open(firstKey);
    const stored = JSON.stringify(await listRows());
    for (const secret of Object.values(secrets)) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret).toString("base64url"));
    }
  });

  it("move from the file into the database, so that nobody is signed out", async () => {
    const former = readSecrets(dataDir);
    expect(await open(), "without SECRET_KEY, everything stays as it was").toEqual(former);
    expect(await listRows()).toEqual([]);
    expect(await open(firstKey)).toEqual(former);
    expect(existsSync(join(dataDir, "secrets.json"))).toBe(false);
    expect(await open(firstKey)).toEqual(former);
  });

  it("leave the file of an embedded database, and one with other keys, alone", async () => {
    const former = readSecrets(dataDir);
    mkdirSync(join(dataDir, "postgres"));
    expect(await open(firstKey)).toEqual(former);
    expect(readSecrets(dataDir)).toEqual(former);
    const otherDir = join(dataDir, "other");
    const others = readSecrets(otherDir);
    expect(await open(firstKey, { folder: otherDir })).toEqual(former);
    expect(readSecrets(otherDir)).toEqual(others);
  });

  it("get those that an earlier version did not know", async () => {
    const { vapidPrivateKey, ...earlier } = readSecrets(dataDir);
    writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(earlier));
    const moved = await open(firstKey);
    expect(moved).toMatchObject(earlier);
    await sql`delete from installation_secrets where name = 'vapidPrivateKey'`;
    await sql`insert into installation_secrets (name, sealed) values ('laterKey', 'of a newer version')`;
    const completed = await open(firstKey);
    expect(completed).toMatchObject(earlier);
    expect(completed.vapidPrivateKey).not.toBe(moved.vapidPrivateKey);
    expect(vapidPrivateKey).toBeDefined();
    expect(await open(firstKey)).toEqual(completed);
  });

  it("are encrypted anew when SECRET_KEY is replaced, after which the former one opens nothing", async () => {
    const secrets = await open(firstKey);
    await expect(open(nextKey)).rejects.toThrow(/set SECRET_KEY_BEFORE to the former one/);
    const both = { secretKeyBefore: firstKey };
    expect(await Promise.all([open(nextKey, both), open(nextKey, both)])).toEqual([secrets, secrets]);
    expect(await open(nextKey)).toEqual(secrets);
    await expect(open(firstKey)).rejects.toThrow(/SECRET_KEY is not the one/);
    await expect(open("a third key that nobody has used yet", both)).rejects.toThrow(
      /and neither is SECRET_KEY_BEFORE/,
    );
  });

  it.each([
    ["changed", "update installation_secrets set sealed = reverse(sealed) where name = 'sessionKey'"],
    ["cut short", "update installation_secrets set sealed = 'abc' where name = 'sessionKey'"],
    [
      "put in another's place",
      "update installation_secrets set sealed = (select sealed from installation_secrets where name = 'appCheckKey') where name = 'sessionKey'",
    ],
  ])("are refused when a row was %s", async (_, change) => {
    await open(firstKey);
    await sql.unsafe(change);
    const before = await listRows();
    await expect(open(firstKey)).rejects.toThrow(/SECRET_KEY is not the one/);
    expect(await listRows()).toEqual(before);
  });

  it("are never made without SECRET_KEY where they are in the database, or where there are none", async () => {
    await expect(open()).rejects.toThrow(/SECRET_KEY is missing: with DATABASE_URL/);
    await open(firstKey);
    readSecrets(dataDir);
    await expect(open()).rejects.toThrow(/SECRET_KEY is missing: the keys of this installation are in the database/);
  });
});
