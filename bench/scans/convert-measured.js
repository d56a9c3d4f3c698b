import { execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import { runConversion } from "@blueprint/scans/conversion-runner";
import { compileCacheDir } from "../../tools/lean-process.mjs";

// Like the server: see `leanEnvironment`.
process.env.NODE_COMPILE_CACHE ??= compileCacheDir;

// The default memory limit of a server.
const memoryBytesMax = 3072 * 1024 ** 2;

/** Converts a file in a separate converter process. The caller removes `outputDir`. */
export async function convertMeasured({ format, inputPath, dir, label = "scan" }) {
  const outputDir = join(dir, "out");
  mkdirSync(outputDir);
  const peak = watchPeak();
  const startedAtMs = performance.now();
  try {
    const report = await runConversion(
      { format, inputPath, originalName: label, outputDir },
      {
        memoryBytesMax,
        timeLimitMs: 3600_000,
        signal: new AbortController().signal,
        onProgress: () => {},
        onStart: peak.watch,
      },
    );
    return { report, seconds: (performance.now() - startedAtMs) / 1000, peakBytes: peak.bytes(), outputDir };
  } finally {
    peak.stop();
  }
}

/** The niceness of converter processes. Peers run with it too, or they would win whenever other work is running. */
const niceness = 10;

/** Runs a peer's program to completion. @throws Error when it fails or takes more than half an hour */
export async function runMeasured(command, args) {
  const peak = watchPeak();
  const startedAtMs = performance.now();
  // By its full path: PotreeConverter locates its own files by the command name, and fails for a bare one.
  const path = execFileSync("which", [command], { encoding: "utf8" }).trim();
  const child = spawn(path, args, { stdio: "ignore", timeout: 1800_000, killSignal: "SIGKILL" });
  try {
    const code = await new Promise((resolve, reject) => {
      child.once("spawn", () => {
        setPriority(child.pid, niceness);
        peak.watch(child.pid);
      });
      child.once("error", reject).once("close", resolve);
    });
    if (code !== 0) throw new Error(`${command} ended with ${code}.`);
    return { seconds: (performance.now() - startedAtMs) / 1000, peakBytes: peak.bytes() };
  } finally {
    peak.stop();
  }
}

/** Peak memory of a process, as reported by the kernel. */
function watchPeak() {
  let processId = 0;
  let bytes = 0;
  const poll = setInterval(async () => {
    const status = await readFile(`/proc/${processId}/status`, "utf8").catch(() => "");
    bytes = Math.max(bytes, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024);
  }, 50);
  return {
    watch: (id) => {
      processId = id;
    },
    bytes: () => bytes,
    stop: () => clearInterval(poll),
  };
}

export function isInstalled(command) {
  try {
    execFileSync("which", [command], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
