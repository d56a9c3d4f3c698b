import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { uploadLimits } from "@blueprint/contract/limits";
import { createUpload } from "@blueprint/uploads/upload";
import type { UploadClock } from "@blueprint/uploads/upload-clock";
import type { UploadSource } from "@blueprint/uploads/upload-source";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { storedObjects } from "../../db/schema/uploads.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { toDatabaseUrl } from "../../testing/database-url.ts";
import { findFreePort } from "../../testing/free-port.ts";
import { announceScan, randomFile, stateOfScan } from "./testing/upload-test-world.ts";

const MiB = 1024 * 1024;
const mainPath = fileURLToPath(new URL("../../main.ts", import.meta.url));

let app: TestApp;
let owner: TestPerson;
let dataDir: string;
let port: number;
let server: ChildProcess | undefined;

// The test's own app creates users and scans; a server process on the same database, which can be killed, gets the
// bytes.
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.buildPerson();
  dataDir = mkdtempSync(join(tmpdir(), "blueprint-crash-"));
  copyFileSync(join(app.context.config.dataDir, "secrets.json"), join(dataDir, "secrets.json"));
  port = await findFreePort();
});
afterAll(async () => {
  await killServer();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startServer(): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    DATABASE_URL: toDatabaseUrl(app.context.connection),
    CONVERTERS: "0",
    LOG_LEVEL: "silent",
  };
  server = spawn(process.execPath, [mainPath], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [server.stdout!, server.stderr!]) stream.on("data", (text: Buffer) => (said += String(text)));
  await vi.waitFor(() => expect(said).toContain("Blueprint is ready"), { timeout: 25_000 });
}

async function killServer(): Promise<void> {
  if (server?.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server!.once("exit", resolve));
  server.kill("SIGKILL");
  await gone;
}

it("continues after kill -9 of the server during a chunk, repeating at most one chunk, with every byte correct", async () => {
  const bytes = randomFile(200 * MiB);
  const { name, scanId } = await announceScan(app, owner, bytes.length);
  await startServer();
  const source: UploadSource = {
    name: "hall.ply",
    sizeBytes: bytes.length,
    slice: (start, end) => bytes.subarray(start, end),
  };
  const sent: { offset: number; sizeBytes: number }[] = [];
  const kills: Promise<void>[] = [];
  // On any machine, the next try comes when the server is back.
  const clock: UploadClock = {
    nowMs: () => Date.now(),
    sleep: async (_, signal) => {
      await Promise.all(kills);
      signal.throwIfAborted();
    },
  };
  const watched: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (!(headers.get("x-goog-upload-command") ?? "").startsWith("upload")) return fetch(input, init);
    const offset = Number(headers.get("x-goog-upload-offset"));
    const body = init!.body as Uint8Array<ArrayBuffer>;
    sent.push({ offset, sizeBytes: body.length });
    if (body.length !== uploadLimits.chunkBytesMax || kills.length === 2) return fetch(input, init);
    // The chunk is a stream that stalls halfway; the server dies while it waits for the rest.
    const half = body.length / 2;
    let at = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (at >= half) {
          kills.push(killServer().then(startServer));
          return new Promise(() => {});
        }
        controller.enqueue(body.subarray(at, at + MiB));
        at += MiB;
      },
    });
    return fetch(input, { ...init, body: stream, duplex: "half" } as RequestInit);
  };
  const upload = createUpload({
    source,
    objectName: name,
    baseUrl: `http://127.0.0.1:${port}`,
    headers: owner.asProgram,
    fetch: watched,
    clock,
  });
  upload.start();
  expect(await upload.done).toMatchObject({ state: "success", uploadedBytes: bytes.length });
  expect(kills).toHaveLength(2);
  await Promise.all(kills);

  const sentBytes = sent.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  expect(sentBytes - bytes.length).toBeLessThanOrEqual(kills.length * uploadLimits.chunkBytesMax);
  // Confirmed bytes are never sent again: no chunk starts before the interrupted one.
  const offsets = sent.map(({ offset }) => offset);
  expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  const [row] = await app.context.db.select().from(storedObjects).where(eq(storedObjects.fullPath, name));
  expect(row?.md5Hash, "known with the last byte, over both deaths").toBe(
    createHash("md5").update(bytes).digest("base64"),
  );
  const path = join(dataDir, "objects", row!.storageKey);
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(await stateOfScan(app.context, scanId)).toBe("queued");
}, 60_000);
