import { errorCatalogue } from "@blueprint/contract/errors";
import type { UserId } from "@blueprint/contract/ids";
import { getMe, getSession, getUser, updateUser, userProfileSchema } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;
let ada: TestPerson;

beforeAll(async () => {
  app = await createTestApp();
  ada = await app.buildPerson({ name: "Ada", email: "ada@example.org" });
});
afterAll(() => app.close());

const read = (who: Pick<TestPerson, "api">, uid: UserId) => who.api(getUser, { params: { uid } });
const change = (body: object) => ada.api(updateUser, { params: { uid: ada.userId }, body });
const changeable = ["name", "deviceToken", "preferredModelScales", "preferredRoomTypes", "preferredColors"];

describe("the document users/{uid}", () => {
  it("contains every field of a new account with its default", async () => {
    const person = await app.buildPerson({ name: "Mary Ann Evans", email: "mary@example.org" });
    const { uid, referralCode, createdDate, lastLoginAt, lastSessionDate, ...rest } = await read(person, person.userId);
    expect(uid).toBe(person.userId);
    expect(referralCode).toMatch(/^[A-Z0-9]{6}$/);
    for (const time of [createdDate, lastLoginAt, lastSessionDate])
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
    // spec §3, verbatim.
    expect(rest).toEqual({
      email: "mary@example.org",
      name: "Mary Ann Evans",
      username: "mary_ann_evans",
      deviceToken: "",
      numSessions: 1,
      uploadedContentCount: 0,
      collectedContentCount: 0,
      planType: "free",
      mappingOptIn: null,
      kitDeliveryEstimate: null,
      kitTrackingUrl: null,
      subscriptionStartEstimate: null,
      credits: 0,
      finishedOnboarding: false,
      hasEnteredNotes: false,
      hasEnteredInventory: false,
      hasEnteredCameraRoll: false,
      amountEarned: 0,
      connectedBlueprintIds: [],
      createdBlueprintIds: [],
      collectedObjectIds: [],
      collectedPortalIds: [],
      uploadedFileIds: [],
      createdPhotoIds: [],
      createdNoteIds: [],
      createdReportIds: [],
      createdSuggestionIds: [],
      createdContentIds: [],
      modelInteractions: {},
      blueprintInteractions: {},
      portalInteractions: {},
      categoryPreferences: {},
      featureUsageCount: {},
      skillLevels: {},
      averageSessionDuration: 0,
      peakUsageHours: [],
      mostUsedFeatures: [],
      collaborationScore: 0,
      sharedContentCount: 0,
      preferredModelScales: [],
      preferredRoomTypes: [],
      preferredColors: [],
      dailyActiveStreak: 1,
      weeklyEngagementScore: 0,
      completedTutorials: [],
      mostFrequentLocation: "",
      deviceTypes: [],
    });
  });

  it("is what every page reads to find out who is signed in", async () => {
    const person = await app.buildPerson();
    expect((await person.api(getSession, {})).me?.profile).toEqual(await read(person, person.userId));
  });

  it("has a username of one underscore for each space, which follows the name", async () => {
    const person = await app.buildPerson({ name: "Mary  Ann É" });
    expect((await read(person, person.userId)).username).toBe("mary__ann_é");
    const rename = (name: string) => person.api(updateUser, { params: { uid: person.userId }, body: { name } });
    expect((await rename("Mary Ann-Evans Cross")).username).toBe("mary_ann-evans_cross");
    const untouched = await person.api(updateUser, { params: { uid: person.userId }, body: { deviceToken: "push:2" } });
    expect(untouched.username).toBe("mary_ann-evans_cross");
  });

  it("reads a missing finishedOnboarding as false", async () => {
    const person = await app.buildPerson();
    await app.context.sql`update users set finished_onboarding = null where uid = ${person.userId}`;
    expect((await read(person, person.userId)).finishedOnboarding).toBe(false);
    expect((await person.api(getMe, {})).profile.finishedOnboarding).toBe(false);
  });

  it("is only the person's own: another one, or a missing one, gets the invite-only text", async () => {
    const stranger = await app.buildPerson();
    for (const uid of [stranger.userId, app.context.ids.uuid() as UserId]) {
      await expect(read(ada, uid)).rejects.toMatchObject({
        code: "permission-denied",
        status: 403,
        message: errorCatalogue["permission-denied"].message,
      });
      await expect(ada.api(updateUser, { params: { uid }, body: { name: "Somebody" } })).rejects.toMatchObject({
        code: "permission-denied",
      });
    }
    expect((await read(stranger, stranger.userId)).name).not.toBe("Somebody");
    await expect(read({ api: app.anonymous }, ada.userId)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("is denied to an account that Google brought and nobody invited", async () => {
    const person = await app.buildPerson();
    await app.context.sql`update auth_accounts set provider_id = 'google' where user_id = ${person.userId}`;
    await app.context.sql`delete from users where uid = ${person.userId}`;
    await expect(read(person, person.userId)).rejects.toMatchObject({ code: "permission-denied" });
    await expect(person.api(getMe, {})).rejects.toMatchObject({ code: "permission-denied" });
  });

  it("accepts the person's own fields", async () => {
    const profile = await change({
      name: "  Ada King ",
      deviceToken: "push:1",
      preferredRoomTypes: ["gallery"],
      preferredColors: ["ink"],
      preferredModelScales: [0.5],
    });
    expect(profile).toMatchObject({
      name: "Ada King",
      username: "ada_king",
      deviceToken: "push:1",
      preferredRoomTypes: ["gallery"],
      preferredColors: ["ink"],
      preferredModelScales: [0.5],
    });
    expect(await read(ada, ada.userId)).toEqual(profile);
    const [account] = await app.context.sql`select name from auth_users where id = ${ada.userId}`;
    expect(account?.name, "teams show it too").toBe("Ada King");
  });

  it.each(Object.keys(userProfileSchema.shape).filter((field) => !changeable.includes(field)))(
    "leaves %s to the server",
    async (field) => {
      const before = await read(ada, ada.userId);
      const wanted = { credits: 1_000, planType: "enterprise", referralCode: "AAAAAA" }[field] ?? 7;
      await expect(change({ [field]: wanted, name: "Changed along" })).rejects.toMatchObject({
        code: "invalid-input",
        fields: { [field]: "Only the server sets this." },
      });
      expect(await read(ada, ada.userId)).toEqual(before);
    },
  );

  it("refuses unknown fields and invalid values", async () => {
    for (const body of [
      { isOperator: true },
      { name: "" },
      { name: "a\nb" },
      { deviceToken: 7 },
      { preferredModelScales: [-1] },
    ])
      await expect(change(body), JSON.stringify(body)).rejects.toMatchObject({ code: "invalid-input" });
    expect(await app.context.sql`select 1 from auth_users where id = ${ada.userId} and is_operator`).toHaveLength(0);
  });

  it("cannot be changed through the sign-in service", async () => {
    const response = await fetch(`${app.url}/api/auth/update-user`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: ada.cookie },
      body: JSON.stringify({ name: "Round about", isOperator: true }),
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "operation-not-allowed" });
  });
});
