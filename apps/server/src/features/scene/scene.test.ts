import { once } from "node:events";
import { closeCodes, collaborationPath, toDocumentName } from "@blueprint/contract/collaboration";
import type { BlueprintId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { addAnchor, editAnchor, moveAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { addComment, addThread, editComment, removeComment, resolveThread } from "@blueprint/scene/comment-operations";
import {
  getAnchors,
  getObjects,
  getSettings,
  sceneRootNames,
  sceneSchemaVersion,
} from "@blueprint/scene/scene-document";
import { OutgoingMessage } from "@hocuspocus/server";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import * as Y from "yjs";
import { sceneSnapshots, sceneUpdates } from "../../db/schema/scene.ts";
import { teamMembers } from "../../db/schema/teams.ts";
import { announceSessionEnded } from "../../platform/http/session.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { readAllAudiences, readScene } from "./scene.service.ts";
import { openSceneClient, type SceneClient } from "./testing/scene-client.ts";

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
  owner = await app.buildPerson({ name: "Ada Owner" });
  blueprintId = (await app.buildBlueprint(owner)).id;
});

afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

function open(
  person: Pick<TestPerson, "cookie"> | null,
  options: { blueprintId?: string; origin?: string } = {},
): SceneClient {
  const client = openSceneClient({
    serverUrl: app.url,
    blueprintId: options.blueprintId ?? blueprintId,
    ...(person === null ? {} : { cookie: person.cookie }),
    ...(options.origin === undefined ? {} : { origin: options.origin }),
  });
  clients.push(client);
  return client;
}

function place(client: SceneClient, id: string, title = id): void {
  addAnchor(client.doc, {
    id,
    type: "info",
    title,
    text: "",
    position: [1, 2, 3],
    normal: [0, 1, 0],
    floor: 0,
    createdBy: "someone",
    createdAt: "2026-01-02T03:04:05.000Z",
  });
}

const rightsOf = (client: SceneClient) =>
  client.messages.flatMap((message) => (message.type === "rights" ? [message.may] : []));

const commentTexts = (client: SceneClient) =>
  client.scene().threads.flatMap(({ comments }) => comments.map(({ text }) => text));

const say = (person: TestPerson, id: string, text: string) => ({
  id,
  author: person.userId,
  at: `2026-01-02T03:04:0${id.length}.000Z`,
  text,
});

const toUpdateFrame = (update: Uint8Array) =>
  new OutgoingMessage(toDocumentName(blueprintId)).createSyncMessage().writeUpdate(update).toUint8Array();

const titles = (client: SceneClient) => client.scene().anchors.map((anchor) => anchor.title);

describe("editing together", () => {
  test("a change reaches the other person, is on disk, and is what gets published", async () => {
    const colleague = await app.buildMember(owner.personalTeamId, "editor");
    const [first, second] = [open(owner), open(colleague)];
    await Promise.all([first.loaded(), second.loaded()]);
    place(first, "a", "Fire door");
    await second.until(() => titles(second).includes("Fire door"));
    editAnchor(second.doc, "a", { text: "Keep clear." });
    await first.until(() => first.scene().anchors[0]?.text === "Keep clear.");
    await Promise.all([first.saved(), second.saved()]);
    expect((await readAllAudiences(app.context, blueprintId)).visitors).toEqual({
      schemaVersion: sceneSchemaVersion,
      anchors: [
        { id: "a", type: "info", title: "Fire door", text: "Keep clear.", position: [1, 2, 3], normal: [0, 1, 0] },
      ],
    });
  });

  test("every stored row names its author", async () => {
    const colleague = await app.buildMember(owner.personalTeamId, "editor");
    const [first, second] = [open(owner), open(colleague)];
    await Promise.all([first.loaded(), second.loaded()]);
    place(first, "a");
    await first.saved();
    await second.until(() => second.scene().anchors.length === 1);
    removeAnchor(second.doc, "a");
    await second.saved();
    const rows = await app.context.db
      .select()
      .from(sceneUpdates)
      .where(eq(sceneUpdates.blueprintId, blueprintId))
      .orderBy(sceneUpdates.id);
    expect(rows.map((row) => row.authorId)).toEqual([null, owner.userId, colleague.userId]);
  });

  test("a deletion counts as saved only once it is on disk", async () => {
    const client = open(owner);
    await client.loaded();
    place(client, "a");
    await client.saved();
    removeAnchor(client.doc, "a");
    expect(client.state.unsavedCount).toBe(1);
    await client.saved();
    expect((await readScene(app.context, blueprintId)).anchors).toEqual([]);
  });

  test("a document that everyone left reopens unchanged", async () => {
    const first = open(owner);
    await first.loaded();
    place(first, "a", "Kept");
    await first.saved();
    first.close();
    const again = open(owner);
    await again.loaded();
    expect(titles(again)).toEqual(["Kept"]);
  });

  test("edits made while the connection was broken arrive when it is back", async () => {
    const [first, second] = [open(owner), open(owner)];
    await Promise.all([first.loaded(), second.loaded()]);
    first.socket().terminate();
    place(first, "offline", "Made offline");
    place(second, "meanwhile", "Made meanwhile");
    await first.saved();
    await second.until(() => titles(second).length === 2);
    expect(titles(first).sort()).toEqual(["Made meanwhile", "Made offline"]);
  });

  test("people see each other under their account names, whatever they claim", async () => {
    const colleague = await app.buildMember(owner.personalTeamId, "editor");
    const [first, second] = [open(owner), open(colleague)];
    await Promise.all([first.loaded(), second.loaded()]);
    second.provider.setAwarenessField("user", { id: "x", name: "Ada Owner" });
    second.provider.setAwarenessField("cursor", [1, 2, 3]);
    const presence = () => first.provider.awareness?.getStates().get(second.doc.clientID);
    await first.until(() => presence()?.cursor !== undefined);
    expect(presence()).toEqual({ user: { id: colleague.userId, name: colleague.name }, cursor: [1, 2, 3] });
  });
});

describe("who may", () => {
  test("a viewer reads and follows, and nothing they send is kept", async () => {
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const [editor, reader] = [open(owner), open(viewer)];
    await Promise.all([editor.loaded(), reader.loaded()]);
    expect(reader.provider.authorizedScope).toBe("readonly");
    place(reader, "x", "By a viewer");
    place(editor, "a", "By the owner");
    await reader.until(() => titles(reader).includes("By the owner"));
    await editor.saved();
    expect(titles(editor)).toEqual(["By the owner"]);
    expect((await readScene(app.context, blueprintId)).anchors.map((anchor) => anchor.title)).toEqual(["By the owner"]);
    expect(reader.state.unsavedCount).toBe(1);
  });

  test("a viewer's comments reach the others and the disk under their own name", async () => {
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const [editor, reader] = [open(owner), open(viewer)];
    await Promise.all([editor.loaded(), reader.loaded()]);
    expect(rightsOf(reader)).toEqual(["comment"]);
    expect(rightsOf(editor)).toEqual(["edit"]);
    addThread(reader.doc, "t", { position: [1, 2, 3] }, say(viewer, "c1", "Is this crooked?"));
    await reader.saved();
    await editor.until(() => commentTexts(editor).includes("Is this crooked?"));
    addComment(editor.doc, "t", say(owner, "c2", "It is."));
    await reader.until(() => commentTexts(reader).includes("It is."));
    editComment(reader.doc, "t", "c1", { text: "Is it crooked?", editedAt: "2026-01-02T03:05:00.000Z" });
    resolveThread(reader.doc, "t", { by: viewer.userId, at: "2026-01-02T03:06:00.000Z" });
    await reader.saved();
    const again = open(owner);
    await again.loaded();
    expect(commentTexts(again)).toEqual(["Is it crooked?", "It is."]);
    const authors = await app.context.db
      .select({ authorId: sceneUpdates.authorId })
      .from(sceneUpdates)
      .where(eq(sceneUpdates.blueprintId, blueprintId))
      .orderBy(sceneUpdates.id);
    expect(authors.filter(({ authorId }) => authorId === viewer.userId).length).toBeGreaterThan(0);
  });

  test("a viewer's comments made while the connection was broken arrive when it is back", async () => {
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const reader = open(viewer);
    await reader.loaded();
    reader.socket().terminate();
    addThread(reader.doc, "t", { position: [1, 2, 3] }, say(viewer, "c", "Made offline"));
    await reader.saved();
    const again = open(owner);
    await again.loaded();
    expect(commentTexts(again)).toEqual(["Made offline"]);
  });

  test.each<[string, (doc: Y.Doc, viewer: TestPerson) => unknown]>([
    ["an anchor", (doc) => moveAnchor(doc, "a", { position: [9, 9, 9] })],
    ["an anchor's existence", (doc) => removeAnchor(doc, "a")],
    ["an anchor's text", (doc) => editAnchor(doc, "a", { text: "Free entry." })],
    ["the settings", (doc) => getSettings(doc).set("units", "imperial")],
    ["another person's comment", (doc) => editComment(doc, "t", "c", { text: "I was wrong.", editedAt: "" })],
    ["that a comment exists", (doc) => removeComment(doc, "t", "c")],
    ["that a thread exists", (doc) => getObjects(doc, "threads").delete("t")],
    ["who says something", (doc) => addComment(doc, "t", say(owner, "c2", "I give up."))],
    ["who settled a thread", (doc) => resolveThread(doc, "t", { by: owner.userId, at: "2026-01-02T03:06:00.000Z" })],
    [
      "an anchor together with a comment of their own",
      (doc, viewer) =>
        doc.transact(() => {
          addComment(doc, "t", say(viewer, "c2", "Look here."));
          moveAnchor(doc, "a", { position: [9, 9, 9] });
        }),
    ],
  ])("a hostile viewer cannot change %s", async (_, attack) => {
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const [editor, hostile] = [open(owner), open(viewer)];
    await Promise.all([editor.loaded(), hostile.loaded()]);
    place(editor, "a", "Kept");
    addThread(editor.doc, "t", { position: [0, 0, 0] }, say(owner, "c", "Mine"));
    await editor.saved();
    await hostile.until(() => titles(hostile).includes("Kept") && commentTexts(hostile).includes("Mine"));
    const before = Y.encodeStateVector(hostile.doc);
    attack(hostile.doc, viewer);
    // Again in one piece, as an attacker's program would send it.
    hostile.socket().send(toUpdateFrame(Y.encodeStateAsUpdate(hostile.doc, before)));
    moveAnchor(editor.doc, "a", { position: [4, 5, 6] });
    await editor.saved();
    const after = open(owner);
    await after.loaded();
    expect(after.scene().anchors).toMatchObject([{ id: "a", title: "Kept", text: "", position: [4, 5, 6] }]);
    expect(after.scene().settings.units).toBe(editor.scene().settings.units);
    expect(commentTexts(after)).toEqual(["Mine"]);
    expect(after.scene().threads).toMatchObject([{ resolvedAt: "", comments: [{ author: owner.userId }] }]);
    expect(editor.closeCodes).toEqual([]);
  });

  test.each<[string, (doc: Y.Doc) => unknown]>([
    ["what another person said", (doc) => editComment(doc, "t", "c", { text: "I was wrong.", editedAt: "" })],
    ["that another person said something", (doc) => removeComment(doc, "t", "c")],
    ["who answers", (doc) => addComment(doc, "t", say(owner, "c2", "I give up."))],
    ["who begins a talk", (doc) => addThread(doc, "t2", { position: [0, 0, 0] }, say(owner, "c2", "I give up."))],
    [
      "who answers, with an anchor of their own",
      (doc) =>
        doc.transact(() => {
          addComment(doc, "t", say(owner, "c2", "I give up."));
          moveAnchor(doc, "a", { position: [9, 9, 9] });
        }),
    ],
  ])("an editor cannot change %s", async (_, attack) => {
    const [editor, hostile] = [open(owner), open(await app.buildMember(owner.personalTeamId, "editor"))];
    await Promise.all([editor.loaded(), hostile.loaded()]);
    place(editor, "a", "Kept");
    addThread(editor.doc, "t", { position: [0, 0, 0] }, say(owner, "c", "Mine"));
    await editor.saved();
    await hostile.until(() => titles(hostile).includes("Kept") && commentTexts(hostile).includes("Mine"));
    const before = Y.encodeStateVector(hostile.doc);
    attack(hostile.doc);
    // Again in one piece, as an attacker's program would send it.
    hostile.socket().send(toUpdateFrame(Y.encodeStateAsUpdate(hostile.doc, before)));
    moveAnchor(editor.doc, "a", { position: [4, 5, 6] });
    await editor.saved();
    const after = open(owner);
    await after.loaded();
    expect(after.scene().anchors).toMatchObject([{ id: "a", position: [4, 5, 6] }]);
    expect(after.scene().threads).toMatchObject([{ id: "t", comments: [{ author: owner.userId, text: "Mine" }] }]);
    expect(commentTexts(editor)).toEqual(["Mine"]);
    expect(editor.closeCodes).toEqual([]);
  });

  test("another person's comment that a server forgot waits for its author, and nobody's own work waits with it", async () => {
    const colleague = await app.buildMember(owner.personalTeamId, "editor");
    const editor = open(owner);
    await editor.loaded();
    place(editor, "a");
    await editor.saved();
    const theirs = new Y.Doc();
    Y.applyUpdate(theirs, Y.encodeStateAsUpdate(editor.doc));
    addThread(theirs, "t", { position: [0, 0, 0] }, say(colleague, "c", "Crooked?"));
    // As if it came from a server killed at that moment: the browser sends it when it reconnects.
    editor.socket().terminate();
    Y.applyUpdate(editor.doc, Y.encodeStateAsUpdate(theirs));
    moveAnchor(editor.doc, "a", { position: [4, 5, 6] });
    await editor.saved();
    place(editor, "b");
    await editor.saved();
    const author = open(colleague);
    await author.loaded();
    expect(author.scene().anchors).toMatchObject([{ id: "a", position: [4, 5, 6] }, { id: "b" }]);
    expect(author.scene().threads).toEqual([]);
    Y.applyUpdate(author.doc, Y.encodeStateAsUpdate(theirs));
    const after = open(owner);
    await after.until(() => commentTexts(after).includes("Crooked?"));
    expect(rightsOf(editor).at(-1)).toBe("edit");
  });

  test("a viewer who sends no scene at all is disconnected, and one who goes too far can only read from then on", async () => {
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const [broken, greedy] = [open(viewer), open(viewer)];
    await Promise.all([broken.loaded(), greedy.loaded()]);
    getObjects(broken.doc, "threads").set("t", "<script>");
    await broken.until(() => broken.closeCodes.includes(closeCodes.updateRefused));
    place(greedy, "x");
    await greedy.until(() => rightsOf(greedy).at(-1) === "read");
    expect(greedy.closeCodes).toEqual([]);
    expect(greedy.state.unsavedCount).toBe(1);
    const fresh = open(viewer);
    await fresh.loaded();
    addThread(fresh.doc, "t", { position: [1, 2, 3] }, say(viewer, "c", "Still heard"));
    await fresh.saved();
  });

  test("a viewer who keeps deleting other people's content can only read from then on", async () => {
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const [editor, hostile] = [open(owner), open(viewer)];
    await Promise.all([editor.loaded(), hostile.loaded()]);
    for (let index = 0; index < 12; index += 1) place(editor, `a${index}`);
    await hostile.until(() => titles(hostile).length === 12);
    for (let index = 0; index < 12; index += 1) {
      removeAnchor(hostile.doc, `a${index}`);
      // Each in a separate frame.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await hostile.until(() => rightsOf(hostile).at(-1) === "read");
    expect(titles(editor)).toHaveLength(12);
  });

  test("nobody can comment in an archived blueprint", async () => {
    await app.context.sql`update blueprints set archived_at = now() where id = ${blueprintId}`;
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const reader = open(viewer);
    await reader.loaded();
    expect(rightsOf(reader)).toEqual(["read"]);
    addThread(reader.doc, "t", { position: [1, 2, 3] }, say(viewer, "c", "Too late"));
    const again = open(owner);
    await again.loaded();
    expect(commentTexts(again)).toEqual([]);
  });

  test.each(["stranger", "scanner"] as const)("a %s does not find the document", async (who) => {
    const person =
      who === "stranger" ? await app.buildPerson() : await app.buildMember(owner.personalTeamId, "scanner");
    const client = open(person);
    await client.until(() => client.closeCodes.includes(closeCodes.notFound));
    expect(client.refusals[0]).toBe("not-found");
    expect(client.scene().anchors).toEqual([]);
  });

  test.each(["00000000-0000-4000-8000-000000000000", "nonsense", "../x"])(
    "the unknown document %s gets the same response",
    async (unknown) => {
      const client = open(owner, { blueprintId: unknown });
      await client.until(() => client.closeCodes.includes(closeCodes.notFound));
      expect(client.refusals[0]).toBe("not-found");
    },
  );

  test("nobody without a session gets in", async () => {
    const client = open(null);
    await client.until(() => client.closeCodes.includes(closeCodes.unauthenticated));
    const forged = open({ cookie: `${owner.cookie.slice(0, -6)}AAAAAA` });
    await forged.until(() => forged.closeCodes.includes(closeCodes.unauthenticated));
  });

  test("another site cannot use a person's session", async () => {
    const socket = new WebSocket(app.url.replace("http", "ws") + collaborationPath, {
      headers: { cookie: owner.cookie, origin: "https://elsewhere.example" },
    });
    const [, response] = (await once(socket, "unexpected-response")) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(403);
  });

  test("an upgrade on another path is cut off", async () => {
    const socket = new WebSocket(`${app.url.replace("http", "ws")}/elsewhere`, { headers: { cookie: owner.cookie } });
    await expect(once(socket, "open")).rejects.toThrow();
  });

  test("a removed member's socket closes within seconds, and a lowered role can no longer write", async () => {
    const removed = await app.buildMember(owner.personalTeamId, "editor");
    const lowered = await app.buildMember(owner.personalTeamId, "editor");
    const [gone, reader] = [open(removed), open(lowered)];
    await Promise.all([gone.loaded(), reader.loaded()]);
    const { db } = app.context;
    const membership = (person: TestPerson) =>
      and(eq(teamMembers.teamId, owner.personalTeamId), eq(teamMembers.userId, person.userId));
    await db.delete(teamMembers).where(membership(removed));
    await db.update(teamMembers).set({ role: "viewer" }).where(membership(lowered));
    await gone.until(() => gone.closeCodes.includes(closeCodes.notFound));
    await reader.until(() => reader.provider.authorizedScope === "readonly");
  });

  test("signing out closes the sockets of that session only", async () => {
    const other = await app.signIn(owner);
    const [stays, goes] = [open(owner), open(other)];
    await Promise.all([stays.loaded(), goes.loaded()]);
    await app.context.sql`delete from auth_sessions where token = ${other.token}`;
    await announceSessionEnded(app.context.sql, other.token);
    await goes.until(() => goes.closeCodes.includes(closeCodes.unauthenticated));
    place(stays, "a");
    await stays.saved();
    expect(stays.closeCodes).toEqual([]);
  });
});

describe("hostile clients", () => {
  test.each<[string, (doc: Y.Doc) => unknown]>([
    ["an unknown root", (doc) => doc.getMap("elsewhere").set("x", 1)],
    ["another schema version", (doc) => getSettings(doc).set("schemaVersion", 99)],
    ["an anchor that is none", (doc) => getAnchors(doc).set("x", "<script>")],
    ["a position nowhere", (doc) => (getAnchors(doc).get("a") as Y.Map<unknown>).set("position", [Number.NaN, 0, 0])],
  ])("%s is refused, and the others continue undisturbed", async (_, attack) => {
    const [honest, hostile] = [open(owner), open(owner)];
    await Promise.all([honest.loaded(), hostile.loaded()]);
    place(honest, "a", "Kept");
    await hostile.until(() => titles(hostile).includes("Kept"));
    attack(hostile.doc);
    await hostile.until(() => hostile.closeCodes.includes(closeCodes.updateRefused));
    hostile.close();
    moveAnchor(honest.doc, "a", { position: [9, 9, 9] });
    await honest.saved();
    expect(honest.closeCodes).toEqual([]);
    expect([...honest.doc.share.keys()].filter((name) => !sceneRootNames.includes(name))).toEqual([]);
    expect(await readScene(app.context, blueprintId)).toMatchObject({
      schemaVersion: sceneSchemaVersion,
      anchors: [{ title: "Kept", position: [9, 9, 9] }],
    });
  });

  test("broken frames close only the socket that sent them", async () => {
    const honest = open(owner);
    await honest.loaded();
    const name = toDocumentName(blueprintId);
    const header = [name.length, ...Buffer.from(name)];
    const frames: [Uint8Array | string, number][] = [
      ["text", closeCodes.updateRefused],
      [new Uint8Array([]), closeCodes.updateRefused],
      [new Uint8Array([255, 255, 255, 255, 255]), closeCodes.updateRefused],
      [new Uint8Array([...header, 99]), closeCodes.updateRefused],
      [new Uint8Array([...header, 6, 1, 65]), closeCodes.updateRefused],
      [new Uint8Array([...header, 0, 2, 40, 1, 2, 3]), closeCodes.updateRefused],
      [new Uint8Array([...header, 0, 2, 4, 7, 7, 7, 7]), closeCodes.updateRefused],
      [new Uint8Array([...header, 1, 4, 1, 1, 1, 200]), closeCodes.updateRefused],
      [new Uint8Array(limits.documentMessageBytesMax + 1), closeCodes.messageTooLarge],
      [new Uint8Array(limits.documentMessageBytesMax * 3), 1009],
    ];
    for (const [frame, code] of frames) {
      const attacker = open(owner);
      await attacker.loaded();
      attacker.socket().send(frame);
      await attacker.until(() => attacker.closeCodes.length > 0);
      expect(attacker.closeCodes[0], String(frame.slice(-6))).toBe(code);
      attacker.close();
    }
    place(honest, "a");
    await honest.saved();
    expect(honest.closeCodes).toEqual([]);
  });

  test("a document of a newer version opens read-only and stays as it is", async () => {
    const newer = new Y.Doc();
    getSettings(newer).set("schemaVersion", 7);
    const update = Y.encodeStateAsUpdate(newer);
    await app.context.db
      .insert(sceneUpdates)
      .values({ blueprintId, update, authorId: null, createdAt: app.clock.now() });
    const client = open(owner);
    await client.loaded();
    place(client, "a");
    const other = open(owner);
    await other.loaded();
    expect(other.scene()).toMatchObject({ schemaVersion: 7, anchors: [] });
    expect(await app.context.db.$count(sceneUpdates, eq(sceneUpdates.blueprintId, blueprintId))).toBe(1);
  });
});

describe("what is saved", () => {
  test("while the database refuses, editors are told, nothing counts as saved, and everything is stored afterwards", async () => {
    const { sql } = app.context;
    const client = open(owner);
    await client.loaded();
    place(client, "before");
    await client.saved();
    await sql`alter table scene_updates rename to scene_updates_away`;
    try {
      place(client, "during");
      await client.until(() => client.messages.some((message) => message.type === "save-failed"));
      expect(client.state.unsavedCount).toBe(1);
      client.close();
    } finally {
      await sql`alter table scene_updates_away rename to scene_updates`;
    }
    const again = open(owner);
    await again.loaded();
    expect(titles(again)).toEqual(["before", "during"]);
    expect((await readScene(app.context, blueprintId)).anchors).toHaveLength(2);
  });

  test("compaction keeps the content, the history and the authors", async () => {
    const client = open(owner);
    await client.loaded();
    place(client, "a");
    await client.saved();
    for (let step = 0; step < 230; step += 1) {
      moveAnchor(client.doc, "a", { position: [step, 0, 0] });
      await client.saved();
    }
    const { db } = app.context;
    const [snapshot] = await db.select().from(sceneSnapshots).where(eq(sceneSnapshots.blueprintId, blueprintId));
    expect(snapshot).toMatchObject({ schemaVersion: sceneSchemaVersion });
    expect(await db.$count(sceneUpdates, eq(sceneUpdates.blueprintId, blueprintId))).toBe(232);
    expect(
      await db.$count(
        sceneUpdates,
        and(eq(sceneUpdates.blueprintId, blueprintId), eq(sceneUpdates.authorId, owner.userId)),
      ),
    ).toBe(231);
    client.close();
    const again = open(owner);
    await again.loaded();
    expect(again.scene().anchors[0]).toMatchObject({ position: [229, 0, 0] });
  });

  test("a permanently deleted blueprint closes its sockets and stops writing", async () => {
    const client = open(owner);
    await client.loaded();
    await app.context.sql`delete from blueprints where id = ${blueprintId}`;
    place(client, "late");
    await client.until(() => client.closeCodes.includes(closeCodes.notFound));
  });
});
