import { defaultPriceBook } from "@blueprint/contract/price-book";
import type { TeamRole } from "@blueprint/contract/roles";
import { getTeamUsage, inviteToTeam, listTeamMembers } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const members = (api: TestPerson["api"], teamId: TestPerson["personalTeamId"]) =>
  api(listTeamMembers, { params: { teamId } });
const usage = (api: TestPerson["api"], teamId: TestPerson["personalTeamId"]) =>
  api(getTeamUsage, { params: { teamId } });

describe("who may look at a team", () => {
  it.each([
    { name: "usage", call: usage },
    { name: "members", call: members },
  ])("$name", async ({ call }) => {
    const owner = await app.buildPerson();
    const expected: Record<TeamRole, string> = {
      owner: "ok",
      admin: "ok",
      editor: "ok",
      viewer: "ok",
      scanner: "not-found",
    };
    for (const [role, answer] of Object.entries(expected) as [TeamRole, string][]) {
      const person = await app.buildMember(owner.personalTeamId, role);
      expect(await outcome((call as typeof usage)(person.api, owner.personalTeamId)), role).toBe(answer);
    }
    const stranger = await app.buildPerson();
    expect(await outcome((call as typeof usage)(stranger.api, owner.personalTeamId)), "another team").toBe("not-found");
    expect(await outcome((call as typeof usage)(app.anonymous, owner.personalTeamId)), "nobody").toBe(
      "unauthenticated",
    );
  });
});

describe("a team", () => {
  it("of one's own exists from the first moment", async () => {
    const owner = await app.buildPerson({ name: "Ada" });
    const { teams } = await owner.api(getMe, {});
    expect(teams).toEqual([
      { teamId: owner.personalTeamId, name: "Ada", role: "owner", ownRole: "owner", isPersonal: true },
    ]);
    expect(await usage(owner.api, owner.personalTeamId)).toEqual({
      planType: "free",
      storageBytes: 0,
      storageBytesMax: defaultPriceBook.plans.free.storageBytesMax,
      storageRoomBytes: defaultPriceBook.plans.free.storageBytesMax,
      publishedBlueprints: 0,
      publishedBlueprintsMax: defaultPriceBook.plans.free.publishedBlueprintsMax,
      editors: 1,
      editorsMax: defaultPriceBook.plans.free.editorsMax,
    });
  });

  it("of one's own comes first, even for someone who joined an older team", async () => {
    const [colleague, owner] = [await app.buildPerson(), await app.buildPerson()];
    await app.join(colleague.personalTeamId, owner, "editor");
    const { teams } = await owner.api(getMe, {});
    expect(teams.map(({ isPersonal }) => isPersonal)).toEqual([true, false]);
  });

  it("counts the bytes of its own scans only", async () => {
    const [owner, other] = [await app.buildPerson(), await app.buildPerson()];
    await buildReadyScan(app, owner, (await app.buildBlueprint(owner)).id);
    expect((await usage(owner.api, owner.personalTeamId)).storageBytes).toBeGreaterThan(0);
    expect((await usage(other.api, other.personalTeamId)).storageBytes).toBe(0);
  });

  it("shows its members to all of them, its invitations only to people who may invite", async () => {
    const owner = await app.buildPerson();
    const people = {
      admin: await app.buildMember(owner.personalTeamId, "admin"),
      editor: await app.buildMember(owner.personalTeamId, "editor"),
    };
    await owner.api(inviteToTeam, {
      params: { teamId: owner.personalTeamId },
      body: { addresses: "new@example.org", role: "viewer" },
    });
    for (const [person, invited] of [
      [owner, ["new@example.org"]],
      [people.admin, ["new@example.org"]],
      [people.editor, []],
    ] as const) {
      const seen = await members(person.api, owner.personalTeamId);
      expect(seen.members.map(({ email, role }) => [email, role])).toEqual([
        [owner.email, "owner"],
        [people.admin.email, "admin"],
        [people.editor.email, "editor"],
      ]);
      expect(seen.invitations.map(({ email }) => email)).toEqual(invited);
    }
  });
});
