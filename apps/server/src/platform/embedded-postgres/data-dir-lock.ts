import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Another running Blueprint server owns the data folder. */
export class DataDirInUseError extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `Another Blueprint server (process ${pid}) already uses ${dataDir}. Stop it first, or give this one its own folder with DATA_DIR.`,
    );
    this.name = "DataDirInUseError";
  }
}

/**
 * Claims a data folder for this process, so that two servers never write into one. Takes over the claim of a dead
 * process.
 * @returns the release, to be called as the last step of a stop.
 * @throws DataDirInUseError while the owner lives.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lockPath = join(dataDir, "server.lock");
  const ownClaim = `${process.pid} ${findStartTime(process.pid)}\n`;
  const draftPath = `${lockPath}.${process.pid}`;
  // link(2) creates the lock atomically, with its content, and never over an existing one.
  writeFileSync(draftPath, ownClaim);
  try {
    while (!tryLink(draftPath, lockPath)) {
      const claim = readIfPresent(lockPath);
      if (claim === null) continue;
      const [pid = Number.NaN, startTime = 0] = claim.split(" ").map(Number);
      if (isSameProcess(pid, startTime)) throw new DataDirInUseError(dataDir, pid);
      takeAway(lockPath, claim, `${draftPath}.stale`);
    }
  } finally {
    rmSync(draftPath, { force: true });
  }
  return () => {
    if (readIfPresent(lockPath) === ownClaim) rmSync(lockPath, { force: true });
  };
}

// Two servers may find the same dead claim. Only one of them moves that file aside; if the other has moved the winner's
// new claim instead, it puts it back.
function takeAway(lockPath: string, deadClaim: string, asidePath: string): void {
  try {
    renameSync(lockPath, asidePath);
  } catch {
    return;
  }
  if (readIfPresent(asidePath) !== deadClaim) tryLink(asidePath, lockPath);
  rmSync(asidePath, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function isSameProcess(pid: number, startTime: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that it runs as another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const livingSince = findStartTime(pid);
  // An unknown start time (not Linux) counts as the same process: refusing is safe, taking over is not.
  return livingSince === 0 || startTime === 0 || livingSince === startTime;
}

/** Start time of the process in clock ticks since boot, which tells a reused id from its first owner; 0 is unknown. */
function findStartTime(pid: number): number {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  if (stat === null) return 0;
  const fieldsAfterCommand = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie keeps its id but holds nothing any more.
  return fieldsAfterCommand[0] === "Z" ? -1 : Number(fieldsAfterCommand[19]);
}
