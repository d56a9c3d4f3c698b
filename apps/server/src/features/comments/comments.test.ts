import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { notifyMentions } from "@blueprint/contract/comments";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";

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
  expect(mail).toContain("Hanna Host names you in a comment on Small measures");
  expect(mail).not.toContain("<b>here</b>.</p>");
});
