import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { BlueprintId } from "@blueprint/contract/ids";
import { addAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { readScene } from "./scene.service.ts";
import { openSceneClient, type SceneClient } from "./testing/scene-client.ts";

const processFile = fileURLToPath(new URL("./testing/collaboration-process.ts", import.meta.url));
let app: TestApp;
let children: ChildProcess[] = [];
let clients: SceneClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
});

afterEach(() => {
  for (const client of clients) client.close();
  for (const child of children) child.kill("SIGKILL");
  clients = [];
  children = [];
});

afterAll(() => app.close());

async function startServer(port = 0): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [processFile], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: app.context.config.dataDir,
      TEST_CONNECTION: JSON.stringify(app.context.connection),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, port: Number(line) };
}

function open(port: number, blueprintId: BlueprintId, cookie: string): SceneClient {
  const client = openSceneClient({ serverUrl: `http://127.0.0.1:${port}`, blueprintId, cookie });
  clients.push(client);
  return client;
}

test("edits shown as saved survive kill -9, and the rest is sent again to the next server", async () => {
  const owner = await app.buildPerson();
  const { id: blueprintId } = await app.buildBlueprint(owner);
  let server = await startServer();
  const { port } = server;
  const client = open(port, blueprintId, owner.cookie);
  await client.loaded();
  const expected = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 20; index += 1) {
      const id = `r${round}-${index}`;
      place(client, id);
      expected.add(id);
    }
    removeAnchor(client.doc, `r${round}-0`);
    expected.delete(`r${round}-0`);
    await client.saved();
    const saved = [...expected];
    place(client, `r${round}-late`);
    expected.add(`r${round}-late`);
    server.child.kill("SIGKILL");
    await once(server.child, "exit");

    const stored = (await readScene(app.context, blueprintId)).anchors.map((anchor) => anchor.id);
    expect(saved.filter((id) => !stored.includes(id))).toEqual([]);
    expect(stored).not.toContain(`r${round}-0`);
    server = await startServer(port);
  }
  await client.saved();
  const stored = (await readScene(app.context, blueprintId)).anchors.map((anchor) => anchor.id);
  expect(stored.sort()).toEqual([...expected].sort());
  // Starts four servers from source, one after another.
}, 60_000);

function place(client: SceneClient, id: string): void {
  addAnchor(client.doc, buildAnchor({ id, title: id }));
}
