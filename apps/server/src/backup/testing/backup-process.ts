import { fileURLToPath } from "node:url";
import { type ServerProcess, spawnProgram } from "../../testing/server-process.ts";

const builtBackup = fileURLToPath(new URL("../../../dist/backup.js", import.meta.url));

/** `npm run backup` or `npm run restore` in a separate process, as built, with these settings only. */
export function spawnBackup(env: Record<string, string>, ...args: string[]): ServerProcess {
  return spawnProgram(env, [process.execPath, builtBackup, ...args]);
}

/** Runs it to its end. */
export async function runBackup(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; printed: string }> {
  const program = spawnBackup(env, ...args);
  return { code: await program.ended, printed: program.printed().trim() };
}
