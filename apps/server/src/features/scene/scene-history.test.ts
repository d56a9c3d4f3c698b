import type { BlueprintId } from "@blueprint/contract/ids";
import {
  createNamedVersion,
  getSceneAtEdit,
  listChangeSets,
  listNamedVersions,
  renameNamedVersion,
} from "@blueprint/contract/scene-history";
import { addAnchor, moveAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { compareScenes, restoreScene } from "@blueprint/scene/compare-scenes";
import { readScene as readDocument } from "@blueprint/scene/read-scene";
import { recordScene } from "@blueprint/scene/scene-record";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { sceneKeyframes, sceneSegments, sceneUpdates } from "../../db/schema/scene.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { readScene, storeSceneUpdates } from "./scene.service.ts";
import { compactScene } from "./scene-compaction.service.ts";
import { type StoredEdit, unpackEdits } from "./segment-pack.ts";
import { openSceneClient, type SceneClient } from "./testing/scene-client.ts";

const minuteMs = 60_000;
let app: TestApp;
let owner: TestPerson;
let blueprintId: BlueprintId;
let clients: SceneClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  owner = await app.buildPerson({ name: "Ada Owner" });
  blueprintId = (await app.buildBlueprint(owner)).id;
});

afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

async function open(person: TestPerson): Promise<SceneClient> {
  const client = openSceneClient({ serverUrl: app.url, blueprintId, cookie: person.cookie });
  clients.push(client);
  await client.loaded();
  return client;
}

function place(doc: Y.Doc, id: string): void {
  addAnchor(doc, buildAnchor({ id, title: id }));
}

async function readIdsAt(person: TestPerson, editId: number): Promise<string[]> {
  const { state } = await person.api(getSceneAtEdit, { params: { blueprintId, editId } });
  return listIds([Buffer.from(state, "base64")]);
}

function listIds(updates: readonly Uint8Array[]): string[] {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  return readDocument(doc)
    .anchors.map((anchor) => anchor.id)
    .sort();
}

const readHistory = async (person: TestPerson, query: { before?: number; limit?: number; with?: "changes" } = {}) =>
  await person.api(listChangeSets, { params: { blueprintId }, query });

describe("history", () => {
  test("shows who edited when, and the document as it was after each change set", async () => {
    const colleague = await app.buildMember(owner.personalTeamId, "editor");
    const [first, second] = [await open(owner), await open(colleague)];
    place(first.doc, "a");
    await first.saved();
    place(first.doc, "b");
    await first.saved();
    await second.until(() => second.scene().anchors.length === 2);
    removeAnchor(second.doc, "a");
    await second.saved();
    app.clock.advance(31 * minuteMs);
    await first.until(() => first.scene().anchors.length === 1);
    place(first.doc, "c");
    await first.saved();

    const { sessions: changeSets, nextBefore } = await readHistory(owner);
    expect(nextBefore).toBeNull();
    expect(changeSets.map(({ authorName, changeCount }) => [authorName, changeCount])).toEqual([
      ["Ada Owner", 1],
      [colleague.name, 1],
      ["Ada Owner", 2],
      // The server's own edit prepares the empty document.
      [null, 1],
    ]);
    expect(await Promise.all(changeSets.map(({ editId }) => readIdsAt(owner, editId)))).toEqual([
      ["b", "c"],
      ["b"],
      ["a", "b"],
      [],
    ]);
    const page = await readHistory(owner, { limit: 3 });
    expect(page.sessions).toEqual(changeSets.slice(0, 3));
    expect((await readHistory(owner, { before: page.nextBefore! })).sessions).toEqual(changeSets.slice(3));
  });

  test("shows what each change set changed, even when two people edit in turns", async () => {
    const colleague = await app.buildMember(owner.personalTeamId, "editor");
    const [first, second] = [await open(owner), await open(colleague)];
    place(first.doc, "door");
    await first.saved();
    await second.until(() => second.scene().anchors.length === 1);
    moveAnchor(second.doc, "door", { position: [9, 9, 9] });
    await second.saved();
    place(first.doc, "desk");
    await first.saved();
    app.clock.advance(11 * minuteMs);
    removeAnchor(first.doc, "desk");
    await first.saved();
    place(first.doc, "moment");
    await first.saved();
    removeAnchor(first.doc, "moment");
    await first.saved();

    const { sessions: changeSets } = await readHistory(owner, { with: "changes" });
    const told = changeSets.map(({ authorName, changes }) => [
      authorName,
      changes?.objects.map(({ kind, change, name }) => `${change} ${kind} ${name}`),
    ]);
    expect(told).toEqual([
      ["Ada Owner", ["removed anchors desk"]],
      ["Ada Owner", ["added anchors door", "added anchors desk"]],
      [colleague.name, ["moved anchors door"]],
      [null, []],
    ]);
    const [last] = changeSets;
    expect(await readIdsAt(owner, last!.changes!.firstEditId - 1)).toEqual(["desk", "door"]);
    // A page of its own replays only what it shows.
    const page = await readHistory(owner, { with: "changes", limit: 1, before: changeSets[1]!.editId + 1 });
    expect(page.sessions).toEqual([changeSets[1]]);
    expect((await readHistory(owner)).sessions[0]).not.toHaveProperty("changes");
  });

  test("a server clock set back changes neither the order nor the content", async () => {
    const client = await open(owner);
    place(client.doc, "a");
    await client.saved();
    app.clock.advance(-120 * minuteMs);
    place(client.doc, "b");
    await client.saved();
    app.clock.advance(120 * minuteMs);
    const [changeSet] = (await readHistory(owner)).sessions;
    expect(changeSet).toMatchObject({ changeCount: 2 });
    expect(Date.parse(changeSet!.startedAt)).toBeLessThan(Date.parse(changeSet!.endedAt));
    expect(await readIdsAt(owner, changeSet!.editId)).toEqual(["a", "b"]);
  });

  test("a point in the history can be named and renamed", async () => {
    const client = await open(owner);
    place(client.doc, "a");
    await client.saved();
    const opening = await owner.api(createNamedVersion, { params: { blueprintId }, body: { name: " Opening night " } });
    place(client.doc, "b");
    await client.saved();
    const params = { blueprintId, versionId: opening.id };
    await owner.api(renameNamedVersion, { params, body: { name: "Before the opening" } });
    const { sessions: changeSets } = await readHistory(owner);
    await owner.api(createNamedVersion, {
      params: { blueprintId },
      body: { name: "Now", editId: changeSets[0]!.editId },
    });
    const { versions } = await owner.api(listNamedVersions, { params: { blueprintId } });
    expect(versions).toMatchObject([
      { name: "Now", createdByName: "Ada Owner" },
      { name: "Before the opening", createdByName: "Ada Owner", editId: opening.editId },
    ]);
    expect(await Promise.all(versions.map(({ editId }) => readIdsAt(owner, editId)))).toEqual([["a", "b"], ["a"]]);
  });

  test("restoring an old state is an edit by the person who restores it, while another person keeps editing", async () => {
    const colleague = await app.buildMember(owner.personalTeamId, "editor");
    const [first, second] = [await open(owner), await open(colleague)];
    place(first.doc, "a");
    place(first.doc, "b");
    await first.saved();
    const version = await owner.api(createNamedVersion, { params: { blueprintId }, body: { name: "Before" } });
    await second.until(() => second.scene().anchors.length === 2);
    removeAnchor(second.doc, "a");
    moveAnchor(second.doc, "b", { position: [9, 9, 9] });
    await second.saved();
    await first.until(() => first.scene().anchors.length === 1);

    const params = { blueprintId, editId: version.editId };
    const { state } = await owner.api(getSceneAtEdit, { params });
    const old = new Y.Doc();
    Y.applyUpdate(old, Buffer.from(state, "base64"));
    const differences = compareScenes(recordScene(first.doc), recordScene(old)).objects;
    expect(differences.map(({ id, change }) => [id, change])).toEqual([
      ["a", "added"],
      ["b", "moved"],
    ]);
    // Concurrent with the restore.
    place(second.doc, "c");
    restoreScene(first.doc, recordScene(old));
    await Promise.all([first.saved(), second.saved()]);
    const scene = await readScene(app.context, blueprintId);
    expect(scene.anchors.map(({ id }) => id).sort()).toEqual(["a", "b", "c"]);
    expect(scene.anchors.find(({ id }) => id === "b")?.position).toEqual([1, 2, 3]);
    const { sessions: changeSets } = await readHistory(owner);
    expect(changeSets.map(({ authorName }) => authorName).sort()).toEqual(["Ada Owner", colleague.name, null].sort());
    // Looking back still shows what existed before the restore.
    const lastOfColleague = changeSets.find(({ authorName }) => authorName === colleague.name)!;
    expect(await readIdsAt(owner, lastOfColleague.editId)).toContain("c");
  });

  test("people who see the blueprint read its history, only editors name versions, and for others it does not exist", async () => {
    const client = await open(owner);
    place(client.doc, "a");
    await client.saved();
    const editId = (await readHistory(owner)).sessions[0]!.editId;
    const version = await owner.api(createNamedVersion, { params: { blueprintId }, body: { name: "First" } });
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    expect((await readHistory(viewer)).sessions).toHaveLength(2);
    expect(await readIdsAt(viewer, editId)).toEqual(["a"]);
    const strangers = [await app.buildPerson(), await app.buildMember(owner.personalTeamId, "scanner")];
    for (const person of [viewer, ...strangers]) {
      const code = person === viewer ? "forbidden" : "not-found";
      const naming = person.api(createNamedVersion, { params: { blueprintId }, body: { name: "Mine" } });
      await expect(naming).rejects.toMatchObject({ code });
      const params = { blueprintId, versionId: version.id };
      await expect(person.api(renameNamedVersion, { params, body: { name: "Mine" } })).rejects.toMatchObject({ code });
    }
    for (const person of strangers) {
      await expect(readHistory(person)).rejects.toMatchObject({ code: "not-found" });
      await expect(readIdsAt(person, editId)).rejects.toMatchObject({ code: "not-found" });
    }
    // A version of one blueprint is not found under another.
    const other = await app.buildBlueprint(owner);
    const params = { blueprintId: other.id, versionId: version.id };
    await expect(owner.api(renameNamedVersion, { params, body: { name: "x" } })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(owner.api(getSceneAtEdit, { params: { blueprintId: other.id, editId } })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("compaction", () => {
  test("packs old edits without losing a bit, and an editor who was away meanwhile can still merge", async () => {
    const away = await open(owner);
    place(away.doc, "before");
    await away.saved();
    // Half an hour offline: the connection is gone, the work continues.
    away.provider.configuration.websocketProvider.disconnect();
    place(away.doc, "basement");
    moveAnchor(away.doc, "before", { position: [7, 7, 7] });

    const colleague = await app.buildMember(owner.personalTeamId, "editor");
    await writeHistory(colleague, 4_600);
    const before = await listStored();
    expect(await compactScene(app.context, blueprintId)).toBeGreaterThan(0);
    const segments = await app.context.db
      .select()
      .from(sceneSegments)
      .where(eq(sceneSegments.blueprintId, blueprintId))
      .orderBy(asc(sceneSegments.throughUpdateId));
    expect(segments).toHaveLength(2);
    const packed = (await Promise.all(segments.map((segment) => unpackEdits(segment.packed)))).flat();
    expect([...packed, ...(await listStored())].map(comparable)).toEqual(before.map(comparable));
    expect(await app.context.db.$count(sceneKeyframes, eq(sceneKeyframes.blueprintId, blueprintId))).toBe(1);

    for (const edit of [before[3]!, before[1_999]!, before[2_500]!, before.at(-1)!]) {
      const replayed = listIds(before.filter(({ id }) => id <= edit.id).map(({ update }) => update));
      expect(await readIdsAt(owner, edit.id)).toEqual(replayed);
    }
    const { sessions: changeSets } = await readHistory(owner);
    expect(changeSets.reduce((sum, { changeCount }) => sum + changeCount, 0)).toBe(before.length);
    expect(changeSets[0]).toMatchObject({ authorName: colleague.name, changeCount: 2_300 });
    // Read out of segments and rows alike.
    const told = (await readHistory(owner, { with: "changes" })).sessions;
    expect(told.map(({ authorName, changes }) => [authorName, changes?.counts])).toEqual([
      [colleague.name, [{ kind: "anchors", change: "added", count: 10 }]],
      ["Ada Owner", [{ kind: "anchors", change: "added", count: 11 }]],
      [null, []],
    ]);
    expect(told.map(({ changes }) => changes?.firstEditId)).toEqual([
      before.find(({ authorId }) => authorId === colleague.userId)?.id,
      before.find(({ authorId }) => authorId === owner.userId)?.id,
      before[0]!.id,
    ]);

    void away.provider.configuration.websocketProvider.connect();
    await away.saved();
    const scene = await readScene(app.context, blueprintId);
    expect(scene.anchors.map(({ id }) => id).sort()).toEqual(
      ["before", "basement", ...Array.from({ length: 20 }, (_, index) => `n${index}`)].sort(),
    );
    expect(scene.anchors.find(({ id }) => id === "before")?.position).toEqual([7, 7, 7]);
    expect(away.scene().anchors).toHaveLength(22);
  });
});

/** Two users move twenty anchors in turns; every move is stored as a separate edit. */
async function writeHistory(colleague: TestPerson, edits: number): Promise<void> {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  for (let index = 0; index < 20; index += 1) place(doc, `n${index}`);
  for (let index = 20; index < edits; index += 1)
    moveAnchor(doc, `n${index % 20}`, { position: [index, 0, index / 3] });
  const rows = updates.map((update, index) => ({
    update,
    authorId: index % 2 === 0 ? owner.userId : colleague.userId,
    changeCount: 1,
  }));
  for (let start = 0; start < rows.length; start += 1_000) {
    await storeSceneUpdates(app.context, blueprintId, rows.slice(start, start + 1_000));
  }
}

async function listStored(): Promise<StoredEdit[]> {
  return await app.context.db
    .select()
    .from(sceneUpdates)
    .where(eq(sceneUpdates.blueprintId, blueprintId))
    .orderBy(asc(sceneUpdates.id));
}

function comparable({ id, authorId, createdAt, changeCount, update }: StoredEdit): string {
  return JSON.stringify([id, authorId, createdAt, changeCount, Buffer.from(update).toString("base64")]);
}
