import { statfsSync } from "node:fs";
import type { Config } from "../config.ts";
import { findPartFailure } from "./part-failure.ts";
import { describeError } from "./safe-error.ts";

/** What an operator reads when a start fails: what is wrong, where, and what to do. */
export function describeStartFailure(error: unknown, config: Config | null): string {
  const { message } = describeError(error);
  if (config === null) return message;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (findPartFailure(error) === "storage-full") return describeFullDisk(config);
  if (syscall === "listen" || syscall === "getaddrinfo") {
    if (code === "EADDRINUSE")
      return `PORT ${config.port} is in use by another program. Stop it, or use a different PORT.`;
    if (code === "EACCES")
      return `PORT ${config.port} requires privileges this user doesn't have. Choose a port above 1023.`;
    return `HOST ${config.host} isn't an address of this machine (${code}).`;
  }
  if (path?.startsWith(config.dataDir) && code !== undefined)
    return `Can't use DATA_DIR: ${path} isn't a folder this user can access (${code}).`;
  return message;
}

function describeFullDisk({ database, dataDir }: Config): string {
  const own = `The disk of DATA_DIR (${dataDir}) is full${describeRoom(dataDir)}`;
  const place = database === undefined ? own : `${own}, or that of the database at ${database.connection.host}`;
  return `${place}. Free up space there, then start again. Confirmed data is safe.`;
}

function describeRoom(dir: string): string {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return `: ${Math.floor((bavail * bsize) / 2 ** 20)} MB left`;
  } catch {
    return "";
  }
}
