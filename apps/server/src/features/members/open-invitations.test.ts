import { resendInvitations } from "@blueprint/contract/accounts";
import { acceptInvitationWithNewAccount, getInvitation, inviteToTeam } from "@blueprint/contract/teams";
import { beforeEach, describe, expect, it } from "vitest";
import type { Mail } from "../../platform/mail/mail-sender.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;
let owner: TestPerson;

beforeEach(async () => {
  app = await createTestApp();
  owner = await app.buildPerson({ name: "Ada" });
  return () => app.close();
});

async function listMails(): Promise<Mail[]> {
  const rows = await app.context.sql<{ payload: Mail }[]>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'send-mail' order by jobs.id`;
  return rows.map(({ payload }) => payload);
}
const tokenOf = (mail: Mail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
const resend = (email: string) => app.anonymous(resendInvitations, { body: { email } });
const invite = (email: string) =>
  owner.api(inviteToTeam, { params: { teamId: owner.personalTeamId }, body: { addresses: email, role: "viewer" } });

describe("requesting an invitation's link again", () => {
  it("mails a new one that works instead of the former", async () => {
    await invite("new@example.org");
    expect(await resend(" New@Example.org ")).toEqual({ received: true });
    const [first, second, ...more] = await listMails();
    expect(more).toEqual([]);
    expect(second).toMatchObject({ to: "new@example.org", subject: "Your new invitation link" });
    expect(second?.text).toContain("Ada invited you to the team “Ada” on Blueprint.");
    const former = app.anonymous(getInvitation, { params: { token: tokenOf(first) } });
    await expect(former).rejects.toMatchObject({ code: "invitation-not-found" });
    await app.anonymous(acceptInvitationWithNewAccount, {
      params: { token: tokenOf(second) },
      body: { email: "new@example.org", password: "correct horse battery" },
    });
  });

  it("does not extend the time to accept", async () => {
    await invite("new@example.org");
    app.clock.advance(6 * 24 * 3600 * 1000);
    await resend("new@example.org");
    const token = tokenOf((await listMails()).at(-1));
    app.clock.advance(25 * 3600 * 1000);
    expect((await app.anonymous(getInvitation, { params: { token } })).state).toBe("expired");
    app.clock.advance(3600 * 1000);
    await resend("new@example.org");
    expect(await listMails(), "an expired one is not sent").toHaveLength(2);
  });

  it("responds the same to everyone, and sends nothing to people without one", async () => {
    await invite("invited@example.org");
    const answer = async (email: string) => {
      const response = await fetch(`${app.url}${resendInvitations.url}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email }),
      });
      return [response.status, await response.text()];
    };
    const known = await answer("invited@example.org");
    expect(await answer("nobody@example.org")).toEqual(known);
    expect(await answer(owner.email)).toEqual(known);
    expect((await listMails()).map(({ to }) => to)).toEqual(["invited@example.org", "invited@example.org"]);
  });

  it("is limited to once in ten minutes", async () => {
    await invite("new@example.org");
    for (let times = 0; times < 3; times++) await resend("new@example.org");
    expect(await listMails()).toHaveLength(2);
    app.clock.advance(10 * 60_000 + 1);
    await resend("new@example.org");
    expect(await listMails()).toHaveLength(3);
  });
});
