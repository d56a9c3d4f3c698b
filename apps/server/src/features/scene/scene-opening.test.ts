import type { BlueprintId } from "@blueprint/contract/ids";
import { addAnchor, moveAnchor } from "@blueprint/scene/anchor-operations";
import { sceneSchemaVersion } from "@blueprint/scene/scene-document";
import { IncomingMessage } from "@hocuspocus/server";
import { count, eq, sum } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { sceneSnapshots, sceneUpdates } from "../../db/schema/scene.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { storeSceneUpdates } from "./scene.service.ts";
import { compactScene } from "./scene-compaction.service.ts";
import { openSceneClient, type SceneClient } from "./testing/scene-client.ts";

const anchorCount = 400;
const [syncStep2, syncUpdate] = [1, 2];

let app: TestApp;
let owner: TestPerson;
let blueprintId: BlueprintId;
let clients: SceneClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
});

afterAll(async () => {
  await app.close();
});

beforeEach(async () => {
  owner = await app.buildPerson();
  blueprintId = (await app.buildBlueprint(owner)).id;
});

afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

/** Stores an unprepared document of half a megabyte, partly in a snapshot and partly after it. */
async function storeLargeDocument(): Promise<Y.Doc> {
  const doc = new Y.Doc();
  const store = async (from: number, to: number) => {
    const before = Y.encodeStateVector(doc);
    for (let index = from; index < to; index += 1) addAnchor(doc, buildLargeAnchor(`a${index}`));
    const update = Y.encodeStateAsUpdate(doc, before);
    await storeSceneUpdates(app.context, blueprintId, [{ update, authorId: owner.userId, changeCount: to - from }]);
  };
  await store(0, anchorCount - 50);
  await compactScene(app.context, blueprintId);
  await store(anchorCount - 50, anchorCount);
  return doc;
}

const buildLargeAnchor = (id: string) => ({
  id,
  type: "info" as const,
  title: id,
  text: "x".repeat(1_000),
  position: [1, 2, 3] as const,
  normal: [0, 1, 0] as const,
  floor: 0,
  createdBy: owner.userId,
  createdAt: "2026-01-02T03:04:05.000Z",
});

interface SyncFrame {
  readonly step: number;
  readonly update: Uint8Array;
}

function open(prepare: (doc: Y.Doc) => void = () => {}): { client: SceneClient; frames: SyncFrame[] } {
  const client = openSceneClient({ serverUrl: app.url, blueprintId, cookie: owner.cookie });
  prepare(client.doc);
  clients.push(client);
  const frames: SyncFrame[] = [];
  client.provider.configuration.websocketProvider.on("message", ({ data }: { data: ArrayBuffer }) => {
    const frame = new IncomingMessage(new Uint8Array(data));
    frame.readVarString();
    if (frame.readVarUint() !== 0) return;
    const step = frame.readVarUint();
    if (step === syncStep2 || step === syncUpdate) frames.push({ step, update: frame.readVarUint8Array() });
  });
  return { client, frames };
}

describe("opening a large document", () => {
  test("sends what is on disk at once, then only the server's additions", async () => {
    await storeLargeDocument();
    const { client, frames } = open();
    await client.loaded();
    expect(client.scene().anchors).toHaveLength(anchorCount);
    await client.until(() => frames.some(({ step }) => step === syncStep2));
    const early = frames.slice(
      0,
      frames.findIndex(({ step }) => step === syncStep2),
    );
    const doc = new Y.Doc();
    for (const { update } of early) Y.applyUpdate(doc, update);
    expect(doc.getMap("anchors").size).toBe(anchorCount);
    expect(frames.find(({ step }) => step === syncStep2)?.update.byteLength).toBeLessThan(1_000);
    // The server set the document's version after reading it from storage.
    await client.until(() => client.scene().schemaVersion === sceneSchemaVersion);
    moveAnchor(client.doc, "a1", { position: [9, 9, 9] });
    await client.saved();
  });

  test("lets several people at once, one of them editing, end with everything", async () => {
    await storeLargeDocument();
    const [first, second, third] = [open().client, open().client, open().client];
    // Made before the document is loaded.
    addAnchor(first.doc, buildLargeAnchor("early"));
    await Promise.all([first.saved(), second.loaded(), third.loaded()]);
    for (const client of [first, second, third]) {
      await client.until(() => client.scene().anchors.some(({ id }) => id === "early"));
      await client.until(() => client.scene().schemaVersion === sceneSchemaVersion);
      expect(client.scene().anchors).toHaveLength(anchorCount + 1);
    }
    expect(Y.encodeStateVector(second.doc)).toEqual(Y.encodeStateVector(third.doc));
  });

  test("sends people with a copy what they lack, and their unsent work arrives", async () => {
    const doc = await storeLargeDocument();
    const stale = Y.encodeStateAsUpdate(doc);
    for (let index = 0; index < 20; index += 1) {
      const before = Y.encodeStateVector(doc);
      moveAnchor(doc, "a0", { position: [index, 0, 0] });
      const update = Y.encodeStateAsUpdate(doc, before);
      await storeSceneUpdates(app.context, blueprintId, [{ update, authorId: owner.userId, changeCount: 1 }]);
    }
    await compactScene(app.context, blueprintId);
    const { client, frames } = open((copy) => {
      Y.applyUpdate(copy, stale);
      // Concurrent with the other moves, based on the document's state at that time.
      moveAnchor(copy, "a0", { position: [77, 0, 0] });
      moveAnchor(copy, "a1", { position: [78, 0, 0] });
    });
    await client.saved();
    expect(frames.reduce((sum, { update }) => sum + update.byteLength, 0)).toBeLessThan(10_000);
    const other = open().client;
    await other.loaded();
    await other.until(() => other.scene().schemaVersion === sceneSchemaVersion);
    expect(other.scene()).toEqual(client.scene());
    expect(other.scene().anchors.find(({ id }) => id === "a1")?.position).toEqual([78, 0, 0]);
  });

  test("makes a snapshot due after a burst of edits, even if they are stored in few updates", async () => {
    const { client } = open();
    await client.loaded();
    addAnchor(client.doc, buildLargeAnchor("a"));
    for (let step = 0; step < 2_500; step += 1) moveAnchor(client.doc, "a", { position: [step, 0, 0] });
    await client.saved();
    const { db } = app.context;
    const ofBlueprint = eq(sceneSnapshots.blueprintId, blueprintId);
    await expect.poll(() => db.$count(sceneSnapshots, ofBlueprint), { timeout: 10_000 }).toBe(1);
    const [row] = await db
      .select({ changes: sum(sceneUpdates.changeCount), rows: count() })
      .from(sceneUpdates)
      .where(eq(sceneUpdates.blueprintId, blueprintId));
    expect(Number(row?.changes)).toBe(2_502);
    expect(row?.rows).toBeLessThan(200);
  });
});
