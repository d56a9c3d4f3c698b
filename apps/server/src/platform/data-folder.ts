import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "./app-context.ts";

const openToOthers = 0o077;

/**
 * Closes the data folder to the machine's other accounts: it holds mails, scans and keys. Earlier versions left folders
 * open. Only its own entries are closed, since nothing below a closed folder can be reached.
 */
export function closeDataFolder(dataDir: string, log: Pick<Logger, "warn">): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const paths = [dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))];
  for (const path of paths) {
    try {
      const stats = statSync(path);
      const isOpen = (stats.mode & openToOthers) !== 0;
      if (isOpen && (stats.isDirectory() || stats.isFile())) chmodSync(path, stats.mode & 0o700);
    } catch (error) {
      // A broken link, or a folder of another account: logged, but no reason not to start.
      log.warn({ err: error, path }, "this path in the data folder cannot be closed to other accounts");
    }
  }
}
