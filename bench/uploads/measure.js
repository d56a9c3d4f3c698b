// Uploads, ours compared with its peers, in one run on one machine:
//
// - speed: MB/s, the server's CPU time and memory at each size, with the contenders alternating;
// - kill -9: the server dies in mid-upload and restarts a second later; which clients continue, and how many bytes they
//   resend.
//
// Ours: our client and our server (PostgreSQL journal, every chunk durable before it is confirmed). Targets: at least
// 0.8 of a bare Node PUT that syncs at the end, at 512 MiB, with less than 150 MB in the server.
// Usage: node bench/uploads [sizes in MiB=64,512] [rounds=3] [contenders=plain,ours,sdk,tus,emulator]

import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ensureServerBuilt } from "../../tools/server-build.ts";
import { contenders as allContenders, servers, sha256Of } from "./contenders.js";
import { cpuSeconds, findFreePort, forgetPeak, peakBytes, stopServer } from "./measured-server.js";
import { requirePeer } from "./peers.js";
import { startRelay } from "./relay.js";

const MiB = 1024 * 1024;
const sizes = (process.argv[2] ?? "64,512").split(",").map(Number);
const rounds = Number(process.argv[3] ?? 3);
const chosen = process.argv[4]?.split(",");
const clientPath = fileURLToPath(new URL("./client.js", import.meta.url));
const dir = mkdtempSync(join(tmpdir(), "blueprint-bench-"));
const running = new Map();

process.once("SIGINT", () => process.exit(130));
process.once("exit", () => {
  for (const { child } of running.values()) child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});
await run();
for (const { child } of running.values()) await stopServer(child);
process.exit(0);

async function run() {
  const contenders = findContenders();
  await ensureServerBuilt();
  const files = await writeFiles();
  for (const { server } of contenders) await start(server);
  const rows = await measureSpeed(contenders, files);
  printSpeed(contenders, rows);
  await measureKills(contenders, files.at(-1));
}

function findContenders() {
  return allContenders.filter(({ name, label, server }) => {
    if (chosen !== undefined && !chosen.includes(name)) return false;
    const { peer } = servers[server];
    if (peer === undefined || requirePeer(peer) !== null) return true;
    console.log(`${label}: cannot be installed here, left out.`);
    return false;
  });
}

async function writeFiles() {
  const files = [];
  for (const size of sizes) {
    const path = join(dir, `hall-${size}.ply`);
    const hash = createHash("sha256");
    const file = await open(path, "w");
    for (let at = 0; at < size; at += 8) {
      const part = randomBytes(Math.min(8, size - at) * MiB);
      hash.update(part);
      await file.write(part);
    }
    await file.sync();
    await file.close();
    files.push({ size, sizeBytes: size * MiB, path, sha256: hash.digest("hex") });
  }
  return files;
}

async function start(name) {
  if (running.has(name)) return running.get(name);
  const port = await findFreePort();
  const folder = join(dir, name);
  const started = await servers[name].start({ port, dir: folder });
  running.set(name, { ...started, port, dir: folder });
  return running.get(name);
}

async function measureSpeed(contenders, files) {
  const rows = new Map();
  for (const file of files) {
    for (let round = 0; round < rounds; round++) {
      // Rotate the order, so that no contender always finds the disk as the same other one left it.
      const turn = round % contenders.length;
      for (const contender of [...contenders.slice(turn), ...contenders.slice(0, turn)]) {
        const key = `${contender.name} ${file.size}`;
        if (!rows.has(key)) rows.set(key, []);
        rows.get(key).push(await measureUpload(contender, file, `round-${round}.ply`));
      }
    }
  }
  return rows;
}

async function measureUpload(contender, file, name) {
  const server = running.get(contender.server);
  const { pid } = server.child;
  const cpuBefore = cpuSeconds(pid);
  forgetPeak(pid);
  const { seconds } = await runClient(contender, file, { name, port: server.port });
  const peak = peakBytes(pid);
  // Work after the response (hashing, writeback) counts for this server and must not burden the next.
  await sleep(4_000);
  const cpu = cpuSeconds(pid) - cpuBefore;
  await requireStored(contender, file);
  // Keep the page cache equally full for all contenders.
  await servers[contender.server].remove?.({ port: server.port, account: server.account, name });
  return { megabytesPerSecond: file.sizeBytes / 1e6 / seconds, cpu, peak };
}

/** Checks every stored file of this size, and removes those that no database references. */
async function requireStored({ server: name, label }, { sizeBytes, sha256 }) {
  const found = servers[name].findStored({ dir: running.get(name).dir, sizeBytes });
  if (found.length === 0) throw new Error(`${label} stored no file of that size.`);
  for (const path of found) {
    if ((await sha256Of(path)) !== sha256) throw new Error(`${label} stored another file than was sent: ${path}`);
    if (name === "plain" || name === "tus") rmSync(path);
  }
}

async function runClient(contender, file, { name, port, startsOver = false, onSpawn = () => {} }) {
  const { account = {} } = running.get(contender.server);
  const job = {
    contender: contender.name,
    url: `http://127.0.0.1:${port}`,
    path: file.path,
    sizeBytes: file.sizeBytes,
    name,
    startsOver,
    bucket: contender.bucket,
    userId: contender.userId,
    ...account,
  };
  const child = spawn(process.execPath, [clientPath, JSON.stringify(job)], { stdio: ["ignore", "pipe", "pipe"] });
  onSpawn(child);
  let said = "";
  let complained = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complained += text;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 180_000);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  if (code !== 0) throw new Error(`${contender.label} failed (${code}).\n${said}${complained.slice(-2000)}`);
  return JSON.parse(said.trim().split("\n").at(-1));
}

function printSpeed(contenders, rows) {
  console.log(`${"".padEnd(30)} MiB    MB/s  of bare PUT  server CPU s  server peak MB   rounds, MB/s`);
  for (const { size } of sizes.map((size) => ({ size }))) {
    for (const { name, label } of contenders) {
      const results = rows.get(`${name} ${size}`);
      const speed = median(results.map((result) => result.megabytesPerSecond));
      const bare = rows.get(`plain ${size}`)?.map((result) => result.megabytesPerSecond);
      const ratio = bare === undefined ? "-" : (speed / median(bare)).toFixed(2);
      console.log(
        [
          label.padEnd(30),
          String(size).padStart(4),
          speed.toFixed(0).padStart(7),
          ratio.padStart(12),
          median(results.map((result) => result.cpu))
            .toFixed(2)
            .padStart(13),
          (Math.max(...results.map((result) => result.peak)) / 1e6).toFixed(0).padStart(15),
          `  ${results.map((result) => result.megabytesPerSecond.toFixed(0)).join(" ")}`,
        ].join(" "),
      );
    }
  }
  console.log("Targets for ours at 512 MiB: 0.80 of the bare PUT, under 150 MB. CPU is that of the server and all it");
  console.log(
    "started (our database, too), to four seconds after its answer; memory is that of the server's process.\n",
  );
}

/** The server dies when 40 % have arrived, and is back a second later. */
async function measureKills(contenders, file) {
  console.log(`kill -9 of the server at 40 % of ${file.size} MiB`);
  for (const contender of contenders) {
    const server = running.get(contender.server);
    const relay = await startRelay(server.port);
    const killed = killAt(contender.server, relay, file.sizeBytes * 0.4);
    try {
      const { startedOver, seconds } = await runClient(contender, file, {
        name: "killed.ply",
        port: relay.port,
        startsOver: true,
        onSpawn: (child) => child.once("close", () => killed.stop()),
      });
      await killed.done;
      const resentBytes = Math.max(0, relay.receivedBytes() - file.sizeBytes);
      await requireStored(contender, file);
      console.log(
        `${contender.label.padEnd(30)} ${startedOver === 0 ? "went on by itself" : `started over ${startedOver}×`.padEnd(17)}  ${(resentBytes / MiB).toFixed(1).padStart(6)} MiB sent again, ${seconds.toFixed(1)} s in all, file intact`,
      );
    } catch (error) {
      console.log(`${contender.label.padEnd(30)} ${error.message.split("\n")[0]}`);
    }
    relay.close();
  }
}

function killAt(name, relay, bytes) {
  let isStopped = false;
  const act = async () => {
    while (relay.receivedBytes() < bytes) {
      if (isStopped) throw new Error("The client ended before its server was killed.");
      await sleep(2);
    }
    const server = running.get(name);
    await stopServer(server.child, "SIGKILL");
    await sleep(1_000);
    Object.assign(server, await servers[name].start(server));
  };
  const done = act();
  done.catch(() => {});
  return {
    done,
    stop: () => {
      isStopped = true;
    },
  };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}
