import { listAuditEvents } from "@blueprint/contract/audit";
import type { InvitationId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { listNotifications } from "@blueprint/contract/notifications";
import * as endpoints from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { beforeEach, describe, expect, it } from "vitest";
import { type Mail, MailRefusedError } from "../../platform/mail/mail-sender.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { sendQueuedMail } from "../notifications/mail.jobs.ts";

const dayMs = 24 * 3_600_000;
let app: TestApp;
let owner: TestPerson;

// A fresh app each: clocks are moved, and attempts are limited per address.
beforeEach(async () => {
  app = await createTestApp();
  owner = await app.buildPerson({ name: "<b>Ada</b>" });
  return () => app.close();
});

const teamId = () => owner.personalTeamId;
const invite = (addresses: string) =>
  owner.api(endpoints.inviteToTeam, {
    params: { teamId: teamId() },
    body: { addresses, role: "viewer", message: "<i>Hi</i>" },
  });
const list = async () => (await owner.api(endpoints.listTeamMembers, { params: { teamId: teamId() } })).invitations;
const inviteOne = async (email: string) => (await invite(email)).invitations[0]?.id as InvitationId;
const at = (invitationId: InvitationId) => ({ params: { teamId: teamId(), invitationId } });
async function listMails(): Promise<(Mail & { invitationId?: string })[]> {
  const rows = await app.context.sql<{ payload: Mail }[]>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'send-mail' order by jobs.id`;
  return rows.map(({ payload }) => payload);
}
const lastMail = async () => (await listMails()).at(-1) as Mail & { invitationId?: string };
const tokenOf = (mail: Mail) => /token=([\w-]+)/.exec(mail.text)?.[1] ?? "";
const look = (token: string, { api } = { api: app.anonymous }) => api(endpoints.getInvitation, { params: { token } });
const accept = (person: TestPerson, token: string) =>
  outcome(person.api(endpoints.acceptInvitation, { params: { token } }));

describe("inviting several people", () => {
  it("accepts addresses as people paste them, each once, and returns a result for each", async () => {
    const member = await app.buildMember(teamId(), "viewer");
    const pasted = `a@example.org, Bob <B@Example.org>;b@example.org\n${member.email}\nnonsense`;
    const { results } = await invite(pasted);
    expect(results).toEqual([
      { address: "a@example.org", outcome: "invited" },
      { address: "B@Example.org", outcome: "invited" },
      { address: member.email, outcome: "already-member" },
      { address: "nonsense", outcome: "invalid-email" },
    ]);
    const mails = await listMails();
    expect(mails.map(({ to }) => to)).toEqual(["a@example.org", "b@example.org"]);
    for (const { html } of mails) expect(html).not.toMatch(/<[bi]>/);
  });

  it("and resending are limited per minute: no mailbox is flooded", async () => {
    // A plan that allows more of them per day.
    await app.context.sql`update teams set plan_type = 'pro' where id = ${owner.personalTeamId}`;
    const id = await inviteOne("a@example.org");
    const resend = () => outcome(owner.api(endpoints.resendInvitation, at(id)));
    for (let attempt = 0; attempt < 20; attempt++) expect(await resend()).toBe("ok");
    expect(await resend()).toBe("too-many-requests");
    for (let attempt = 1; attempt < 60; attempt++) expect(await outcome(invite("nobody"))).toBe("ok");
    expect(await outcome(invite("nobody"))).toBe("too-many-requests");
  });
});

describe("an invitation's mail", () => {
  const job = { id: "1-1", isLastAttempt: false };
  const delivery = async () => (await list())[0];

  it("is shown as sent, and as opened once its link is opened", async () => {
    await invite("a@example.org");
    expect(await delivery()).toMatchObject({ delivery: "sending" });
    await sendQueuedMail(app.context, await lastMail(), job);
    expect(await delivery(), "a file with the operator is no delivery").toMatchObject({ delivery: "sent" });
    await look(tokenOf(await lastMail()));
    expect(await delivery()).toMatchObject({ delivery: "opened", state: "open" });
  });

  it("is delivered once a mail server accepted it, and bounced with its words once it is rejected", async () => {
    await invite("a@example.org");
    const mail = await lastMail();
    const send = (behave: () => Promise<"accepted">, isLastAttempt = false) =>
      sendQueuedMail({ ...app.context, mail: { send: behave } }, mail, { ...job, isLastAttempt });
    await expect(send(() => Promise.reject(new Error("421 later")))).rejects.toThrow("later");
    expect(await delivery()).toMatchObject({ delivery: "sending" });
    await send(() => Promise.reject(new MailRefusedError("550 no such user")));
    expect(await delivery()).toMatchObject({ delivery: "bounced", bounceReason: "550 no such user" });
    await owner.api(endpoints.resendInvitation, at((await delivery())?.id as InvitationId));
    expect(await delivery()).toMatchObject({ delivery: "sending", bounceReason: "" });
    // An error without a message reports its inner cause; a later retry still delivers the mail.
    const unreachable = new AggregateError([new Error("connect ECONNREFUSED 127.0.0.1:25")]);
    await expect(send(() => Promise.reject(unreachable), true)).rejects.toThrow();
    expect(await delivery()).toMatchObject({ delivery: "bounced", bounceReason: "connect ECONNREFUSED 127.0.0.1:25" });
    await sendQueuedMail({ ...app.context, mail: { send: async () => "accepted" } }, await lastMail(), job);
    expect(await delivery()).toMatchObject({ delivery: "delivered" });
  });
});

describe("a team invitation", () => {
  it("is resent with a new link, even after it expired", async () => {
    const id = await inviteOne("a@example.org");
    const former = tokenOf(await lastMail());
    app.clock.advance((limits.invitationValidDays + 1) * dayMs);
    owner = { ...owner, ...(await app.signIn(owner)) };
    expect(await owner.api(endpoints.resendInvitation, at(id))).toMatchObject({ state: "open" });
    expect(await outcome(look(former))).toBe("invitation-not-found");
    expect(await look(tokenOf(await lastMail()))).toMatchObject({ state: "open" });
  });

  it("is extended with the same link, and revoked", async () => {
    const id = await inviteOne("a@example.org");
    const token = tokenOf(await lastMail());
    app.clock.advance((limits.invitationValidDays + 1) * dayMs);
    owner = { ...owner, ...(await app.signIn(owner)) };
    expect(await look(token)).toMatchObject({ state: "expired" });
    await owner.api(endpoints.extendInvitation, at(id));
    expect(await look(token)).toMatchObject({ state: "open" });
    expect(await listMails()).toHaveLength(1);
    await owner.api(endpoints.revokeInvitation, at(id));
    await owner.api(endpoints.revokeInvitation, at(id));
    expect(await look(token)).toMatchObject({ state: "revoked" });
    expect(await outcome(owner.api(endpoints.extendInvitation, at(id)))).toBe("invitation-revoked");
    const { events } = await owner.api(listAuditEvents, {
      params: { teamId: teamId() },
      query: { action: "invitation" },
    });
    expect(events.map(({ action }) => action).slice(-2)).toEqual(["invitation.extended", "invitation.sent"]);
  });

  it("for an owner cannot be changed by an admin", async () => {
    const admin = await app.buildMember(teamId(), "admin");
    const body = { addresses: "a@example.org", role: "owner" } as const;
    const { invitations } = await owner.api(endpoints.inviteToTeam, { params: { teamId: teamId() }, body });
    const id = invitations[0]?.id as InvitationId;
    expect(await outcome(admin.api(endpoints.revokeInvitation, at(id)))).toBe("forbidden");
  });
});

describe("a link opened with another account", () => {
  it("is requested, transferred with one click, and then leads into the team", async () => {
    const id = await inviteOne("bob@work.example");
    const token = tokenOf(await lastMail());
    const bob = await app.buildPerson({ name: "<b>Bob</b>", email: "bob@home.example" });
    expect(await accept(bob, token)).toBe("invitation-for-another");
    expect(await outcome(owner.api(endpoints.rebindInvitation, at(id)))).toBe("invitation-not-wanted");
    for (const _ of ["once", "twice"]) await bob.api(endpoints.askForInvitation, { params: { token } });
    const path = `/team-members?team=${teamId()}`;
    expect((await owner.api(listNotifications, { query: {} })).notifications).toMatchObject([
      { kind: "invitation-wanted", title: "<b>Bob</b> wants to join <b>Ada</b> with a different address", path },
    ]);
    expect((await look(token, bob)).isWantedByYou).toBe(true);
    expect((await list())[0]?.wantedBy).toEqual({ name: "<b>Bob</b>", email: "bob@home.example" });

    await owner.api(endpoints.rebindInvitation, at(id));
    const mail = await lastMail();
    expect(mail.to).toBe("bob@home.example");
    expect(await outcome(look(token))).toBe("invitation-not-found");
    expect(await accept(bob, tokenOf(mail))).toBe("ok");
    const { teams } = await bob.api(getMe, {});
    expect(teams.find((team) => team.teamId === teamId())?.role).toBe("viewer");
  });

  it("is requested from everyone who may invite, once the inviter has left the team", async () => {
    const [admin, other] = [await app.buildMember(teamId(), "admin"), await app.buildMember(teamId(), "admin")];
    await app.buildMember(teamId(), "editor");
    const body = { addresses: "bob@work.example", role: "viewer" } as const;
    await admin.api(endpoints.inviteToTeam, { params: { teamId: teamId() }, body });
    const token = tokenOf(await lastMail());
    await admin.api(endpoints.leaveTeam, { params: { teamId: teamId() } });
    const bob = await app.buildPerson({ name: "Bob", email: "bob@home.example" });
    await bob.api(endpoints.askForInvitation, { params: { token } });
    const wishesOf = async (person: TestPerson) =>
      (await person.api(listNotifications, { query: {} })).notifications.filter(
        ({ kind }) => kind === "invitation-wanted",
      ).length;
    expect(await Promise.all([owner, other, admin].map(wishesOf))).toEqual([1, 1, 0]);
  });

  it("tells a member that they already are one", async () => {
    await invite("someone@example.org");
    const token = tokenOf(await lastMail());
    const member = await app.buildMember(teamId(), "editor");
    expect((await look(token, member)).memberOf).toBe(teamId());
    expect((await look(token)).memberOf).toBeNull();
  });

  it.each(["BOB@Example.org", "bob+blueprint@example.org"])("treats %s as bob@example.org", async (address) => {
    const bob = await app.buildPerson({ email: "bob@example.org" });
    await invite(address);
    expect(await accept(bob, tokenOf(await lastMail()))).toBe("ok");
  });
});
