import { collaborationPath } from "@blueprint/contract/collaboration";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { connect } from "./db/connection.ts";
import type { Role } from "./platform/roles.ts";
import { createTestApp, type TestApp } from "./testing/create-test-app.ts";

async function start(role: Role, { withJobs = true } = {}): Promise<TestApp> {
  const app = await createTestApp({ config: { role, logLevel: "silent" }, withJobs });
  onTestFinished(() => app.close());
  return app;
}

const ask = async (app: TestApp, path: string) => (await fetch(app.url + path)).status;

/** The status of the response to an upgrade: 101 for an open socket. */
async function openSocket(app: TestApp): Promise<number | undefined> {
  const { cookie } = await app.buildPerson();
  const socket = new WebSocket(app.url.replace("http", "ws") + collaborationPath, { headers: { cookie } });
  return await new Promise((resolve) => {
    socket.on("error", () => {});
    socket.on("upgrade", ({ statusCode }) => resolve(statusCode));
    socket.on("unexpected-response", (_request, { statusCode }) => resolve(statusCode));
  }).then((status) => {
    socket.terminate();
    return status as number | undefined;
  });
}

/** Resolves once a job that this server should run, if it runs any, has ended; false if it stays in the queue. */
async function runsAJob({ context }: TestApp): Promise<boolean> {
  await context.jobs.enqueue(context.db, "remove-expired-proofs", {}, { key: "probe" });
  const isGone = async () => (await context.sql`select 1 from graphile_worker.jobs where key = 'probe'`).length === 0;
  return await expect
    .poll(isGone, { timeout: 5_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

const closedPaths = ["/api/openapi.json", "/api/me", "/api/auth/get-session", "/files/x", "/v0/b/x/o", "/"];

test("a worker runs jobs; only its probes respond", async () => {
  const app = await start("worker");
  for (const path of closedPaths) expect(await ask(app, path), path).toBe(404);
  expect(await ask(app, "/healthz")).toBe(200);
  expect(await (await fetch(`${app.url}/api/health/ready`)).json()).toEqual({ status: "ready", role: "worker" });
  expect(await openSocket(app)).toBe(503);
  expect(await runsAJob(app)).toBe(true);
});

test("a collaboration server opens documents; only its probes respond besides, and it runs no jobs", async () => {
  const app = await start("collab");
  for (const path of closedPaths) expect(await ask(app, path), path).toBe(404);
  expect(await ask(app, "/api/health/ready")).toBe(200);
  expect(await openSocket(app)).toBe(101);
  expect(await runsAJob(app)).toBe(false);
});

test("a web server serves pages and the API; it refuses documents with a status that a proxy may retry, and runs no jobs", async () => {
  const app = await start("web");
  expect(await ask(app, "/api/openapi.json")).toBe(200);
  expect(await ask(app, "/api/health/ready")).toBe(200);
  expect(await openSocket(app)).toBe(503);
  expect(await runsAJob(app)).toBe(false);
});

test("a server is alive but not ready while it cannot reach the database", async () => {
  const app = await start("all", { withJobs: false });
  const { database, ...server } = app.context.connection;
  const admin = connect({ ...server, database: "postgres" }, 1);
  onTestFinished(() => admin.end());
  expect(await ask(app, "/api/health/ready")).toBe(200);
  await admin`alter database ${admin(database)} with allow_connections false`;
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`;
  expect(await ask(app, "/healthz")).toBe(200);
  expect(await ask(app, "/api/health/ready")).toBe(503);
});
