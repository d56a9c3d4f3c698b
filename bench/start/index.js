/**
 * Time from `npm start` until the product is ready, and the memory of its idle processes. Everything must be installed
 * and built; the first round, on an empty data folder, is reported apart from the warm ones. Run: node bench/start
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const repositoryDir = fileURLToPath(new URL("../..", import.meta.url));
const boundSeconds = 5;
const boundMegabytes = 350;
const warmRounds = 3;
const idleSeconds = 10;

const dataDir = mkdtempSync(join(tmpdir(), "blueprint-bench-start-"));
const port = await findFreePort();
try {
  const fresh = await measureRound();
  console.log(`first start, empty data folder   ${format(fresh.seconds)} s`);
  const rounds = [];
  for (let round = 0; round < warmRounds; round++) rounds.push(await measureRound());
  const seconds = median(rounds.map((round) => round.seconds));
  const last = rounds.at(-1);
  console.log(
    `warm start, median of ${warmRounds}          ${format(seconds)} s   ${format(seconds / boundSeconds)}× of the bound of ${boundSeconds} s`,
  );
  console.log(
    `idle after ${idleSeconds} s, ${last.processes.length} processes     ${Math.round(last.megabytes)} MB  ${format(last.megabytes / boundMegabytes)}× of the bound of ${boundMegabytes} MB`,
  );
  for (const { name, megabytes } of last.processes)
    console.log(`  ${name.padEnd(40)} ${megabytes.toFixed(1).padStart(7)} MB`);
  console.log("Memory is the proportional set size: pages that processes share count once.");
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function measureRound() {
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: repositoryDir,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      PUBLIC_URL: "",
    },
  });
  let printed = "";
  await new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      if (printed.includes("Blueprint is ready at")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`npm start ended with ${code}.\n${printed}`)));
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const health = await fetch(`http://127.0.0.1:${port}/healthz`);
  if (health.status !== 200) throw new Error(`/healthz answered ${health.status}.`);
  await wait(idleSeconds * 1000);
  const processes = listServerProcesses(child.pid);
  const ended = new Promise((resolve) => child.removeAllListeners("exit").once("exit", resolve));
  process.kill(-child.pid, "SIGTERM");
  await ended;
  await waitUntilFree();
  return { seconds, processes, megabytes: processes.reduce((sum, { megabytes }) => sum + megabytes, 0) };
}

/** Excludes npm's own process, which only waits. Everything it started counts, including the database. */
function listServerProcesses(npmPid) {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .filter((found) => found !== null);
  const family = new Set([npmPid]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const { pid, parent, command } of all) {
      const isOurs = family.has(parent) || command.includes(dataDir);
      if (isOurs && !family.has(pid)) grew = Boolean(family.add(pid));
    }
  }
  return all.filter(({ pid, name }) => family.has(pid) && pid !== npmPid && name !== "sh" && name !== "npm start");
}

function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
    const name = command.startsWith("postgres:")
      ? command.slice(0, 40)
      : command
          .split(" ")
          .slice(0, 2)
          .map((part) => part.split("/").at(-1))
          .join(" ");
    return { pid: Number(pid), parent, command, name, megabytes: Number(pss?.[1] ?? 0) / 1024 };
  } catch {
    return null;
  }
}

async function waitUntilFree() {
  for (let tries = 0; tries < 100; tries++) {
    const isFree = await new Promise((resolve) => {
      const probe = createServer().once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return;
    await wait(100);
  }
  throw new Error("The server did not leave its port.");
}

async function findFreePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const found = probe.address().port;
  await new Promise((resolve) => probe.close(resolve));
  return found;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function format(number) {
  return number.toFixed(2);
}
