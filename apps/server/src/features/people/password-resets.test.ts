import { changePassword, confirmEmailChange, requestEmailChange } from "@blueprint/contract/account";
import { listNotifications } from "@blueprint/contract/notifications";
import { getMe } from "@blueprint/contract/users";
import { beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { removeExpiredProofs } from "./account.jobs.ts";
import { requestPasswordReset } from "./password-resets.service.ts";

let app: TestApp;
let person: TestPerson;

beforeEach(async () => {
  app = await createTestApp({ config: { signInAttemptsPerMinute: 10_000 } });
  person = await app.buildPerson({ email: "ada@example.org" });
  return () => app.close();
});

const origin = { ipAddress: "192.0.2.1", userAgent: "" };

async function mailsTo(email: string) {
  const rows = await app.context.sql<{ payload: { to: string; subject: string; text: string } }[]>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'send-mail' order by jobs.id`;
  return rows.map(({ payload }) => payload).filter(({ to }) => to === email);
}
const linksTo = async (email: string) =>
  (await mailsTo(email)).flatMap(({ text }) => /login\?reset=([\w-]+)/.exec(text)?.[1] ?? []);

/** Requests a reset as the page does, and waits for the mail. @returns the link's token */
async function ask(email = person.email): Promise<string> {
  const before = (await linksTo(email)).length;
  await requestPasswordReset(app.context, email, origin);
  const links = await linksTo(email);
  expect(links).toHaveLength(before + 1);
  return links.at(-1) ?? "";
}

async function reset(token: string, newPassword = "another horse"): Promise<string> {
  const response = await fetch(`${app.url}/api/auth/reset-password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, newPassword }),
  });
  return response.status === 200 ? "ok" : ((await response.json()) as { code: string }).code;
}

it("accepts only the newest link, and only once", async () => {
  const [first, second] = [await ask(), await ask()];
  expect(await reset(first)).toBe("reset-link-expired");
  expect(await reset(second)).toBe("ok");
  expect(await reset(second, "third horse")).toBe("reset-link-expired");
});

it("stores no token that opens anything", async () => {
  const token = await ask();
  const rows = await app.context.sql`select * from password_resets`;
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(await app.context.sql`select 1 from auth_verifications`).toHaveLength(0);
});

it("refuses a common password with the specification's code and keeps the link valid", async () => {
  const token = await ask();
  for (const weak of ["password", "12345678", "aaaaaaaa", "short"])
    expect(await reset(token, weak)).toBe("weak-password");
  expect(await reset(token)).toBe("ok");
});

it("notifies the person by mail and in the inbox, and ends every session", async () => {
  expect(await reset(await ask())).toBe("ok");
  await expect(person.api(getMe, {})).rejects.toMatchObject({ code: "unauthenticated" });
  expect((await mailsTo(person.email)).map(({ subject }) => subject)).toContain("Your password was changed");
  const { api } = await app.signIn(person);
  const { notifications } = await api(listNotifications, { query: {} });
  expect(notifications.map(({ title }) => title)).toContain("Your password was changed");
});

it("expires after an hour, and when the password or the address was changed in another way", async () => {
  const late = await ask();
  app.clock.advance(61 * 60_000);
  expect(await reset(late)).toBe("reset-link-expired");

  const beforeChange = await ask();
  const { api } = await app.signIn(person);
  await api(changePassword, { body: { password: person.password, newPassword: "another horse" } });
  expect(await reset(beforeChange)).toBe("reset-link-expired");

  await app.context.sql`delete from attempts`;
  const beforeMove = await ask();
  await api(requestEmailChange, { body: { email: "new@example.org" } });
  const [mail] = await mailsTo("new@example.org");
  const token = /email-change=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  await app.anonymous(confirmEmailChange, { params: { token } });
  expect(await reset(beforeMove)).toBe("reset-link-expired");
});

it("does not flood a mailbox: three mails at once, then one in ten minutes, finally one an hour", async () => {
  const pass = (minutes: number) =>
    app.context.sql`
      update attempts set next_at = next_at - make_interval(mins => ${minutes}), last_at = last_at - make_interval(mins => ${minutes})`;
  const askOften = async () => {
    for (let times = 0; times < 10; times++) await requestPasswordReset(app.context, person.email, origin);
    return (await linksTo(person.email)).length;
  };
  expect(await askOften()).toBe(3);
  await pass(10);
  expect(await askOften()).toBe(4);
  await pass(10);
  expect(await askOften()).toBe(4);
  await pass(10);
  expect(await askOften()).toBe(5);
  for (let hours = 1; hours <= 5; hours++) {
    await pass(60);
    expect(await askOften()).toBe(5 + hours);
  }
});

it("removes expired links and keeps valid ones", async () => {
  await ask();
  await removeExpiredProofs(app.context);
  expect(await app.context.sql`select 1 from password_resets`).toHaveLength(1);
  app.clock.advance(61 * 60_000);
  await removeExpiredProofs(app.context);
  expect(await app.context.sql`select 1 from password_resets`).toHaveLength(0);
});
