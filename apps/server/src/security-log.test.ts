import { readFileSync } from "node:fs";
import {
  addPasskey,
  beginPasskey,
  changePassword,
  confirmEmailChange,
  confirmIdentity,
  removePasskey,
  requestEmailChange,
  signInWithPasskey,
  unlinkGoogle,
} from "@blueprint/contract/account";
import { deleteAccount, keepAccount } from "@blueprint/contract/account-end";
import { setAccountDisabled } from "@blueprint/contract/accounts";
import { createApiKey, revokeApiKey } from "@blueprint/contract/api-keys";
import { listAuditEvents } from "@blueprint/contract/audit";
import { enterTeam, leaveTeamVisit } from "@blueprint/contract/installation";
import { endOtherSessions } from "@blueprint/contract/sessions";
import { changeMemberRole, removeMember } from "@blueprint/contract/teams";
import { beforeEach, describe, expect, it } from "vitest";
import { requestPasswordReset, resetPassword } from "./features/people/password-resets.service.ts";
import { SoftwareAuthenticator } from "./features/people/testing/software-authenticator.ts";
import { type SecurityEvent, securityEvents, toAccountMark } from "./platform/security-log.ts";
import { createTestApp, type TestApp, type TestPerson } from "./testing/create-test-app.ts";
import { outcome } from "./testing/outcome.ts";

interface Line {
  channel?: string;
  event?: SecurityEvent;
  [fact: string]: unknown;
}

let app: TestApp;
let person: TestPerson;
let written: string;

beforeEach(async () => {
  written = "";
  app = await createTestApp({
    config: { logLevel: "info" },
    takeLogLine: (line) => {
      written += line;
    },
  });
  person = await app.buildPerson({ name: "Ada", email: "ada@example.org" });
  return () => app.close();
});

const lines = (): Line[] =>
  written
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line)
    .filter(({ channel }) => channel === "security");
const linesOf = (event: SecurityEvent) => lines().filter((line) => line.event === event);
const events = () => lines().map(({ event }) => event);

async function signIn(email: string, password: string) {
  const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return ((await response.json()) as { code?: string }).code ?? "signed in";
}

describe("the security log", () => {
  it("records for each sign-in whether it succeeded, failed, was refused or limited", async () => {
    await signIn(person.email, person.password);
    expect(linesOf("sign-in.succeeded")).toMatchObject([
      { level: 30, userId: person.userId, method: "password", ipAddress: "127.0.0.1" },
    ]);
    await signIn(person.email, "not the one");
    await signIn("nobody@example.org", "whatever");
    const account = toAccountMark(app.context, person.email);
    expect(linesOf("sign-in.failed")).toMatchObject([
      { level: 40, account, method: "password", reason: "wrong-password", ipAddress: "127.0.0.1" },
      { account: toAccountMark(app.context, "nobody@example.org"), reason: "user-not-found" },
    ]);
    const off = await app.buildPerson({ email: "off@example.org" });
    await app.context.sql`update auth_users set disabled_at = now() where id = ${off.userId}`;
    await signIn(off.email, off.password);
    expect(linesOf("sign-in.refused")).toMatchObject([{ reason: "user-disabled" }]);
    await outcome(app.anonymous(signInWithPasskey, { body: { response: { id: "x" } } }));
    expect(linesOf("sign-in.failed").at(-1)).toMatchObject({ method: "passkey", reason: "passkey-refused" });

    for (let times = 0; times < 12; times++) {
      await app.context.sql`update attempts set next_at = now()`;
      await signIn("guessed@example.org", "not the one");
    }
    expect(await signIn("guessed@example.org", "not the one")).toBe("too-many-requests");
    await signIn("guessed@example.org", "not the one");
    expect(linesOf("sign-in.limited"), "one line a minute, however often it is tried").toMatchObject([
      { account: toAccountMark(app.context, "guessed@example.org"), ipAddress: "127.0.0.1" },
    ]);
    for (let times = 0; times < 10; times++) await signIn(`many-${times}@example.org`, "x");
    expect(linesOf("request.limited")).toMatchObject([{ route: "/api/auth/*", ipAddress: "127.0.0.1" }]);
  });

  it("records account changes, which are also in the person's own team's log", async () => {
    const { userId } = person;
    await person.api(confirmIdentity, { body: { password: person.password } });
    await outcome(person.api(confirmIdentity, { body: { password: "not the one" } }));
    const key = new SoftwareAuthenticator(app.context.config.publicUrl);
    const { options } = await person.api(beginPasskey, { body: {} });
    const response = key.register(String(options.challenge));
    const { passkeys } = await person.api(addPasskey, { body: { name: "Phone", response } });
    await person.api(removePasskey, { params: { passkeyId: passkeys[0]?.id ?? "" } });
    await app.context.sql`
      insert into auth_accounts (id, user_id, account_id, provider_id, created_at, updated_at)
      values (${app.context.ids.uuid()}, ${userId}, 'sub', 'google', now(), now())`;
    await person.api(unlinkGoogle, {});
    await person.api(requestEmailChange, { body: { email: "new@example.org" } });
    const token = await tokenIn("email-change=([\\w-]+)");
    await app.anonymous(confirmEmailChange, { params: { token } });
    await person.api(endOtherSessions, {});
    await person.api(deleteAccount, { body: {} });
    await person.api(keepAccount, {});
    await person.api(changePassword, { body: { password: person.password, newPassword: "another horse" } });
    await requestPasswordReset(app.context, "new@example.org", { ipAddress: "192.0.2.1", userAgent: "" });
    const resetToken = await tokenIn("login\\?reset=([\\w-]+)");
    const reset = { token: resetToken, newPassword: "a third horse" };
    await resetPassword(app.context, reset, { ipAddress: "192.0.2.1", userAgent: "" });
    expect(events()).toEqual([
      "confirmation.succeeded",
      "confirmation.failed",
      "passkey.added",
      "passkey.removed",
      "google.unlinked",
      "email.change-asked",
      "email.changed",
      "session.ended",
      "account.deletion-asked",
      "account.kept",
      "password.changed",
      "password.reset-asked",
      "password.reset",
    ]);
    for (const line of lines())
      expect(line.userId ?? line.account, line.event).toBe(
        line.event === "password.reset-asked" ? toAccountMark(app.context, "new@example.org") : userId,
      );
    const { api } = await app.signIn(person);
    const { events: acts } = await api(listAuditEvents, {
      params: { teamId: person.personalTeamId },
      query: { action: "account" },
    });
    expect(acts.map(({ action }) => action).reverse()).toEqual([
      "account.passkey-added",
      "account.passkey-removed",
      "account.google-unlinked",
      "account.email-changed",
      "account.deletion-asked",
      "account.password-changed",
      "account.password-changed",
    ]);
    const secrets = [person.password, "not the one", "another horse", "a third horse", token, resetToken];
    for (const secret of [...secrets, "ada@example.org", "new@example.org", "Ada", "Phone"])
      expect(JSON.stringify(lines())).not.toContain(secret);
  });

  it("records role and key changes and operators' visits, which are also in the team's own log", async () => {
    const { personalTeamId: teamId, userId } = person;
    const member = await app.buildMember(teamId, "viewer");
    const operator = await app.buildPerson({ isOperator: true });
    const params = { teamId, userId: member.userId };
    await person.api(changeMemberRole, { params, body: { role: "editor" } });
    await person.api(changeMemberRole, { params, body: { role: "editor" } });
    const body = { name: "Night job", scopes: ["read" as const] };
    const { key, token } = await person.api(createApiKey, { params: { teamId }, body });
    await person.api(revokeApiKey, { params: { teamId, apiKeyId: key.id } });
    await fetch(`${app.url}/api/blueprints`, { headers: { authorization: `Bearer ${token}` } });
    await operator.api(enterTeam, { params: { teamId }, body: { reason: "They asked for help." } });
    await operator.api(leaveTeamVisit, { params: { teamId } });
    await person.api(removeMember, { params });
    await operator.api(setAccountDisabled, { params: { userId: member.userId }, body: { disabled: true } });
    expect(lines().map(({ level: _, time, pid, hostname, channel, msg, ...line }) => line)).toEqual([
      {
        event: "member.role-changed",
        userId,
        teamId,
        subjectId: member.userId,
        ipAddress: "127.0.0.1",
        from: "viewer",
        to: "editor",
      },
      { event: "api-key.created", userId, teamId, subjectId: key.id, ipAddress: "127.0.0.1" },
      { event: "api-key.revoked", userId, teamId, subjectId: key.id, ipAddress: "127.0.0.1" },
      { event: "api-key.refused", ipAddress: "127.0.0.1" },
      { event: "operator.visit-started", userId: operator.userId, teamId, ipAddress: "127.0.0.1" },
      { event: "operator.visit-ended", userId: operator.userId, teamId, ipAddress: "127.0.0.1" },
      { event: "member.removed", userId, teamId, subjectId: member.userId, ipAddress: "127.0.0.1" },
      { event: "account.disabled", userId: operator.userId, subjectId: member.userId, ipAddress: "127.0.0.1" },
    ]);
    expect(written).not.toContain(token);
    const { events: acts } = await person.api(listAuditEvents, { params: { teamId }, query: {} });
    expect(acts.map(({ action }) => action).reverse()).toEqual([
      "member.joined",
      "member.role-changed",
      "key.created",
      "key.revoked",
      "team.entered",
      "team.visit-ended",
      "member.removed",
    ]);
  });

  it("is documented, every event of it", async () => {
    const page = readFileSync(new URL("../../../docs/security-log.md", import.meta.url), "utf8");
    const explained = [...page.matchAll(/^\| `([a-z-]+\.[a-z-]+)` \|/gm)].map(([, event]) => event);
    expect(explained.sort()).toEqual(Object.keys(securityEvents).sort());
  });
});

async function tokenIn(pattern: string): Promise<string> {
  const rows = await app.context.sql<{ text: string }[]>`
    select payload->>'text' as text from graphile_worker._private_jobs where payload->>'text' is not null order by id desc`;
  for (const { text } of rows) {
    const found = new RegExp(pattern).exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`No mail holds ${pattern}.`);
}
