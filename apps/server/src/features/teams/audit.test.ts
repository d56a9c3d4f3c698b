import { createApiKey, revokeApiKey } from "@blueprint/contract/api-keys";
import { listAuditEvents } from "@blueprint/contract/audit";
import { binBlueprint } from "@blueprint/contract/blueprints";
import { listNotifications } from "@blueprint/contract/notifications";
import { changeSharing } from "@blueprint/contract/sharing";
import { changeMemberRole, inviteToTeam, revokeInvitation } from "@blueprint/contract/teams";
import {
  createWebhook,
  deleteWebhook,
  pingWebhook,
  replayWebhookDelivery,
  updateWebhook,
} from "@blueprint/contract/webhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;
let owner: TestPerson;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.buildPerson({ name: "Ada" });
});

type Query = Parameters<typeof list>[1];
const list = (
  person: Pick<TestPerson, "api">,
  query: {
    action?: "blueprint" | "blueprint.created" | "account.new-device";
    cursor?: string;
    limit?: number;
    until?: string;
  } = {},
) => person.api(listAuditEvents, { params: { teamId: owner.personalTeamId }, query });

describe("the audit log", () => {
  it("says who did what, when and from where, newest first", async () => {
    const admin = await app.buildMember(owner.personalTeamId, "admin");
    const blueprint = await app.buildBlueprint(owner, { name: "<b>Gallery</b>" });
    await admin.api(binBlueprint, { params: { blueprintId: blueprint.id } });
    const { events, total, actors } = await list(owner);
    expect(total).toBe(3);
    expect(events).toMatchObject([
      { action: "blueprint.binned", actorId: admin.userId, actorName: admin.name, subjectName: "<b>Gallery</b>" },
      { action: "blueprint.created", actorId: owner.userId, ipAddress: "127.0.0.1", userAgent: "node" },
      { action: "member.joined", actorName: admin.name, details: { role: "admin" } },
    ]);
    expect(actors.map(({ name }) => name).sort()).toEqual(["Ada", admin.name].sort());
  });

  it("never contains a password", async () => {
    const { id: blueprintId } = await app.buildBlueprint(owner);
    await owner.api(changeSharing, {
      params: { blueprintId },
      body: { visibility: "password", password: "open sesame" },
    });
    const { events } = await list(owner);
    expect(events[0]).toMatchObject({ action: "blueprint.sharing-changed", details: { passwordChanged: true } });
    expect(JSON.stringify(events)).not.toContain("sesame");
  });

  it("covers keys, webhooks, roles and invitations from beginning to end", async () => {
    const params = { teamId: owner.personalTeamId };
    const { key } = await owner.api(createApiKey, { params, body: { name: "Robot", scopes: ["read"] } });
    await owner.api(revokeApiKey, { params: { ...params, apiKeyId: key.id } });
    const { webhook } = await owner.api(createWebhook, {
      params,
      body: { url: "https://hooks.example/a", events: ["scan.ready"] },
    });
    const at = { params: { ...params, webhookId: webhook.id } };
    await owner.api(updateWebhook, { ...at, body: { isEnabled: false } });
    const { id: deliveryId } = await owner.api(pingWebhook, at);
    await owner.api(replayWebhookDelivery, { params: { ...at.params, deliveryId } });
    await owner.api(deleteWebhook, at);
    const member = await app.buildMember(owner.personalTeamId, "viewer");
    await owner.api(changeMemberRole, { params: { ...params, userId: member.userId }, body: { role: "scanner" } });
    const { invitations } = await owner.api(inviteToTeam, {
      params,
      body: { addresses: "new@example.org", role: "viewer" },
    });
    await owner.api(revokeInvitation, { params: { ...params, invitationId: invitations[0]!.id } });
    const { events } = await list(owner);
    expect(events.map(({ action, subjectName }) => [action, subjectName]).toReversed()).toEqual([
      ["key.created", "Robot"],
      ["key.revoked", "Robot"],
      ["webhook.created", "https://hooks.example/a"],
      ["webhook.changed", "https://hooks.example/a"],
      ["webhook.replayed", "https://hooks.example/a"],
      ["webhook.deleted", "https://hooks.example/a"],
      ["member.joined", member.name],
      ["member.role-changed", member.name],
      ["invitation.sent", "new@example.org"],
      ["invitation.revoked", "new@example.org"],
    ]);
    expect(events.find(({ action }) => action === "member.role-changed")?.details).toEqual({
      from: "viewer",
      to: "scanner",
    });
  });

  it("of a personal team lists each new kind of device once, and notifies the person", async () => {
    const signIn = async (userAgent: string) => {
      const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": userAgent },
        body: JSON.stringify({ email: owner.email, password: owner.password }),
      });
      expect(response.status).toBe(200);
    };
    const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
    await Promise.all([signIn(firefox), signIn(firefox)]);
    await app.context.sql`delete from auth_sessions where user_agent = ${firefox}`;
    await signIn(firefox.replaceAll("140", "141"));
    await signIn("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1");
    const { events } = await list(owner, { action: "account.new-device" });
    expect(events.map(({ subjectName, actorName }) => [subjectName, actorName])).toEqual([
      ["Safari on iPhone", "Ada"],
      ["Firefox on Windows", "Ada"],
    ]);
    const { notifications } = await owner.api(listNotifications, { query: {} });
    expect(notifications.map(({ title, kind }) => [title, kind])).toEqual([
      ["New sign-in to your account: Safari on iPhone", "sign-in"],
      ["New sign-in to your account: Firefox on Windows", "sign-in"],
    ]);
  });

  it("is paged and filtered", async () => {
    for (const name of ["One", "Two", "Three"]) await app.buildBlueprint(owner, { name });
    const first = await list(owner, { action: "blueprint.created", limit: 2 });
    expect(first.events.map(({ subjectName }) => subjectName)).toEqual(["Three", "Two"]);
    const rest = await list(owner, { action: "blueprint", limit: 2, cursor: first.nextCursor ?? "" });
    expect(rest).toMatchObject({ nextCursor: null, total: 3, events: [{ subjectName: "One" }] });
    const before: Query = { until: first.events.at(-1)?.at ?? "" };
    expect((await list(owner, before)).events.map(({ subjectName }) => subjectName)).toEqual(["One"]);
  });

  it("contains nothing about an action that did not happen", async () => {
    const { id: blueprintId } = await app.buildBlueprint(owner);
    const call = owner.api(changeSharing, { params: { blueprintId }, body: { visibility: "password" } });
    await expect(call).rejects.toMatchObject({ code: "invalid-input" });
    expect((await list(owner)).total).toBe(1);
  });
});
