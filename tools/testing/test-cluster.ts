import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { TestProject } from "vitest/node";
import { connect } from "../../apps/server/src/db/connection.ts";
import { migrateDatabase } from "../../apps/server/src/db/migrate.ts";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";

const prefix = "blueprint-tests-";
const templateDatabase = "template_blueprint";
/** Where most Linux machines mount an in-memory file system. */
const memoryDir = "/dev/shm";
/** Several times the maximum size of a run's databases. */
const memoryBytesMin = 2 * 1024 ** 3;
/** Test files run side by side, some with several servers. */
const connectionsMax = 250;
const silent = { info: () => {}, error: () => {} };

declare module "vitest" {
  export interface ProvidedContext {
    /** The cluster of this run; `template` is a migrated database to copy. */
    testPostgres: { host: string; port: number; user: string; template: string };
  }
}

/** Starts one PostgreSQL cluster for the run, creates the migrated template database and passes both to the tests. */
export default async function startTestCluster(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandonedClusters();
  const runDir = mkdtempSync(join(chooseParentDir(), `${prefix}${process.pid}-`));
  const cluster = await startEmbeddedPostgres({ dataDir: runDir, log: silent, connectionsMax });
  const { host, port, user } = cluster.connection;
  const admin = connect(cluster.connection, 1);
  try {
    // Nothing here outlives the run. Only tests may trade durability for speed.
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"]) {
      await admin`ALTER SYSTEM SET ${admin(setting)} = off`;
    }
    await admin`SELECT pg_reload_conf()`;
    await admin`CREATE DATABASE ${admin(templateDatabase)}`;
    await migrateDatabase({ ...cluster.connection, database: templateDatabase });
    // No session may stay on the template while it is copied.
    await admin`ALTER DATABASE ${admin(templateDatabase)} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`;
  } catch (error) {
    await cluster.stop();
    throw error;
  } finally {
    await admin.end();
  }
  project.provide("testPostgres", { host, port, user, template: templateDatabase });
  process.env.TEST_POSTGRES_HOST = host;
  process.env.TEST_POSTGRES_TEMPLATE = templateDatabase;
  return async () => {
    await cluster.stop();
    rmSync(runDir, { recursive: true, force: true });
  };
}

// Every test creates and drops a database of hundreds of files. A disk's file system then searches long for free space
// among recently deleted files: that took more time than the tests themselves.
function chooseParentDir(): string {
  if (!existsSync(memoryDir)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryDir);
  return bavail * bsize >= memoryBytesMin ? memoryDir : tmpdir();
}

// A killed run leaves its cluster behind; the next run removes it.
async function removeAbandonedClusters(): Promise<void> {
  const parentDirs = [tmpdir(), memoryDir].filter((dir) => existsSync(dir));
  for (const dir of parentDirs.flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(basename(dir))?.[1]);
    if (!pid || isAlive(pid)) continue;
    if (existsSync(join(dir, "cluster", "postmaster.pid"))) {
      await (await startEmbeddedPostgres({ dataDir: dir, log: silent })).stop();
    }
    rmSync(dir, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
