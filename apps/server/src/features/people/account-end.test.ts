import { deleteAccount, getAccountExport, keepAccount, startAccountExport } from "@blueprint/contract/account-end";
import { getBlueprint } from "@blueprint/contract/blueprints";
import type { TeamId } from "@blueprint/contract/ids";
import { createTask } from "@blueprint/contract/tasks";
import { createTeam, deleteTeam, listTeamMembers, restoreTeam, transferTeam } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { removeBinnedTeams } from "../teams/teams.jobs.ts";
import { deleteDueAccounts, makeExport, removeExpiredExports } from "./account-end.jobs.ts";

let app: TestApp;
let person: TestPerson;

beforeEach(async () => {
  app = await createTestApp();
  person = await app.buildPerson({ name: "Ada" });
  return () => app.close();
});

const dayMs = 24 * 3600 * 1000;
/** Runs the jobs of the pending export. */
async function runExport() {
  const [row] = await app.context.sql<
    { id: string }[]
  >`select id from account_exports where user_id = ${person.userId}`;
  const job = { signal: new AbortController().signal, isLastAttempt: true };
  await makeExport(app.context, { userId: person.userId, id: row?.id ?? "" }, job);
}
const give = (who: TestPerson) => who.api(deleteAccount, { body: { password: who.password } });

describe("the export", () => {
  it("contains everything that belongs to the person and nothing of others, without secrets", async () => {
    const blueprint = await app.buildBlueprint(person, { name: "Cellar" });
    await buildReadyScan(app, person, blueprint.id);
    const params = { teamId: person.personalTeamId };
    await person.api(createTask, { params, body: { title: "Air the cellar" } });
    const stranger = await app.buildPerson({ name: "Stranger" });
    await app.buildBlueprint(stranger, { name: "Not hers" });
    expect((await person.api(startAccountExport, {})).state).toBe("making");
    await expect(person.api(startAccountExport, {})).rejects.toMatchObject({ code: "conflict" });
    await runExport();
    const { state, url, sizeBytes } = await person.api(getAccountExport, {});
    expect(state).toBe("ready");
    const response = await fetch(app.url + url);
    expect(response.headers.get("content-disposition")).toContain("attachment");
    const bytes = await response.bytes();
    expect(bytes.length).toBe(sizeBytes);
    const files = unzipSync(bytes);
    const names = Object.keys(files);
    for (const name of ["profile.json", "teams.json", "sessions.json", "notifications.json", "blueprints.json"])
      expect(names).toContain(name);
    expect(names.some((name) => name.startsWith("scans/"))).toBe(true);
    const text = Object.entries(files)
      .filter(([name]) => name.endsWith(".json"))
      .map(([, content]) => new TextDecoder().decode(content))
      .join("\n");
    expect(text).toContain("Cellar");
    expect(text).toContain("Air the cellar");
    expect(text).not.toContain("Not hers");
    expect(text).not.toContain("argon2");
    const [session] = await app.context.sql<{ token: string }[]>`
      select token from auth_sessions where user_id = ${person.userId}`;
    expect(text).not.toContain(session?.token ?? "no session");
  });

  it("is downloaded only from its own address, which expires, and is removed after a week", async () => {
    await person.api(startAccountExport, {});
    await runExport();
    const { url } = await person.api(getAccountExport, {});
    const address = app.url + url;
    expect((await fetch(address)).status).toBe(200);
    const other = await app.buildPerson();
    for (const forged of [address.replace(person.userId, other.userId), address.replace(/files\/[^/]+/, "files/x.y")])
      expect((await fetch(forged)).status).toBe(404);
    app.clock.advance(3 * 3600 * 1000);
    expect((await fetch(address)).status).toBe(404);
    const again = await app.signIn(person);
    expect((await fetch(app.url + (await again.api(getAccountExport, {})).url)).status).toBe(200);
    app.clock.advance(8 * dayMs);
    await removeExpiredExports(app.context);
    expect((await (await app.signIn(person)).api(getAccountExport, {})).state).toBe("none");
  });
});

describe("an export that is made twice because the first end was lost", () => {
  it("is kept", async () => {
    await person.api(startAccountExport, {});
    await runExport();
    await runExport();
    const { url } = await person.api(getAccountExport, {});
    const key = url?.split("/").slice(3).join("/") ?? "";
    const removals = await app.context.sql`
      select 1 from graphile_worker._private_jobs where payload->>'storageKey' = ${key}`;
    expect(key).toMatch(/^exports\//);
    expect(removals).toHaveLength(0);
  });
});

describe("deleting an account", () => {
  it("takes 30 days, ends the other sessions, and can be undone", async () => {
    const elsewhere = await app.signIn(person);
    await expect(person.api(deleteAccount, { body: { password: "wrong" } })).rejects.toMatchObject({
      code: "wrong-password",
    });
    const { deletionDueAt } = await give(person);
    expect(Date.parse(deletionDueAt ?? "") - app.clock.now().getTime()).toBeGreaterThan(29.9 * dayMs);
    expect((await person.api(getMe, {})).deletionDueAt).toBe(deletionDueAt);
    await expect(elsewhere.api(getMe, {})).rejects.toMatchObject({ code: "unauthenticated" });
    app.clock.advance(29 * dayMs);
    await deleteDueAccounts(app.context);
    const back = await app.signIn(person);
    await back.api(keepAccount, {});
    app.clock.advance(2 * dayMs);
    await deleteDueAccounts(app.context);
    expect((await (await app.signIn(person)).api(getMe, {})).deletionDueAt).toBeNull();
  });

  it("waits until someone else owns the team of others", async () => {
    const colleague = await app.buildMember(person.personalTeamId, "editor");
    await expect(give(person)).rejects.toMatchObject({ code: "owner-of-others", fields: { teams: "Ada" } });
    await app.context.sql`update team_members set role = 'owner' where user_id = ${colleague.userId}`;
    expect((await give(person)).deletionDueAt).not.toBeNull();
  });

  it("finally removes the person; their work in another person's team stays there", async () => {
    const host = await app.buildPerson({ name: "Host" });
    await app.join(host.personalTeamId, person, "editor");
    const shared = await app.buildBlueprint(person, { name: "Shared", teamId: host.personalTeamId });
    const own = await app.buildBlueprint(person, { name: "Own" });
    await give(person);
    app.clock.advance(31 * dayMs);
    await deleteDueAccounts(app.context);
    const [gone] = await app.context.sql`select id from auth_users where id = ${person.userId}`;
    expect(gone).toBeUndefined();
    await expect(person.api(getMe, {})).rejects.toMatchObject({ code: "unauthenticated" });
    const there = await app.signIn(host);
    expect((await there.api(getBlueprint, { params: { blueprintId: shared.id } })).name).toBe("Shared");
    const { members } = await there.api(listTeamMembers, { params: { teamId: host.personalTeamId } });
    expect(members.map(({ name }) => name)).toEqual(["Host"]);
    const [team] = await app.context.sql<{ deleted_at: string | null }[]>`
      select t.deleted_at from teams t join blueprints b on b.team_id = t.id where b.id = ${own.id}`;
    expect(team?.deleted_at).not.toBeNull();
    // The address is free for an invitation again.
    expect((await app.buildPerson({ email: person.email })).userId).not.toBe(person.userId);
  });

  it("and a team in the bin do not block each other, whichever goes first, and nothing of either stays", async () => {
    const colleague = await app.buildPerson({ name: "Cleo" });
    const build = async (name: string) => {
      const { teamId } = await person.api(createTeam, { body: { name } });
      await app.join(teamId, colleague, "editor");
      const { id } = await app.buildBlueprint(person, { name, teamId });
      await app.context.storage.putBytes(`teams/${teamId}/files/${id}`, new Uint8Array(3), {
        contentType: "application/octet-stream",
      });
      return teamId;
    };
    const bin = (teamId: TeamId, api = person.api) => api(deleteTeam, { params: { teamId } });
    const early = await build("Binned before");
    const late = await build("Binned after");
    await bin(early);
    await expect(give(person), "the other team waits for an owner").rejects.toMatchObject({ code: "owner-of-others" });
    app.clock.advance(10 * dayMs);
    person = { ...person, ...(await app.signIn(person)) };
    await bin(late);
    await give(person);
    const invited = (await app.context.sql`select id from teams where personal_of = ${person.userId}`)[0]?.id as string;
    await app.context.sql`
      insert into invitations (id, token_hash, email, team_id, role, created_at, expires_at)
      values (${app.context.ids.uuid()}, 'x', 'late@example.org', ${invited}, 'viewer', now(), now() + interval '90 days')`;

    // The first team's 30 days end while the account is still there.
    app.clock.advance(21 * dayMs);
    expect(await removeBinnedTeams(app.context)).toBe(1);
    await deleteDueAccounts(app.context);
    expect(await app.context.sql`select 1 from auth_users where id = ${person.userId}`).toHaveLength(1);

    // Now the account goes first and takes the team of one along, as of the day it was given up.
    app.clock.advance(9.5 * dayMs);
    await deleteDueAccounts(app.context);
    expect(await app.context.sql`select 1 from auth_users where id = ${person.userId}`).toHaveLength(0);
    expect(
      await app.context.sql`select 1 from invitations where email = 'late@example.org' and revoked_at is null`,
    ).toEqual([]);
    await removeBinnedTeams(app.context);
    const teams = [early, late, invited];
    expect(await app.context.sql`select 1 from teams where id = any(${teams})`).toHaveLength(0);
    expect(await app.context.sql`select 1 from blueprints where team_id = any(${teams})`).toHaveLength(0);
    for (const teamId of teams)
      for await (const { key } of app.context.storage.list(`teams/${teamId}/`)) expect(key).toBe("nothing");
    const back = await app.signIn(colleague);
    expect(
      (await back.api(getMe, {})).teams.map(({ name }) => name),
      "others stay with what is theirs",
    ).toEqual(["Cleo"]);
  });

  it("waits for a team that its owner restores from the bin, and completes once someone else owns it", async () => {
    const colleague = await app.buildPerson();
    const { teamId } = await person.api(createTeam, { body: { name: "Back again" } });
    await app.join(teamId, colleague, "editor");
    await person.api(deleteTeam, { params: { teamId } });
    await give(person);
    await person.api(restoreTeam, { params: { teamId } });
    app.clock.advance(31 * dayMs);
    const isThere = async () =>
      (await app.context.sql`select 1 from auth_users where id = ${person.userId}`).length === 1;
    await deleteDueAccounts(app.context);
    expect(await isThere()).toBe(true);
    const back = await app.signIn(person);
    await back.api(transferTeam, { params: { teamId }, body: { userId: colleague.userId } });
    await deleteDueAccounts(app.context);
    expect(await isThere()).toBe(false);
    const there = await app.signIn(colleague);
    expect((await there.api(getMe, {})).teams).toContainEqual(expect.objectContaining({ teamId, role: "owner" }));
  });
});
