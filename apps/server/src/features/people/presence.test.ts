import { createApiClient } from "@blueprint/contract/api-client";
import { getSession, getUser } from "@blueprint/contract/users";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

const hourMs = 3600 * 1000;
const desktop = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
let app: TestApp;
let person: TestPerson;

beforeEach(async () => {
  app = await createTestApp();
  // Noon, so that an hour more or less stays within the day.
  const now = app.clock.now();
  app.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 12) - now.getTime());
  person = await app.buildPerson();
  return () => app.close();
});

async function signIn(userAgent = desktop) {
  const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": userAgent },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  expect(response.status).toBe(200);
}
/** Opens a page with an existing session. */
async function visit(userAgent = desktop) {
  const { cookie } = await app.signIn(person);
  const { me } = await createApiClient({ baseUrl: app.url, headers: { cookie, "user-agent": userAgent } })(
    getSession,
    {},
  );
  return me?.profile;
}
async function profile() {
  const { api } = await app.signIn(person);
  return api(getUser, { params: { uid: person.userId } });
}

describe("the profile reflects sign-ins and visits", () => {
  it("a sign-in sets lastLoginAt and lastSessionDate and adds one to numSessions", async () => {
    app.clock.advance(hourMs);
    await signIn();
    const after = await profile();
    expect(after.numSessions).toBe(2);
    for (const time of [after.lastLoginAt, after.lastSessionDate])
      expect(Math.abs(Date.parse(time) - app.clock.now().getTime())).toBeLessThan(10_000);
    await signIn();
    expect((await profile()).numSessions).toBe(3);
  });

  it("a visit without a sign-in counts as a day, not as a session", async () => {
    app.clock.advance(24 * hourMs);
    const after = await visit();
    expect(after).toMatchObject({ numSessions: 1, dailyActiveStreak: 2 });
    expect(Math.abs(Date.parse(after?.lastSessionDate ?? "") - app.clock.now().getTime())).toBeLessThan(10_000);
    expect(Date.parse(after?.lastLoginAt ?? "")).toBeLessThan(app.clock.now().getTime() - 23 * hourMs);
  });

  it("dailyActiveStreak grows once on the next calendar day and starts again after a gap", async () => {
    await signIn();
    expect((await profile()).dailyActiveStreak, "the same day").toBe(1);
    for (const streak of [2, 3]) {
      app.clock.advance(24 * hourMs);
      await signIn();
      await signIn();
      expect((await profile()).dailyActiveStreak).toBe(streak);
    }
    app.clock.advance(48 * hourMs);
    await signIn();
    expect((await profile()).dailyActiveStreak).toBe(1);
  });

  it("the calendar day counts, not 24 hours", async () => {
    app.clock.advance(11 * hourMs);
    await signIn();
    app.clock.advance(2 * hourMs);
    expect((await visit())?.dailyActiveStreak).toBe(2);
  });

  it("deviceTypes lists each kind of device once, but no programs", async () => {
    await signIn();
    await signIn("curl/8.5.0");
    expect((await visit(phone))?.deviceTypes).toEqual(["desktop", "phone"]);
    await signIn(phone);
    expect((await profile()).deviceTypes).toEqual(["desktop", "phone"]);
  });

  it("createdBlueprintIds lists the blueprints the person created", async () => {
    const { id } = await app.buildBlueprint(person);
    expect((await profile()).createdBlueprintIds).toEqual([id]);
  });
});
