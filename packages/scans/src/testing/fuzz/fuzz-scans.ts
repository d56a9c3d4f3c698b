import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runConversion } from "../../conversion-runner.ts";
import { ScanProblem } from "../../scan-problem.ts";
import { createRandom, mutateSeed } from "./mutate.ts";
import { makeSeedFiles, type SeedFile } from "./seed-files.ts";
import type { TryOutcome, TryRequest } from "./try-conversions.ts";

// Searches for files that make a conversion crash, hang or exhaust memory: small valid files of every format with
// faults injected. Time-limited; the same seed gives the same files. Usage: npm run fuzz:scans -- [--seconds=300]
// [--seed=1] [--format=las]

const fileSecondsMax = 30;
const memoryBytesMax = 1536 * 1024 ** 2;
/** Every so often, a file goes through a separate converter process, as on a server. */
const ownProcessEvery = 50;
const largeBytes = 500_000;
const largeEvery = 8;
/** A fresh process from time to time, so that one file's leftovers are not blamed on another. */
const filesPerProcess = 400;
const tryPath = fileURLToPath(new URL("./try-conversions.ts", import.meta.url));

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    format: { type: "string" },
  },
});

interface Finding {
  readonly file: string;
  readonly what: string;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), "blueprint-fuzz-"));
const keptDir = join(tmpdir(), "blueprint-fuzz-findings");
try {
  process.exitCode = (await fuzz()) === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function fuzz(): Promise<number> {
  const seeds = (await makeSeedFiles()).filter(({ format }) => values.format === undefined || format === values.format);
  const endAt = performance.now() + Number(values.seconds) * 1000;
  const outcomes = new Map<string, number>();
  const findings: Finding[] = [];
  let child = startChild();
  let tried = 0;
  // Round-robin over all formats, so that each gets its share whatever the time limit.
  for (let round = 0; performance.now() < endAt; round++) {
    for (const [index, seed] of seeds.entries()) {
      if (performance.now() >= endAt) break;
      // Real scans take a hundred times as long as generated files.
      if (round % largeEvery !== 0 && seed.bytes.length > largeBytes) continue;
      // The first round uses the unmodified files.
      const random = createRandom(Number(values.seed) * 1_000_003 + round * 1009 + index);
      const bytes = round === 0 ? seed.bytes : mutateSeed(seed, random);
      const inputPath = join(folder, "original");
      await writeFile(inputPath, bytes);
      const result = await tryIn(child, seed, inputPath);
      outcomes.set(result.outcome, (outcomes.get(result.outcome) ?? 0) + 1);
      let what = result.fault;
      if (round === 0 && !result.outcome.includes("report of")) what ??= `a sound file ends as ${result.outcome}`;
      if (what === null && tried % ownProcessEvery === 0) what = await convertInOwnProcess(seed, inputPath);
      tried++;
      if (what !== null) {
        await mkdir(keptDir, { recursive: true });
        const file = join(keptDir, `seed-${values.seed}-round-${round}-${seed.name}`);
        await copyFile(inputPath, file);
        findings.push({ file, what });
        say(`✗ ${file}\n  ${what.split("\n").slice(0, 6).join("\n  ")}`);
      }
      if (!child.connected || tried % filesPerProcess === 0) {
        await stop(child);
        child = startChild();
      }
    }
  }
  await stop(child);
  for (const [outcome, count] of [...outcomes].sort((a, b) => b[1] - a[1])) say(`${count} × ${outcome}`);
  say(`${tried} files of ${seeds.length} kinds, seed ${values.seed}: ${findings.length} faults`);
  return findings.length;
}

function startChild(): ChildProcess {
  return fork(tryPath, [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "close");
  child.kill("SIGKILL");
  await ended;
}

/** Runs one file in the long-lived process; a hang or crash is a fault. */
async function tryIn(child: ChildProcess, { format, name }: SeedFile, inputPath: string): Promise<TryOutcome> {
  const fault = (what: string): TryOutcome => ({ outcome: what, fault: what, residentBytes: 0 });
  return await new Promise((resolve) => {
    const finish = (outcome: TryOutcome) => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("close", onClose);
      resolve(outcome);
    };
    const onMessage = (outcome: TryOutcome) => {
      const tooMuch = outcome.fault === null && outcome.residentBytes > memoryBytesMax;
      finish(tooMuch ? fault(`${Math.round(outcome.residentBytes / 1e6)} MB of memory`) : outcome);
    };
    const onClose = () => finish(fault("the process ended"));
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      finish(fault(`no end within ${fileSecondsMax} s`));
    }, fileSecondsMax * 1000);
    child.on("message", onMessage);
    child.on("close", onClose);
    child.send({ format, name, inputPath, workDir: join(folder, "work") } satisfies TryRequest);
  });
}

/** Converts as the server does. @returns a fault that the file is not to blame for */
async function convertInOwnProcess({ format, name }: SeedFile, inputPath: string): Promise<string | null> {
  const outputDir = await mkdtemp(join(folder, "out-"));
  try {
    await runConversion(
      { format, inputPath, originalName: name, outputDir },
      {
        memoryBytesMax,
        timeLimitMs: fileSecondsMax * 1000,
        signal: new AbortController().signal,
        onProgress: () => {},
      },
    );
    return null;
  } catch (error) {
    if (!(error instanceof ScanProblem)) return String(error);
    const isOurs = ["scan-converter-crashed", "scan-timed-out", "scan-out-of-memory"].includes(error.code);
    return isOurs ? `${error.code} ${error.detail ?? ""}` : null;
  } finally {
    await rm(outputDir, { recursive: true, force: true });
  }
}
