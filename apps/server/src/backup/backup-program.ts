import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "../config.ts";
import { findPartFailure } from "../platform/part-failure.ts";
import { describeStartFailure } from "../platform/start-failure.ts";
import { BackupError, type Manifest } from "./backup-folder.ts";
import { checkBackup } from "./check-backup.ts";
import { Progress } from "./progress.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

// Backups hold everything that the installation does: they are for this account only.
process.umask(0o077);

const usage = `npm run backup -- --to <new folder>
npm run restore -- --from <backup>           into an empty DATA_DIR, DATABASE_URL and STORAGE_URL
npm run restore -- --from <backup> --check   reads every byte of a backup and restores nothing`;
/** The backup is complete, but files that the database refers to were missing in the installation. */
const exitIncompleteSource = 3;
/** What PostgreSQL tells its clients when it is stopped. */
const databaseStops = "57P01";
const stopTimeoutMs = 15_000;

/** What to close, newest first. */
const ending: (() => Promise<void>)[] = [];

class UsageError extends Error {}

interface Order {
  readonly work: "backup" | "restore" | "check";
  readonly path: string;
}

function readOrder([command, ...args]: string[]): Order {
  const options = { to: { type: "string" }, from: { type: "string" }, check: { type: "boolean" } } as const;
  try {
    const { to, from, check = false } = parseArgs({ args, options }).values;
    if (command === "backup" && to && from === undefined && !check) return { work: "backup", path: resolve(to) };
    if (command === "restore" && from && to === undefined)
      return { work: check ? "check" : "restore", path: resolve(from) };
  } catch {
    // Unknown options get the same answer as missing ones.
  }
  throw new UsageError(usage);
}

async function run({ work, path }: Order, config: Config): Promise<number> {
  const progress = new Progress(say);
  if (work === "check") {
    const { manifest } = await checkBackup(path, progress);
    say(`The backup of ${manifest.createdAt} is complete and undamaged: ${describe(manifest)}.`);
    return 0;
  }
  if (work === "restore") {
    const manifest = await restoreBackup(config, path, progress, ending);
    say(`Restored the backup of ${manifest.createdAt}: ${describe(manifest)}, all checked. Run npm start.`);
    return 0;
  }
  const manifest = await writeBackup(config, path, progress, ending);
  say(`Backup complete: ${path} (${describe(manifest)}).`);
  if (manifest.missing.length === 0) return 0;
  process.stderr.write(
    `Warning: ${manifest.missing.length} files were already missing in this installation, such as ${manifest.missing[0]}.\n`,
  );
  return exitIncompleteSource;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function describe({ tables, objects }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = (objects.totalBytes / 1e6).toFixed(1);
  return `${rows.toLocaleString("en")} rows, ${objects.count.toLocaleString("en")} files, ${megabytes} MB`;
}

let stopping: Promise<never> | null = null;

/** The first reason to stop decides the exit code: closing the database makes the interrupted work fail too. */
function stop(exitCode: number): Promise<never> {
  stopping ??= closeAndExit(exitCode);
  return stopping;
}

async function closeAndExit(exitCode: number): Promise<never> {
  setTimeout(() => process.exit(exitCode), stopTimeoutMs).unref();
  for (const end of ending.splice(0)) await end().catch(() => {});
  process.exit(exitCode);
}

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  process.once(signal, () => void stop(code));

let config: Config | null = null;
try {
  const order = readOrder(process.argv.slice(2));
  config = readConfig(process.env, process.cwd());
  await stop(await run(order, config));
} catch (error) {
  if (stopping === null) process.stderr.write(`${describeFailure(error)}\n`);
  await stop(error instanceof UsageError ? 2 : 1);
}

function describeFailure(error: unknown): string {
  if (error instanceof UsageError || error instanceof BackupError) return error.message;
  if (findPartFailure(error) === "storage-full") return "The disk is full: free up space, then run this again.";
  const { code, message } = error as { code?: string; message?: string };
  if (code === databaseStops || message?.startsWith("Connection terminated"))
    return "The database stopped meanwhile, for example because its server was stopped. Run this again.";
  return describeStartFailure(error, config);
}
