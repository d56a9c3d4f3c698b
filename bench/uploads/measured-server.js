// A server in a separate process, with its kernel statistics.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const ticksPerSecond = 100;

/** Starts `node …args` and waits until its output matches `ready`. */
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

/** CPU seconds used by a process and its children. */
export function cpuSeconds(pid) {
  return [pid, ...childrenOf(pid)].reduce((sum, id) => sum + processCpuSeconds(id), 0);
}

/** Resets the peak that `peakBytes` returns. */
export function forgetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** Peak memory of the server's process, as reported by the kernel. */
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

/** CPU seconds used by a process alone, and by its children that have exited. */
export function processCpuSeconds(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // Own time plus that of exited children.
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
      // The process has exited meanwhile.
    }
  }
  return children.flatMap((child) => [child, ...childrenOf(child)]);
}
