import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.ts";
import { rootDir, SetupError } from "./install.mjs";
import { ensureServerBuilt } from "./server-build.ts";
import {
  describeFailed,
  describeSlowest,
  type PlaywrightTimes,
  readPlaywrightTimings,
  readVitestTimings,
  type TestTiming,
} from "./test-timings.ts";
import { ensureWebBuilt } from "./web-build.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Outcome extends Counts {
  readonly timings: readonly TestTiming[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; duration?: number | null }[];
  }[];
}

interface PlaywrightReport extends PlaywrightTimes {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
}

interface ProcessEnd {
  code: number;
  timedOut: boolean;
}

const minuteMs = 60_000;
/** Ends a run that hangs. Generous: a slow machine that takes longer than usual keeps its results. */
const unitMinutesMax = 25;
const nothingRan: Outcome = { passed: 0, failed: 0, skipped: 0, timings: [] };
const phases: { name: string; run: () => Promise<Outcome> }[] = [
  { name: "checks", run: runChecks },
  { name: "unit", run: runUnitTests },
  { name: "browser", run: runBrowserTests },
];

/**
 * Runs the checks, the unit and API tests and the browser tests, or only the phase of `--only=…`. Prints the slowest
 * and the failed tests at the end, and the total as its last line.
 * @returns the exit code.
 */
export async function runTests(args: string[]): Promise<number> {
  const only = args.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
  const chosen = phases.filter((phase) => only === undefined || phase.name === only);
  if (chosen.length === 0) throw new SetupError(`--only takes one of: ${phases.map(({ name }) => name).join(", ")}.`);
  let total = nothingRan;
  for (const { name, run } of chosen) {
    console.log(`\n── ${name}`);
    const startedAt = performance.now();
    const outcome = await run().catch((error: unknown): Outcome => {
      console.error(error instanceof SetupError ? error.message : error);
      return { ...nothingRan, failed: 1 };
    });
    total = add(total, outcome);
    console.log(`${name}: ${toWords(outcome)} (${Math.round((performance.now() - startedAt) / 1000)} s)`);
  }
  if (total.timings.length > 0) console.log(`\n── slowest tests\n${describeSlowest(total.timings).join("\n")}`);
  const failed = describeFailed(total.timings);
  if (failed.length > 0) console.log(`\n── failed tests\n${failed.join("\n")}`);
  console.log(`\n${toWords(total)}`);
  return total.failed > 0 ? 1 : 0;
}

function toWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function runChecks(): Promise<Outcome> {
  return withReport(async (reportPath) => {
    const end = await runToEnd([join("tools", "checks", "run-checks.ts"), reportPath], 6 * minuteMs);
    return readReport<Counts>(reportPath, end, (report) => ({ ...report, timings: [] }));
  });
}

function runUnitTests(): Promise<Outcome> {
  return withReport(async (reportPath) => {
    const args = [join("node_modules", "vitest", "vitest.mjs"), "run", "--reporter=dot", "--reporter=json"];
    const end = await runToEnd([...args, `--outputFile.json=${reportPath}`], unitMinutesMax * minuteMs);
    return readReport<VitestReport>(reportPath, end, (report) => {
      // A file that fails before its first test (an import error, a failing beforeAll) has no failed test to count.
      const brokenFiles = report.testResults.filter(
        (file) => file.status === "failed" && !file.assertionResults.some((result) => result.status === "failed"),
      );
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + brokenFiles.length,
        skipped: report.numPendingTests + report.numTodoTests,
        timings: readVitestTimings(report),
      };
    });
  });
}

async function runBrowserTests(): Promise<Outcome> {
  await ensureChromium();
  await ensureWebBuilt();
  await ensureServerBuilt();
  const pages = await runJourneys(["--project=pages", "--workers=3"]);
  const scenes = await runJourneys(["--project=scenes"]);
  return add(pages, scenes);
}

function runJourneys(selection: string[]): Promise<Outcome> {
  return withReport(async (reportPath) => {
    const args = [join("node_modules", "@playwright", "test", "cli.js"), "test", "--reporter=list,json", ...selection];
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath };
    const end = await runToEnd(args, 30 * minuteMs, env);
    return readReport<PlaywrightReport>(reportPath, end, (report) => ({
      passed: report.stats.expected,
      // A flaky test does not pass.
      failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
      skipped: report.stats.skipped,
      timings: readPlaywrightTimings(report),
    }));
  });
}

function add(one: Outcome, other: Outcome): Outcome {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    timings: [...one.timings, ...other.timings],
  };
}

async function withReport<Result>(use: (reportPath: string) => Promise<Result>): Promise<Result> {
  const reportDir = mkdtempSync(join(tmpdir(), "blueprint-report-"));
  try {
    return await use(join(reportDir, "report.json"));
  } finally {
    rmSync(reportDir, { recursive: true, force: true });
  }
}

/** The outcome of a report; a failure that the report does not count is counted as one. */
function readReport<Report>(reportPath: string, end: ProcessEnd, toOutcome: (report: Report) => Outcome): Outcome {
  let outcome = nothingRan;
  try {
    outcome = toOutcome(JSON.parse(readFileSync(reportPath, "utf8")) as Report);
  } catch (error) {
    console.error(`There is no readable report: ${error instanceof Error ? error.message : String(error)}`);
  }
  const isEmpty = outcome.passed + outcome.failed === 0;
  if (outcome.failed > 0 || (end.code === 0 && !isEmpty)) return outcome;
  console.error(end.timedOut ? "Stopped: the time limit was reached." : `Ended with exit code ${end.code}.`);
  return { ...outcome, failed: 1 };
}

/** Runs Node with these arguments in a separate process group, so that nothing of it outlives its time limit. */
function runToEnd(args: string[], timeoutMs: number, env: Record<string, string> = {}): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: rootDir,
      stdio: ["ignore", "inherit", "inherit"],
      detached: process.platform !== "win32",
      env: { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }), ...env },
    });
    let timedOut = false;
    const signalGroup = (signal: NodeJS.Signals) => {
      if (child.pid === undefined) return;
      try {
        process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
      } catch {
        // It has exited already.
      }
    };
    const askTimer = setTimeout(() => {
      timedOut = true;
      signalGroup("SIGTERM");
    }, timeoutMs);
    const killTimer = setTimeout(() => signalGroup("SIGKILL"), timeoutMs + 15_000);
    const stopEarly = (signal: NodeJS.Signals) => {
      signalGroup(signal);
      setTimeout(() => signalGroup("SIGKILL"), 15_000).unref();
      child.once("close", () => process.exit(130));
    };
    process.once("SIGINT", stopEarly);
    process.once("SIGTERM", stopEarly);
    const finish = (code: number) => {
      clearTimeout(askTimer);
      clearTimeout(killTimer);
      process.off("SIGINT", stopEarly);
      process.off("SIGTERM", stopEarly);
      resolve({ code: timedOut ? 1 : code, timedOut });
    };
    child.once("error", () => finish(1));
    child.once("close", (code) => finish(code ?? 1));
  });
}
