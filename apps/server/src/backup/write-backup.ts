import { createReadStream, existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { Readable } from "node:stream";
import type { PoolClient } from "pg";
import type { Config } from "../config.ts";
import { takeBackupLease } from "../db/backup-lease.ts";
import { connect } from "../db/connection.ts";
import { isRestoreUnfinished, migrationLockKey, readOwnVersion, requireKnownMigrations } from "../db/migrate.ts";
import type { AppliedMigration } from "../db/replay-migrations.ts";
import { useOneConnection } from "../db/sql.ts";
import { AppError } from "../platform/app-error.ts";
import type { Secrets } from "../platform/secrets.ts";
import { findSharedSecrets } from "../platform/shared-secrets.ts";
import { createStorage } from "../platform/storage/create-storage.ts";
import {
  BackupError,
  type Manifest,
  manifestName,
  objectListName,
  objectPath,
  type StoredObject,
  secretsName,
} from "./backup-folder.ts";
import { dumpSequences, dumpTables, usePlainText } from "./database-rows.ts";
import { forEachOf, syncFolder, syncFolders, writeHashed } from "./hashed-files.ts";
import { openRunningDatabase } from "./open-installation.ts";
import type { Progress } from "./progress.ts";
import { listStoredKeys } from "./stored-keys.ts";

/** Ends the name of a backup that is being written. */
const draftSuffix = ".partial";

/**
 * Writes a backup into a new folder, beside a running server or without one. The folder appears when it is complete.
 * @throws BackupError
 */
export async function writeBackup(
  config: Config,
  to: string,
  progress: Progress,
  ending: (() => Promise<void>)[],
): Promise<Manifest> {
  requireNewFolder(config, to);
  const database = await openRunningDatabase(config);
  ending.unshift(database.close);
  const sql = connect(database.connection, 2);
  ending.unshift(() => sql.end({ timeoutMs: 0 }));
  return await useOneConnection(sql.pool, async (client) => {
    if (!(await takeBackupLease(client)))
      throw new BackupError("Another backup of this installation is running. Wait until it has ended.");
    // The shared lock keeps migrations, which change tables under a snapshot, from running meanwhile.
    await client.query("select pg_advisory_lock_shared($1)", [migrationLockKey]);
    if (await isRestoreUnfinished(sql))
      throw new BackupError("This installation is incomplete: a restore into it was interrupted.");
    await requireKnownMigrations(sql, readOwnVersion());
    const draft = `${to}${draftSuffix}`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const manifest = await fillFolder(config, client, draft, {
      progress,
      secrets: await findSharedSecrets(config, sql),
    });
    // Were the connection lost, bytes could have been deleted meanwhile.
    await client.query("select 1");
    await publish(draft, to, manifest);
    return manifest;
  });
}

/** The manifest is the last file, and the rename the last step: whatever is interrupted before is never restored. */
async function publish(draft: string, to: string, manifest: Manifest): Promise<void> {
  const path = join(draft, manifestName);
  const { sha256 } = await writeHashed(path, Readable.from([`${JSON.stringify(manifest, null, 1)}\n`]));
  await writeHashed(`${path}.sha256`, Readable.from([`${sha256}\n`]));
  await syncFolders(draft);
  await rename(draft, to);
  await syncFolder(dirname(to));
}

function requireNewFolder({ dataDir }: Config, to: string): void {
  const fromData = relative(dataDir, resolve(to));
  if (fromData === "" || !/^\.\.|^\w:/.test(fromData))
    throw new BackupError(
      `${to} is inside DATA_DIR (${dataDir}). Choose a folder outside, on another disk if possible.`,
    );
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new BackupError(`${to} already exists. Every backup needs a new folder.`);
}

/** @param secrets the keys in the database, or null if they are in the data folder */
async function fillFolder(
  config: Config,
  client: PoolClient,
  dir: string,
  { progress, secrets }: { progress: Progress; secrets: Partial<Secrets> | null },
): Promise<Manifest> {
  const storage = await createStorage(config);
  await storage.requireUsable();
  await usePlainText(client);
  await client.query("begin isolation level repeatable read read only");
  const createdAt = new Date().toISOString();
  const migrations = await listMigrations(client);
  const tables = await dumpTables(client, dir);
  const { keys, missing } = await listStoredKeys(client, storage);
  const sequences = await dumpSequences(client);
  await client.query("commit");
  await client.query("select pg_advisory_unlock_shared($1)", [migrationLockKey]);

  const objects: StoredObject[] = [];
  const gone: string[] = [...missing];
  progress.begin("Copying files", keys.length);
  await forEachOf(keys, async (key) => {
    const found = await storage.read(key).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "not-found") return null;
      throw error;
    });
    if (found === null) gone.push(key);
    else objects.push({ key, ...(await writeHashed(join(dir, objectPath(key)), found.stream)) });
    progress.step();
  });
  const lines = objects.sort((a, b) => (a.key < b.key ? -1 : 1)).map((object) => `${JSON.stringify(object)}\n`);
  const list = await writeHashed(join(dir, objectListName), Readable.from(lines));
  const { version, migration } = readOwnVersion();
  return {
    format: 1,
    version,
    migration,
    createdAt,
    migrations,
    tables,
    sequences,
    objects: { count: objects.length, totalBytes: objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), ...list },
    missing: gone,
    secrets: await writeHashed(join(dir, secretsName), readKeys(config, secrets)),
  };
}

function readKeys({ dataDir }: Config, secrets: Partial<Secrets> | null): Readable {
  if (secrets !== null) return Readable.from([`${JSON.stringify(secrets, null, 2)}\n`]);
  const path = join(dataDir, secretsName);
  if (!existsSync(path)) throw new BackupError(`${path} is missing. Set DATA_DIR to the folder of your server.`);
  return createReadStream(path);
}

async function listMigrations(client: PoolClient): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ hash: string; at: string }>(
    "select hash, created_at as at from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ hash, at }) => ({ hash, createdAt: Number(at) }));
}
