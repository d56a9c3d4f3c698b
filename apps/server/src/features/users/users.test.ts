import { getMe, type OnboardingAnswers, saveOnboarding, userProfileSchema } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const save = (person: Pick<TestPerson, "api">, body: OnboardingAnswers) => person.api(saveOnboarding, { body });

describe("the signed-in person", () => {
  it("sees their own profile with the defaults of a new account", async () => {
    const person = await app.buildPerson({ name: "Ada Lovelace King" });
    const { profile, isOperator, onboarding } = await person.api(getMe, {});
    expect(Object.keys(profile).sort()).toEqual(Object.keys(userProfileSchema.shape).sort());
    expect(profile).toMatchObject({
      uid: person.userId,
      email: person.email,
      name: "Ada Lovelace King",
      username: "ada_lovelace_king",
      referralCode: expect.stringMatching(/^[A-Z0-9]{6}$/),
      planType: "free",
      numSessions: 1,
      credits: 0,
      finishedOnboarding: false,
      mappingOptIn: null,
      createdBlueprintIds: [],
      dailyActiveStreak: 1,
    });
    expect({ isOperator, onboarding }).toEqual({ isOperator: false, onboarding: { step: "organisation" } });
  });

  it("is nobody without a session", async () => {
    await expect(app.anonymous(getMe, {})).rejects.toMatchObject({ code: "unauthenticated", status: 401 });
    await expect(save({ api: app.anonymous }, { step: "done" })).rejects.toMatchObject({ code: "unauthenticated" });
    const forged = await fetch(`${app.url}/api/me`, {
      headers: { cookie: "better-auth.session_token=abc.c2lnbmF0dXJl" },
    });
    expect(forged.status).toBe(401);
  });

  it("is told when the account has no profile", async () => {
    const person = await app.buildPerson();
    await app.context.sql`delete from users where uid = ${person.userId}`;
    await expect(person.api(getMe, {})).rejects.toMatchObject({ code: "user-data-missing", status: 500 });
  });
});

describe("the onboarding", () => {
  it("keeps every step, may be skipped, and is over when it is done", async () => {
    const person = await app.buildPerson();
    const first = await save(person, { step: "scan", organisationName: "<i>Museum</i>", industry: "museum" });
    expect(first.onboarding).toEqual({ step: "scan", organisationName: "<i>Museum</i>", industry: "museum" });
    expect(first.profile.finishedOnboarding).toBe(false);
    const last = await save(person, { step: "done", scanPlan: "visit", visitNote: "Ring twice." });
    expect(last.profile).toMatchObject({ finishedOnboarding: true, mappingOptIn: true });
    expect((await person.api(getMe, {})).onboarding).toEqual({
      step: "done",
      scanPlan: "visit",
      visitNote: "Ring twice.",
    });
    const skipper = await app.buildPerson();
    expect((await save(skipper, { step: "done" })).profile).toMatchObject({
      finishedOnboarding: true,
      mappingOptIn: null,
    });
  });

  it.each([
    ["organisationName", { step: "scan", organisationName: "x".repeat(10_000) }],
    ["organisationName", { step: "scan", organisationName: "a\0" }],
    ["visitNote", { step: "scan", visitNote: "x".repeat(10_000) }],
    ["industry", { step: "scan", industry: "spaceport" }],
    ["step", { step: "elsewhere" }],
  ])("refuses what %s cannot be", async (field, body) => {
    const person = await app.buildPerson();
    const call = save(person, body as OnboardingAnswers);
    await expect(call).rejects.toMatchObject({ code: "invalid-input", fields: { [field]: expect.any(String) } });
    expect((await person.api(getMe, {})).onboarding).toEqual({ step: "organisation" });
  });

  it("is one's own: nobody changes another person's", async () => {
    const [ada, bob] = [await app.buildPerson(), await app.buildPerson()];
    await save(ada, { step: "done" });
    expect((await bob.api(getMe, {})).profile.finishedOnboarding).toBe(false);
  });
});
