import { type ChildProcess, fork } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ConversionProgress, ScanReport } from "@blueprint/contract/scan-report";
import {
  type Confinement,
  type Handles,
  handOver,
  inheritedInput,
  inheritedOutput,
  takeOver,
  unconfined,
} from "./confinement.ts";
import type { ConversionJob } from "./conversion.ts";
import type { ChildMessage, StartMessage } from "./conversion-messages.ts";
import { reportFileName } from "./delivery.ts";
import { ScanProblem } from "./scan-problem.ts";

export interface ConversionOptions {
  /** Limit for the resident memory of the converting process, enforced where the system reports it (Linux). */
  readonly memoryBytesMax: number;
  readonly timeLimitMs: number;
  /** Aborting kills the process at once. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ConversionProgress) => void;
  /** Called when the process has started, for process supervision. */
  readonly onStart?: (processId: number) => void;
  /** Restricts the process; if it names a user, that user gets `inputPath` and `outputDir`. Absent: unrestricted. */
  readonly confinement?: Confinement;
  /** Program to run instead of this package's converters; tests run misbehaving ones. */
  readonly programPath?: string;
}

const memoryPollMs = 250;
const stderrCharactersMax = 4000;
const niceness = 10;
// The rest of the server's environment, above all its secrets, is withheld from a process that reads untrusted files.
// The compile cache cuts its start time to a third: type stripping of its modules is cached.
const passedEnvironment = ["PATH", "TZ", "LANG", "NODE_COMPILE_CACHE"] as const;
const entryPath = fileURLToPath(new URL("./conversion-process.ts", import.meta.url));

async function residentBytes(processId: number): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${processId}/status`, "utf8");
    const match = /^VmRSS:\s+(\d+) kB$/m.exec(status);
    return match === null ? undefined : Number(match[1]) * 1024;
  } catch {
    // Other systems have no such file; there only the heap limit applies.
    return undefined;
  }
}

function start(
  programPath: string,
  memoryBytesMax: number,
  { prefix }: Confinement,
  handles: Handles | undefined,
): ChildProcess {
  const environment: NodeJS.ProcessEnv = {};
  for (const name of passedEnvironment) if (process.env[name] !== undefined) environment[name] = process.env[name];
  const [command = "", ...commandArgs] = [...prefix, process.execPath];
  const inherited = handles === undefined ? [] : [handles.input.fd, handles.output.fd];
  const child = fork(programPath, [], {
    execPath: command,
    execArgv: [
      ...commandArgs,
      `--max-old-space-size=${Math.max(64, Math.floor(memoryBytesMax / 1024 ** 2))}`,
      "--disable-warning=ExperimentalWarning",
    ],
    env: environment,
    stdio: ["ignore", "ignore", "pipe", "ipc", ...inherited],
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // Already gone, or not permitted: running at normal priority is harmless.
  }
  return child;
}

function toCrash(stderr: string, ending: string): ScanProblem {
  if (/heap out of memory|Array buffer allocation failed|Invalid typed array length/i.test(stderr)) {
    return new ScanProblem("scan-out-of-memory", stderr.slice(-400));
  }
  return new ScanProblem("scan-converter-crashed", stderr.trim() || `ended by ${ending}`);
}

/**
 * Converts one file in a separate process, which cannot outlive this one.
 * @throws ScanProblem the converter's own, or `scan-out-of-memory`, `scan-timed-out`, `scan-cancelled`,
 * `scan-converter-crashed`; the output folder may then hold leftovers, but never a `report.json`
 */
export async function runConversion(job: ConversionJob, options: ConversionOptions): Promise<ScanReport> {
  if (options.signal.aborted) throw new ScanProblem("scan-cancelled");
  const { confinement = unconfined } = options;
  if (confinement.userId === null) return await runToEnd(job, job, options, undefined);
  await using handles = await handOver(confinement, job.inputPath, job.outputDir);
  const shown = { ...job, inputPath: inheritedInput.path, outputDir: inheritedOutput.path };
  const report = await runToEnd(job, shown, options, handles);
  await takeOver(confinement, job.outputDir);
  return report;
}

/** @param shown the job with its paths as the process sees them */
function runToEnd(
  job: ConversionJob,
  shown: ConversionJob,
  options: ConversionOptions,
  handles: Handles | undefined,
): Promise<ScanReport> {
  const { confinement = unconfined } = options;
  const child = start(options.programPath ?? entryPath, options.memoryBytesMax, confinement, handles);
  return new Promise((resolve, reject) => {
    let outcome: { report: ScanReport } | { problem: ScanProblem } | undefined;
    let stderr = "";

    const end = (problem: ScanProblem) => {
      // The first reason counts: killing the process causes further ones.
      outcome ??= { problem };
      child.kill("SIGKILL");
    };
    const onAbort = () => end(new ScanProblem("scan-cancelled"));
    options.signal.addEventListener("abort", onAbort, { once: true });
    const timeLimit = setTimeout(() => end(new ScanProblem("scan-timed-out")), options.timeLimitMs);
    const memoryPoll = setInterval(() => {
      if (child.pid === undefined) return;
      void residentBytes(child.pid).then((bytes) => {
        if (bytes !== undefined && bytes > options.memoryBytesMax) {
          end(new ScanProblem("scan-out-of-memory", `${Math.round(bytes / 1e6)} MB`));
        }
      });
    }, memoryPollMs);

    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-stderrCharactersMax);
    });
    child.on("message", (message: ChildMessage) => {
      if (outcome !== undefined) return;
      if (message.type === "progress") options.onProgress(message.progress);
      else if (message.type === "done") outcome = { report: message.report };
      else outcome = { problem: new ScanProblem(message.code, message.detail) };
    });
    child.on("error", (error) => end(new ScanProblem("scan-converter-crashed", error.message)));
    child.on("close", (code, signal) => {
      clearTimeout(timeLimit);
      clearInterval(memoryPoll);
      options.signal.removeEventListener("abort", onAbort);
      if (outcome !== undefined && "report" in outcome) {
        resolve(outcome.report);
        return;
      }
      const problem = outcome?.problem ?? toCrash(stderr, signal ?? `code ${code}`);
      // Killed in its last moment, the process may have left a report of a delivery that was never accepted.
      rm(join(job.outputDir, reportFileName), { force: true }).then(
        () => reject(problem),
        () => reject(problem),
      );
    });
    if (child.pid !== undefined) options.onStart?.(child.pid);
    const message: StartMessage = { type: "start", job: { ...shown, memoryBytesMax: options.memoryBytesMax } };
    child.send(message, () => {
      // A child that died before it received the message is reported by its exit.
    });
  });
}
