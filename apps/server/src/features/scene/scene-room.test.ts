import { closeCodes } from "@blueprint/contract/collaboration";
import type { BlueprintId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { getTeamPlan } from "@blueprint/contract/plans";
import { getTeamUsage } from "@blueprint/contract/teams";
import { addAnchor, editAnchor } from "@blueprint/scene/anchor-operations";
import { addThread, editComment } from "@blueprint/scene/comment-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { historyShares, sceneSegments } from "../../db/schema/scene.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { compactScene } from "./scene-compaction.service.ts";
import { openSceneClient, type SceneClient } from "./testing/scene-client.ts";

let app: TestApp;
let owner: TestPerson;
let viewer: TestPerson;
let blueprintId: BlueprintId;
let clients: SceneClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  owner = await app.buildPerson();
  viewer = await app.buildMember(owner.personalTeamId, "viewer");
  blueprintId = (await app.buildBlueprint(owner)).id;
});

afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

async function open(person: TestPerson): Promise<SceneClient> {
  const client = openSceneClient({ serverUrl: app.url, blueprintId, cookie: person.cookie, untilMsMax: 30_000 });
  clients.push(client);
  await client.loaded();
  return client;
}

const at = "2026-01-01T00:00:00.000Z";

/** Rewrites a hundred comments of the client's user, each at full length. */
function rewriteHundred({ doc }: SceneClient, author: string, round: number): void {
  const text = `${round} ${"x".repeat(4_990)}`;
  doc.transact(() => {
    for (let index = 0; index < 100; index += 1) {
      if (round > 0) editComment(doc, `t-${index}`, "1", { text, editedAt: at });
      else addThread(doc, `t-${index}`, { position: [0, 0, 0] }, { id: "1", author, at, text });
    }
  });
}

test("a viewer who rewrites a hundred comments 131 times locks nobody out", { timeout: 120_000 }, async () => {
  const [editor, guest] = [await open(owner), await open(viewer)];
  addAnchor(editor.doc, buildAnchor({ id: "door" }));
  await editor.saved();
  for (let round = 0; round <= 131; round += 1) {
    rewriteHundred(guest, viewer.userId, round);
    // Each round must be sent before the next, as in a browser.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await guest.until(() => guest.closeCodes.length > 0 || guest.state.unsavedCount === 0);
  editAnchor(editor.doc, "door", { title: "Exit" });
  await editor.saved();
  expect(editor.closeCodes).toEqual([]);
  // It sent too much at once. It also reconnected at once, which our pages never do, and has to wait.
  expect(guest.closeCodes.filter((code) => code >= 4_000)).toEqual([closeCodes.tooFast]);
  const again = await open(owner);
  expect(again.scene().anchors).toMatchObject([{ id: "door", title: "Exit" }]);
});

test("the history counts against the team's storage, and its parts are shown", { timeout: 60_000 }, async () => {
  const readMeter = async () => {
    const { meters } = await owner.api(getTeamPlan, { params: { teamId: owner.personalTeamId } });
    return meters.find(({ limit }) => limit === "storageBytes")!;
  };
  const before = (await readMeter()).used;
  const editor = await open(owner);
  for (let round = 0; round < 3; round += 1) {
    rewriteHundred(editor, owner.userId, round);
    await editor.saved();
  }
  const meter = await readMeter();
  expect(meter.used - before).toBe(await sumStoredBytes());
  expect(meter.used - before).toBeGreaterThan(1_500_000);
  expect(meter.items).toContainEqual({
    label: "Gallery: content and history",
    amount: await sumStoredBytes(),
    blueprintId,
  });
  // Its size once packed, known without summing rows.
  for (let round = 3; round < 9; round += 1) {
    rewriteHundred(editor, owner.userId, round);
    await editor.saved();
  }
  await compactScene(app.context, blueprintId);
  expect(await app.context.db.$count(sceneSegments, eq(sceneSegments.blueprintId, blueprintId))).toBeGreaterThan(0);
  expect((await readMeter()).used - before).toBe(await sumStoredBytes());
  const usage = await owner.api(getTeamUsage, { params: { teamId: owner.personalTeamId } });
  expect(usage.storageBytes).toBe((await readMeter()).used);
});

test("people who may only comment have a daily share of the history; editors continue, and so does everyone tomorrow", async () => {
  const day = app.clock.now().toISOString().slice(0, 10);
  const other = await app.buildBlueprint(owner);
  await app.context.db.insert(historyShares).values({
    blueprintId: other.id,
    userId: viewer.userId,
    day,
    bytes: limits.commentHistoryBytesPerDayMax - 3_000,
  });
  const [editor, guest] = [await open(owner), await open(viewer)];
  const say = ({ doc }: SceneClient, id: string, author: string, characters: number) =>
    addThread(doc, id, { position: [0, 0, 0] }, { id: "1", author, at, text: "x".repeat(characters) });
  say(guest, "short", viewer.userId, 500);
  await guest.saved();
  const share = app.context.db.select().from(historyShares).where(eq(historyShares.blueprintId, blueprintId));
  expect(await share).toMatchObject([{ userId: viewer.userId, day }]);
  say(guest, "long", viewer.userId, 4_000);
  await guest.until(() => guest.messages.some((message) => message.type === "rights" && message.may === "read"));
  expect(guest.messages).toContainEqual({ type: "rights", may: "read", because: "history-share-used" });
  expect(guest.state.unsavedCount).toBe(1);
  say(editor, "editors", owner.userId, 4_000);
  await editor.saved();
  // Reconnecting at once changes nothing.
  const again = await open(viewer);
  say(again, "again", viewer.userId, 4_000);
  await again.until(() => again.messages.some((message) => message.type === "rights" && message.may === "read"));
  expect([...guest.closeCodes, ...again.closeCodes, ...editor.closeCodes]).toEqual([]);

  const now = app.clock.now();
  app.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - now.getTime() + 1_000);
  const tomorrow = await open(viewer);
  say(tomorrow, "tomorrow", viewer.userId, 4_000);
  await tomorrow.saved();
  expect(
    tomorrow
      .scene()
      .threads.map(({ id }) => id)
      .sort(),
  ).toEqual(["editors", "short", "tomorrow"]);
});

/** Every byte of the document's edits, segments, keyframes and snapshot, summed row by row. */
async function sumStoredBytes(): Promise<number> {
  const { sql } = app.context;
  const [row] = await sql<{ bytes: string }[]>`
    select sum(bytes) as bytes from (
      select octet_length(update) as bytes from scene_updates where blueprint_id = ${blueprintId}
      union all select octet_length(packed) from scene_segments where blueprint_id = ${blueprintId}
      union all select octet_length(packed) from scene_keyframes where blueprint_id = ${blueprintId}
      union all select octet_length(state) from scene_snapshots where blueprint_id = ${blueprintId}) as stored`;
  return Number(row?.bytes);
}
