import { createReadStream, existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { escapeLiteral, type PoolClient } from "pg";
import type { Config } from "../config.ts";
import { connect, type DatabaseConnection } from "../db/connection.ts";
import { migrationLockKey, readOwnVersion, restoreMarker } from "../db/migrate.ts";
import { replayMigrations } from "../db/replay-migrations.ts";
import { type Sql, useOneConnection } from "../db/sql.ts";
import { findSecretsFile } from "../platform/secrets.ts";
import { canShareSecrets, storeSharedSecrets } from "../platform/shared-secrets.ts";
import { createStorage, parseS3Url } from "../platform/storage/create-storage.ts";
import { toTemporaryDir } from "../platform/storage/disk-storage.ts";
import type { ObjectStorage } from "../platform/storage/object-storage.ts";
import { type Backup, BackupError, type Manifest, objectPath, requireSame, secretsName } from "./backup-folder.ts";
import { checkBackup } from "./check-backup.ts";
import { loadSequences, loadTables, requireSameRows, usePlainText } from "./database-rows.ts";
import { forEachOf, hashStream, syncFolder, writeHashed } from "./hashed-files.ts";
import { openOwnDatabase } from "./open-installation.ts";
import type { Progress } from "./progress.ts";

/** What a restore makes in the data folder. Anything else there belongs to somebody. */
const madeByRestore: ReadonlySet<string> = new Set(["postgres", "objects", secretsName, "server.lock"]);
const contentType = "application/octet-stream";

/**
 * Checks a backup and restores it into an empty installation, then reads every row and file back.
 * @throws BackupError before anything is written if the backup or the installation doesn't allow it
 */
export async function restoreBackup(
  config: Config,
  from: string,
  progress: Progress,
  ending: (() => Promise<void>)[],
): Promise<Manifest> {
  const backup = await checkBackup(from, progress);
  requireKnownRelease(backup);
  requireEmptyFolder(config.dataDir);
  const database = await openOwnDatabase(config);
  ending.unshift(database.close);
  const sql = connect(database.connection, 3);
  ending.unshift(() => sql.end({ timeoutMs: 0 }));
  const storage = await createStorage(config);
  await storage.requireUsable();
  await useOneConnection(sql.pool, async (client) => {
    // A server that starts on this database waits, then finds it complete or refuses.
    await client.query("select pg_advisory_lock($1)", [migrationLockKey]);
    await requireEmpty(config, sql, storage);
    await fill({ config, backup, sql, client, connection: database.connection, storage, progress });
    await sql.unsafe(`drop schema ${restoreMarker}`);
  });
  return backup.manifest;
}

function requireKnownRelease({ dir, manifest }: Backup): void {
  const own = readOwnVersion();
  if (manifest.migrations.every(({ createdAt }) => own.times.has(createdAt))) return;
  throw new BackupError(
    `The backup ${dir} was written by Blueprint ${manifest.version}, up to the migration ${manifest.migration}. This is Blueprint ${own.version}, which knows migrations up to ${own.migration}: restore with the release that wrote it, or a newer one.`,
  );
}

function requireEmptyFolder(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const found = readdirSync(dataDir).find((name) => !madeByRestore.has(name) && !name.startsWith("server.lock."));
  if (found === undefined) return;
  throw new BackupError(`DATA_DIR isn't empty: ${join(dataDir, found)} exists. Restore into a new folder.`);
}

/**
 * Leaves an empty database and storage, marked as incomplete. Removes what an interrupted restore left, files only where
 * that restore wrote them: settings may name another place since.
 */
async function requireEmpty(config: Config, sql: Sql, storage: ObjectStorage): Promise<void> {
  const place = describePlace(config);
  const [interrupted] = await sql<{ place: string | null }[]>`
    select obj_description(oid, 'pg_namespace') as place from pg_namespace where nspname = ${restoreMarker}`;
  if (interrupted === undefined) await requireEmptyDatabase(config, sql);
  if (interrupted?.place !== place) await requireEmptyStorage(config, storage);
  await sql.unsafe(`
    create schema if not exists ${restoreMarker};
    comment on schema ${restoreMarker} is ${escapeLiteral(place)}`);
  if (interrupted === undefined) return;
  await sql.unsafe(`
    drop schema public cascade; create schema public;
    drop schema if exists drizzle cascade; drop schema if exists graphile_worker cascade`);
  await storage.deletePrefix("");
  const secretsPath = join(config.dataDir, secretsName);
  await rm(secretsPath, { force: true });
  await rm(`${secretsPath}.new`, { force: true });
}

/** Where a restore writes files, without the storage's secret. */
function describePlace({ dataDir, storageUrl }: Config): string {
  if (storageUrl === undefined) return dataDir;
  const { endpoint, bucket } = parseS3Url(storageUrl);
  return `${dataDir} ${endpoint}/${bucket}`;
}

async function requireEmptyDatabase({ database, dataDir }: Config, sql: Sql): Promise<void> {
  const [table] = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') limit 1`;
  const place = database === undefined ? `DATA_DIR (${dataDir})` : "DATABASE_URL";
  if (table !== undefined)
    throw new BackupError(`The database of ${place} isn't empty: it has the table ${table.name}. Nothing was changed.`);
}

async function requireEmptyStorage({ storageUrl, dataDir }: Config, storage: ObjectStorage): Promise<void> {
  const place = storageUrl === undefined ? `DATA_DIR (${dataDir})` : "STORAGE_URL";
  for await (const { key } of storage.list(""))
    throw new BackupError(`The storage of ${place} isn't empty: it has ${key}. Nothing was changed.`);
  const secretsPath = join(dataDir, secretsName);
  if (existsSync(secretsPath))
    throw new BackupError(`DATA_DIR isn't empty: ${secretsPath} exists. Restore into a new folder.`);
}

interface Filling {
  readonly config: Config;
  readonly backup: Backup;
  readonly sql: Sql;
  readonly client: PoolClient;
  readonly connection: DatabaseConnection;
  readonly storage: ObjectStorage;
  readonly progress: Progress;
}

async function fill({ config, backup, sql, client, connection, storage, progress }: Filling): Promise<void> {
  const { dir, manifest, objects } = backup;
  await replayMigrations(sql, connection, manifest.migrations);
  progress.begin("Restoring tables", manifest.tables.length);
  await usePlainText(client);
  await client.query("begin");
  await loadTables(client, dir, manifest.tables);
  await loadSequences(client, manifest.sequences);
  await client.query("commit");

  progress.begin("Restoring files", objects.length);
  const draftDir = toTemporaryDir(join(config.dataDir, "objects"));
  await forEachOf([...objects.entries()], async ([index, object]) => {
    const source = join(dir, objectPath(object.key));
    const draft = join(draftDir, `restore-${index}`);
    await rm(draft, { force: true });
    requireSame(source, await writeHashed(draft, createReadStream(source)), object);
    await storage.putFile(object.key, draft, { contentType });
    progress.step();
  });
  await restoreSecrets(config, sql, backup);

  progress.begin("Checking restored files", objects.length);
  await requireSameRows(client, manifest.tables);
  await forEachOf(objects, async (object) => {
    requireSame(object.key, await hashStream((await storage.read(object.key)).stream), object);
    progress.step();
  });
  // Without statistics the first queries would be planned badly.
  await client.query("analyze");
}

/**
 * Puts the keys where the server expects them: with SECRET_KEY, into the database. A backup of a version without that
 * table restores the file; the first start moves its keys.
 */
async function restoreSecrets({ dataDir, secretKey }: Config, sql: Sql, { dir, manifest }: Backup): Promise<void> {
  const [source, target] = [join(dir, secretsName), join(dataDir, secretsName)];
  if (secretKey !== undefined && (await canShareSecrets(sql))) {
    requireSame(source, await hashStream(createReadStream(source)), manifest.secrets);
    await storeSharedSecrets(sql, secretKey, findSecretsFile(dir)?.secrets ?? {});
    return;
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  requireSame(source, await writeHashed(`${target}.new`, createReadStream(source)), manifest.secrets);
  await rename(`${target}.new`, target);
  await syncFolder(dataDir);
}
