import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Idle backends notice their postmaster's death at once. */
const noticedWithinMs = 1_000;

/** The first lines of `postmaster.pid`, as PostgreSQL documents them. */
export interface PostmasterFile {
  pid: number;
  port: number;
  socketDir: string;
  isReady: boolean;
}

/** The content of a cluster's `postmaster.pid`; null when it is missing or incomplete. */
export function findPostmasterFile(clusterDir: string): PostmasterFile | null {
  let text: string;
  try {
    text = readFileSync(join(clusterDir, "postmaster.pid"), "utf8");
  } catch {
    return null;
  }
  const [pid = "", , , port = "", socketDir = "", , , status = ""] = text.split("\n");
  const pidNumber = Number(pid.trim());
  if (!Number.isSafeInteger(pidNumber) || pidNumber <= 0) return null;
  return { pid: pidNumber, port: Number(port), socketDir, isReady: status.trim() === "ready" };
}

/** Whether this process id belongs to a live postmaster of exactly this cluster: neither a zombie nor a reused id. */
export function isPostmasterOf(clusterDir: string, pid: number): boolean {
  const command = findCommandLine(pid);
  return command !== null && /postgres/.test(command) && command.includes(clusterDir);
}

/** Waits until the process is gone; false when it is still running after the timeout. */
export async function waitForExit(clusterDir: string, pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isPostmasterOf(clusterDir, pid)) {
    if (performance.now() > deadline) return false;
    await wait(20);
  }
  return true;
}

/**
 * Waits until no process works in the cluster's folder any more. A dead postmaster's backends live on for a moment, and
 * a second postmaster beside them would corrupt the data. Backends that do not notice are signalled to quit, as their
 * postmaster would have. Linux only; elsewhere PostgreSQL's own check of the shared memory has to do.
 */
export async function waitForOrphans(clusterDir: string, timeoutMs: number): Promise<void> {
  if (process.platform !== "linux") return;
  const realDir = realpathSync(clusterDir);
  const startedAt = performance.now();
  for (let orphan = findProcessIn(realDir); orphan !== null; orphan = findProcessIn(realDir)) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs)
      throw new Error(`Process ${orphan} is still using ${clusterDir}. Stop it, then start again.`);
    if (waitedMs > noticedWithinMs) quit(orphan);
    await wait(50);
  }
}

function quit(pid: number): void {
  try {
    process.kill(pid, "SIGQUIT");
  } catch {
    // It has exited meanwhile.
  }
}

function findProcessIn(dir: string): number | null {
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      // The working directory of every PostgreSQL process is its cluster. A zombie has none.
      if (readlinkSync(`/proc/${entry}/cwd`) === dir && /postgres/.test(findCommandLine(Number(entry)) ?? "")) {
        return Number(entry);
      }
    } catch {
      // The process exited meanwhile, or belongs to another user and is not ours.
    }
  }
  return null;
}

function findCommandLine(pid: number): string | null {
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The state follows the command in brackets, which may itself contain brackets and spaces.
      if (stat.slice(stat.lastIndexOf(")") + 2)[0] === "Z") return null;
      return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    } catch {
      return null;
    }
  }
  const [command, args] =
    process.platform === "win32"
      ? [
          "powershell",
          ["-NoProfile", "-Command", `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`],
        ]
      : ["ps", ["-o", "stat=,command=", "-p", String(pid)]];
  const answer = spawnSync(command as string, args as string[], { encoding: "utf8" }).stdout?.trim() ?? "";
  return answer === "" || (process.platform !== "win32" && answer.startsWith("Z")) ? null : answer;
}
