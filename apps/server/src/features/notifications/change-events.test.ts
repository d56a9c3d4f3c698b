import { updateBlueprint } from "@blueprint/contract/blueprints";
import { missedParameter } from "@blueprint/contract/changes";
import { notificationEventsUrl } from "@blueprint/contract/notifications";
import { createTask } from "@blueprint/contract/tasks";
import { inviteToTeam, removeMember } from "@blueprint/contract/teams";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installChangeNotices } from "../../db/change-notices.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;
const leaving = new AbortController();
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  leaving.abort();
  await app.close();
});

/** Follows the event stream as a user; `kinds` is what arrived, oldest first. */
async function follow({ cookie }: Pick<TestPerson, "cookie">, missedMs?: number) {
  const query = missedMs === undefined ? "" : `?${missedParameter}=${missedMs}`;
  const response = await fetch(app.url + notificationEventsUrl + query, {
    headers: { cookie },
    signal: leaving.signal,
  });
  const kinds: string[] = [];
  const reading = (async () => {
    let rest = "";
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      rest += part;
      const events = rest.split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const [, data] = /^event: changed\ndata: (.*)$/.exec(event) ?? [];
        if (data !== undefined) kinds.push(...[(JSON.parse(data) as { kinds: string | string[] }).kinds].flat());
      }
    }
  })();
  reading.catch(() => {});
  return { kinds };
}

describe("changes are announced", () => {
  it("to everyone in the team, and to nobody else", async () => {
    const [owner, stranger] = [await app.buildPerson(), await app.buildPerson()];
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const followers = await Promise.all([owner, viewer, stranger].map((person) => follow(person)));
    const blueprint = await app.buildBlueprint(owner);
    await expect.poll(() => followers[1]?.kinds).toContain("blueprints");
    expect(followers[0]?.kinds).toContain("blueprints");
    await owner.api(updateBlueprint, { params: { blueprintId: blueprint.id }, body: { name: "Harbour hall" } });
    await app.buildBlueprint(stranger);
    await expect.poll(() => followers[2]?.kinds).toContain("blueprints");
    expect(followers[2]?.kinds.filter((kind) => kind === "blueprints")).toHaveLength(1);
  });

  it.each<[string, (owner: TestPerson, viewer: TestPerson) => Promise<unknown>]>([
    [
      "members",
      (owner) =>
        owner.api(inviteToTeam, {
          params: { teamId: owner.personalTeamId },
          body: { addresses: "new@example.org", role: "viewer" },
        }),
    ],
    [
      "tasks",
      (owner, viewer) =>
        owner.api(createTask, {
          params: { teamId: owner.personalTeamId },
          body: { title: "Measure the door", assigneeId: viewer.userId },
        }),
    ],
    // No request causes these: jobs, payment providers and other servers write them.
    [
      "plan",
      ({ personalTeamId }) => app.context.sql`
        insert into limit_states (team_id, "limit", level) values (${personalTeamId}, 'storageBytes', 'near')`,
    ],
  ])("for %s", async (kind, change) => {
    const owner = await app.buildPerson();
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const { kinds } = await follow(viewer);
    await change(owner, viewer);
    await expect.poll(() => kinds).toContain(kind);
  });

  it("for edits in a person's blueprints, which are announced outside the write", async () => {
    const owner = await app.buildPerson();
    const { id } = await app.buildBlueprint(owner);
    const { kinds } = await follow(owner);
    for (let edits = 0; edits < 50; edits += 1)
      app.context.changes.announce({ audience: "blueprint", id, kind: "scene" });
    // The first arrives at once, the rest as one.
    await expect.poll(() => kinds.filter((kind) => kind === "scene"), { timeout: 10_000 }).toHaveLength(2);
  });

  it("to a removed member as a change of their teams, and nothing more about that team", async () => {
    const owner = await app.buildPerson();
    const former = await app.buildMember(owner.personalTeamId, "editor");
    const { kinds } = await follow(former);
    await owner.api(removeMember, { params: { teamId: owner.personalTeamId, userId: former.userId } });
    await expect.poll(() => kinds).toContain("session");
    kinds.length = 0;
    await app.buildBlueprint(owner);
    await app.buildBlueprint(former);
    await expect.poll(() => kinds).toContain("blueprints");
    expect(kinds.filter((kind) => kind === "blueprints")).toHaveLength(1);
  });

  it("to operators alone if they concern the installation", async () => {
    const [operator, person] = [await app.buildPerson({ isOperator: true }), await app.buildPerson()];
    const [ofOperator, ofPerson] = [await follow(operator), await follow(person)];
    await app.buildPerson();
    await app.context.sql`update auth_users set name = 'Renamed' where id = ${person.userId}`;
    await expect.poll(() => ofOperator.kinds).toContain("people");
    await expect.poll(() => ofPerson.kinds).toContain("session");
    expect(ofPerson.kinds).not.toContain("people");
  });
});

describe("a reconnecting client", () => {
  it("receives what changed meanwhile", async () => {
    const [owner, other] = [await app.buildPerson(), await app.buildPerson()];
    const { kinds: nearby } = await follow(owner);
    await app.buildBlueprint(owner);
    await expect.poll(() => nearby).toContain("blueprints");
    const { kinds } = await follow(owner, 3_000);
    await expect.poll(() => kinds).toContain("blueprints");
    expect(kinds).not.toContain("all");
    const { kinds: ofOther } = await follow(other, 3_000);
    await app.buildBlueprint(other);
    await expect.poll(() => ofOther).toContain("blueprints");
  });

  it("learns after a longer gap that anything may have changed", async () => {
    const person = await app.buildPerson();
    const { kinds } = await follow(person, 24 * 3600_000);
    await expect.poll(() => kinds).toEqual(["all"]);
  });
});

it("the database still announces changes after a second start", async () => {
  const owner = await app.buildPerson();
  await app.context.sql`comment on function announce_change() is 'of an earlier version'`;
  await installChangeNotices(app.context.sql);
  await installChangeNotices(app.context.sql);
  const { kinds } = await follow(owner);
  await app.buildBlueprint(owner);
  await expect.poll(() => kinds).toContain("blueprints");
});
