import { toDocumentName } from "@blueprint/contract/collaboration";
import type { BlueprintId } from "@blueprint/contract/ids";
import { addAnchor, editAnchor, moveAnchor } from "@blueprint/scene/anchor-operations";
import { addComment, addThread } from "@blueprint/scene/comment-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { createRandom } from "@blueprint/scene/testing/random";
import { OutgoingMessage } from "@hocuspocus/server";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { sceneUpdates } from "../../db/schema/scene.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { lockSceneHistory } from "./scene.repository.ts";
import { readScene } from "./scene.service.ts";
import { openSceneClient, type SceneClient } from "./testing/scene-client.ts";

const day = 24 * 60 * 60_000;

let app: TestApp;
let owner: TestPerson;
let blueprintId: BlueprintId;
let clients: SceneClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  owner = await app.buildPerson();
  blueprintId = (await app.buildBlueprint(owner)).id;
});

afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

async function open(): Promise<SceneClient> {
  const client = openSceneClient({ serverUrl: app.url, blueprintId, cookie: owner.cookie });
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
    .anchors.map(({ id }) => id)
    .sort();

/** Makes writes to one table fail as on a full disk (PostgreSQL `disk_full`). */
async function fillDisk(table: "scene_updates" | "scene_snapshots"): Promise<() => Promise<void>> {
  const { sql } = app.context;
  await sql.unsafe(`
    create function ${table}_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert or update on ${table} execute function ${table}_full()`);
  return async () => {
    await sql.unsafe(`drop trigger full_disk on ${table}; drop function ${table}_full()`);
  };
}

describe("when the disk is full", () => {
  test("editors are told, keep working together, and everything is on disk once there is room", async () => {
    const [first, second] = [await open(), await open()];
    place(first, "before");
    await first.saved();
    const free = await fillDisk("scene_updates");
    try {
      place(first, "during-1");
      place(second, "during-2");
      for (const client of [first, second]) {
        await client.until(() => client.messages.some(({ type }) => type === "save-failed"));
        expect(client.messages.at(-1)).toEqual({ type: "save-failed", because: "storage-full" });
        await client.until(() => ids(client).length === 3);
        expect(client.state.unsavedCount).toBe(1);
      }
      // A new client does not wait for the disk, and sees what the others do.
      const newcomer = await open();
      await newcomer.until(() => ids(newcomer).length === 3);
      await newcomer.until(() => newcomer.messages.some(({ type }) => type === "save-failed"));
      expect(newcomer.messages.at(-1)).toEqual({ type: "save-failed", because: "storage-full" });
      place(newcomer, "during-3");
      expect((await readScene(app.context, blueprintId)).anchors.map(({ id }) => id)).toEqual(["before"]);
    } finally {
      await free();
    }
    await Promise.all(clients.map((client) => client.saved()));
    for (const client of clients) expect(client.messages.at(-1)).toMatchObject({ type: "durable" });
    const stored = (await readScene(app.context, blueprintId)).anchors.map(({ id }) => id);
    expect(stored.sort()).toEqual(["before", "during-1", "during-2", "during-3"]);
  });

  test("editors are told again when something else prevents saving", async () => {
    const client = await open();
    place(client, "before");
    await client.saved();
    const free = await fillDisk("scene_updates");
    try {
      place(client, "during");
      await client.until(() => client.messages.some(({ type }) => type === "save-failed"));
      await app.context.sql.unsafe(`create or replace function scene_updates_full() returns trigger language plpgsql as
        $$ begin raise exception 'the database system is shutting down' using errcode = '57P03'; end $$`);
      await client.until(() => client.messages.filter(({ type }) => type === "save-failed").length > 1);
    } finally {
      await free();
    }
    await client.saved();
    expect(client.messages.filter(({ type }) => type === "save-failed")).toEqual([
      { type: "save-failed", because: "storage-full" },
      { type: "save-failed", because: "service-unavailable" },
    ]);
  });

  test("a snapshot that cannot be written loses no edit and blocks no saving", async () => {
    const client = await open();
    place(client, "a");
    await client.saved();
    const free = await fillDisk("scene_snapshots");
    try {
      // Enough stored updates to make a snapshot due.
      for (let step = 0; step < 210; step += 1) {
        moveAnchor(client.doc, "a", { position: [step, 0, 0] });
        await client.saved();
      }
      client.close();
      const again = await open();
      expect(again.scene().anchors).toMatchObject([{ id: "a", position: [209, 0, 0] }]);
      place(again, "b");
      await again.saved();
    } finally {
      await free();
    }
    const { anchors } = await readScene(app.context, blueprintId);
    expect(anchors.map(({ id }) => id).sort()).toEqual(["a", "b"]);
    expect(await app.context.db.$count(sceneUpdates, eq(sceneUpdates.blueprintId, blueprintId))).toBe(213);
  });
});

test("50 MB in one frame ends the connection that sent it and nothing else", async () => {
  const [honest, hostile] = [await open(), await open()];
  hostile.socket().send(Buffer.alloc(50 * 1024 * 1024, 120));
  // RFC 6455 §7.4.1: message too big.
  await hostile.until(() => hostile.closeCodes.includes(1009));
  place(honest, "a");
  await honest.saved();
  expect(honest.closeCodes).toEqual([]);
});

test("damaged updates from many sockets change nothing for the others", async () => {
  const honest = await open();
  place(honest, "kept");
  await honest.saved();
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(honest.doc));
  const before = Y.encodeStateVector(copy);
  editAnchor(copy, "kept", { title: "Exit", text: "Somewhere else, quite far." });
  const good = Y.encodeStateAsUpdate(copy, before);
  const random = createRandom(11);
  for (let attacker = 0; attacker < 8; attacker += 1) {
    const hostile = await open();
    const socket = hostile.socket();
    for (let frame = 0; frame < 40; frame += 1) {
      const damaged = good.slice(0, Math.ceil(random() * good.length));
      for (let flips = 0; flips < 4; flips += 1) {
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
      }
      const message = new OutgoingMessage(toDocumentName(blueprintId)).createSyncMessage().writeUpdate(damaged);
      if (socket.readyState === socket.OPEN) socket.send(message.toUint8Array());
    }
    moveAnchor(honest.doc, "kept", { position: [attacker, 0, 0] });
    await honest.saved();
    hostile.close();
  }
  expect(honest.closeCodes).toEqual([]);
  const reader = await open();
  expect(reader.scene().anchors).toMatchObject([{ id: "kept", position: [7, 0, 0] }]);
  expect(reader.scene()).toEqual(honest.scene());
});

test("a server that freezes while it writes holds up others for seconds only", async () => {
  const client = await open();
  const [hasLock, isThawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const outcome = app.context.db
    .transaction(async (tx) => {
      await lockSceneHistory(tx, blueprintId);
      hasLock.resolve();
      await isThawed.promise;
      await tx.select().from(sceneUpdates);
    })
    .then(
      () => "written",
      () => "to be written again",
    );
  await hasLock.promise;
  place(client, "of-another-server");
  await client.saved();
  isThawed.resolve();
  expect(await outcome).toBe("to be written again");
}, 20_000);

test("people whose clocks are years apart see one document, in one order, and it is saved", async () => {
  const [ahead, behind] = [await open(), await open()];
  const say = (id: string, at: string) => ({ id, author: owner.userId, at, text: id });
  addThread(ahead.doc, "t", { position: [0, 0, 0] }, say("from-the-future", "2099-01-01T00:00:00.000Z"));
  await behind.until(() => behind.scene().threads.length === 1);
  addComment(behind.doc, "t", say("from-the-past", "1999-01-01T00:00:00.000Z"));
  // The server's clock is set back and forward meanwhile.
  app.clock.advance(-day);
  place(ahead, "a");
  await ahead.saved();
  app.clock.advance(day);
  place(behind, "b");
  await Promise.all([ahead.saved(), behind.saved()]);
  await ahead.until(() => ids(ahead).length === 2 && ahead.scene().threads[0]?.comments.length === 2);
  await behind.until(() => ids(behind).length === 2);
  expect(ahead.scene()).toEqual(behind.scene());
  expect(ahead.scene().threads[0]?.comments.map(({ id }) => id)).toEqual(["from-the-past", "from-the-future"]);
  const again = await open();
  expect(again.scene()).toEqual(ahead.scene());
});
