import { readFileSync } from "node:fs";
import { notificationEventsUrl } from "@blueprint/contract/notifications";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { findFreePort } from "../../testing/free-port.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { openSceneClient } from "../scene/testing/scene-client.ts";
import { announceScan, WireClient } from "../uploads/testing/upload-test-world.ts";

const table = new URL("../../../../../docs/runbooks/metrics.md", import.meta.url);

let app: TestApp;
let owner: TestPerson;
let port: number;

beforeAll(async () => {
  port = await findFreePort();
  app = await createTestApp({ config: { metrics: { host: "127.0.0.1", port } } });
  owner = await app.buildPerson();
});
afterAll(() => app.close());

/** The samples of one scrape by name and labels, such as `blueprint_mails{state="failed"}`. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  const samples = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

/** How much each sample grew over the work. */
async function growth(work: () => Promise<unknown>): Promise<(sample: string) => number> {
  const before = await scrape();
  await work();
  const after = await scrape();
  return (sample) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
}

const requests = (method: string, route: string, status: number) =>
  `blueprint_http_requests_total{method="${method}",route="${route}",status="${status}"}`;

it("counts every request by its route, never by its address", async () => {
  const blueprint = await app.buildBlueprint(owner);
  const grown = await growth(async () => {
    for (let n = 0; n < 7; n++) await fetch(`${app.url}/api/me?n=${n}`, { headers: { cookie: owner.cookie } });
    for (let n = 0; n < 3; n++) await fetch(`${app.url}/api/me`);
    await fetch(`${app.url}/api/blueprints/${blueprint.id}`, { headers: { cookie: owner.cookie } });
    for (let n = 0; n < 4; n++) await fetch(`${app.url}/guess-${n}`);
  });
  expect(grown(requests("GET", "/api/me", 200))).toBe(7);
  expect(grown(requests("GET", "/api/me", 401))).toBe(3);
  expect(grown(requests("GET", "/api/blueprints/:blueprintId", 200))).toBe(1);
  expect(grown(requests("GET", "none", 404))).toBe(4);
  expect(grown(`blueprint_http_request_duration_seconds_count{method="GET",route="/api/me"}`)).toBe(10);
  const everything = [...(await scrape()).keys()].join("\n");
  expect(everything).not.toMatch(/guess-|@example|[0-9a-f]{8}-[0-9a-f]{4}/);
});

it("counts a request that its client gave up, and doesn't time an event stream", async () => {
  const sample = requests("GET", notificationEventsUrl, 200);
  const before = (await scrape()).get(sample) ?? 0;
  const leaving = new AbortController();
  await fetch(app.url + notificationEventsUrl, { headers: { cookie: owner.cookie }, signal: leaving.signal });
  leaving.abort();
  await expect.poll(async () => (await scrape()).get(sample)).toBe(before + 1);
  const timed = `blueprint_http_request_duration_seconds_count{method="GET",route="${notificationEventsUrl}"}`;
  expect([...(await scrape()).keys()]).not.toContain(timed);
});

it("counts what limits refuse", async () => {
  const signIn = () =>
    fetch(`${app.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "nobody@example.org", password: "a wrong password" }),
    });
  let refused = 0;
  const grown = await growth(async () => {
    for (let n = 0; n < 25; n++) if ((await signIn()).status === 429) refused++;
  });
  expect(refused).toBeGreaterThan(0);
  const limited = [...(await scrape()).keys()].filter((sample) => sample.startsWith("blueprint_rate_limited_requests"));
  expect(limited.reduce((sum, sample) => sum + grown(sample), 0)).toBe(refused);
});

it("shows documents and sockets while they are open", async () => {
  const { id } = await app.buildBlueprint(owner);
  expect((await scrape()).get("blueprint_open_documents")).toBe(0);
  const client = openSceneClient({ serverUrl: app.url, blueprintId: id, cookie: owner.cookie });
  await client.loaded();
  const open = await scrape();
  expect(open.get("blueprint_open_documents")).toBe(1);
  expect(open.get("blueprint_open_sockets")).toBe(1);
  client.close();
  await expect.poll(async () => (await scrape()).get("blueprint_open_sockets")).toBe(0);
});

it("counts uploads, stored files and scans", async () => {
  const { profile } = await owner.api(getMe, {});
  const wire = new WireClient(app.url, owner.asProgram);
  const grown = await growth(async () => {
    for (const name of ["one", "two"]) await wire.multipart(`users/${profile.uid}/${name}`, Buffer.from(name));
    const { name } = await announceScan(app, owner, 1_000);
    await wire.open(name, 1_000);
  });
  expect(grown(`blueprint_storage_operations_total{operation="put",outcome="ok"}`)).toBe(2);
  expect(grown(`blueprint_storage_operation_duration_seconds_count{operation="put"}`)).toBe(2);
  expect(grown("blueprint_uploads_in_progress")).toBe(1);
  expect(grown(`blueprint_scans{state="uploading"}`)).toBe(1);
  const missing = await growth(() => app.context.storage.read("nothing/here").catch(() => {}));
  expect(missing(`blueprint_storage_operations_total{operation="read",outcome="missing"}`)).toBe(1);
  const { id } = await app.buildBlueprint(owner);
  const converted = await growth(() => buildReadyScan(app, owner, id));
  expect(converted(`blueprint_scans{state="ready"}`)).toBe(1);
});

it("counts jobs and mails that wait and that gave up, with the age of the oldest", async () => {
  const { jobs, db, clock, sql } = app.context;
  const mail = { to: "a@example.org", subject: "a", text: "a", html: "a" };
  const runAt = new Date(clock.now().getTime() - 90_000);
  const grown = await growth(async () => {
    for (let n = 0; n < 3; n++) await jobs.enqueue(db, "send-mail", mail, { runAt });
    await jobs.enqueue(db, "send-mail", mail, { key: "gave-up", attemptsMax: 1 });
    await sql`update graphile_worker._private_jobs set attempts = 1 where key = 'gave-up'`;
  });
  expect(grown(`blueprint_jobs{task="send-mail",state="waiting"}`)).toBe(3);
  expect(grown(`blueprint_jobs{task="send-mail",state="failed"}`)).toBe(1);
  expect(grown(`blueprint_mails{state="waiting"}`)).toBe(3);
  expect(grown(`blueprint_mails{state="failed"}`)).toBe(1);
  expect((await scrape()).get(`blueprint_oldest_waiting_job_seconds{task="send-mail"}`)).toBeGreaterThanOrEqual(90);
});

it("shows the process, its pool and its disk, and whether the database answers", async () => {
  const healthy = await scrape();
  for (const positive of [
    "process_resident_memory_bytes",
    "blueprint_heap_used_bytes",
    "blueprint_data_disk_free_bytes",
  ])
    expect(healthy.get(positive), positive).toBeGreaterThan(1e6);
  expect(healthy.get("process_cpu_seconds_total")).toBeGreaterThan(0);
  expect(healthy.get("blueprint_database_up")).toBe(1);
  const { pool } = app.context.sql;
  // A scrape restarts the measurement, which misses what blocks the loop in the next few milliseconds.
  const scrapeAfterBlocking = async () => {
    const before = performance.now();
    while (performance.now() < before + 150);
    return await scrape();
  };
  await expect
    .poll(async () => (await scrapeAfterBlocking()).get(`blueprint_event_loop_delay_seconds{quantile="1"}`))
    .toBeGreaterThan(0.1);

  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const full = await scrape();
    expect(full.get(`blueprint_database_connections{state="in_use"}`)).toBe(pool.options.max);
    expect(full.get("blueprint_database_up")).toBe(0);
    expect([...full.keys()].filter((sample) => sample.startsWith("blueprint_jobs"))).toEqual([]);
    expect((await scrape()).get("blueprint_database_waiting")).toBeGreaterThan(0);
  } finally {
    for (const client of held) client.release();
  }
  await expect.poll(async () => (await scrape()).get("blueprint_database_up")).toBe(1);
});

it("answers on its own port only, and nothing else there", async () => {
  expect((await fetch(`http://127.0.0.1:${port}/api/me`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(404);
  expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
  const closed = await createTestApp();
  try {
    expect(closed.context.metrics).toBeNull();
  } finally {
    await closed.close();
  }
});

it("has a line in the runbook for every figure, and the runbook none more", async () => {
  const rows = readFileSync(table, "utf8").split("\n");
  const described = rows.flatMap((row) => /^\| `([a-z_]+)` \| (?:server|installation) \|/.exec(row)?.[1] ?? []);
  const registered = app.context.metrics!.registry.getMetricsAsArray().map(({ name }) => name);
  expect(described.toSorted()).toEqual(registered.toSorted());
});
