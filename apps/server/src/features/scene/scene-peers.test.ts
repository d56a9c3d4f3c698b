import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { BlueprintId } from "@blueprint/contract/ids";
import { addAnchor, moveAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import * as Y from "yjs";
import { sceneUpdates } from "../../db/schema/scene.ts";
import { startBalancer } from "../../testing/balancer.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { loadStoredScene, readScene, storeSceneUpdates, toDocument } from "./scene.service.ts";
import { type RedisProcess, startRedis } from "./testing/redis-process.ts";
import { openSceneClient, type SceneClient } from "./testing/scene-client.ts";

const processFile = fileURLToPath(new URL("./testing/collaboration-process.ts", import.meta.url));
let redis: RedisProcess | null = null;
let app: TestApp;
let owner: TestPerson;
let blueprintId: BlueprintId;
let servers: { child: ChildProcess; url: string }[] = [];
const clients: SceneClient[] = [];

beforeAll(async () => {
  redis = await startRedis();
  app = await createTestApp();
  if (redis !== null) servers = await Promise.all([startServer(), startServer()]);
}, 150_000);

beforeEach(async ({ skip }) => {
  if (redis === null) skip("No Redis server is installed here and none could be installed.");
  owner = await app.buildPerson();
  blueprintId = (await app.buildBlueprint(owner)).id;
});

afterAll(async () => {
  for (const client of clients) client.close();
  for (const { child } of servers) child.kill("SIGKILL");
  await app.close();
  await redis?.stop();
});

async function startServer(redisUrl = redis?.url): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [processFile], {
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: app.context.config.dataDir,
      TEST_CONNECTION: JSON.stringify(app.context.connection),
      REDIS_URL: redisUrl,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, url: `http://127.0.0.1:${line}` };
}

async function open(serverUrl: string): Promise<SceneClient> {
  const client = openSceneClient({ serverUrl, blueprintId, cookie: owner.cookie });
  clients.push(client);
  await client.loaded();
  return client;
}

function place(client: SceneClient, id: string): void {
  addAnchor(client.doc, buildAnchor({ id, title: id }));
}

const ids = (client: SceneClient) =>
  client
    .scene()
    .anchors.map((anchor) => anchor.id)
    .sort();

test("two servers show each other's edits, and each edit is stored once", async () => {
  const [first, second] = [await open(servers[0]!.url), await open(servers[1]!.url)];
  place(first, "from-one");
  await second.until(() => ids(second).includes("from-one"));
  place(second, "from-two");
  moveAnchor(second.doc, "from-one", { position: [7, 7, 7] });
  await first.until(() => ids(first).length === 2 && first.scene().anchors[0]?.position[0] === 7);
  await Promise.all([first.saved(), second.saved()]);
  removeAnchor(first.doc, "from-two");
  await second.until(() => ids(second).length === 1);
  await first.saved();

  const scene = await readScene(app.context, blueprintId);
  expect(scene.anchors).toMatchObject([{ id: "from-one", position: [7, 7, 7] }]);
  const rows = await app.context.db
    .select()
    .from(sceneUpdates)
    .where(eq(sceneUpdates.blueprintId, blueprintId))
    .orderBy(asc(sceneUpdates.id));
  // Whatever the server's own preparation wrote, no user's insertion is stored twice.
  const stored = rows.filter(({ authorId }) => authorId !== null);
  const seen = new Map<number, number>();
  for (const { update } of stored) {
    const { from, to } = Y.parseUpdateMeta(update);
    for (const [client, clock] of to) {
      if ((from.get(client) ?? 0) === clock) continue;
      expect(from.get(client)).toBeGreaterThanOrEqual(seen.get(client) ?? 0);
      seen.set(client, clock);
    }
  }
  expect(stored.reduce((sum, { changeCount }) => sum + changeCount, 0)).toBe(4);
});

test("edits that a killed server had shown but not stored are stored by the other one, once its people leave", async () => {
  const doomed = await startServer();
  servers.push(doomed);
  const [first, second] = [await open(doomed.url), await open(servers[1]!.url)];
  // Blocks every write to this document meanwhile.
  await app.context.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`scene/${blueprintId}`}, 0))`;
    place(first, "orphan");
    await second.until(() => ids(second).includes("orphan"));
    doomed.child.kill("SIGKILL");
    await once(doomed.child, "exit");
    first.close();
  });
  expect((await readScene(app.context, blueprintId)).anchors).toEqual([]);
  second.close();
  await expect
    .poll(async () => (await readScene(app.context, blueprintId)).anchors.map(({ id }) => id), {
      timeout: 10_000,
    })
    .toEqual(["orphan"]);
});

test("edits that a killed server had passed on are stored by the other one while people work there, and confirmed to their author", async () => {
  const doomed = await startServer();
  servers.push(doomed);
  const proxy = await startBalancer();
  onTestFinished(() => proxy.close());
  proxy.balance([{ url: doomed.url, takes: "documents" }]);
  const [author, colleague] = [await open(proxy.url), await open(servers[1]!.url)];
  place(author, "kept");
  place(author, "removed");
  await author.saved();
  await app.context.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`scene/${blueprintId}`}, 0))`;
    // No later edit of the author confirms a removal.
    removeAnchor(author.doc, "removed");
    await colleague.until(() => !ids(colleague).includes("removed"));
    doomed.child.kill("SIGKILL");
    await once(doomed.child, "exit");
  });
  proxy.balance([{ url: servers[1]!.url, takes: "documents" }]);
  moveAnchor(colleague.doc, "kept", { position: [3, 3, 3] });
  await Promise.all([author.saved(), colleague.saved()]);
  expect((await readScene(app.context, blueprintId)).anchors).toMatchObject([{ id: "kept", position: [3, 3, 3] }]);
});

test("an edit that a server stored and never passed on, as one that is killed at that moment, reaches everybody", async () => {
  const clients = [await open(servers[0]!.url), await open(servers[1]!.url)];
  const killed = toDocument(await loadStoredScene(app.context, blueprintId));
  const before = Y.encodeStateVector(killed);
  addAnchor(killed, buildAnchor({ id: "stored", title: "Stored" }));
  const update = Y.encodeStateAsUpdate(killed, before);
  await storeSceneUpdates(app.context, blueprintId, [{ update, authorId: owner.userId, changeCount: 1 }]);
  for (const client of clients) await client.until(() => ids(client).includes("stored"));
  moveAnchor(clients[0]!.doc, "stored", { position: [2, 2, 2] });
  await clients[0]!.saved();
  expect((await readScene(app.context, blueprintId)).anchors).toMatchObject([{ id: "stored", position: [2, 2, 2] }]);
  const rows = await app.context.db.select().from(sceneUpdates).where(eq(sceneUpdates.blueprintId, blueprintId));
  expect(rows.filter((row) => Buffer.from(row.update).equals(Buffer.from(update)))).toHaveLength(1);
});

test("a server goes on storing edits while Redis is away, however long", async () => {
  const lost = await startRedis();
  const server = await startServer(lost?.url);
  servers.push(server);
  const client = await open(server.url);
  await lost?.stop();
  const lostAt = performance.now();
  // The client of Redis gives up on a message after ten seconds.
  for (let edit = 0; performance.now() - lostAt < 13_000; edit++) {
    place(client, `edit-${edit}`);
    await client.saved();
  }
  expect(server.child.exitCode).toBeNull();
  expect(client.closeCodes).toEqual([]);
}, 40_000);

test("edits confirmed by one server survive its kill -9 and are on the other one; its people continue there", async () => {
  const [first, second] = [await open(servers[0]!.url), await open(servers[1]!.url)];
  place(first, "a");
  await first.saved();
  servers[0]!.child.kill("SIGKILL");
  await second.until(() => ids(second).includes("a"));
  place(second, "b");
  await second.saved();
  const { anchors } = await readScene(app.context, blueprintId);
  expect(anchors.map(({ id }) => id).sort()).toEqual(["a", "b"]);
});
