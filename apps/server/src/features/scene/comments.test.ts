import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listCommentAuthors, notifyMentions } from "@blueprint/contract/comments";
import { listTeamMembers } from "@blueprint/contract/teams";
import { addComment, addThread, removeComment } from "@blueprint/scene/comment-operations";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as Y from "yjs";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { storeSceneUpdates } from "./scene.service.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ withJobs: true });
});
afterAll(() => app.close());

it("a mention reaches members of the team by mail, and nobody else", async () => {
  const owner = await app.buildPerson({ name: "Hanna Host" });
  const viewer = await app.buildMember(owner.personalTeamId, "viewer");
  const stranger = await app.buildPerson();
  const { id: blueprintId } = await app.buildBlueprint(owner, { name: "Small measures" });
  const params = { blueprintId };
  const body = {
    userIds: [viewer.userId, stranger.userId, owner.userId],
    subject: "Seven rulers",
    text: "Look <b>here</b>.",
  };
  await expect(stranger.api(notifyMentions, { params, body })).rejects.toMatchObject({ code: "not-found" });
  expect(await owner.api(notifyMentions, { params, body })).toEqual({ notifiedCount: 1 });
  const mailDir = join(app.context.config.dataDir, "mail");
  const mail = await vi.waitFor(() => {
    const found = readdirSync(mailDir).map((name) => readFileSync(join(mailDir, name), "utf8"));
    const mine = found.find((text) => text.includes(viewer.email));
    if (mine === undefined) throw new Error("No mail yet.");
    expect(found.some((text) => text.includes(stranger.email))).toBe(false);
    return mine;
  }, 5_000);
  expect(mail).toContain("Hanna Host mentioned you in a comment on Small measures");
  expect(mail).not.toContain("<b>here</b>.</p>");
});

it("guests see who wrote a comment, and nothing else about the team's people", async () => {
  const owner = await app.buildPerson({ name: "Hanna Host" });
  const teamId = owner.personalTeamId;
  const editor = await app.buildMember(teamId, "editor");
  const silent = await app.buildMember(teamId, "editor");
  const guest = await app.buildMember(teamId, "viewer");
  const { id: blueprintId } = await app.buildBlueprint(owner);
  const params = { blueprintId };
  expect(await guest.api(listCommentAuthors, { params })).toEqual({ authors: [] });

  const doc = new Y.Doc();
  const say = (id: string, author: string) => ({ id, author, at: "2026-01-02T03:04:05.000Z", text: "Crooked?" });
  addThread(doc, "t", { position: [0, 0, 0] }, { ...say("c", owner.userId), mentions: [silent.userId] });
  const authors = [guest.userId, editor.userId, "nobody' or 1=1", crypto.randomUUID()];
  for (const [index, author] of authors.entries()) addComment(doc, "t", say(`c${index}`, author));
  addComment(doc, "t", say("taken-back", silent.userId));
  removeComment(doc, "t", "taken-back");
  const update = Y.encodeStateAsUpdate(doc);
  await storeSceneUpdates(app.context, blueprintId, [{ update, authorId: owner.userId, changeCount: 1 }]);

  const told = await guest.api(listCommentAuthors, { params });
  const written = [owner, editor, guest].map(({ userId, name }) => ({ userId, name }));
  expect(told.authors).toHaveLength(3);
  expect(told.authors).toEqual(expect.arrayContaining(written));
  const { members } = await guest.api(listTeamMembers, { params: { teamId } });
  expect(members.map(({ userId }) => userId)).toEqual([guest.userId]);
  const [stranger, scanner] = [await app.buildPerson(), await app.buildMember(teamId, "scanner")];
  for (const person of [stranger, scanner])
    expect(await outcome(person.api(listCommentAuthors, { params }))).toBe("not-found");
});
