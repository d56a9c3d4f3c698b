import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildContext, startApp } from "./app-runtime.ts";
import { type Config, readConfig } from "./config.ts";
import type { DatabaseConnection } from "./db/connection.ts";
import { openDatabaseAddress } from "./db/database-address.ts";
import { migrateDatabase } from "./db/migrate.ts";
import { issueFirstOperatorInvitation } from "./features/members/invitations.service.ts";
import { sayHowConvertersRun } from "./features/scans/scans.jobs.ts";
import { sweepStagedFiles } from "./features/uploads/uploads.jobs.ts";
import type { Logger } from "./platform/app-context.ts";
import { systemClock } from "./platform/clock.ts";
import { closeDataFolder } from "./platform/data-folder.ts";
import { lockDataDir } from "./platform/embedded-postgres/data-dir-lock.ts";
import { createLogger, sendConsoleTo } from "./platform/logger.ts";
import { registerServer } from "./platform/registered-servers.ts";
import { releaseStartMemory } from "./platform/release-start-memory.ts";
import { runsJobs, servesPages } from "./platform/roles.ts";
import { tellError, toSafeError } from "./platform/safe-error.ts";
import { describeStartFailure } from "./platform/start-failure.ts";
import { sweepTemporaryFiles } from "./platform/sweep-temporary-files.ts";

// Files created from here on, by this process or its children, are for its own account only.
process.umask(0o077);

const stopTimeoutMs = 9_000;

/** Shutdown steps, newest first. */
const ending: (() => Promise<unknown>)[] = [];

let config: Config | null = null;

async function start(): Promise<void> {
  config = readConfig(process.env, process.cwd());
  const log = createLogger(config.logLevel);
  sendConsoleTo(log);
  closeDataFolder(config.dataDir, log);
  const unlock = lockDataDir(config.dataDir);
  ending.unshift(async () => unlock());
  const connection = await openDatabase(config, log);
  await migrateDatabase(connection);
  const left = await sweepTemporaryFiles(config.dataDir);
  const context = await buildContext({ config, connection, clock: systemClock, log });
  await context.storage.requireUsable();
  const registration = await registerServer(context);
  ending.unshift(() => registration.end());
  const staged = await sweepStagedFiles(context);
  const [files, bytes] = [left.files + staged.files, left.bytes + staged.bytes];
  if (files > 0) log.info({ files, bytes }, `Removed ${files} temporary files left by a server that was killed`);
  const runtime = await startApp(context, { webDistDir: findWebApp(), withJobs: true, registration });
  ending.unshift(() => runtime.stop());
  const invitationUrl = servesPages(config.role) ? await issueFirstOperatorInvitation(context) : null;
  if (config.converters > 0 && runsJobs(config.role)) void sayHowConvertersRun(context);
  await releaseStartMemory();
  if (invitationUrl !== null) console.log(`First operator invitation: ${invitationUrl}`);
  console.log(`Blueprint is ready at ${config.publicUrl}`);
}

/** DATABASE_URL when given; otherwise the embedded PostgreSQL in the data folder, which this server then owns. */
async function openDatabase({ database, dataDir }: Config, log: Logger): Promise<DatabaseConnection> {
  if (database !== undefined)
    return openDatabaseAddress(database).catch((error: unknown) => {
      throw new Error(`Can't use DATABASE_URL: ${(error as Error).message}.`, { cause: error });
    });
  const { startEmbeddedPostgres } = await import("./platform/embedded-postgres/embedded-postgres.ts");
  const embedded = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), log });
  ending.unshift(() => embedded.stop());
  return embedded.connection;
}

function findWebApp(): string | undefined {
  const distDir = fileURLToPath(new URL("../../web/dist", import.meta.url));
  return existsSync(join(distDir, "index.html")) ? distDir : undefined;
}

async function stop(exitCode: number): Promise<never> {
  // Whatever hangs, the process exits within ten seconds.
  setTimeout(() => process.exit(exitCode === 0 ? 1 : exitCode), stopTimeoutMs).unref();
  for (const end of ending.splice(0))
    await end().catch((error: unknown) => process.stderr.write(`${tellError(error)}\n`));
  process.exit(exitCode);
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => void stop(0));

// Node would print the error unredacted, with the values of a failed statement.
process.on("uncaughtException", (error) => {
  process.stderr.write(`${toSafeError(error).stack}\n`);
  process.exit(1);
});

start().catch(async (error: unknown) => {
  process.stderr.write(`${describeStartFailure(error, config)}\n`);
  await stop(1);
});
