import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient } from "@blueprint/contract/api-client";
import { createBlueprint } from "@blueprint/contract/blueprints";
import { closeCodes } from "@blueprint/contract/collaboration";
import type { TeamId } from "@blueprint/contract/ids";
import { acceptInvitationWithNewAccount } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { connect } from "./db/connection.ts";
import { startRedis } from "./features/scene/testing/redis-process.ts";
import { openSceneClient } from "./features/scene/testing/scene-client.ts";
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
