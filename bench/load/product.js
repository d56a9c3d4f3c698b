// The product as `npm start` runs it, on an empty data folder, with a channel to its process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { rootDir } from "../../tools/install.mjs";
import { builtServerPath, leanEnvironment } from "../../tools/lean-process.mjs";
import { ensureServerBuilt } from "../../tools/server-build.ts";
import { ensureWebBuilt } from "../../tools/web-build.ts";
import { findFreePort, stopServer } from "../uploads/measured-server.js";

const startFlags = JSON.parse(readFileSync(join(rootDir, "package.json"), "utf8")).scripts.start.match(/--\S+/g) ?? [];
const startTimeoutMs = 60_000;

/** @param settings of the server besides the measurement's own */
export async function startProduct(settings = {}) {
  await ensureServerBuilt();
  await ensureWebBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), "blueprint-bench-load-"));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const probe = new URL("./loop-probe.js", import.meta.url).href;
  const child = spawn(process.execPath, [...startFlags, "--import", probe, builtServerPath], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...leanEnvironment,
      PORT: String(port),
      HOST: "127.0.0.1",
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      // The request limits stay active: visitors come from many addresses, as through a proxy.
      TRUSTED_PROXIES: "127.0.0.1",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  const dispose = async () => {
    await stopServer(child);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  for (let waitedMs = 0; !said.includes("Blueprint is ready"); waitedMs += 50) {
    if (waitedMs > startTimeoutMs || child.exitCode !== null) {
      await dispose();
      throw new Error(`The server did not start.\n${said}`);
    }
    await wait(50);
  }
  return {
    url,
    pid: child.pid,
    mailDir: join(dataDir, "mail"),
    operatorInvitationUrl: /First operator invitation: (\S+)/.exec(said)[1],
    printed: () => said,
    /** Current memory of the server's process in bytes, and its peak since `forgetPeak`. */
    memory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      const read = (name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]) * 1024;
      return { heldBytes: read("VmRSS"), peakBytes: read("VmHWM") };
    },
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, "5"),
    watchLoop: () => child.send("begin"),
    readLoop: async () => {
      child.send("answer");
      const [delays] = await once(child, "message");
      return delays;
    },
    dispose,
  };
}
