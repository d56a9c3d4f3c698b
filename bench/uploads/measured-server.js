// A server in a process of its own, and what the kernel tells of it.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const ticksPerSecond = 100;

/** Starts `node …args` and waits until it prints what `ready` matches. */
export async function startServer(args, env, ready) {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  for (let waited = 0; !ready.test(said); waited += 50) {
    if (waited > 60_000 || child.exitCode !== null) {
      child.kill("SIGKILL");
      throw new Error(`${args.at(-1)} did not start.\n${said}`);
    }
    await sleep(50);
  }
  return { child, said };
}

export async function stopServer(child, signal = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

/** Seconds of processor time that a process and everything it started have used. */
export function cpuSeconds(pid) {
  return [pid, ...childrenOf(pid)].reduce((sum, id) => sum + ownCpuSeconds(id), 0);
}

/** From now on `peakBytes` counts anew. */
export function forgetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** The most memory the server's process held, as the kernel counts it. */
export function peakBytes(pid) {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) * 1024;
}

export async function findFreePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function ownCpuSeconds(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // Own time, and that of children which have ended.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  } catch {
    return 0;
  }
}

function childrenOf(pid) {
  const children = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid) children.push(Number(name));
    } catch {
      // It ended meanwhile.
    }
  }
  return children.flatMap((child) => [child, ...childrenOf(child)]);
}
