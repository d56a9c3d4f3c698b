import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient } from "@blueprint/contract/api-client";
import { createBlueprint } from "@blueprint/contract/blueprints";
import { closeCodes } from "@blueprint/contract/collaboration";
import { receivingHeader } from "@blueprint/contract/content-hash";
import type { TeamId } from "@blueprint/contract/ids";
import { acceptInvitationWithNewAccount } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { beforeEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { connect } from "./db/connection.ts";
import { startRedis } from "./features/scene/testing/redis-process.ts";
import { openSceneClient } from "./features/scene/testing/scene-client.ts";
import { type Answer, createSlowBody, randomFile, WireClient } from "./features/uploads/testing/upload-test-world.ts";
import { systemIds } from "./platform/ids.ts";
import type { Role } from "./platform/roles.ts";
import { hasTestS3, startTestS3, testS3Needs } from "./platform/storage/testing/test-s3.ts";
import { startBalancer } from "./testing/balancer.ts";
import { toDatabaseUrl } from "./testing/database-url.ts";
import { findFreePort } from "./testing/free-port.ts";
import { type ServerProcess, spawnServer } from "./testing/server-process.ts";

let dir: string;
let databaseUrl: string;
let running: ServerProcess[];

// An empty database, without any tables: the servers of a new installation.
beforeEach(async () => {
  const { template: _, ...cluster } = inject("testPostgres");
  const database = `several_${systemIds.uuid().replaceAll("-", "")}`;
  const admin = connect({ ...cluster, database: "postgres" }, 1);
  await admin`create database ${admin(database)}`;
  databaseUrl = toDatabaseUrl({ ...cluster, database });
  dir = mkdtempSync(join(tmpdir(), "blueprint-several-"));
  running = [];
  return async () => {
    for (const { child, ended } of running) {
      child.kill("SIGTERM");
      await ended;
    }
    await admin`drop database ${admin(database)} with (force)`;
    await admin.end();
    rmSync(dir, { recursive: true, force: true });
  };
});

const secretKey = "a key for the tests of several servers";
const email = "olga@example.org";
const redisNeeds = "No Redis server is installed here and none could be installed.";

/** Servers that share everything, behind one address; null without a Redis. */
async function startServers(roles: readonly Role[]): Promise<{ url: string; servers: StartedServer[] } | null> {
  const redis = await startRedis();
  if (redis === null) return null;
  onTestFinished(() => redis.stop());
  const s3 = await startTestS3();
  onTestFinished(() => s3.stop());
  const balancer = await startBalancer();
  onTestFinished(() => balancer.close());
  const servers: StartedServer[] = [];
  for (const role of roles) {
    const port = await findFreePort();
    const env = {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      STORAGE_URL: s3.url,
      REDIS_URL: redis.url,
      DATA_DIR: join(dir, String(port)),
      PORT: String(port),
      PUBLIC_URL: balancer.url,
      CONVERTERS: "0",
      ROLE: role,
    };
    servers.push({ ...spawnServer(env), url: `http://127.0.0.1:${port}`, dataDir: env.DATA_DIR, role });
  }
  running.push(...servers);
  await Promise.all(servers.map((server) => server.waitFor("Blueprint is ready")));
  balancer.balance(
    servers
      .filter(({ role }) => role !== "worker")
      .map(({ url, role }) => ({
        url,
        takes: role === "web" ? "pages" : role === "collab" ? "documents" : "everything",
      })),
  );
  return { url: balancer.url, servers };
}

type StartedServer = ServerProcess & { url: string; dataDir: string; role: Role };

const findLink = (server: ServerProcess) => /First operator invitation: (\S+)/.exec(server.printed())?.[1];

/** Opens the first invitation. @returns the new operator's cookie */
async function acceptFirstInvitation(baseUrl: string, link: string | undefined): Promise<string> {
  let cookie = "";
  const remembering: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    cookie = response.headers.getSetCookie().map((one) => one.split(";")[0])[0] ?? cookie;
    return response;
  };
  await createApiClient({ baseUrl, fetch: remembering })(acceptInvitationWithNewAccount, {
    params: { token: new URL(link ?? "").searchParams.get("token") ?? "" },
    body: { email, password: "correct horse battery", name: "Olga" },
  });
  return cookie;
}

it.skipIf(!hasTestS3)(
  `two servers that start at once on an empty database print one invitation and accept each other's sessions (${testS3Needs})`,
  async ({ skip }) => {
    const started = await startServers(["all", "all"]);
    if (started === null) return skip(redisNeeds);
    const [first, second] = started.servers.map(findLink);
    expect(first).toContain(started.url);
    expect(second).toBe(first);
    const cookie = await acceptFirstInvitation(started.url, first);
    for (const { url, dataDir } of started.servers) {
      const api = createApiClient({ baseUrl: url, headers: { cookie } });
      expect((await api(getMe, {})).profile.email).toBe(email);
      expect(existsSync(join(dataDir, "secrets.json"))).toBe(false);
    }
  },
  60_000,
);

describe.skipIf(!hasTestS3)(`people editing one document on several servers (${testS3Needs})`, () => {
  it.for([
    ["that is killed", "SIGKILL", 1006],
    ["that stops", "SIGTERM", closeCodes.serverStopping],
  ] as const)(
    "go on elsewhere within five seconds after one %s, and nothing confirmed is lost",
    { timeout: 90_000 },
    async ([, signal, code], { skip }) => {
      const started = await startServers(["web", "collab", "collab"]);
      if (started === null) return skip(redisNeeds);
      const [web, collab] = started.servers as [StartedServer, StartedServer];
      const cookie = await acceptFirstInvitation(started.url, findLink(web));
      const api = createApiClient({ baseUrl: started.url, headers: { cookie } });
      const [team] = (await api(getMe, {})).teams;
      const { id: blueprintId } = await api(createBlueprint, {
        body: { teamId: team?.teamId as TeamId, name: "Gallery", industry: "museum" },
      });
      const open = async () => {
        const client = openSceneClient({ serverUrl: started.url, blueprintId, cookie, untilMsMax: 20_000 });
        onTestFinished(() => client.close());
        await client.loaded();
        return client;
      };
      // In turn: two on each server.
      const clients = [await open(), await open(), await open(), await open()];
      const place = async (round: string) => {
        for (const [number, client] of clients.entries())
          addAnchor(client.doc, buildAnchor({ id: `${round}-${number}`, title: round }));
        await Promise.all(clients.map((client) => client.saved()));
      };
      await place("before");
      const readiness = () => fetch(`${collab.url}/api/health/ready`).then(({ status }) => status);
      expect(await readiness()).toBe(200);
      const killedAt = performance.now();
      collab.child.kill(signal);
      if (signal === "SIGTERM") await expect.poll(readiness, { interval: 50 }).toBe(503);
      const moved = () => clients.filter(({ closeCodes: seen }) => seen.includes(code));
      await expect.poll(() => moved().length, { timeout: 15_000, interval: 20 }).toBe(2);
      const closedAt = performance.now();
      await place("after");
      expect(performance.now() - closedAt).toBeLessThan(5_000);
      expect(await collab.ended).toBe(signal === "SIGTERM" ? 0 : -1);
      if (signal === "SIGTERM") expect(performance.now() - killedAt).toBeLessThan(10_000);
      const late = await open();
      const expected = ["after", "before"].flatMap((round) => clients.map((_client, number) => `${round}-${number}`));
      for (const client of [...clients, late]) {
        const ids = () =>
          client
            .scene()
            .anchors.map(({ id }) => id)
            .sort();
        await expect.poll(ids, { timeout: 5_000 }).toEqual(expected);
      }
    },
  );
});

it("a second server without shared storage is refused while the first runs, and starts soon after that is killed", async () => {
  const start = (folder: string) => {
    const server = spawnServer({
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      DATA_DIR: join(dir, folder),
      PORT: "0",
      CONVERTERS: "0",
    });
    running.push(server);
    return server;
  };
  const first = start("first");
  await first.waitFor("Blueprint is ready");
  const refused = start("second");
  expect(await refused.ended).toBe(1);
  expect(refused.printed()).toMatch(
    /^Another server already runs on this database \(.*first\), and this server keeps files in its own DATA_DIR: .*\.$/m,
  );
  first.child.kill("SIGKILL");
  await first.ended;
  const restarted = start("first");
  const restartedAt = performance.now();
  await restarted.waitFor("Blueprint is ready");
  expect(performance.now() - restartedAt, "in its own folder, at once").toBeLessThan(15_000);
  restarted.child.kill("SIGKILL");
  await restarted.ended;
  const killedAt = performance.now();
  await start("second").waitFor("Blueprint is ready");
  expect(performance.now() - killedAt).toBeLessThan(30_000);
}, 90_000);

describe.skipIf(!hasTestS3)(`an upload to several servers (${testS3Needs})`, () => {
  const MiB = 1024 * 1024;
  const bytes = randomFile(14 * MiB + 123);

  /** Two servers, an upload that the first began, and a client of each. */
  async function begin(skip: (note: string) => never) {
    const started = (await startServers(["all", "all"])) ?? skip(redisNeeds);
    const [first, second] = started.servers as [StartedServer, StartedServer];
    const cookie = await acceptFirstInvitation(started.url, findLink(first));
    const { profile } = await createApiClient({ baseUrl: started.url, headers: { cookie } })(getMe, {});
    const headers = { authorization: `Bearer ${decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1))}` };
    const [a, b] = [new WireClient(first.url, headers), new WireClient(second.url, headers)];
    const { pathname, search } = new URL(await a.open(`users/${profile.uid}/hall`, bytes.length));
    return { first, second, a, b, path: pathname + search };
  }

  async function readStored(server: StartedServer, { json }: Answer): Promise<Buffer> {
    const query = new URLSearchParams({ alt: "media", token: String(json.downloadTokens) });
    const path = `/v0/b/${String(json.bucket)}/o/${encodeURIComponent(String(json.name))}?${query}`;
    return Buffer.from(await (await fetch(new URL(path, server.url))).arrayBuffer());
  }

  const md5Hash = createHash("md5").update(bytes).digest("base64");

  it("can be continued on either, and neither goes back", { timeout: 90_000 }, async ({ skip }) => {
    const { second, a, b, path } = await begin(skip);
    const [one, two] = [6 * MiB, 6 * MiB + 300_000];
    expect(await a.upload(path, 0, bytes.subarray(0, one))).toMatchObject({ status: 200, received: one });
    expect(await b.command(path, "query")).toMatchObject({ status: 200, received: one });
    expect(await b.upload(path, one, bytes.subarray(one, two))).toMatchObject({ status: 200, received: two });
    expect(await a.command(path, "query")).toMatchObject({ status: 200, received: two });
    const final = await a.upload(path, two, bytes.subarray(two), { finalize: true });
    expect(final).toMatchObject({ status: 200, uploadStatus: "final", json: { md5Hash } });
    expect((await readStored(second, final)).equals(bytes)).toBe(true);
  });

  it("has one sender at a time, on whichever server", { timeout: 90_000 }, async ({ skip }) => {
    const { a, b, path } = await begin(skip);
    const slow = createSlowBody(bytes.subarray(0, 6 * MiB));
    const sending = a.upload(path, 0, slow.stream);
    await vi.waitFor(async () => {
      const { headers } = await b.command(path, "query");
      expect(headers.get(receivingHeader)).toBe("true");
    }, 5_000);
    const refused = await b.upload(path, 0, bytes, { finalize: true });
    expect(refused).toMatchObject({ status: 409, code: "upload-wrong-offset", received: 0 });
    slow.end();
    expect(await sending).toMatchObject({ status: 200, received: 6 * MiB });
    const final = await b.upload(path, 6 * MiB, bytes.subarray(6 * MiB), { finalize: true });
    expect(final).toMatchObject({ uploadStatus: "final", json: { md5Hash } });
  });

  it("continues on the other from what was confirmed when one is killed during a chunk", { timeout: 90_000 }, async ({
    skip,
  }) => {
    const { first, second, a, b, path } = await begin(skip);
    const confirmed = 6 * MiB + 4_000;
    await a.upload(path, 0, bytes.subarray(0, confirmed));
    const slow = createSlowBody(bytes.subarray(confirmed, confirmed + 6 * MiB));
    const lost = a.upload(path, confirmed, slow.stream).catch(() => "broken off");
    await vi.waitFor(async () => {
      const { headers } = await b.command(path, "query");
      expect(headers.get(receivingHeader)).toBe("true");
    }, 5_000);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(await lost).toBe("broken off");
    expect(await b.command(path, "query")).toMatchObject({ status: 200, received: confirmed });
    // The lease of the killed one expires within seconds.
    const final = await vi.waitFor(
      async () => {
        const answer = await b.upload(path, confirmed, bytes.subarray(confirmed), { finalize: true });
        expect(answer).toMatchObject({ status: 200, uploadStatus: "final", json: { md5Hash } });
        return answer;
      },
      { timeout: 15_000, interval: 500 },
    );
    expect((await readStored(second, final)).equals(bytes)).toBe(true);
  });
});
