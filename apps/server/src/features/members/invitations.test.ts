import { limits } from "@blueprint/contract/limits";
import { type TeamRole, teamRoles } from "@blueprint/contract/roles";
import {
  acceptInvitation,
  acceptInvitationWithNewAccount,
  getInvitation,
  inviteToTeam,
  listTeamMembers,
} from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { beforeEach, describe, expect, it } from "vitest";
import type { Mail } from "../../platform/mail/mail-sender.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { issueFirstOperatorInvitation } from "./invitations.service.ts";

const dayMs = 24 * 3600 * 1000;
let app: TestApp;
let owner: TestPerson;

// A fresh app each: clocks are moved, and attempts are limited per address.
beforeEach(async () => {
  app = await createTestApp();
  owner = await app.buildPerson({ name: "Ada" });
  return () => app.close();
});

const invite = (person: Pick<TestPerson, "api">, email: string, role: TeamRole = "editor", message?: string) =>
  person.api(inviteToTeam, {
    params: { teamId: owner.personalTeamId },
    body: { addresses: email, role, ...(message === undefined ? {} : { message }) },
  });

/** Queued mails, oldest first. */
async function listMails(): Promise<Mail[]> {
  const rows = await app.context.sql<{ payload: Mail }[]>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'send-mail' order by jobs.id`;
  return rows.map(({ payload }) => payload);
}

async function invitedToken(email: string, role: TeamRole = "editor"): Promise<string> {
  await invite(owner, email, role);
  const mail = (await listMails()).findLast(({ to }) => to === email.toLowerCase());
  return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

const signUp = (token: string, email: string, more: { password?: string; name?: string } = {}) =>
  app.anonymous(acceptInvitationWithNewAccount, {
    params: { token },
    body: { email, password: "correct horse battery", ...more },
  });
const accept = (person: Pick<TestPerson, "api">, token: string) => person.api(acceptInvitation, { params: { token } });
const look = (token: string) => app.anonymous(getInvitation, { params: { token } });
const memberEmails = async () =>
  (await owner.api(listTeamMembers, { params: { teamId: owner.personalTeamId } })).members.map(({ email }) => email);

describe("inviting", () => {
  it("is for owners and admins; nobody grants more than they may", async () => {
    const expected: Record<TeamRole, string> = {
      owner: "ok",
      admin: "ok",
      editor: "forbidden",
      viewer: "forbidden",
      scanner: "not-found",
    };
    for (const [role, answer] of Object.entries(expected) as [TeamRole, string][]) {
      const person = await app.buildMember(owner.personalTeamId, role);
      expect(await outcome(invite(person, `by-${role}@example.org`)), role).toBe(answer);
    }
    expect(await outcome(invite(await app.buildPerson(), "x@example.org")), "another team").toBe("not-found");
    expect(await outcome(invite({ api: app.anonymous }, "x@example.org")), "nobody").toBe("unauthenticated");
    const admin = await app.buildMember(owner.personalTeamId, "admin");
    for (const role of teamRoles) {
      const answer = await outcome(invite(admin, `as-${role}@example.org`, role));
      expect(answer, `an admin invites as ${role}`).toBe(role === "owner" ? "forbidden" : "ok");
    }
  });

  it("sends one mail, in which HTML stays text", async () => {
    const message = `<script>alert("1")</script>`;
    await invite(owner, "New@Example.org", "viewer", message);
    const mails = await listMails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toBe("new@example.org");
    expect(mails[0]?.text).toContain(message);
    expect(mails[0]?.html).not.toContain("<script>");
    const token = /token=([\w-]+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
    expect(await look(token)).toEqual({
      state: "open",
      email: "new@example.org",
      role: "viewer",
      teamName: "Ada",
      inviterName: "Ada",
      isOperatorInvitation: false,
      accountExists: false,
      memberOf: null,
      isWantedByYou: false,
    });
  });

  it("rejects members, invalid addresses and texts, and then sends nothing", async () => {
    const member = await app.buildMember(owner.personalTeamId, "viewer");
    for (const [address, expected] of [
      [member.email.toUpperCase(), "already-member"],
      ["no address", "invalid-email"],
      [`${"x".repeat(300)}@example.org`, "invalid-email"],
    ] as const) {
      const { results } = await invite(owner, address);
      expect(results).toEqual([{ address, outcome: expected }]);
    }
    for (const addresses of ["", " ,\n", "a@b\0.org"])
      expect(await outcome(invite(owner, addresses))).toBe("invalid-input");
    const many = Array.from({ length: limits.invitedAtOnceMax + 1 }, (_, at) => `p${at}@example.org`).join(",");
    expect(await outcome(invite(owner, many))).toBe("invalid-input");
    expect(await outcome(invite(owner, "a@example.org", "viewer", "x".repeat(10_000)))).toBe("invalid-input");
    expect(await listMails()).toEqual([]);
  });

  it("stores only a hash of the link's token", async () => {
    const token = await invitedToken("new@example.org");
    const rows = await app.context.sql`select * from invitations`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("accepting with a new account", () => {
  it("creates account, profile, personal team and membership, and signs in", async () => {
    const token = await invitedToken("new.person@example.org", "viewer");
    const response = await fetch(`${app.url}/api/invitations/${token}/account`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "New.Person@example.org", password: "correct horse battery" }),
    });
    expect(await response.json()).toEqual({ teamId: owner.personalTeamId });
    const cookie = response.headers.getSetCookie()[0] ?? "";
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    const me = await (await fetch(`${app.url}/api/me`, { headers: { cookie: cookie.split(";")[0] ?? "" } })).json();
    expect(me).toMatchObject({
      isOperator: false,
      profile: { email: "new.person@example.org", name: "new.person", username: "new.person", numSessions: 1 },
      teams: expect.arrayContaining([
        expect.objectContaining({ isPersonal: true, role: "owner" }),
        expect.objectContaining({ teamId: owner.personalTeamId, role: "viewer", isPersonal: false }),
      ]),
    });
    expect(await look(token)).toMatchObject({ state: "accepted", accountExists: true });
  });

  it("works once, for its address, and not for an address that has an account", async () => {
    const token = await invitedToken("new@example.org");
    expect(await outcome(signUp(token, "other@example.org"))).toBe("invitation-for-another");
    expect(await outcome(signUp(token, "new@example.org"))).toBe("ok");
    expect(await outcome(signUp(token, "new@example.org"))).toBe("invitation-used");
    const known = await app.buildPerson({ email: "known@example.org" });
    expect(await outcome(signUp(await invitedToken(known.email), known.email))).toBe("email-already-in-use");
    expect(await memberEmails()).toEqual([owner.email, "new@example.org"]);
  });

  it("creates one account when requested twice at the same moment", async () => {
    const token = await invitedToken("new@example.org");
    const outcomes = await Promise.all([1, 2, 3].map(() => outcome(signUp(token, "new@example.org"))));
    expect(outcomes.sort()).toEqual(["invitation-used", "invitation-used", "ok"]);
    const accounts = await app.context.sql`select id from auth_users where email = 'new@example.org'`;
    expect(accounts).toHaveLength(1);
  });

  it("refuses weak passwords, invalid addresses and names, and the invitation stays open", async () => {
    const token = await invitedToken("new@example.org");
    for (const password of ["", "short", "x".repeat(129), "password", "12345678", "aaaaaaaa"])
      expect(await outcome(signUp(token, "new@example.org", { password }))).toBe("weak-password");
    expect(await outcome(signUp(token, "no address"))).toBe("invalid-email");
    const refused = [
      [{ name: "x".repeat(10_000) }, "name"],
      [{ name: "a\0b" }, "name"],
      [{ name: "  " }, "name"],
      [{ name: "Bank\u202egnp.exe" }, "name"],
      [{ name: "B\u200bank" }, "name"],
    ] as const;
    for (const [more, field] of refused) {
      const call = signUp(token, "new@example.org", more);
      await expect(call).rejects.toMatchObject({ code: "invalid-input", fields: { [field]: expect.any(String) } });
    }
    expect(await look(token)).toMatchObject({ state: "open" });
    expect(await outcome(signUp(token, "new@example.org", { name: "<b>Bob</b>" }))).toBe("ok");
    const seen = await owner.api(listTeamMembers, { params: { teamId: owner.personalTeamId } });
    expect(seen.members.at(-1)?.name).toBe("<b>Bob</b>");
  });

  it("expires", async () => {
    const token = await invitedToken("new@example.org");
    app.clock.advance(limits.invitationValidDays * dayMs - 60_000);
    expect(await look(token)).toMatchObject({ state: "open" });
    app.clock.advance(120_000);
    expect(await look(token)).toMatchObject({ state: "expired" });
    expect(await outcome(signUp(token, "new@example.org"))).toBe("invitation-expired");
  });

  it("is replaced by a newer invitation of the same address", async () => {
    const older = await invitedToken("new@example.org", "viewer");
    const newer = await invitedToken("new@example.org", "editor");
    expect(newer).not.toBe(older);
    expect(await look(older)).toMatchObject({ state: "revoked" });
    expect(await outcome(signUp(older, "new@example.org"))).toBe("invitation-revoked");
    expect(await outcome(signUp(newer, "new@example.org"))).toBe("ok");
  });

  it("is not found under made-up or invalid tokens", async () => {
    for (const token of ["x".repeat(43), `${"x".repeat(42)}\0`]) {
      expect(await outcome(look(token))).toBe("invitation-not-found");
      expect(await outcome(signUp(token, "new@example.org"))).toBe("invitation-not-found");
    }
    expect(await outcome(look("short"))).toBe("not-found");
  });

  it("is limited per minute and address", async () => {
    const answers = new Set<string>();
    for (let times = 0; times < 31; times++) answers.add(await outcome(look("x".repeat(43))));
    expect([...answers]).toEqual(["invitation-not-found", "too-many-requests"]);
  });

  it("may be opened as often as people may sign in, where more of them share an address", async () => {
    const shared = await createTestApp({ config: { signInAttemptsPerMinute: 40 } });
    try {
      const lookOnce = () => shared.anonymous(getInvitation, { params: { token: "x".repeat(43) } });
      for (let times = 0; times < 40; times++) expect(await outcome(lookOnce())).toBe("invitation-not-found");
      expect(await outcome(lookOnce())).toBe("too-many-requests");
    } finally {
      await shared.close();
    }
  });
});

describe("accepting with an account", () => {
  it("joins the team and, when repeated, says so", async () => {
    const person = await app.buildPerson({ email: "known@example.org" });
    const token = await invitedToken(person.email, "editor");
    expect(await look(token)).toMatchObject({ accountExists: true });
    expect(await accept(person, token)).toEqual({ teamId: owner.personalTeamId, alreadyMember: false });
    expect(await accept(person, token)).toEqual({ teamId: owner.personalTeamId, alreadyMember: true });
    const { teams } = await person.api(getMe, {});
    expect(teams.map(({ role }) => role).sort()).toEqual(["editor", "owner"]);
  });

  it("is for the invited person, who has to be signed in", async () => {
    const token = await invitedToken("known@example.org");
    const other = await app.buildPerson();
    expect(await outcome(accept(other, token))).toBe("invitation-for-another");
    expect(await outcome(accept({ api: app.anonymous }, token))).toBe("unauthenticated");
    expect(await memberEmails()).toEqual([owner.email]);
  });

  it("never changes the role of someone who joined meanwhile", async () => {
    const person = await app.buildPerson({ email: "known@example.org" });
    const token = await invitedToken(person.email, "admin");
    await app.join(owner.personalTeamId, person, "viewer");
    expect(await accept(person, token)).toEqual({ teamId: owner.personalTeamId, alreadyMember: true });
    const { teams } = await person.api(getMe, {});
    expect(teams.find(({ teamId }) => teamId === owner.personalTeamId)?.role).toBe("viewer");
  });

  it("counts once when two windows do it at the same moment", async () => {
    const person = await app.buildPerson({ email: "known@example.org" });
    const token = await invitedToken(person.email);
    const both = await Promise.all([accept(person, token), accept(person, token)]);
    expect(both.map(({ alreadyMember }) => alreadyMember).sort()).toEqual([false, true]);
    expect(await memberEmails()).toEqual([owner.email, person.email]);
  });

  it("is no longer possible once the invitation ends", async () => {
    const person = await app.buildPerson({ email: "known@example.org" });
    const token = await invitedToken(person.email);
    app.clock.advance(limits.invitationValidDays * dayMs);
    const session = await app.signIn(person);
    expect(await outcome(accept(session, token))).toBe("invitation-expired");
  });
});

describe("the operator's first link", () => {
  let empty: TestApp;
  beforeEach(async () => {
    empty = await createTestApp();
    return () => empty.close();
  });
  const tokenOf = (url: string | null) => new URL(url ?? "").searchParams.get("token") ?? "";

  const signUpAs = (token: string, email: string) =>
    empty.anonymous(acceptInvitationWithNewAccount, {
      params: { token },
      body: { email, password: "correct horse" },
    });

  it("is the same after a second start, and makes the first account an operator's, once", async () => {
    const first = tokenOf(await issueFirstOperatorInvitation(empty.context));
    const second = tokenOf(await issueFirstOperatorInvitation(empty.context));
    expect(second).toBe(first);
    expect(await empty.anonymous(getInvitation, { params: { token: first } })).toMatchObject({ state: "open" });
    expect(await outcome(signUpAs(first, "op@example.org"))).toBe("ok");
    expect(await outcome(signUpAs(first, "op2@example.org"))).toBe("invitation-used");
    expect(await issueFirstOperatorInvitation(empty.context)).toBeNull();
    const [row] = await empty.context.sql`select is_operator from auth_users where email = 'op@example.org'`;
    expect(row?.is_operator).toBe(true);
  });

  it("is printed by servers that start at once as one, and a new one follows when it expires", async () => {
    const issued = await Promise.all(Array.from({ length: 4 }, () => issueFirstOperatorInvitation(empty.context)));
    expect(new Set(issued).size).toBe(1);
    empty.clock.advance(limits.invitationValidDays * dayMs);
    const next = tokenOf(await issueFirstOperatorInvitation(empty.context));
    expect(next).not.toBe(tokenOf(issued[0]!));
    expect(await outcome(signUpAs(next, "op@example.org"))).toBe("ok");
  });

  it("creates one operator when it and the link of a server with other keys are used at once", async () => {
    const others = { ...empty.context, secrets: { ...empty.context.secrets, capabilityKey: "another" } };
    const tokens = [
      tokenOf(await issueFirstOperatorInvitation(empty.context)),
      tokenOf(await issueFirstOperatorInvitation(others)),
    ];
    const outcomes = await Promise.all(
      tokens.map((token, index) => outcome(signUpAs(token, `op${index}@example.org`))),
    );
    expect(outcomes.toSorted()).toEqual(["invitation-revoked", "ok"]);
    expect(await empty.context.sql`select 1 from auth_users where is_operator`).toHaveLength(1);
  });

  it("promotes nobody who has an account", async () => {
    const token = tokenOf(await issueFirstOperatorInvitation(empty.context));
    const person = await empty.buildPerson();
    expect(await outcome(accept(person, token))).toBe("invitation-used");
    expect((await person.api(getMe, {})).isOperator).toBe(false);
  });
});
