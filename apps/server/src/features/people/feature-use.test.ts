import { createBlueprint, moveBlueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId } from "@blueprint/contract/ids";
import { inviteToTeam } from "@blueprint/contract/teams";
import { getUser, profileFieldsWithoutEvent, saveOnboarding, type UserProfile } from "@blueprint/contract/users";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { openSceneClient } from "../scene/testing/scene-client.ts";
import { WireClient } from "../uploads/testing/upload-test-world.ts";
import { noteUse, type Use } from "./feature-use.service.ts";

let app: TestApp;
let person: TestPerson;

beforeEach(async () => {
  app = await createTestApp();
  person = await app.buildPerson();
  return () => app.close();
});

/** Runs the waiting jobs, as the runner would. */
async function noteUses(): Promise<Use[]> {
  const rows = await app.context.sql<{ id: string; payload: Use }[]>`
    select jobs.id, payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'note-use' order by jobs.id`;
  for (const { id, payload } of rows) {
    await noteUse(app.context, payload);
    await app.context.sql`delete from graphile_worker._private_jobs where id = ${id}`;
  }
  return rows.map(({ payload }) => payload);
}

async function profile(who = person): Promise<UserProfile> {
  await noteUses();
  return who.api(getUser, { params: { uid: who.userId } });
}

const upload = (name: string, bytes = Buffer.from("file")) =>
  new WireClient(app.url, person.asProgram).multipart(`users/${person.userId}/${name}`, bytes);

describe("the profile reflects what its person does", () => {
  it("uploads are counted and listed, one by one, and only those that were finished", async () => {
    const before = await profile();
    expect([before.uploadedContentCount, before.uploadedFileIds]).toEqual([0, []]);
    for (const name of ["one", "two"]) expect(await upload(name)).toMatchObject({ status: 200 });
    const wire = new WireClient(app.url, person.asProgram);
    await wire.upload(await wire.open(`users/${person.userId}/three`, 9), 0, Buffer.from("half"));
    const sessions = await app.context.sql`select id from uploads where state = 'final' order by created_at`;
    expect(await profile()).toMatchObject({
      uploadedContentCount: 2,
      uploadedFileIds: sessions.map(({ id }) => id),
      featureUsageCount: { "file.uploaded": 2 },
    });
  });

  it("actions are counted by their name, the most used ones first, except a program's and other people's", async () => {
    const [first, second] = [await app.buildBlueprint(person), await app.buildBlueprint(person)];
    const move = (id: BlueprintId, to: "archived" | "restored") =>
      person.api(moveBlueprint, { params: { blueprintId: id }, body: { to } });
    await move(first.id, "archived");
    await move(first.id, "restored");
    await move(second.id, "archived");
    await person.api(inviteToTeam, {
      params: { teamId: person.personalTeamId },
      body: { addresses: "guest@example.org", role: "viewer" },
    });
    const { featureUsageCount, mostUsedFeatures, createdBlueprintIds } = await profile();
    expect(featureUsageCount).toEqual({
      "blueprint.created": 2,
      "blueprint.archived": 2,
      "blueprint.restored": 1,
      "invitation.sent": 1,
    });
    expect(mostUsedFeatures).toEqual([
      "blueprint.archived",
      "blueprint.created",
      "blueprint.restored",
      "invitation.sent",
    ]);
    expect(createdBlueprintIds).toEqual([first.id, second.id]);
  });

  it("refused actions do not count", async () => {
    const stranger = await app.buildPerson();
    const body = {
      teamId: person.personalTeamId,
      name: "Not theirs",
      industry: "museum" as const,
      place: { address: "", latitude: null, longitude: null },
    };
    await expect(stranger.api(createBlueprint, { body })).rejects.toMatchObject({ code: "not-found" });
    expect((await profile(stranger)).featureUsageCount).toEqual({});
  });

  it("blueprints whose live document they opened are connected, the latest one last", async () => {
    const [first, second] = [await app.buildBlueprint(person), await app.buildBlueprint(person)];
    const reader = await app.buildMember(person.personalTeamId, "viewer");
    for (const { id } of [first, second, first]) {
      const client = openSceneClient({ serverUrl: app.url, blueprintId: id, cookie: reader.cookie });
      await client.loaded();
      await expect.poll(noteUses).toContainEqual({ kind: "connection", userId: reader.userId, blueprintId: id });
      client.close();
    }
    expect((await profile(reader)).connectedBlueprintIds).toEqual([second.id, first.id]);
    expect((await profile()).connectedBlueprintIds).toEqual([]);
  });

  it("lists keep their newest entries", async () => {
    await app.context.sql`
      update users set uploaded_file_ids = (select jsonb_agg(n::text) from generate_series(1, 1000) n)
      where uid = ${person.userId}`;
    await upload("newest");
    const { uploadedFileIds } = await profile();
    expect(uploadedFileIds).toHaveLength(1_000);
    expect(uploadedFileIds.slice(0, 2)).toEqual(["2", "3"]);
    expect(uploadedFileIds.at(-1)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("fields that have no event yet keep the value of a new account", async () => {
    const before = await profile();
    await upload("file");
    await app.buildBlueprint(person);
    await person.api(saveOnboarding, { body: { step: "done", scanPlan: "visit" } });
    const after = await profile();
    const changed = (Object.keys(before) as (keyof UserProfile)[]).filter(
      (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    );
    expect(changed.filter((field) => (profileFieldsWithoutEvent as readonly string[]).includes(field))).toEqual([]);
    expect(changed.toSorted()).toEqual([
      "createdBlueprintIds",
      "featureUsageCount",
      "finishedOnboarding",
      "mappingOptIn",
      "mostUsedFeatures",
      "uploadedContentCount",
      "uploadedFileIds",
    ]);
  });
});
