import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { continueUnderPinnedNode, ensureInstalled, rootDir, SetupError } from "./install.mjs";

const minute = 60_000;
const phases = [
  { name: "checks", run: runChecks },
  { name: "unit", run: runUnitTests },
  { name: "browser", run: runBrowserTests },
];
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
const totals = { passed: 0, failed: 0, skipped: 0 };

try {
  if (only && !phases.some((phase) => phase.name === only)) {
    throw new SetupError(`--only takes one of: ${phases.map((phase) => phase.name).join(", ")}.`);
  }
  await ensureInstalled();
  if (await continueUnderPinnedNode(import.meta.url)) await runPhases();
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  totals.failed += 1;
  printTotals();
}

async function runPhases() {
  for (const { name, run } of phases) {
    if (only && only !== name) continue;
    console.log(`\n── ${name}`);
    const startedAt = performance.now();
    let counts;
    try {
      counts = await run();
    } catch (error) {
      console.error(error instanceof SetupError ? error.message : error);
      counts = { passed: 0, failed: 1, skipped: 0 };
    }
    for (const key of Object.keys(totals)) totals[key] += counts[key];
    console.log(`${name}: ${toWords(counts)} (${Math.round((performance.now() - startedAt) / 1000)} s)`);
  }
  printTotals();
}

function printTotals() {
  console.log(`\n${toWords(totals)}`);
  process.exitCode = totals.failed > 0 ? 1 : 0;
}

function toWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

async function runChecks() {
  return withReport(async (reportPath) => {
    const end = await runToEnd([join("tools", "checks", "run-checks.ts"), reportPath], 6 * minute);
    return readReport(reportPath, end, (report) => report);
  });
}

async function runUnitTests() {
  return withReport(async (reportPath) => {
    const args = [join("node_modules", "vitest", "vitest.mjs"), "run", "--reporter=dot", "--reporter=json"];
    const end = await runToEnd([...args, `--outputFile.json=${reportPath}`], 15 * minute);
    return readReport(reportPath, end, (report) => {
      // A file that fails before its first test (an import error, a failing beforeAll) has no failed test to count.
      const brokenFiles = report.testResults.filter(
        (file) => file.status === "failed" && !file.assertionResults.some((result) => result.status === "failed"),
      );
      for (const file of brokenFiles) console.error(`${file.name}: ${file.message}`);
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + brokenFiles.length,
        skipped: report.numPendingTests + report.numTodoTests,
      };
    });
  });
}

async function runBrowserTests() {
  const { ensureChromium } = await import("./chromium.mjs");
  const { ensureWebBuilt } = await import("./web-build.mjs");
  const chromium = await ensureChromium();
  await ensureWebBuilt();
  return withReport(async (reportPath) => {
    const args = [join("node_modules", "@playwright", "test", "cli.js"), "test", "--reporter=list,json"];
    const env = { PLAYWRIGHT_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath };
    const end = await runToEnd(args, 30 * minute, env);
    return readReport(reportPath, end, ({ stats, errors }) => {
      for (const error of errors) console.error(error.message);
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
    });
  });
}

async function withReport(use) {
  const reportDir = mkdtempSync(join(tmpdir(), "blueprint-report-"));
  try {
    return await use(join(reportDir, "report.json"));
  } finally {
    rmSync(reportDir, { recursive: true, force: true });
  }
}

/** The counts of a report; whatever failed without being counted in it is counted as one failure. */
function readReport(reportPath, end, toCounts) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = toCounts(JSON.parse(readFileSync(reportPath, "utf8")));
  } catch (error) {
    console.error(`There is no readable report: ${error.message}`);
  }
  const nothingRan = counts.passed + counts.failed === 0;
  if (counts.failed === 0 && (end.code !== 0 || nothingRan)) {
    console.error(end.timedOut ? "Stopped: the time limit was reached." : `Ended with exit code ${end.code}.`);
    counts.failed = 1;
  }
  return counts;
}

/** Runs Node with these arguments in a process group of its own, so that nothing survives its time limit. */
function runToEnd(args, timeoutMs, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: rootDir,
      stdio: ["ignore", "inherit", "inherit"],
      detached: process.platform !== "win32",
      env: { ...process.env, ...env },
    });
    let timedOut = false;
    const end = (signal) => {
      try {
        process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
      } catch {
        // It is gone already.
      }
    };
    const askTimer = setTimeout(() => {
      timedOut = true;
      end("SIGTERM");
    }, timeoutMs);
    const killTimer = setTimeout(() => end("SIGKILL"), timeoutMs + 15_000);
    const stopEarly = (signal) => {
      end(signal);
      setTimeout(() => end("SIGKILL"), 15_000).unref();
      child.once("close", () => process.exit(130));
    };
    process.once("SIGINT", stopEarly);
    process.once("SIGTERM", stopEarly);
    child.on("close", (code) => {
      clearTimeout(askTimer);
      clearTimeout(killTimer);
      process.off("SIGINT", stopEarly);
      process.off("SIGTERM", stopEarly);
      resolve({ code: timedOut ? 1 : (code ?? 1), timedOut });
    });
  });
}
