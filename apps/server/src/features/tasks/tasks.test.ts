import { listAuditEvents } from "@blueprint/contract/audit";
import type { Blueprint } from "@blueprint/contract/blueprints";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import { limits } from "@blueprint/contract/limits";
import { listNotifications } from "@blueprint/contract/notifications";
import {
  completeTask,
  createTask,
  deleteTask,
  listTaskAnchors,
  listTasks,
  updateTask,
} from "@blueprint/contract/tasks";
import { removeMember } from "@blueprint/contract/teams";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";
import { enterTeam } from "../teams/team-visits.service.ts";

let app: TestApp;
let owner: TestPerson;
let params: { teamId: TestPerson["personalTeamId"] };

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.buildPerson({ name: "Ada" });
  params = { teamId: owner.personalTeamId };
});

type Fields = EndpointRequest<typeof createTask>["body"];
const make = (person: Pick<TestPerson, "api">, body: Fields) => person.api(createTask, { params, body });
const list = (person: Pick<TestPerson, "api">, filter: "open" | "mine" | "done" = "open", cursor?: string) =>
  person.api(listTasks, { params, query: { filter, ...(cursor === undefined ? {} : { cursor }) } });
const done = (person: Pick<TestPerson, "api">, taskId: Awaited<ReturnType<typeof make>>["id"], isDone = true) =>
  person.api(completeTask, { params: { ...params, taskId }, body: { isDone } });

async function addFireDoor(blueprint: Blueprint): Promise<void> {
  const doc = new Y.Doc();
  addAnchor(doc, buildAnchor({ id: "door", title: "Fire door", createdBy: owner.userId }));
  const update = Y.encodeStateAsUpdate(doc);
  await storeSceneUpdates(app.context, blueprint.id, [{ update, authorId: owner.userId, changeCount: 1 }]);
}

describe("tasks of a team", () => {
  it("are listed by day, by assignee, and by done, with their number", async () => {
    const viewer = await app.buildMember(params.teamId, "viewer");
    await make(viewer, { title: "No day" });
    await make(owner, { title: "Later", dueOn: "2026-12-24" });
    const soon = await make(owner, { title: "Soon", dueOn: "2026-12-01", assigneeId: viewer.userId });
    const titles = async (filter: "open" | "mine" | "done", person = viewer) =>
      (await list(person, filter)).tasks.map(({ title }) => title);
    expect(await titles("open")).toEqual(["Soon", "Later", "No day"]);
    expect(await titles("mine")).toEqual(["Soon"]);
    expect(await titles("mine", owner)).toEqual([]);
    const finished = await done(viewer, soon.id);
    expect(finished.doneBy).toEqual({ userId: viewer.userId, name: viewer.name });
    expect(await done(owner, soon.id), "the first to say so stays named").toMatchObject({
      doneAt: finished.doneAt,
      doneBy: finished.doneBy,
    });
    expect(await titles("done")).toEqual(["Soon"]);
    expect((await list(viewer)).counts).toEqual({ open: 2, mine: 0, done: 1 });
    expect(await done(owner, soon.id, false)).toMatchObject({ doneAt: null, doneBy: null });
    expect((await list(viewer, "mine")).counts).toEqual({ open: 3, mine: 1, done: 0 });
  });

  it("are paged, each once", async () => {
    const rows = Array.from({ length: 65 }, (_, index) => ({
      title: `Task ${index}`,
      dueOn: index % 2 === 0 ? null : `2026-12-${String((index % 28) + 1).padStart(2, "0")}`,
    }));
    for (const { title, dueOn } of rows)
      await app.context.sql`insert into tasks (id, team_id, title, due_on, created_at)
        values (${app.context.ids.uuid()}, ${params.teamId}, ${title}, ${dueOn}, now())`;
    await app.context
      .sql`update tasks set done_at = now() where title in ('Task 3', 'Task 4') and team_id = ${params.teamId}`;
    const seen: string[] = [];
    const days: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list(owner, "open", cursor);
      seen.push(...page.tasks.map(({ title }) => title));
      days.push(...page.tasks.map(({ dueOn }) => dueOn ?? "none"));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(63);
    expect(seen).toHaveLength(63);
    expect(days).toEqual([...days].sort());
    expect((await list(owner, "done")).total).toBe(2);
  });

  it("notify their assignee, but nobody about their own", async () => {
    const editor = await app.buildMember(params.teamId, "editor");
    const task = await make(owner, { title: "<b>Door</b>", assigneeId: editor.userId });
    await make(editor, { title: "Own", assigneeId: editor.userId });
    const place = { ...params, taskId: task.id };
    await owner.api(updateTask, { params: place, body: { assigneeId: editor.userId, note: "Again" } });
    const told = (await editor.api(listNotifications, { query: {} })).notifications;
    expect(told.map(({ kind, title }) => ({ kind, title }))).toEqual([
      { kind: "task-assigned", title: "Ada assigned you a task: <b>Door</b>" },
    ]);
  });

  it("can be changed by their creator, their assignee and the people who run the team, and deleted by all of these but the assignee", async () => {
    const [maker, assignee, viewer, admin] = [
      await app.buildMember(params.teamId, "editor"),
      await app.buildMember(params.teamId, "viewer"),
      await app.buildMember(params.teamId, "viewer"),
      await app.buildMember(params.teamId, "admin"),
    ];
    const verdicts: Record<string, string[]> = {};
    for (const [name, person] of Object.entries({ maker, assignee, viewer, admin, owner })) {
      const task = await make(maker, { title: "Door", assigneeId: assignee.userId });
      const place = { ...params, taskId: task.id };
      const shown = (await list(person)).tasks.find(({ id }) => id === task.id);
      verdicts[name] = [
        await outcome(person.api(updateTask, { params: place, body: { title: "Gate" } })),
        await outcome(done(person, task.id)),
        await outcome(person.api(deleteTask, { params: place })),
      ];
      expect([shown?.mayEdit, shown?.mayDelete], name).toEqual([
        verdicts[name][0] === "ok",
        verdicts[name][2] === "ok",
      ]);
    }
    expect(verdicts).toEqual({
      maker: ["ok", "ok", "ok"],
      assignee: ["ok", "ok", "forbidden"],
      viewer: ["forbidden", "ok", "forbidden"],
      admin: ["ok", "ok", "ok"],
      owner: ["ok", "ok", "ok"],
    });
    const { events } = await owner.api(listAuditEvents, { params, query: { action: "task.deleted" } });
    expect(events.map(({ subjectName }) => subjectName)).toEqual(["Gate", "Gate", "Gate"]);
  });

  it("show scanners only their own, without the blueprint; an operator on a visit reads and writes nothing", async () => {
    const scanner = await app.buildMember(params.teamId, "scanner");
    const blueprint = await app.buildBlueprint(owner);
    await make(owner, { title: "Not theirs" });
    const theirs = await make(owner, { title: "Scan hall 2", assigneeId: scanner.userId, blueprintId: blueprint.id });
    const seen = await list(scanner);
    expect(seen).toMatchObject({ total: 1, counts: { open: 1, mine: 1, done: 0 } });
    expect(seen.tasks).toMatchObject([{ title: "Scan hall 2", blueprint: null }]);
    expect((await done(scanner, theirs.id)).doneBy?.userId).toBe(scanner.userId);

    const operator = await app.buildPerson({ isOperator: true });
    expect(await outcome(list(operator))).toBe("not-found");
    await enterTeam(
      app.context,
      { ...operator, isOperator: true, sessionId: "" },
      params.teamId,
      "They asked for help.",
    );
    expect((await list(operator)).tasks).toMatchObject([{ title: "Not theirs", mayEdit: false, mayDelete: false }]);
    expect(await outcome(make(operator, { title: "No" }))).toBe("forbidden");
  });

  it("can refer to drafts and staff content", async () => {
    const blueprint = await app.buildBlueprint(owner, { name: "Hall" });
    const doc = new Y.Doc();
    addAnchor(doc, buildAnchor({ id: "draft", title: "Draft lamp", state: "draft", createdBy: owner.userId }));
    addAnchor(doc, buildAnchor({ id: "staff", title: "Fuse box", audiences: ["staff"], createdBy: owner.userId }));
    const update = Y.encodeStateAsUpdate(doc);
    await storeSceneUpdates(app.context, blueprint.id, [{ update, authorId: owner.userId, changeCount: 1 }]);
    expect((await owner.api(listTaskAnchors, { params: { blueprintId: blueprint.id } })).anchors).toEqual([
      { id: "draft", title: "Draft lamp" },
      { id: "staff", title: "Fuse box" },
    ]);
    for (const anchorId of ["draft", "staff"])
      expect(await make(owner, { title: "Look", blueprintId: blueprint.id, anchorId })).toMatchObject({
        anchor: { id: anchorId },
      });
  });

  it("are linked to a blueprint and an anchor of the team, and outlive both", async () => {
    const blueprint = await app.buildBlueprint(owner, { name: "Hall" });
    await addFireDoor(blueprint);
    expect((await owner.api(listTaskAnchors, { params: { blueprintId: blueprint.id } })).anchors).toEqual([
      { id: "door", title: "Fire door" },
    ]);
    const task = await make(owner, { title: "Oil it", blueprintId: blueprint.id, anchorId: "door" });
    expect(task).toMatchObject({ blueprint: { name: "Hall" }, anchor: { id: "door", title: "Fire door" } });
    const foreign = await app.buildBlueprint(await app.buildPerson());
    const stranger = await app.buildPerson();
    const wrong: [Fields, string][] = [
      [{ title: "x", blueprintId: foreign.id }, "blueprintId"],
      [{ title: "x", blueprintId: app.context.ids.uuid() as Blueprint["id"] }, "blueprintId"],
      [{ title: "x", blueprintId: blueprint.id, anchorId: "gone" }, "anchorId"],
      [{ title: "x", assigneeId: stranger.userId }, "assigneeId"],
      [{ title: "x", dueOn: "2026-02-30" }, "dueOn"],
      [{ title: "x".repeat(limits.taskTitleCharactersMax + 1) }, "title"],
      [{ title: " " }, "title"],
    ];
    for (const [body, field] of wrong)
      await expect(make(owner, body), field).rejects.toMatchObject({
        code: "invalid-input",
        fields: { [field]: expect.any(String) },
      });
    await app.context.sql`delete from blueprints where id = ${blueprint.id}`;
    expect((await list(owner)).tasks).toMatchObject([{ title: "Oil it", blueprint: null, anchor: null }]);
  });

  it("of someone who left become unassigned, and stay", async () => {
    const editor = await app.buildMember(params.teamId, "editor");
    const task = await make(editor, { title: "Half done", assigneeId: editor.userId });
    await owner.api(removeMember, { params: { ...params, userId: editor.userId } });
    expect((await list(owner)).tasks).toMatchObject([
      { id: task.id, assignee: null, createdBy: { name: editor.name } },
    ]);
    expect(await outcome(list(editor))).toBe("not-found");
    await app.context.sql`delete from auth_users where id = ${editor.userId}`;
    expect((await list(owner)).tasks).toMatchObject([{ id: task.id, assignee: null, createdBy: null }]);
  });

  it("can be assigned by guests only to themselves, because guests do not know the others", async () => {
    const viewer = await app.buildMember(params.teamId, "viewer");
    expect(await outcome(make(viewer, { title: "Mine", assigneeId: viewer.userId }))).toBe("ok");
    expect(await outcome(make(viewer, { title: "Yours", assigneeId: owner.userId }))).toBe("invalid-input");
  });

  it("have a maximum number that two concurrent creators cannot exceed", async () => {
    await app.context.sql`insert into tasks (id, team_id, title, created_at)
      select gen_random_uuid(), ${params.teamId}, 'x', now() from generate_series(1, ${limits.tasksPerTeamMax - 1})`;
    const verdicts = await Promise.all([outcome(make(owner, { title: "a" })), outcome(make(owner, { title: "b" }))]);
    expect(verdicts.sort()).toEqual(["ok", "tasks-too-many"]);
  });
});
