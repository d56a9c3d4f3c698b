import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Config } from "../config.ts";
import type { DatabaseConnection } from "../db/connection.ts";
import { openDatabaseAddress } from "../db/database-address.ts";
import { DataDirInUseError, lockDataDir } from "../platform/embedded-postgres/data-dir-lock.ts";
import { findRunningPostgres, startEmbeddedPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";
import { BackupError } from "./backup-folder.ts";

export interface OpenDatabase {
  readonly connection: DatabaseConnection;
  close(): Promise<void>;
}

const serverStartsWithinMs = 60_000;
const lookEveryMs = 200;
const silent = { info: () => {}, error: () => {} };

/**
 * The database of an installation, beside its server or without one. A server owns the lock of its data folder from its
 * start to its end: whoever gets the lock starts the embedded PostgreSQL, everyone else waits for the owner's.
 */
export async function openRunningDatabase(config: Config): Promise<OpenDatabase> {
  if (config.database !== undefined) return { connection: await openGiven(config.database), close: async () => {} };
  const postgresDir = join(config.dataDir, "postgres");
  if (!existsSync(join(postgresDir, "cluster", "PG_VERSION")))
    throw new BackupError(`There is no installation in ${config.dataDir}. Set DATA_DIR to the folder of your server.`);
  for (const deadline = performance.now() + serverStartsWithinMs; ; await wait(lookEveryMs)) {
    try {
      return await openOwnDatabase(config);
    } catch (error) {
      if (!(error instanceof DataDirInUseError)) throw error;
      const connection = findRunningPostgres(postgresDir);
      if (connection !== null) return { connection, close: async () => {} };
      if (performance.now() > deadline) throw error;
    }
  }
}

/** The database of an installation that no server may use meanwhile. @throws DataDirInUseError */
export async function openOwnDatabase({ database, dataDir }: Config): Promise<OpenDatabase> {
  const unlock = lockDataDir(dataDir);
  try {
    if (database !== undefined) return { connection: await openGiven(database), close: async () => unlock() };
    const embedded = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), log: silent });
    const close = async () => {
      await embedded.stop();
      unlock();
    };
    return { connection: embedded.connection, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openGiven(address: NonNullable<Config["database"]>): Promise<DatabaseConnection> {
  return await openDatabaseAddress(address).catch((error: unknown) => {
    throw new BackupError(`Can't use DATABASE_URL: ${(error as Error).message}.`, { cause: error });
  });
}
