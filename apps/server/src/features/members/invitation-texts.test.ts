import { createBlueprint } from "@blueprint/contract/blueprints";
import { createTeam, inviteToTeam, resendInvitation } from "@blueprint/contract/teams";
import { updateUser } from "@blueprint/contract/users";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { removeCountedInvitations } from "./invitations.jobs.ts";

let app: TestApp;
let owner: TestPerson;

beforeEach(async () => {
  app = await createTestApp();
  owner = await app.buildPerson({ name: "Ada" });
  return () => app.close();
});

let guests = 0;
const invite = (count: number, message: string) =>
  owner.api(inviteToTeam, {
    params: { teamId: owner.personalTeamId },
    body: {
      addresses: Array.from({ length: count }, () => `guest-${++guests}@example.org`).join(", "),
      role: "viewer",
      message,
    },
  });
const countMails = async () =>
  (await app.context.sql`select 1 from graphile_worker._private_jobs where payload->>'to' like 'guest-%'`).length;

describe("invitations with a personal message", () => {
  it("are limited per day by the plan, whole batches or nothing, and one without a message is always sent", async () => {
    await invite(19, "Come and look.");
    expect(await outcome(invite(2, "Come and look."))).toBe("plan-limit-invitation-texts");
    expect(await countMails(), "nothing of the batch left").toBe(19);
    expect(await outcome(invite(1, "Come and look."))).toBe("ok");
    expect(await outcome(invite(1, "Come and look."))).toBe("plan-limit-invitation-texts");
    expect(await outcome(invite(5, ""))).toBe("ok");
    app.clock.advance(24 * 3600 * 1000 + 1000);
    owner = { ...owner, ...(await app.signIn(owner)) };
    expect(await outcome(invite(20, "Come and look."))).toBe("ok");
  });

  it("are more numerous on a larger plan", async () => {
    await app.context.sql`update teams set plan_type = 'starter' where id = ${owner.personalTeamId}`;
    expect(await outcome(invite(100, "Come and look."))).toBe("ok");
    expect(await outcome(invite(1, "Come and look."))).toBe("plan-limit-invitation-texts");
  });

  it("count again when they are resent, and when sent one after another", async () => {
    const { invitations } = await invite(18, "Come and look.");
    const [first] = invitations;
    const params = { teamId: owner.personalTeamId, invitationId: first!.id };
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcome(owner.api(resendInvitation, { params }))));
    expect(outcomes.sort()).toEqual(["ok", "ok", "plan-limit-invitation-texts", "plan-limit-invitation-texts"]);
    const plain = (await invite(1, "")).invitations[0]!;
    expect(await outcome(owner.api(resendInvitation, { params: { ...params, invitationId: plain.id } }))).toBe("ok");
  });

  it("leave no expired rows", async () => {
    await invite(3, "Come and look.");
    await removeCountedInvitations(app.context);
    expect(await app.context.sql`select 1 from invitation_texts`).toHaveLength(3);
    app.clock.advance(25 * 3600 * 1000);
    await removeCountedInvitations(app.context);
    expect(await app.context.sql`select 1 from invitation_texts`).toHaveLength(0);
  });
});

describe("a name with direction controls or invisible characters", () => {
  it.each(["Bank\u202egnp.exe", "B\u200bank", "\u2066Bank\u2069", "Bank\u200f"])("is refused: %j", async (name) => {
    const calls = {
      person: () => owner.api(updateUser, { params: { uid: owner.userId }, body: { name } }),
      team: () => owner.api(createTeam, { body: { name } }),
      blueprint: () => owner.api(createBlueprint, { body: { teamId: owner.personalTeamId, name, industry: "museum" } }),
    };
    for (const [what, call] of Object.entries(calls))
      await expect(call(), what).rejects.toMatchObject({ code: "invalid-input", fields: { name: expect.any(String) } });
  });
});
