import { listAuditEvents } from "@blueprint/contract/audit";
import { inviteToTeam, renameTeam } from "@blueprint/contract/teams";
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

  it("is told if the account has no profile", async () => {
    const person = await app.buildPerson();
    await app.context.sql`delete from users where uid = ${person.userId}`;
    await expect(person.api(getMe, {})).rejects.toMatchObject({ code: "user-data-missing", status: 500 });
  });
});

describe("the onboarding", () => {
  it("saves every step, may be skipped, and is finished once it is done", async () => {
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
  ])("refuses an invalid %s", async (field, body) => {
    const person = await app.buildPerson();
    const call = save(person, body as OnboardingAnswers);
    await expect(call).rejects.toMatchObject({ code: "invalid-input", fields: { [field]: expect.any(String) } });
    expect((await person.api(getMe, {})).onboarding).toEqual({ step: "organisation" });
  });

  it("names the person's own team after the organisation, in the switcher and in invitation mails", async () => {
    const person = await app.buildPerson({ name: "Ada King" });
    const nameOfTeam = async () => (await person.api(getMe, {})).teams.find(({ isPersonal }) => isPersonal)?.name;
    expect((await save(person, { step: "scan", organisationName: "City Museum" })).teams).toMatchObject([
      { isPersonal: true, name: "City Museum" },
    ]);
    await person.api(inviteToTeam, {
      params: { teamId: person.personalTeamId },
      body: { addresses: "guest-of-museum@example.org", role: "viewer" },
    });
    const mails = await app.context.sql`
      select payload->>'subject' as subject from graphile_worker._private_jobs where payload->>'to' = 'guest-of-museum@example.org'`;
    expect(mails).toEqual([{ subject: "Ada King invited you to City Museum on Blueprint" }]);
    // The team keeps its later name.
    await person.api(renameTeam, { params: { teamId: person.personalTeamId }, body: { name: "Town Museum" } });
    await save(person, { step: "done", organisationName: "City Museum", scanPlan: "self" });
    expect(await nameOfTeam()).toBe("Town Museum");
    const { events } = await person.api(listAuditEvents, { params: { teamId: person.personalTeamId }, query: {} });
    expect(events.filter(({ action }) => action === "team.renamed").map(({ details }) => details)).toEqual([
      { from: "City Museum", to: "Town Museum" },
      { from: "Ada King", to: "City Museum" },
    ]);
  });

  it("leaves a host's team alone", async () => {
    const [host, guest] = [await app.buildPerson({ name: "Hanna Host" }), await app.buildPerson()];
    await app.join(host.personalTeamId, guest, "admin");
    await save(guest, { step: "scan", organisationName: "Guest House" });
    expect((await host.api(getMe, {})).teams[0]?.name).toBe("Hanna Host");
  });

  it("belongs to the person: nobody changes another person's", async () => {
    const [ada, bob] = [await app.buildPerson(), await app.buildPerson()];
    await save(ada, { step: "done" });
    expect((await bob.api(getMe, {})).profile.finishedOnboarding).toBe(false);
  });
});
