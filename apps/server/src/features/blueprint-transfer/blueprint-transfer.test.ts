import { setTimeout as wait } from "node:timers/promises";
import { changeAudienceLink } from "@blueprint/contract/audience-links";
import { listAuditEvents } from "@blueprint/contract/audit";
import { previewTransfer, transferBlueprint } from "@blueprint/contract/blueprint-transfer";
import {
  binBlueprint,
  getBlueprint,
  listBlueprints,
  listBlueprintVersions,
  moveBlueprint,
  publishBlueprint,
  updateBlueprint,
} from "@blueprint/contract/blueprints";
import { closeCodes } from "@blueprint/contract/collaboration";
import { discoverPlaces } from "@blueprint/contract/discover";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { limits, storageBucket } from "@blueprint/contract/limits";
import { resolveMedia, toMediaName } from "@blueprint/contract/media";
import { listNotifications } from "@blueprint/contract/notifications";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { cancelScan, createScan, getOriginalUrl, listScans } from "@blueprint/contract/scans";
import { createTask, listTasks } from "@blueprint/contract/tasks";
import { changeMemberRole, deleteTeam, getTeamUsage } from "@blueprint/contract/teams";
import { createWorkflow, listWorkflows } from "@blueprint/contract/workflows";
import { addAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { announceFile, buildReadyScan, makePointPly, pointCloudPreflight } from "../scans/testing/scan-fixtures.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";
import { openSceneClient } from "../scene/testing/scene-client.ts";
import { createTeam } from "../teams/team-settings.service.ts";
import { removeBinnedTeams } from "../teams/teams.jobs.ts";
import { removeStoredBytes } from "../uploads/objects.jobs.ts";
import { WireClient } from "../uploads/testing/upload-test-world.ts";
import { removeMovedFiles } from "./blueprint-transfer.jobs.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const bytes = (text: string) => Buffer.from(text);
const transfer = (person: TestPerson, blueprintId: BlueprintId, teamId: TeamId) =>
  person.api(transferBlueprint, { params: { blueprintId }, body: { teamId } });
const preview = (person: TestPerson, blueprintId: BlueprintId) =>
  person.api(previewTransfer, { params: { blueprintId } });
const storageOf = async (person: TestPerson, teamId: TeamId) =>
  (await person.api(getTeamUsage, { params: { teamId } })).storageBytes;
/** Calls the service directly: the API limits new teams per minute. */
const buildTeam = (owner: TestPerson, name: string, { context } = app) =>
  createTeam(context, { ...owner, isOperator: false, sessionId: "" }, name);
const publish = (person: TestPerson, blueprintId: BlueprintId) =>
  person.api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion: 0, visibility: "unlisted" } });

async function storeFile(person: TestPerson, teamId: TeamId, text: string): Promise<string> {
  const fileId = crypto.randomUUID();
  const sent = await new WireClient(app.url, person.asProgram).multipart(toMediaName(teamId, fileId), bytes(text));
  expect(sent.status).toBe(200);
  return fileId;
}

/** The document of a blueprint, and a function that saves its changes. */
function openDocument(author: TestPerson, blueprintId: BlueprintId) {
  const doc = new Y.Doc();
  return {
    doc,
    showFile: (id: string, fileId: string) => {
      const media = { kind: "file", fileId, name: "a.png", contentType: "image/png", sizeBytes: 3 } as const;
      addAnchor(doc, { ...buildAnchor({ id, type: "image" }), media });
    },
    save: () => {
      const update = Y.encodeStateAsUpdate(doc);
      return storeSceneUpdates(app.context, blueprintId, [{ update, authorId: author.userId, changeCount: 1 }]);
    },
  };
}

/** A published blueprint of a shared team with an original, files of anchors, a task and a workflow. */
async function buildMuseum() {
  const owner = await app.buildPerson({ name: "Ada" });
  const source = await buildTeam(owner, "Museum");
  const target = await buildTeam(owner, "Archive");
  const { id, slug } = await app.buildBlueprint(owner, { teamId: source, name: "Hall" });
  await buildReadyScan(app, owner, id);
  const scan = await announceFile(owner, id, "Hall 2.ply", makePointPly(8));
  const sent = await new WireClient(app.url, owner.asProgram).multipart(scan.uploadName, Buffer.from(makePointPly(8)));
  expect(sent.status).toBe(200);
  await app.context.sql`update scans set state = 'failed' where id = ${scan.id}`;
  const [shown, former] = [await storeFile(owner, source, "shown"), await storeFile(owner, source, "former")];
  const document = openDocument(owner, id);
  document.showFile("one", shown);
  document.showFile("two", former);
  await document.save();
  removeAnchor(document.doc, "two");
  await document.save();
  await publish(owner, id);
  return { owner, source, target, id, slug, scanId: scan.id, uploadName: scan.uploadName, shown, former };
}

describe("moving a blueprint to another team", () => {
  it("takes scans, originals, files, versions and addresses along, and nothing goes dark", async () => {
    const { owner, source, target, id, slug, scanId, uploadName, shown, former } = await buildMuseum();
    const colleague = await app.buildMember(source, "admin");
    const receiver = await app.buildMember(target, "owner");
    const { links } = await owner.api(changeAudienceLink, {
      params: { blueprintId: id },
      body: { audience: "staff", to: "made" },
    });
    const params = { blueprintId: id };
    const visit = () => app.anonymous(getPublishedBlueprint, { params: { slug } });
    const before = await visit();
    const used = await storageOf(owner, source);

    expect(await preview(owner, id)).toMatchObject({
      scanCount: 2,
      fileCount: 2,
      sizeBytes: used,
      isPublished: true,
      isBusy: false,
      targets: [
        { teamId: owner.personalTeamId, isPersonal: true, role: "owner", obstacle: null },
        { teamId: target, name: "Archive", role: "owner", obstacle: null },
      ],
    });
    const moved = await transfer(owner, id, target);
    expect(moved).toMatchObject({ id, teamId: target, slug, state: "published", publishedVersion: 1, scanCount: 2 });

    const seen = await visit();
    expect(seen).toMatchObject({ slug, version: 1, name: "Hall" });
    for (const url of [seen.mediaUrls?.[shown], before.mediaUrls?.[shown]])
      expect(await (await fetch(app.url + url)).text()).toBe("shown");
    expect((await fetch(app.url + seen.scans[0]?.delivery.entryUrl)).status).toBe(200);
    const linked = { params: { slug }, query: { key: links[0]?.key ?? "" } };
    expect(await app.anonymous(getPublishedBlueprint, linked)).toMatchObject({ audience: "staff" });

    const { versions } = await receiver.api(listBlueprintVersions, { params });
    expect(versions).toHaveLength(1);
    const { urls } = await receiver.api(resolveMedia, { params, body: { fileIds: [shown, former] } });
    expect(await (await fetch(app.url + urls[former])).text()).toBe("former");
    const { url } = await receiver.api(getOriginalUrl, { params: { scanId } });
    expect(await (await fetch(app.url + url)).bytes()).toEqual(makePointPly(8));
    const inBucket = (person: TestPerson, name: string) =>
      fetch(`${app.url}/v0/b/${storageBucket}/o/${encodeURIComponent(name)}?alt=media`, { headers: person.asProgram });
    const { scans } = await receiver.api(listScans, { params });
    const own = scans.find((scan) => scan.id === scanId)?.uploadName ?? "";
    expect(own.startsWith(`teams/${target}/scans/${scanId}/original/`)).toBe(true);
    expect((await inBucket(receiver, own)).status).toBe(200);

    expect(await outcome(colleague.api(getBlueprint, { params }))).toBe("not-found");
    expect(await outcome(colleague.api(getOriginalUrl, { params: { scanId } }))).toBe("not-found");
    const ofMedia = colleague.api(resolveMedia, { params, body: { fileIds: [shown] } });
    expect(await outcome(ofMedia)).toBe("not-found");
    expect((await inBucket(colleague, own)).status).toBe(403);
    expect((await inBucket(colleague, uploadName)).status).toBe(404);
    expect((await colleague.api(listBlueprints, { query: { teamId: source } })).total).toBe(0);

    expect(await storageOf(receiver, target)).toBe(used);
    await removeMovedFiles(app.context, { teamId: source, fileIds: [shown, former] });
    expect(await storageOf(colleague, source)).toBe(0);
    expect(await (await fetch(app.url + (await visit()).mediaUrls?.[shown])).text()).toBe("shown");
  });

  it("is recorded in both logs, and the owners of both teams are notified", async () => {
    const { owner, source, target, id } = await buildMuseum();
    const giver = await app.buildMember(source, "owner");
    const receiver = await app.buildMember(target, "owner");
    const bystander = await app.buildMember(target, "admin");
    await transfer(owner, id, target);
    const log = async (teamId: TeamId, action: "blueprint.transferred" | "blueprint.received") =>
      (await owner.api(listAuditEvents, { params: { teamId }, query: { action } })).events;
    const act = { actorName: "Ada", subjectName: "Hall" };
    expect(await log(source, "blueprint.transferred")).toMatchObject([{ ...act, details: { to: "Archive" } }]);
    expect(await log(target, "blueprint.received")).toMatchObject([{ ...act, details: { from: "Museum" } }]);
    const inbox = async (person: TestPerson) => (await person.api(listNotifications, { query: {} })).notifications;
    expect(await inbox(receiver)).toMatchObject([
      { kind: "blueprint-moved", title: "Ada moved Hall to Archive", path: `/blueprint-editor/${id}` },
    ]);
    expect(await inbox(giver)).toMatchObject([{ title: "Ada moved Hall out of Museum", path: null }]);
    expect([await inbox(owner), await inbox(bystander)]).toEqual([[], []]);
  });

  it("leaves tasks and workflows with their team, which shows them again when it returns", async () => {
    const { owner, source, target, id } = await buildMuseum();
    const teamParams = { params: { teamId: source } };
    await owner.api(createTask, { ...teamParams, body: { title: "Look", blueprintId: id } });
    const action = { type: "task", title: "Look at {blueprint}", text: "", dueInDays: null, assigneeId: null } as const;
    for (const [event, blueprintId] of [
      ["scan.ready", id],
      ["blueprint.transferred", null],
    ] as const) {
      const definition = { name: event, event, blueprintId, action };
      await owner.api(createWorkflow, { ...teamParams, body: { definition } });
    }
    expect((await preview(owner, id)).staying).toEqual({ openTasks: 1, workflows: 1 });
    const named = async () => {
      const { tasks } = await owner.api(listTasks, { ...teamParams, query: { filter: "open" } });
      const { workflows } = await owner.api(listWorkflows, teamParams);
      return [tasks[0]?.blueprint?.name, workflows.find(({ event }) => event === "scan.ready")?.blueprint?.name];
    };
    expect(await named()).toEqual(["Hall", "Hall"]);
    await transfer(owner, id, target);
    expect(await named()).toEqual([undefined, ""]);
    const runs = await app.context.sql`
      select r.facts from workflow_runs r join workflows w on w.id = r.workflow_id where w.team_id = ${source}`;
    expect(runs.map(({ facts }) => facts)).toEqual([{ blueprintId: id, name: "Hall", toTeamId: target }]);
    await transfer(owner, id, source);
    expect(await named()).toEqual(["Hall", "Hall"]);
  });

  it("requires the right in both teams, and responds the same for a guessed team and a missing one", async () => {
    const { owner, source, id } = await buildMuseum();
    const admin = await app.buildMember(source, "admin");
    const editor = await app.buildMember(source, "editor");
    const stranger = await app.buildPerson();
    expect(await outcome(transfer(editor, id, editor.personalTeamId))).toBe("forbidden");
    expect(await outcome(preview(editor, id))).toBe("forbidden");
    expect(await outcome(transfer(stranger, id, stranger.personalTeamId))).toBe("not-found");
    expect(await outcome(transfer(admin, id, stranger.personalTeamId))).toBe("not-found");
    expect(await outcome(transfer(admin, id, crypto.randomUUID() as TeamId))).toBe("not-found");
    const elsewhere = await buildTeam(stranger, "Elsewhere");
    await app.join(elsewhere, admin, "viewer");
    expect(await outcome(transfer(admin, id, elsewhere))).toBe("forbidden");
    expect((await preview(admin, id)).targets.map(({ teamId }) => teamId)).toEqual([admin.personalTeamId]);

    const member = { teamId: elsewhere, userId: admin.userId };
    await stranger.api(changeMemberRole, { params: member, body: { role: "editor" } });
    await stranger.api(deleteTeam, { params: { teamId: elsewhere } });
    expect(await outcome(transfer(admin, id, elsewhere))).toBe("not-found");
    expect(await outcome(transfer(admin, id, source))).toBe("ok");
    expect((await owner.api(getBlueprint, { params: { blueprintId: id } })).teamId).toBe(source);
  });

  it("is refused from the bin and during an upload or conversion, and then changes nothing", async () => {
    const { owner, source, target, id } = await buildMuseum();
    const params = { blueprintId: id };
    const scan = await owner.api(createScan, {
      params,
      body: { fileName: "a.ply", sizeBytes: 100, preflight: { ...pointCloudPreflight, warnings: [] } },
    });
    expect((await preview(owner, id)).isBusy).toBe(true);
    expect(await outcome(transfer(owner, id, target))).toBe("transfer-busy");
    await owner.api(cancelScan, { params: { scanId: scan.id } });

    const [fileId, document] = [crypto.randomUUID(), openDocument(owner, id)];
    document.showFile("late", fileId);
    await document.save();
    await new WireClient(app.url, owner.asProgram).start(toMediaName(source, fileId), 10);
    expect(await outcome(transfer(owner, id, target))).toBe("transfer-busy");
    await app.context.sql`update uploads set state = 'cancelled' where team_id = ${source} and state = 'active'`;

    await owner.api(binBlueprint, { params });
    expect(await outcome(transfer(owner, id, target))).toBe("blueprint-in-bin");
    expect(await outcome(preview(owner, id))).toBe("blueprint-in-bin");
    await owner.api(moveBlueprint, { params, body: { to: "archived" } });
    expect(await transfer(owner, id, target)).toMatchObject({ teamId: target, state: "archived" });
  });

  it("is refused in advance if the other team's plan has no room, with the numbers", async () => {
    const { owner, source, target, id, slug } = await buildMuseum();
    const used = await storageOf(owner, source);
    const tight = await createTeamAtLimit(owner, { storageBytesUsed: 10 * 1024 ** 3 - used + 1 });
    const full = await createTeamAtLimit(owner, { published: 3 });
    const { targets } = await preview(owner, id);
    const obstacleOf = (teamId: TeamId) => targets.find((one) => one.teamId === teamId)?.obstacle;
    expect(obstacleOf(target)).toBeNull();
    expect(obstacleOf(full)).toEqual({ limit: "publishedBlueprints", used: 3, added: 1, max: 3 });
    expect(obstacleOf(tight)).toMatchObject({ limit: "storageBytes", added: used });
    const refused = await transfer(owner, id, full).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "transfer-limit-published",
      status: 402,
      fields: { teamId: "The plan includes 3 published blueprints. 3 are used, and this blueprint adds 1." },
    });
    expect(await outcome(transfer(owner, id, tight))).toBe("transfer-limit-storage");
    expect(await app.anonymous(getPublishedBlueprint, { params: { slug } })).toMatchObject({ version: 1 });
    expect((await owner.api(getBlueprint, { params: { blueprintId: id } })).teamId).toBe(source);
  });
});

/** A free team past its days of grace, with this much in it. */
async function createTeamAtLimit(
  owner: TestPerson,
  { storageBytesUsed = 0, published = 0 }: { storageBytesUsed?: number; published?: number },
): Promise<TeamId> {
  const { sql } = app.context;
  const teamId = await buildTeam(owner, "Small");
  for (let count = 0; count < published; count++) {
    const { id } = await app.buildBlueprint(owner, { teamId });
    await sql`update blueprints set published_version = 1 where id = ${id}`;
  }
  if (storageBytesUsed > 0) {
    const fileId = await storeFile(owner, teamId, "large");
    await sql`update stored_objects set size_bytes = ${storageBytesUsed} where full_path = ${toMediaName(teamId, fileId)}`;
  }
  const limit = published > 0 ? "publishedBlueprints" : "storageBytes";
  await sql`insert into limit_states (team_id, "limit", level, grace_started_at)
    values (${teamId}, ${limit}, 'reached', now() - interval '20 days')
    on conflict (team_id, "limit") do update set level = 'reached', grace_started_at = excluded.grace_started_at`;
  return teamId;
}

/** Waits until a connection waits for a team's row; returns its process id. */
async function findWaitingForTeam(): Promise<number> {
  for (;;) {
    const [waiting] = await app.context.sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"teams"%for no key update%'`;
    if (waiting !== undefined) return waiting.pid as number;
    await wait(10);
  }
}

describe("a move and simultaneous changes", () => {
  it("by two admins to different teams succeeds for one", async () => {
    const { owner, source, target, id } = await buildMuseum();
    const admin = await app.buildMember(source, "admin");
    const answers = await Promise.all([
      outcome(transfer(owner, id, target)),
      outcome(transfer(admin, id, admin.personalTeamId)),
    ]);
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
    expect(["conflict", "not-found", "transfer-busy"]).toContain(answers.find((answer) => answer !== "ok"));
    const [row] = await app.context.sql`select team_id from blueprints where id = ${id}`;
    expect(row?.team_id).toBe(answers[0] === "ok" ? target : admin.personalTeamId);
    const teams = await app.context.sql`select distinct team_id from scans where blueprint_id = ${id}`;
    expect(teams.map(({ team_id }) => team_id)).toEqual([row?.team_id]);
  });

  it("never leaves a newly announced scan in the former team", async () => {
    const { owner, source, target, id } = await buildMuseum();
    const { sql } = app.context;
    const body = { fileName: "a.ply", sizeBytes: 100, preflight: { ...pointCloudPreflight, warnings: [] } };
    let announced: Promise<string> | undefined;
    await sql.begin(async (moving) => {
      await moving`select id from teams where id = ${source} for update`;
      announced = outcome(owner.api(createScan, { params: { blueprintId: id }, body }));
      await findWaitingForTeam();
      await moving`update blueprints set team_id = ${target} where id = ${id}`;
    });
    expect(await announced).toBe("conflict");
    expect(await sql`select id from scans where blueprint_id = ${id} and file_name = 'a.ply'`).toEqual([]);
  });

  it("waits for nobody who is changing the blueprint, and says so", async () => {
    const { owner, source, target, id } = await buildMuseum();
    const { sql } = app.context;
    await sql.begin(async (changing) => {
      await changing`select id from blueprints where id = ${id} for update`;
      expect(await outcome(transfer(owner, id, target))).toBe("conflict");
    });
    await sql.begin(async (changing) => {
      await changing`select id from scans where blueprint_id = ${id} for update`;
      expect(await outcome(transfer(owner, id, target))).toBe("transfer-busy");
    });
    expect((await owner.api(getBlueprint, { params: { blueprintId: id } })).teamId).toBe(source);
  });

  it("cuts off people who lose access within seconds, while members of both teams continue to edit", async () => {
    const { owner, source, target, id } = await buildMuseum();
    const colleague = await app.buildMember(source, "editor");
    const open = (person: TestPerson) =>
      openSceneClient({ serverUrl: app.url, blueprintId: id, cookie: person.cookie });
    const [stays, goes] = [open(owner), open(colleague)];
    try {
      await Promise.all([stays.loaded(), goes.loaded()]);
      const stream = await fetch(`${app.url}/api/blueprints/${id}/scan-events`, { headers: { cookie: owner.cookie } });
      await transfer(owner, id, target);
      await goes.until(() => goes.closeCodes.includes(closeCodes.notFound));
      addAnchor(stays.doc, buildAnchor({ id: "after", title: "After the move" }));
      await stays.saved();
      expect(stays.closeCodes).toEqual([]);
      // The stream ends, so that the page reconnects and learns the blueprint's new team.
      expect(await stream.text()).toContain("event: scan");
    } finally {
      stays.close();
      goes.close();
    }
  });

  it("moves nothing if the server dies midway, and leaves no bytes behind", async () => {
    const { owner, source, target, id } = await buildMuseum();
    const { sql, storage } = app.context;
    const copies = async () => {
      const keys: string[] = [];
      for await (const { key } of storage.list(`teams/${target}/files/`)) keys.push(key);
      return keys;
    };
    let dying: Promise<string> | undefined;
    await sql.begin(async (holding) => {
      await holding`select id from teams where id = ${target} for update`;
      dying = outcome(transfer(owner, id, target));
      // The move waits for the team with everything copied; then its connection is killed.
      await sql`select pg_terminate_backend(${await findWaitingForTeam()})`;
    });
    expect(await dying).toBe("service-unavailable");
    expect((await owner.api(getBlueprint, { params: { blueprintId: id } })).teamId).toBe(source);
    expect(await storageOf(owner, target)).toBe(0);
    const left = await copies();
    expect(left).toHaveLength(2);
    const planned = await sql`select payload ->> 'storageKey' as key from graphile_worker._private_jobs
      where payload ->> 'storageKey' = any(${left})`;
    expect(planned.map(({ key }) => key).sort()).toEqual(left.sort());

    expect(await outcome(transfer(owner, id, target))).toBe("ok");
    for (const key of [...left, ...(await copies())]) await removeStoredBytes(app.context, key);
    expect(await copies()).toHaveLength(2);
  });
});

describe("what stays behind", () => {
  it("a file that another blueprint of the team uses also stays there", async () => {
    const { owner, source, target, id, shown, former } = await buildMuseum();
    const other = await app.buildBlueprint(owner, { teamId: source });
    const document = openDocument(owner, other.id);
    document.showFile("same", shown);
    await document.save();
    await transfer(owner, id, target);
    const moved = { teamId: source, fileIds: [shown, former] };
    await removeMovedFiles(app.context, moved);
    await removeMovedFiles(app.context, moved);
    const { urls } = await owner.api(resolveMedia, {
      params: { blueprintId: other.id },
      body: { fileIds: [shown, former] },
    });
    expect(Object.keys(urls)).toEqual([shown]);
    expect(await (await fetch(app.url + urls[shown])).text()).toBe("shown");

    // After moving back, it keeps the files it needs in its original team.
    await transfer(owner, id, source);
    await removeMovedFiles(app.context, moved);
    const back = await owner.api(resolveMedia, { params: { blueprintId: id }, body: { fileIds: [shown, former] } });
    expect(Object.keys(back.urls).sort()).toEqual([shown, former].sort());
  });

  it("covers move along, those of earlier versions too, and stay if another blueprint has them", async () => {
    const { owner, source, target, id, slug } = await buildMuseum();
    const other = await app.buildBlueprint(owner, { teamId: source });
    const [frozen, current] = [await storeFile(owner, source, "frozen"), await storeFile(owner, source, "current")];
    const choose = (blueprintId: BlueprintId, fileId: string) =>
      owner.api(updateBlueprint, { params: { blueprintId }, body: { cover: { kind: "file", id: fileId } } });
    await choose(id, frozen);
    const version = { basedOnVersion: 1, visibility: "public" } as const;
    await owner.api(publishBlueprint, { params: { blueprintId: id }, body: version });
    await choose(id, current);
    await choose(other.id, current);
    const { coverUrl } = await transfer(owner, id, target);
    await removeMovedFiles(app.context, { teamId: source, fileIds: [frozen, current] });
    const { places } = await app.anonymous(discoverPlaces, { query: { limit: 100 } });
    const found = places.find((place) => place.slug === slug);
    const there = await owner.api(getBlueprint, { params: { blueprintId: other.id } });
    const readAll = [found?.coverUrl, coverUrl, there.coverUrl].map(async (url) =>
      (await fetch(`${app.url}${url}`)).text(),
    );
    expect(await Promise.all(readAll)).toEqual(["frozen", "current", "current"]);
    const left = await app.context.sql`select 1 from stored_objects where full_path = ${toMediaName(source, frozen)}`;
    expect(left).toEqual([]);
  });

  it("the original survives the removal of its former team", async () => {
    const own = await createTestApp();
    try {
      const person = await own.buildPerson();
      const source = await buildTeam(person, "Museum", own);
      const { id } = await own.buildBlueprint(person, { teamId: source });
      const scan = await announceFile(person, id, "Hall.ply", makePointPly(8));
      await new WireClient(own.url, person.asProgram).multipart(scan.uploadName, Buffer.from(makePointPly(8)));
      await own.context.sql`update scans set state = 'failed' where id = ${scan.id}`;
      await transfer(person, id, person.personalTeamId);
      await own.context.storage.putBytes(`teams/${source}/files/x`, bytes("x"), { contentType: "image/png" });
      await person.api(deleteTeam, { params: { teamId: source } });
      own.clock.advance(limits.binKeptDays * 24 * 3_600_000 + 1_000);
      expect(await removeBinnedTeams(own.context)).toBe(1);
      expect(await own.context.storage.head(`teams/${source}/files/x`)).toBeNull();
      const session = await own.signIn(person);
      const { url } = await session.api(getOriginalUrl, { params: { scanId: scan.id } });
      expect(await (await fetch(own.url + url)).bytes()).toEqual(makePointPly(8));
    } finally {
      await own.close();
    }
  });
});
