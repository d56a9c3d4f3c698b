import { type Blueprint, getBlueprint, listBlueprints, updateBlueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId } from "@blueprint/contract/ids";
import { changeMemberRole } from "@blueprint/contract/teams";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { requireTeamPermission } from "../teams/teams.service.ts";
import { readPageRevision } from "./blueprint-lists.repository.ts";
import { findBlueprintUnchecked, findRevisionUnchecked, summariseScans, toRevision } from "./blueprints.repository.ts";

let app: TestApp;
let owner: TestPerson;
let blueprint: Blueprint;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.buildPerson();
  blueprint = await app.buildBlueprint(owner);
  await app.buildBlueprint(owner);
});

const read = (api = owner.api) => api(getBlueprint, { params: { blueprintId: blueprint.id } });
const list = (api = owner.api, limit = 20) => api(listBlueprints, { query: { teamId: owner.personalTeamId, limit } });
const rename = (name: string) => owner.api(updateBlueprint, { params: { blueprintId: blueprint.id }, body: { name } });

/** Reads twice: the second answer may come from the cache that the first one filled. */
async function told(): Promise<{ one: Blueprint; inList: Blueprint | undefined }> {
  await Promise.all([read(), list()]);
  const [one, { blueprints }] = await Promise.all([read(), list()]);
  return { one, inList: blueprints.find(({ id }) => id === one.id) };
}

describe("a cached response", () => {
  it("is stored under the database state it is built from, with and without scans", async () => {
    const { db } = app.context;
    for (const _ of ["no scan", "a first", "a second"]) {
      const id = blueprint.id as BlueprintId;
      const row = await findBlueprintUnchecked(db, id);
      const summaries = await summariseScans(db, [id]);
      const revision = row === null ? null : toRevision(row, summaries.get(id));
      expect((await findRevisionUnchecked(db, id))?.revision).toBe(revision);
      const actor = { ...owner, isOperator: false, sessionId: "" };
      const scope = await requireTeamPermission(db, actor, owner.personalTeamId, "blueprint.see");
      const page = await readPageRevision(db, scope, "open", null, 20);
      expect(page.blueprints).toContain(revision);
      expect(page.total).toBe(2);
      await buildReadyScan(app, owner, blueprint.id);
    }
  });

  it("changes with every change of the blueprint and its scans", async () => {
    expect(await told()).toMatchObject({ one: { name: blueprint.name, scanCount: 0, coverUrl: null } });
    await rename("The long gallery");
    expect(await told()).toMatchObject({ one: { name: "The long gallery" }, inList: { name: "The long gallery" } });
    await rename(blueprint.name);
    expect(await told()).toMatchObject({ one: { name: blueprint.name }, inList: { name: blueprint.name } });
    const { id: scanId } = await buildReadyScan(app, owner, blueprint.id);
    const shown = { state: "ready", scanCount: 1, failedScanCount: 0 };
    expect(await told()).toMatchObject({ one: shown, inList: shown });
    const { sql } = app.context;
    await sql`update scans set state = 'failed' where id = ${scanId}`;
    expect(await told()).toMatchObject({ one: { failedScanCount: 1 }, inList: { failedScanCount: 1 } });
    await sql`delete from scans where id = ${scanId}`;
    expect(await told()).toMatchObject({ one: { scanCount: 0 }, inList: { scanCount: 0 } });
  });

  it("changes with every change of its cover, of the scan chosen for it, and of its claim", async () => {
    const { sql } = app.context;
    const [first, second] = [
      await buildReadyScan(app, owner, blueprint.id),
      await buildReadyScan(app, owner, blueprint.id),
    ];
    const expectCover = async (part: string) => {
      const { one, inList } = await told();
      expect([one.coverUrl, inList?.coverUrl]).toEqual([expect.stringContaining(part), expect.stringContaining(part)]);
    };
    await expectCover(first.deliveryPrefix);
    const cover = { kind: "scan", id: second.id } as const;
    await owner.api(updateBlueprint, { params: { blueprintId: blueprint.id }, body: { cover } });
    await expectCover(second.deliveryPrefix);
    const report = { preview: "another.webp" };
    await sql`update scans set report = ${JSON.stringify(report)} where id = ${second.id}`;
    await expectCover(`${second.deliveryPrefix}/another.webp`);
    await sql`update scans set deleted_at = now() where id = ${second.id}`;
    await expectCover(first.deliveryPrefix);
    const file = { kind: "file", id: crypto.randomUUID() };
    await sql`update blueprints set cover = ${JSON.stringify(file)}, claim_state = 'pending' where id = ${blueprint.id}`;
    await expectCover(file.id);
    const said = { cover: file, claimState: "pending" };
    expect(await told()).toMatchObject({ one: said, inList: said });
  });

  it("has the requested number of blueprints and the total", async () => {
    for (const limit of [2, 1, 2, 1]) {
      const { blueprints, nextCursor, total } = await list(owner.api, limit);
      expect([blueprints.length, nextCursor === null, total]).toEqual([limit, limit === 2, 2]);
    }
    await app.buildBlueprint(owner);
    expect((await list(owner.api, 2)).total).toBe(3);
  });

  it("has image addresses that stay valid for hours", async () => {
    await buildReadyScan(app, owner, blueprint.id);
    const before = await told();
    app.clock.advance(5 * 3_600_000);
    const { one, inList } = await told();
    expect(one.coverUrl).not.toBe(before.one.coverUrl);
    expect(inList?.coverUrl).toBe(one.coverUrl);
  });

  it("is only for people who may see it now", async () => {
    const [viewer, stranger] = [await app.buildMember(owner.personalTeamId, "viewer"), await app.buildPerson()];
    await told();
    expect((await read(viewer.api)).id).toBe(blueprint.id);
    expect([await outcome(read(stranger.api)), await outcome(list(stranger.api))]).toEqual(["not-found", "not-found"]);
    await owner.api(changeMemberRole, {
      params: { teamId: owner.personalTeamId, userId: viewer.userId },
      body: { role: "scanner" },
    });
    expect([await outcome(read(viewer.api)), await outcome(list(viewer.api))]).toEqual(["not-found", "not-found"]);
  });
});
