// The whole way of a file: our client and our server (PostgreSQL journal, every chunk durable before it is confirmed)
// against a bare Node server that pipes one PUT into a file and syncs it at the end. Same file, same run, by turns.
// Prints MB/s of both, their ratio (target: at least 0.8) and the server's peak memory (target: under 150 MB).
// Usage: node bench/uploads [megabytes=512] [rounds=3]

import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import http from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { uploadLimits } from "../../packages/contract/src/limits.ts";
import { createUpload } from "../../packages/uploads/src/upload.ts";
import { builtServerPath, leanEnvironment } from "../../tools/lean-process.mjs";
import { ensureServerBuilt } from "../../tools/server-build.ts";

const MiB = 1024 * 1024;
const chunkBytesMax = uploadLimits.chunkBytesMax;
const sizeBytes = Number(process.argv[2] ?? 512) * MiB;
const rounds = Number(process.argv[3] ?? 3);
const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const dir = mkdtempSync(join(tmpdir(), "blueprint-bench-"));
/** Node's own options of `npm start`: the product is measured as it is started. */
const startFlags = JSON.parse(readFileSync(pathOf("../../package.json"), "utf8")).scripts.start.match(/--\S+/g) ?? [];
const processes = [];
const buffers = [new Uint8Array(chunkBytesMax), new Uint8Array(chunkBytesMax)];
const agent = new http.Agent({ keepAlive: true });

try {
  await run();
} finally {
  agent.destroy();
  for (const child of processes) await stop(child);
  rmSync(dir, { recursive: true, force: true });
}

async function run() {
  const filePath = join(dir, "hall.ply");
  const sha256 = await writeRandomFile(filePath);
  await ensureServerBuilt();
  const plain = await startPlainServer();
  const product = await startProduct();
  // The target is about uploading: the peak of the start, with its compiling of sources, is counted apart.
  const startBytes = peakBytes(product.child);
  writeFileSync(`/proc/${product.child.pid}/clear_refs`, "5");
  const idleBytes = peakBytes(product.child);
  const results = { ours: [], plain: [] };
  for (let round = 1; round <= rounds; round++) {
    // By turns and in turn first, so that neither always finds the disk as the other left it.
    const order = round % 2 === 1 ? ["plain", "ours"] : ["ours", "plain"];
    for (const which of order) {
      const megabytesPerSecond =
        which === "ours" ? await uploadOurs(product, filePath) : await putPlain(plain, filePath);
      results[which].push(megabytesPerSecond);
      console.log(`round ${round}  ${which.padEnd(5)}  ${megabytesPerSecond.toFixed(0).padStart(5)} MB/s`);
      // What a server does after its answer (hashing the stored file, writing back) must not weigh on the other.
      await sleep(4_000);
    }
  }
  await requireStoredFile(product.dataDir, sha256);
  const [ours, theirs] = [median(results.ours), median(results.plain)];
  console.log(
    `median  ours ${ours.toFixed(0)} MB/s, plain PUT ${theirs.toFixed(0)} MB/s, ratio ${(ours / theirs).toFixed(2)} (target 0.80)`,
  );
  console.log(
    `server peak ${(peakBytes(product.child) / 1e6).toFixed(0)} MB (target under 150), idle before ${(idleBytes / 1e6).toFixed(0)} MB, peak of its start ${(startBytes / 1e6).toFixed(0)} MB`,
  );
}

async function writeRandomFile(path) {
  const hash = createHash("sha256");
  const file = await open(path, "w");
  for (let at = 0; at < sizeBytes; at += 8 * MiB) {
    const part = randomBytes(Math.min(8 * MiB, sizeBytes - at));
    hash.update(part);
    await file.write(part);
  }
  await file.sync();
  await file.close();
  return hash.digest("hex");
}

async function uploadOurs({ url, cookie, userId }, filePath) {
  const file = await open(filePath, "r");
  let turn = 0;
  const source = {
    name: "hall.ply",
    sizeBytes,
    // One chunk is on its way while the next is read: two buffers, by turns.
    slice: async (start, end) => {
      const bytes = buffers[turn++ % 2].subarray(0, end - start);
      await file.read(bytes, 0, bytes.length, start);
      return bytes;
    },
  };
  const startedAt = performance.now();
  const upload = createUpload({
    source,
    objectName: `users/${userId}/hall.ply`,
    baseUrl: url,
    headers: { authorization: `Bearer ${/session_token=([^;]+)/.exec(cookie)[1]}` },
    contentType: "model/ply",
    transport: sendByHttp,
  });
  upload.start();
  const { state, error } = await upload.done;
  const seconds = (performance.now() - startedAt) / 1000;
  await file.close();
  if (state !== "success") throw error;
  return sizeBytes / 1e6 / seconds;
}

/** Both sides send with the same client of Node, whose `fetch` takes twice the time for a body: the servers are compared. */
function sendByHttp({ url, headers, body, signal }) {
  return new Promise((resolve, reject) => {
    const bytes =
      body === null
        ? Buffer.alloc(0)
        : typeof body === "string"
          ? Buffer.from(body)
          : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const length = { "content-length": bytes.length };
    const request = http.request(
      url,
      { method: "POST", headers: { ...headers, ...length }, signal, agent },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part) => (text += part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode, header: (name) => answer.headers[name] ?? null, text }),
        );
      },
    );
    request.on("error", reject);
    request.end(bytes);
  });
}

async function putPlain(url, filePath) {
  const startedAt = performance.now();
  await new Promise((resolve, reject) => {
    const request = http.request(
      `${url}/hall.ply`,
      { method: "PUT", headers: { "content-length": sizeBytes }, agent },
      (answer) => {
        answer
          .resume()
          .on("end", () => (answer.statusCode === 201 ? resolve() : reject(new Error(`status ${answer.statusCode}`))));
      },
    );
    request.on("error", reject);
    createReadStream(filePath, { highWaterMark: MiB }).pipe(request);
  });
  return sizeBytes / 1e6 / ((performance.now() - startedAt) / 1000);
}

async function startPlainServer() {
  const port = await findFreePort();
  await startProcess([pathOf("./plain-put-server.js")], { PORT: String(port), TARGET_DIR: dir }, /ready/);
  return `http://127.0.0.1:${port}`;
}

async function startProduct() {
  const port = await findFreePort();
  const dataDir = join(dir, "data");
  const env = {
    // As `npm start` runs it.
    ...leanEnvironment,
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    CONVERTERS: "0",
    LOG_LEVEL: "error",
  };
  const { child, said } = await startProcess([...startFlags, builtServerPath], env, /Blueprint is ready/);
  const url = env.PUBLIC_URL;
  const token = /accept-invite\?token=([\w-]+)/.exec(said)[1];
  const account = { email: "bench@example.org", password: "a bench on a hill", name: "Bench" };
  const accepted = await fetch(`${url}/api/invitations/${token}/account`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  if (!accepted.ok) throw new Error(`The account could not be made: ${accepted.status} ${await accepted.text()}`);
  const cookie = accepted.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const me = await fetch(`${url}/api/me`, { headers: { cookie } });
  const { profile } = await me.json();
  return { child, url, cookie, userId: profile.uid, dataDir };
}

async function startProcess(nodeArguments, env, ready) {
  const child = spawn(process.execPath, nodeArguments, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  processes.unshift(child);
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  for (let waited = 0; !ready.test(said); waited += 50) {
    if (waited > 60_000 || child.exitCode !== null) throw new Error(`${nodeArguments.at(-1)} did not start.\n${said}`);
    await sleep(50);
  }
  return { child, said };
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
}

/** The most memory the process ever held, as the kernel counts it. */
function peakBytes(child) {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) * 1024;
}

async function requireStoredFile(dataDir, sha256) {
  const names = await readdir(join(dataDir, "objects"), { recursive: true });
  for (const name of names) {
    const path = join(dataDir, "objects", name);
    if (!(await stat(path)).isFile()) continue;
    const hash = createHash("sha256");
    for await (const bytes of createReadStream(path)) hash.update(bytes);
    if (hash.digest("hex") !== sha256) throw new Error(`${name} is not what was sent.`);
  }
}

async function findFreePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}
