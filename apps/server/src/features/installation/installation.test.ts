import { setAccountDisabled } from "@blueprint/contract/accounts";
import { listAuditEvents } from "@blueprint/contract/audit";
import { getBlueprint, listBlueprints, publishBlueprint, updateBlueprint } from "@blueprint/contract/blueprints";
import {
  decideFailedJob,
  enterTeam,
  findOrphans,
  getInstallationHealth,
  leaveTeamVisit,
  listFailedJobs,
  listInstallationPeople,
  listInstallationTeams,
} from "@blueprint/contract/installation";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { findSceneAccess } from "../scene/scene.service.ts";

let app: TestApp;
let operator: TestPerson;

beforeAll(async () => {
  app = await createTestApp();
  operator = await app.buildPerson({ name: "Olga", isOperator: true });
});
afterAll(() => app.close());

const failJob = async (name: string) => {
  const [job] = await app.context.sql`
    select (graphile_worker.permanently_fail_jobs(
      array[(graphile_worker.add_job(${name}, '{"to": "private@example.org"}')).id], 'The mail server said no.')).id::text as id`;
  return job?.id as string;
};

describe("the list of people", () => {
  it("finds by name and address, counts, and shows who is disabled", async () => {
    const person = await app.buildPerson({ name: "Zora 100%_Quist", email: "zora@quist.example" });
    const find = (search: string) => operator.api(listInstallationPeople, { query: { search } });
    for (const search of ["zora 100%_", "QUIST.example"]) {
      const { people, total } = await find(search);
      expect(total).toBe(1);
      expect(people[0]).toMatchObject({ userId: person.userId, disabledAt: null, isOperator: false, teamCount: 1 });
    }
    expect((await find("%_%_%_%")).total, "a pattern is only text").toBe(0);
    await operator.api(setAccountDisabled, { params: { userId: person.userId }, body: { disabled: true } });
    expect((await find("zora@")).people[0]?.disabledAt).toMatch(/^\d{4}-/);
  });

  it("is paged, each person once", async () => {
    for (let made = 0; made < 26; made++) await app.buildPerson({ email: `page-${made}@pages.example` });
    const query = { search: "@pages.example" };
    const first = await operator.api(listInstallationPeople, { query });
    const second = await operator.api(listInstallationPeople, { query: { ...query, cursor: first.nextCursor ?? "" } });
    expect([first.people.length, second.people.length, first.total, second.nextCursor]).toEqual([25, 1, 26, null]);
    expect(new Set([...first.people, ...second.people].map(({ userId }) => userId)).size).toBe(26);
  });
});

it("the list of teams shows each one's contents, and finds them by a member's address", async () => {
  const owner = await app.buildPerson({ name: "Harbour museum", email: "harbour@museum.example" });
  await app.buildMember(owner.personalTeamId, "viewer");
  await app.buildBlueprint(owner);
  for (const search of ["harbour mus", "harbour@museum"]) {
    const { teams } = await operator.api(listInstallationTeams, { query: { search } });
    expect(teams).toEqual([
      expect.objectContaining({
        teamId: owner.personalTeamId,
        ownerEmails: ["harbour@museum.example"],
        memberCount: 2,
        blueprintCount: 1,
        publishedCount: 0,
        storageBytes: 0,
        planType: "free",
        visitEndsAt: null,
      }),
    ]);
  }
});

describe("entering a team with a reason", () => {
  it("lets an operator read its blueprints and nothing else, and the team's audit log shows it", async () => {
    const owner = await app.buildPerson();
    const teamId = owner.personalTeamId;
    const blueprintId = (await app.buildBlueprint(owner)).id;
    const read = () => outcome(operator.api(getBlueprint, { params: { blueprintId } }));
    expect(await read()).toBe("not-found");
    expect(await outcome(operator.api(enterTeam, { params: { teamId }, body: { reason: "hm" } }))).toBe(
      "invalid-input",
    );
    const reason = "They asked why a scan does not load.";
    const { visitEndsAt } = await operator.api(enterTeam, { params: { teamId }, body: { reason } });
    expect(await read()).toBe("ok");
    expect((await operator.api(listBlueprints, { query: { teamId } })).total).toBe(1);
    expect((await operator.api(getMe, {})).teams).toContainEqual(
      expect.objectContaining({ teamId, role: "viewer", isPersonal: false, visitEndsAt }),
    );
    const changes = [
      operator.api(updateBlueprint, { params: { blueprintId }, body: { name: "Mine" } }),
      operator.api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion: 0, visibility: "public" } }),
      operator.api(listAuditEvents, { params: { teamId }, query: {} }),
    ];
    expect(await Promise.all(changes.map(outcome))).toEqual(["forbidden", "forbidden", "forbidden"]);
    expect(
      await findSceneAccess(app.context, { ...operator, isOperator: true, sessionId: "" }, blueprintId),
      "not even comments",
    ).toBe("read");
    const { events } = await owner.api(listAuditEvents, { params: { teamId }, query: { action: "team.entered" } });
    expect(events).toEqual([
      expect.objectContaining({ actorName: "Olga", details: { reason, until: visitEndsAt }, ipAddress: "127.0.0.1" }),
    ]);

    await operator.api(leaveTeamVisit, { params: { teamId } });
    expect(await read()).toBe("not-found");
    expect(await outcome(operator.api(leaveTeamVisit, { params: { teamId } }))).toBe("not-found");
  });

  it("ends after its hour, and with the operator role", async () => {
    const owner = await app.buildPerson();
    const teamId = owner.personalTeamId;
    const deputy = await app.buildPerson({ isOperator: true });
    const enter = () => deputy.api(enterTeam, { params: { teamId }, body: { reason: "Looking into a report." } });
    const read = () => outcome(deputy.api(listBlueprints, { query: { teamId } }));
    await enter();
    await app.context.sql`update team_visits set ends_at = now() where operator_id = ${deputy.userId}`;
    expect(await read()).toBe("not-found");
    await enter();
    expect(await read()).toBe("ok");
    await app.context.sql`update auth_users set is_operator = false where id = ${deputy.userId}`;
    expect(await read()).toBe("not-found");
  });

  it("is not for members, who need none", async () => {
    const owner = await app.buildPerson();
    await app.join(owner.personalTeamId, operator, "viewer");
    const params = { teamId: owner.personalTeamId };
    expect(await outcome(operator.api(enterTeam, { params, body: { reason: "Out of curiosity." } }))).toBe("conflict");
  });
});

describe("the health of the installation", () => {
  it("counts jobs by name and state", async () => {
    await failJob("count-me");
    await app.context.sql`select graphile_worker.add_job('count-me', run_at => now() + interval '1 hour')`;
    await app.context.sql`select graphile_worker.add_job('count-me')`;
    const { jobs } = await operator.api(getInstallationHealth, {});
    expect(jobs.find(({ name }) => name === "count-me")).toEqual({
      name: "count-me",
      waiting: 1,
      planned: 1,
      running: 0,
      failed: 1,
      oldestWaitingSince: expect.any(String),
    });
  });

  it("lets failed jobs be retried or removed, without showing their payload", async () => {
    const [again, away] = [await failJob("try-me"), await failJob("drop-me")];
    const { jobs } = await operator.api(listFailedJobs, {});
    expect(jobs.find(({ id }) => id === again)).toMatchObject({ name: "try-me", error: "The mail server said no." });
    expect(JSON.stringify(jobs)).not.toContain("private@example.org");
    const decide = (jobId: string, decision: "retry" | "discard") =>
      operator.api(decideFailedJob, { params: { jobId }, body: { decision } });
    await decide(again, "retry");
    await decide(away, "discard");
    expect(await outcome(decide(again, "retry")), "it runs again").toBe("not-found");
    expect(await outcome(decide(away, "discard"))).toBe("not-found");
    const left = await app.context.sql`
      select task_identifier as name, attempts from graphile_worker.jobs where id in (${again}, ${away})`;
    expect(left).toEqual([{ name: "try-me", attempts: 0 }]);
  });

  it("shows what the storage holds, and finds files that nothing refers to", async () => {
    const before = await operator.api(findOrphans, {});
    const options = { contentType: "application/octet-stream" };
    const { uuid } = app.context.ids;
    await app.context.storage.putBytes(`teams/${uuid()}/files/${uuid()}`, new Uint8Array(7), options);
    await app.context.storage.putBytes(`deliveries/${uuid()}/1/tile`, new Uint8Array(5), options);
    expect(await operator.api(findOrphans, {})).toEqual({
      objects: before.objects + 2,
      bytes: before.bytes + 12,
      orphanedObjects: before.orphanedObjects + 2,
      orphanedBytes: before.orphanedBytes + 12,
      isComplete: true,
    });
    const { storage } = await operator.api(getInstallationHealth, {});
    expect(storage).toMatchObject({ driver: "disk", uploadedBytes: 0, unfinishedUploads: 0 });
    expect(storage.diskFreeBytes).toBeLessThan(storage.diskBytes);
  });
});
