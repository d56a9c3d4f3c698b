import { setTimeout as wait } from "node:timers/promises";
import { createApiClient } from "@blueprint/contract/api-client";
import { listAuditEvents } from "@blueprint/contract/audit";
import { getBlueprint, publishBlueprint } from "@blueprint/contract/blueprints";
import { closeCodes } from "@blueprint/contract/collaboration";
import type { TeamId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { listNotifications } from "@blueprint/contract/notifications";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import {
  narrowRole,
  type Permission,
  permissions,
  roleMay,
  seeAsCookieName,
  type TeamRole,
  teamRoles,
} from "@blueprint/contract/roles";
import * as endpoints from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { openSceneClient } from "../scene/testing/scene-client.ts";
import { removeBinnedTeams } from "../teams/teams.jobs.ts";

let app: TestApp;
let owner: TestPerson;
let teamId: TeamId;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.buildPerson({ name: "Ada" });
  teamId = (await owner.api(endpoints.createTeam, { body: { name: "Museum" } })).teamId;
});

const setRole = (by: TestPerson, whom: TestPerson, role: TeamRole) =>
  outcome(by.api(endpoints.changeMemberRole, { params: { teamId, userId: whom.userId }, body: { role } }));
const remove = (by: TestPerson, whom: TestPerson) =>
  outcome(by.api(endpoints.removeMember, { params: { teamId, userId: whom.userId } }));
const leave = (person: TestPerson, team = teamId) =>
  outcome(person.api(endpoints.leaveTeam, { params: { teamId: team } }));
const roles = async () => {
  const { members } = await owner.api(endpoints.listTeamMembers, { params: { teamId } });
  return Object.fromEntries(members.map(({ userId, role }) => [userId, role]));
};

describe("members", () => {
  it("are changed by owners and admins; an admin cannot change or appoint an owner", async () => {
    const admin = await app.buildMember(teamId, "admin");
    const editor = await app.buildMember(teamId, "editor");
    expect(await setRole(admin, editor, "viewer")).toBe("ok");
    expect(await setRole(admin, editor, "owner")).toBe("forbidden");
    expect(await setRole(admin, owner, "viewer")).toBe("forbidden");
    expect(await remove(admin, owner)).toBe("forbidden");
    expect(await setRole(editor, admin, "viewer")).toBe("forbidden");
    expect(await setRole(owner, editor, "owner")).toBe("ok");
    expect(await roles()).toMatchObject({ [admin.userId]: "admin", [editor.userId]: "owner" });
    const { events } = await owner.api(listAuditEvents, { params: { teamId }, query: { action: "member" } });
    expect(events[0]).toMatchObject({ action: "member.role-changed", details: { from: "viewer", to: "owner" } });
  });

  it("always include an owner, whatever two of them do at once", async () => {
    expect(await leave(owner)).toBe("team-last-owner");
    expect(await setRole(owner, owner, "viewer")).toBe("team-last-owner");
    const second = await app.buildMember(teamId, "owner");
    for (const both of [
      () => [leave(owner), leave(second)],
      () => [setRole(owner, second, "viewer"), setRole(second, owner, "viewer")],
      () => [remove(owner, second), remove(second, owner)],
    ]) {
      const answers = await Promise.all(both());
      expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
      const [row] = await app.context.sql`
        select count(*)::int as n from team_members where team_id = ${teamId} and role = 'owner'`;
      expect(row?.n).toBe(1);
      await app.context.sql`delete from team_members where team_id = ${teamId}`;
      await app.join(teamId, owner, "owner");
      await app.join(teamId, second, "owner");
    }
  });

  it("keep their personal team, and it keeps them", async () => {
    const own = owner.personalTeamId;
    const second = await app.buildMember(own, "owner");
    expect(await leave(owner, own)).toBe("team-is-personal");
    expect(await outcome(second.api(endpoints.removeMember, { params: { teamId: own, userId: owner.userId } }))).toBe(
      "team-is-personal",
    );
    expect(await outcome(owner.api(endpoints.deleteTeam, { params: { teamId: own } }))).toBe("team-is-personal");
    expect(
      await outcome(owner.api(endpoints.transferTeam, { params: { teamId: own }, body: { userId: second.userId } })),
    ).toBe("team-is-personal");
  });

  it("can be handed the team; the former owner stays as an admin", async () => {
    const editor = await app.buildMember(teamId, "editor");
    await owner.api(endpoints.transferTeam, { params: { teamId }, body: { userId: editor.userId } });
    expect(await roles()).toEqual({ [owner.userId]: "admin", [editor.userId]: "owner" });
  });

  it("are notified of changes to their membership, and keep the notifications when the team is gone", async () => {
    const [editor, viewer] = [await app.buildMember(teamId, "editor"), await app.buildMember(teamId, "viewer")];
    const told = async (person: TestPerson) =>
      (await person.api(listNotifications, { query: {} })).notifications
        .map(({ title, path }) => [title, path])
        .reverse();
    const home = `/workspace?team=${teamId}`;
    const bin = "Ada moved Museum to the bin";
    const back = "Ada restored Museum";
    await setRole(owner, viewer, "editor");
    await setRole(owner, viewer, "editor");
    await remove(owner, viewer);
    await owner.api(endpoints.deleteTeam, { params: { teamId } });
    await owner.api(endpoints.restoreTeam, { params: { teamId } });
    await setRole(owner, editor, "owner");
    await owner.api(endpoints.deleteTeam, { params: { teamId } });
    await app.context.sql`delete from teams where id = ${teamId}`;
    expect(await told(viewer)).toEqual([
      ["Ada made you an editor of Museum", home],
      ["Ada removed you from Museum", null],
    ]);
    expect(await told(editor)).toEqual([
      [bin, null],
      [back, home],
      ["Ada made you an owner of Museum", home],
      [bin, "/settings?section=team"],
    ]);
    expect(await told(owner)).toEqual([]);
  });

  it("can leave when they want to, and see nothing of the team afterwards", async () => {
    const editor = await app.buildMember(teamId, "editor");
    expect(await leave(editor)).toBe("ok");
    expect((await editor.api(getMe, {})).teams.map((team) => team.teamId)).toEqual([editor.personalTeamId]);
    expect(await outcome(editor.api(endpoints.listTeamMembers, { params: { teamId } }))).toBe("not-found");
    expect(await leave(editor)).toBe("not-found");
    expect((await owner.api(listNotifications, { query: {} })).notifications).toMatchObject([
      { kind: "membership", title: `${editor.name} left Museum`, path: `/team-members?team=${teamId}` },
    ]);
  });

  it("can have another role in each of their teams, under the name that an admin gave it", async () => {
    const admin = await app.buildMember(teamId, "admin");
    await app.join(owner.personalTeamId, admin, "viewer");
    await admin.api(endpoints.renameTeam, { params: { teamId }, body: { name: "City Museum" } });
    const { teams } = await admin.api(getMe, {});
    expect(Object.fromEntries(teams.map((team) => [team.teamId, [team.name, team.role]]))).toMatchObject({
      [teamId]: ["City Museum", "admin"],
      [owner.personalTeamId]: ["Ada", "viewer"],
      [admin.personalTeamId]: [expect.any(String), "owner"],
    });
    const elsewhere = { params: { teamId: owner.personalTeamId }, body: { name: "X" } };
    expect(await outcome(admin.api(endpoints.renameTeam, elsewhere))).toBe("forbidden");
  });

  it("are hidden from guests, who see only themselves", async () => {
    await app.buildMember(teamId, "editor");
    const guest = await app.buildMember(teamId, "viewer");
    const seen = await guest.api(endpoints.listTeamMembers, { params: { teamId } });
    expect(seen).toMatchObject({ isDirectoryHidden: true, members: [{ userId: guest.userId }], invitations: [] });
  });

  it("who are removed lose their open document within seconds", async () => {
    const editor = await app.buildMember(teamId, "editor");
    const { id: blueprintId } = await app.buildBlueprint(owner, { teamId });
    const client = openSceneClient({ serverUrl: app.url, blueprintId, cookie: editor.cookie });
    const stream = await fetch(`${app.url}/api/blueprints/${blueprintId}/scan-events`, {
      headers: { cookie: editor.cookie },
    });
    await client.loaded();
    expect(await remove(owner, editor)).toBe("ok");
    await client.until(() => client.closeCodes.length > 0);
    client.close();
    // The stream must end by itself; otherwise this reads until the test times out.
    expect(await stream.text()).toContain("retry");
  });

  it("who are removed cannot finish an upload in progress", async () => {
    const editor = await app.buildMember(teamId, "editor");
    const name = `teams/${teamId}/media/${app.context.ids.uuid()}`;
    const start = await fetch(`${app.url}/v0/b/blueprint-local/o?name=${encodeURIComponent(name)}`, {
      method: "POST",
      headers: {
        ...editor.asProgram,
        "x-goog-upload-protocol": "resumable",
        "x-goog-upload-command": "start",
        "x-goog-upload-header-content-length": "1000000",
      },
      body: "{}",
    });
    let removed = false;
    const slowly = new ReadableStream({
      async pull(controller) {
        controller.enqueue(new Uint8Array(1000));
        if (!removed) await remove(owner, editor);
        removed = true;
        await wait(200);
      },
    });
    const sent = await fetch(start.headers.get("x-goog-upload-url") ?? "", {
      method: "POST",
      headers: { ...editor.asProgram, "x-goog-upload-command": "upload, finalize", "x-goog-upload-offset": "0" },
      body: slowly,
      duplex: "half",
    } as RequestInit).then(
      ({ status }) => status,
      () => "cut off",
    );
    expect([403, "cut off"]).toContain(sent);
  });
});

describe("a team in the bin", () => {
  it("is gone for everyone, visitors too, and returns unchanged", async () => {
    const viewer = await app.buildMember(teamId, "viewer");
    const blueprint = await app.buildBlueprint(owner, { teamId });
    const params = { blueprintId: blueprint.id };
    await buildReadyScan(app, owner, blueprint.id);
    await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "public" } });
    const visit = () => outcome(app.anonymous(getPublishedBlueprint, { params: { slug: blueprint.slug } }));
    expect(await visit()).toBe("ok");
    expect(await outcome(viewer.api(endpoints.deleteTeam, { params: { teamId } }))).toBe("forbidden");
    await owner.api(endpoints.deleteTeam, { params: { teamId } });

    expect(await visit()).toBe("blueprint-not-published");
    for (const person of [owner, viewer]) {
      expect(await outcome(person.api(getBlueprint, { params }))).toBe("not-found");
      expect((await person.api(getMe, {})).teams.map((team) => team.teamId)).toEqual([person.personalTeamId]);
    }
    expect(await owner.api(endpoints.listDeletedTeams, {})).toMatchObject({ teams: [{ teamId, name: "Museum" }] });
    expect(await viewer.api(endpoints.listDeletedTeams, {})).toEqual({ teams: [] });
    expect(await outcome(viewer.api(endpoints.restoreTeam, { params: { teamId } }))).toBe("not-found");
    await owner.api(endpoints.restoreTeam, { params: { teamId } });
    expect(await visit()).toBe("ok");
    expect(await outcome(viewer.api(getBlueprint, { params }))).toBe("ok");
  });

  it("is removed permanently after its days, with its files, and nothing of others is", async () => {
    const own = await createTestApp();
    try {
      const person = await own.buildPerson();
      const team = (await person.api(endpoints.createTeam, { body: { name: "Museum" } })).teamId;
      const kept = await own.buildBlueprint(person);
      const gone = await own.buildBlueprint(person, { teamId: team });
      const { storage, sql } = own.context;
      for (const id of [kept.teamId, team]) {
        await storage.putBytes(`teams/${id}/media/a`, new Uint8Array(1), { contentType: "image/png" });
      }
      await person.api(endpoints.deleteTeam, { params: { teamId: team } });
      expect(await removeBinnedTeams(own.context)).toBe(0);
      own.clock.advance(limits.binKeptDays * 24 * 3_600_000 + 1_000);
      expect(await removeBinnedTeams(own.context)).toBe(1);
      expect(await sql`select id from teams where id = ${team}`).toHaveLength(0);
      expect((await sql`select id from blueprints`).map(({ id }) => id)).toEqual([kept.id]);
      expect(gone.id).not.toBe(kept.id);
      expect(await storage.head(`teams/${team}/media/a`)).toBeNull();
      expect(await storage.head(`teams/${kept.teamId}/media/a`)).not.toBeNull();
    } finally {
      await own.close();
    }
  });
});

describe("seeing a team as another role", () => {
  it("only ever reduces rights", () => {
    for (const role of teamRoles) {
      for (const other of teamRoles) {
        const seen = narrowRole(role, other);
        expect([role, other]).toContain(seen);
        for (const permission of Object.keys(permissions) as Permission[]) {
          if (roleMay(seen, permission)) expect(roleMay(role, permission), `${role} as ${other}`).toBe(true);
        }
      }
    }
    expect(narrowRole("scanner", "viewer")).toBe("scanner");
    expect(narrowRole("owner", "viewer")).toBe("viewer");
  });

  it("narrows the server's responses, in that team alone", async () => {
    const { id: blueprintId } = await app.buildBlueprint(owner, { teamId });
    const cookie = `${owner.cookie}; ${seeAsCookieName}=${teamId}.viewer`;
    const api = createApiClient({ baseUrl: app.url, headers: { cookie } });
    expect(await outcome(api(endpoints.renameTeam, { params: { teamId }, body: { name: "X" } }))).toBe("forbidden");
    expect(await outcome(api(getBlueprint, { params: { blueprintId } }))).toBe("ok");
    const { teams } = await api(getMe, {});
    expect(teams.map(({ role, ownRole }) => [role, ownRole])).toEqual([
      ["owner", "owner"],
      ["viewer", "owner"],
    ]);
    const client = openSceneClient({ serverUrl: app.url, blueprintId, cookie });
    await client.until(() => client.messages.some((message) => message.type === "rights" && message.may === "comment"));
    // Meanwhile another device uses the owner's own role: rechecks must not confuse the two.
    const elsewhere = openSceneClient({ serverUrl: app.url, blueprintId, cookie: owner.cookie });
    await elsewhere.until(() => elsewhere.messages.some(({ type }) => type === "rights"));
    const leaver = await app.buildMember(teamId, "editor");
    const left = openSceneClient({ serverUrl: app.url, blueprintId, cookie: leaver.cookie });
    await left.loaded();
    expect(await remove(owner, leaver)).toBe("ok");
    // Joined last, so checked last.
    await left.until(() => left.closeCodes.includes(closeCodes.notFound));
    expect([client.closeCodes, elsewhere.closeCodes]).toEqual([[], []]);
    expect(elsewhere.messages.find(({ type }) => type === "rights")).toMatchObject({ may: "edit" });
    for (const each of [client, elsewhere, left]) each.close();
    const viewer = await app.buildMember(teamId, "viewer");
    const raised = createApiClient({
      baseUrl: app.url,
      headers: { cookie: `${viewer.cookie}; ${seeAsCookieName}=${teamId}.owner` },
    });
    expect(await outcome(raised(endpoints.renameTeam, { params: { teamId }, body: { name: "X" } }))).toBe("forbidden");
  });
});
