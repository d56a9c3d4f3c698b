import { acceptInvitationWithNewAccount, getInvitation, inviteToTeam } from "@blueprint/contract/teams";
import { getMe, getSession, saveOnboarding } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe("a person's profile", () => {
  test("starts with the defaults of the specification", async () => {
    const person = await app.buildPerson({ name: "Ada Lovelace King" });
    const { profile } = await person.api(getMe, {});
    expect(profile).toMatchObject({
      uid: person.userId,
      username: "ada_lovelace_king",
      deviceToken: "",
      numSessions: 1,
      planType: "free",
      mappingOptIn: null,
      credits: 0,
      finishedOnboarding: false,
      amountEarned: 0,
      createdBlueprintIds: [],
      modelInteractions: {},
      dailyActiveStreak: 1,
      mostFrequentLocation: "",
    });
    expect(profile.referralCode).toMatch(/^[A-Z0-9]{6}$/);
  });

  test("is nobody else's to read", async () => {
    await expect(app.anonymous(getMe, {})).rejects.toMatchObject({ code: "unauthenticated", status: 401 });
    expect(await app.anonymous(getSession, {})).toEqual({ me: null });
  });

  test("keeps each step of the onboarding and is finished by the last", async () => {
    const person = await app.buildPerson();
    await person.api(saveOnboarding, { body: { step: "scan", organisationName: "City Museum", industry: "museum" } });
    expect((await person.api(getMe, {})).onboarding).toEqual({
      step: "scan",
      organisationName: "City Museum",
      industry: "museum",
    });
    const { profile } = await person.api(saveOnboarding, { body: { step: "done", scanPlan: "visit" } });
    expect(profile).toMatchObject({ finishedOnboarding: true, mappingOptIn: true });
  });

  test("counts a sign-in of an existing account, and not the first session of a new one", async () => {
    const owner = await app.buildPerson();
    await owner.api(inviteToTeam, {
      params: { teamId: owner.personalTeamId },
      body: { email: "New@Example.org", role: "editor" },
    });
    const token = await findMailedToken("new@example.org");
    expect(await app.anonymous(getInvitation, { params: { token } })).toMatchObject({
      state: "open",
      email: "new@example.org",
    });
    await app.anonymous(acceptInvitationWithNewAccount, {
      params: { token },
      body: { email: "new@example.org", password: "long enough password" },
    });
    const signIn = async () => {
      const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "new@example.org", password: "long enough password" }),
      });
      expect(response.status).toBe(200);
      const me = await fetch(`${app.url}/api/me`, {
        headers: {
          cookie: response.headers
            .getSetCookie()
            .map((c) => c.split(";")[0])
            .join("; "),
        },
      });
      return getMe.schema.response.parse(await me.json()).profile;
    };
    expect(await signIn()).toMatchObject({ name: "new", numSessions: 2 });
    expect(await signIn()).toMatchObject({ numSessions: 3 });
  });
});

async function findMailedToken(to: string): Promise<string> {
  const rows = await app.context.sql<{ payload: { to: string; text: string } }[]>`
    select payload from graphile_worker._private_jobs`;
  const mail = rows.map(({ payload }) => payload).find((payload) => payload.to === to);
  return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}
