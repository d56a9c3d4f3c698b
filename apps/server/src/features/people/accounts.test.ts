import { createApiClient } from "@blueprint/contract/api-client";
import { errorCatalogue } from "@blueprint/contract/errors";
import { getMe } from "@blueprint/contract/users";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;
let person: TestPerson;

// A fresh address each: attempts are limited per address and minute.
beforeEach(async () => {
  app = await createTestApp();
  person = await app.buildPerson({ email: "ada@example.org" });
  return () => app.close();
});

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>, cookie };
}
const signIn = (email: string, password: string, headers?: Record<string, string>) =>
  post("sign-in/email", { email, password }, headers);
const clientOf = (cookie: string) => createApiClient({ baseUrl: app.url, headers: { cookie } });
const isSignedIn = (cookie: string) =>
  clientOf(cookie)(getMe, {}).then(
    () => true,
    () => false,
  );

describe("signing in", () => {
  it("opens a session, whatever the case of the address, and counts it", async () => {
    const before = await person.api(getMe, {});
    const { status, cookie } = await signIn(" Ada@Example.org".trim(), person.password);
    expect(status).toBe(200);
    const { profile } = await clientOf(cookie)(getMe, {});
    expect(profile.numSessions).toBe(before.profile.numSessions + 1);
    expect(Date.parse(profile.lastLoginAt)).toBeGreaterThan(Date.parse(before.profile.lastLoginAt));
  });

  it("distinguishes the causes in the specification's words", async () => {
    await app.context
      .sql`update auth_users set disabled_at = now() where id = ${(await app.buildPerson({ email: "off@example.org" })).userId}`;
    const cases = [
      ["nobody@example.org", "whatever it is", "user-not-found"],
      ["ada@example.org", "wrong password", "wrong-password"],
      ["no address", "whatever it is", "invalid-email"],
      ["off@example.org", "whatever it is", "user-disabled"],
    ] as const;
    for (const [email, password, code] of cases) {
      const answer = await signIn(email, password);
      expect(answer).toMatchObject({
        status: errorCatalogue[code].status,
        body: { code, message: errorCatalogue[code].message },
        cookie: "",
      });
    }
  });

  it("handles invalid input", async () => {
    for (const body of [{}, { email: 1, password: [] }, null, "text"]) {
      const { status, cookie } = await post("sign-in/email", body);
      expect([400, 401, 404], JSON.stringify(body)).toContain(status);
      expect(cookie).toBe("");
    }
  });

  it("refuses an address that no database could store", async () => {
    expect(await signIn("a\0@example.org", "x")).toMatchObject({ status: 400, body: { code: "invalid-email" } });
  });

  it("never continues a session that someone else chose (fixation)", async () => {
    const planted = (await app.signIn(await app.buildPerson())).cookie;
    const { cookie } = await signIn(person.email, person.password, { cookie: planted });
    expect(cookie).not.toContain(planted.split("=")[1]);
    expect((await clientOf(cookie)(getMe, {})).profile.uid).toBe(person.userId);
    expect((await clientOf(planted)(getMe, {})).profile.uid).not.toBe(person.userId);
    const again = (await signIn(person.email, person.password)).cookie;
    expect(again, "every sign-in is another session").not.toBe(cookie);
  });

  it("counts by the real address, whatever a client claims", async () => {
    const statuses: number[] = [];
    for (let times = 0; times < 21; times++) {
      const headers = {
        "x-forwarded-for": `203.0.113.${times}`,
        "x-real-ip": `203.0.113.${times}`,
        forwarded: `for=203.0.113.${times}`,
      };
      statuses.push((await signIn(`nobody-${times}@example.org`, "x", headers)).status);
    }
    expect(statuses[20]).toBe(429);
  });

  it("can be attempted twenty times a minute from one address", async () => {
    const statuses: number[] = [];
    const times = Array.from({ length: 21 }, (_, index) => index);
    for (const time of times) statuses.push((await signIn(`nobody-${time}@example.org`, "x")).status);
    expect(statuses.slice(0, 20).every((status) => status === 404)).toBe(true);
    expect(statuses[20]).toBe(429);
  });

  it("can be attempted again a minute later, even if the wall clock was set back by an hour meanwhile", async () => {
    const times = Array.from({ length: 21 }, (_, index) => index);
    for (const time of times) await signIn(`nobody-${time}@example.org`, "x");
    const before = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: before - 3600_000 });
    try {
      expect((await signIn(person.email, person.password)).status).toBe(429);
      app.clock.advance(61_000);
      expect((await signIn(person.email, person.password)).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("signing up without an invitation", () => {
  it("responds with the invite-only message, and creates nothing", async () => {
    const answer = await post("sign-up/email", { email: "new@example.org", password: "correct horse", name: "New" });
    expect(answer).toMatchObject({
      status: 403,
      cookie: "",
      body: { code: "access-denied", message: errorCatalogue["access-denied"].message },
    });
    expect(await app.context.sql`select id from auth_users where email = 'new@example.org'`).toHaveLength(0);
  });
});

describe("a session", () => {
  it("ends permanently when its person signs out", async () => {
    const { cookie } = await signIn(person.email, person.password);
    expect(await isSignedIn(cookie)).toBe(true);
    expect((await post("sign-out", {}, { cookie })).status).toBe(200);
    expect(await isSignedIn(cookie)).toBe(false);
    expect(await isSignedIn(person.cookie), "another one goes on").toBe(true);
  });

  it("ends at once when it is revoked from another one", async () => {
    const lost = await app.signIn(person);
    expect(await isSignedIn(lost.cookie)).toBe(true);
    expect((await post("revoke-session", { token: lost.token }, { cookie: person.cookie })).status).toBe(200);
    expect(await isSignedIn(lost.cookie)).toBe(false);
  });

  it("cannot be revoked by someone else", async () => {
    const stranger = await app.buildPerson();
    const mine = await app.signIn(person);
    await post("revoke-session", { token: mine.token }, { cookie: stranger.cookie });
    expect(await isSignedIn(mine.cookie)).toBe(true);
  });

  it("expires", async () => {
    const { cookie } = await app.signIn(person);
    app.clock.advance(25 * 3600 * 1000);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it("needs its signature, and also works as a bearer token", async () => {
    const { token, cookie } = await app.signIn(person);
    const bearer = (value: string) =>
      fetch(`${app.url}/api/me`, { headers: { authorization: `Bearer ${value}` } }).then(({ status }) => status);
    expect(await bearer(token)).toBe(401);
    expect(await bearer(`${token}.AAAA`)).toBe(401);
    expect(await bearer(cookie.slice(cookie.indexOf("=") + 1))).toBe(200);
  });
});

describe("a request from another site", () => {
  it("changes nothing, even with a session", async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${app.url}/api/me/onboarding`, {
        method: "PATCH",
        headers: { "content-type": "application/json", cookie: person.cookie, ...headers },
        body: JSON.stringify({ step: "done" }),
      });
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `${app.url}.evil.example` },
      { "sec-fetch-site": "cross-site" },
    ]) {
      const response = await ask(headers as Record<string, string>);
      expect(response.status, JSON.stringify(headers)).toBe(403);
      expect(await response.json()).toMatchObject({ code: "untrusted-origin" });
    }
    expect((await person.api(getMe, {})).profile.finishedOnboarding).toBe(false);
    expect((await signIn(person.email, person.password, { origin: "https://evil.example" })).body).toMatchObject({
      code: "untrusted-origin",
    });
    expect((await ask({ origin: app.url })).status).toBe(200);
  });
});

describe("a forgotten password", () => {
  const resetToken = async () => {
    const [row] = await app.context.sql<{ payload: { to: string; text: string } }[]>`
      select payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'send-mail' order by jobs.id desc limit 1`;
    return {
      to: row?.payload.to,
      token: decodeURIComponent(/reset=([^\s&]+)/.exec(row?.payload.text ?? "")?.[1] ?? ""),
    };
  };

  it("is replaced by the mailed link, once, and every session ends", async () => {
    expect((await post("request-password-reset", { email: person.email })).status).toBe(200);
    // The answer comes before any lookup.
    await expect.poll(async () => (await resetToken()).to).toBe(person.email);
    const { token } = await resetToken();
    expect((await post("reset-password", { token, newPassword: "short" })).body).toMatchObject({
      code: "weak-password",
    });
    expect((await post("reset-password", { token, newPassword: "another horse" })).status).toBe(200);
    expect((await post("reset-password", { token, newPassword: "third horse" })).body).toMatchObject({
      code: "reset-link-expired",
    });
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect((await signIn(person.email, person.password)).body).toMatchObject({ code: "wrong-password" });
    expect((await signIn(person.email, "another horse")).status).toBe(200);
  });

  it("sends nothing to an address without an account, and does not reveal that", async () => {
    const [known, unknown] = [
      await post("request-password-reset", { email: person.email }),
      await post("request-password-reset", { email: "nobody@example.org" }),
    ];
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    await expect.poll(async () => (await resetToken()).to).toBe(person.email);
  });

  it("responds before any account is looked up, so that the time reveals nothing", async () => {
    await app.context.sql.begin(async (sql) => {
      // Blocks every read of accounts until this transaction ends.
      await sql`lock table auth_users in access exclusive mode`;
      for (const email of [person.email, "nobody@example.org"])
        expect((await post("request-password-reset", { email })).status).toBe(200);
    });
    await expect.poll(async () => (await resetToken()).to).toBe(person.email);
    expect((await post("request-password-reset", { email: "no address" })).body).toMatchObject({
      code: "invalid-email",
    });
  });
});
