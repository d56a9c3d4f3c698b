import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.ts";
import { rootDir, SetupError } from "./install.mjs";
import { ensureServerBuilt } from "./server-build.ts";
import { ensureWebBuilt } from "./web-build.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
}

interface ProcessEnd {
  code: number;
  timedOut: boolean;
}

const minuteMs = 60_000;
const phases: { name: string; run: () => Promise<Counts> }[] = [
  { name: "checks", run: runChecks },
  { name: "unit", run: runUnitTests },
  { name: "browser", run: runBrowserTests },
];

/**
 * Runs the checks, the unit and API tests and the browser tests, or only the phase of `--only=…`. Prints the total as
 * its last line.
 * @returns the exit code.
 */
export async function runTests(args: string[]): Promise<number> {
  const only = args.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
  const chosen = phases.filter((phase) => only === undefined || phase.name === only);
  if (chosen.length === 0) throw new SetupError(`--only takes one of: ${phases.map(({ name }) => name).join(", ")}.`);
  let total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, run } of chosen) {
    console.log(`\n── ${name}`);
    const startedAt = performance.now();
    const counts = await run().catch((error: unknown): Counts => {
      console.error(error instanceof SetupError ? error.message : error);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    total = add(total, counts);
    console.log(`${name}: ${toWords(counts)} (${Math.round((performance.now() - startedAt) / 1000)} s)`);
  }
  console.log(`\n${toWords(total)}`);
  return total.failed > 0 ? 1 : 0;
}

function toWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function runChecks(): Promise<Counts> {
  return withReport(async (reportPath) => {
    const end = await runToEnd([join("tools", "checks", "run-checks.ts"), reportPath], 6 * minuteMs);
    return readReport<Counts>(reportPath, end, (report) => report);
  });
}

function runUnitTests(): Promise<Counts> {
  return withReport(async (reportPath) => {
    const args = [join("node_modules", "vitest", "vitest.mjs"), "run", "--reporter=dot", "--reporter=json"];
    const end = await runToEnd([...args, `--outputFile.json=${reportPath}`], 15 * minuteMs);
    return readReport<VitestReport>(reportPath, end, (report) => {
      // A file that fails before its first test (an import error, a failing beforeAll) has no failed test to count.
      const brokenFiles = report.testResults.filter(
        (file) => file.status === "failed" && !file.assertionResults.some((result) => result.status === "failed"),
      );
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + brokenFiles.length,
        skipped: report.numPendingTests + report.numTodoTests,
      };
    });
  });
}

async function runBrowserTests(): Promise<Counts> {
  const chromium = await ensureChromium();
  await ensureWebBuilt();
  await ensureServerBuilt();
  const pages = await runJourneys(chromium, ["--project=pages", "--workers=2"]);
  const scenes = await runJourneys(chromium, ["--project=scenes"]);
  return add(pages, scenes);
}

function runJourneys(chromium: string, selection: string[]): Promise<Counts> {
  return withReport(async (reportPath) => {
    const args = [join("node_modules", "@playwright", "test", "cli.js"), "test", "--reporter=list,json", ...selection];
    const env = { PLAYWRIGHT_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath };
    const end = await runToEnd(args, 30 * minuteMs, env);
    return readReport<PlaywrightReport>(reportPath, end, ({ stats, errors }) => ({
      passed: stats.expected,
      // A flaky test does not pass.
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    }));
  });
}

function add(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
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

/** The counts of a report; a failure that the report does not count is counted as one. */
function readReport<Report>(reportPath: string, end: ProcessEnd, toCounts: (report: Report) => Counts): Counts {
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = toCounts(JSON.parse(readFileSync(reportPath, "utf8")) as Report);
  } catch (error) {
    console.error(`There is no readable report: ${error instanceof Error ? error.message : String(error)}`);
  }
  const nothingRan = counts.passed + counts.failed === 0;
  if (counts.failed === 0 && (end.code !== 0 || nothingRan)) {
    console.error(end.timedOut ? "Stopped: the time limit was reached." : `Ended with exit code ${end.code}.`);
    counts.failed = 1;
  }
  return counts;
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
