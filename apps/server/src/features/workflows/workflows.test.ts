import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listAuditEvents } from "@blueprint/contract/audit";
import type { BlueprintId, WorkflowId, WorkflowRunId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { listNotifications } from "@blueprint/contract/notifications";
import type { TeamRole } from "@blueprint/contract/roles";
import { listTasks } from "@blueprint/contract/tasks";
import { removeMember } from "@blueprint/contract/teams";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  type TeamEventType,
  updateWebhook,
} from "@blueprint/contract/webhooks";
import {
  createWorkflow,
  deleteWorkflow,
  fillPlaceholders,
  listWorkflowRuns,
  listWorkflows,
  testWorkflow,
  updateWorkflow,
  type WorkflowAction,
  type WorkflowDefinition,
} from "@blueprint/contract/workflows";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { recordEvent } from "../../platform/events/record-event.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { enterTeam } from "../teams/team-visits.service.ts";
import { removeOldRuns, runWorkflow } from "./workflows.jobs.ts";

let app: TestApp;
let owner: TestPerson;
let params: { teamId: TestPerson["personalTeamId"] };

beforeAll(async () => {
  // The tests themselves run jobs, to control the timing.
  app = await createTestApp({ config: { webhooksToPrivateAddresses: true } });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.buildPerson({ name: "Ada" });
  params = { teamId: owner.personalTeamId };
});

const aTask: WorkflowAction = { type: "task", title: "Look at {blueprint}", text: "", dueInDays: 3, assigneeId: null };
const make = (
  action: WorkflowAction,
  { event = "blueprint.created", blueprintId = null, name = "Rule" }: Partial<Omit<WorkflowDefinition, "action">> = {},
  person = owner,
) => person.api(createWorkflow, { params, body: { definition: { name, event, blueprintId, action } } });
const runsOf = async (workflowId: WorkflowId) =>
  (await owner.api(listWorkflowRuns, { params: { ...params, workflowId }, query: {} })).runs;
const tasksOf = async () => (await owner.api(listTasks, { params, query: {} })).tasks;
/** Runs what waits, as the runner would; each twice at once, as a second server might. */
async function runWaiting(workflowId: WorkflowId): Promise<void> {
  for (const { id, state } of (await runsOf(workflowId)).reverse())
    if (state === "waiting") await Promise.all([run(id), run(id)]);
}
const run = (id: WorkflowRunId, isLastAttempt = false) => runWorkflow(app.context, id, isLastAttempt);
const inboxOf = async (person: TestPerson) =>
  (await person.api(listNotifications, { query: {} })).notifications.map(({ kind, title, body }) => ({
    kind,
    title,
    body,
  }));

describe("a workflow", () => {
  it("creates a task once when its event happens, and the task triggers nothing", async () => {
    const editor = await app.buildMember(params.teamId, "editor");
    const events: TeamEventType[] = ["blueprint.created", "blueprint.created", "member.joined"];
    const [rule, other, unrelated] = await Promise.all(
      events.map((event, index) =>
        make(event === "member.joined" ? { ...aTask, title: "x" } : { ...aTask, assigneeId: editor.userId }, {
          event,
          name: `Rule ${index}`,
        }),
      ),
    );
    if (rule === undefined || other === undefined || unrelated === undefined) throw new Error("Three were made.");
    const blueprint = await app.buildBlueprint(owner, { name: "<i>Hall</i> {team}" });
    expect(await tasksOf(), "not before its job").toEqual([]);
    for (const { id } of [rule, other, unrelated]) await runWaiting(id);
    const tasks = await tasksOf();
    expect(tasks).toHaveLength(2);
    expect(tasks[0]).toMatchObject({
      title: "Look at <i>Hall</i> {team}",
      blueprint: { id: blueprint.id },
      assignee: { userId: editor.userId },
      createdBy: null,
      workflowName: expect.stringMatching(/^Rule [01]$/),
    });
    expect(tasks[0]?.dueOn).toBe(new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10));
    expect(await runsOf(rule.id)).toMatchObject([
      { state: "done", isTest: false, result: expect.stringMatching(/^Created the task “Look at .*, due /) },
    ]);
    expect(await runsOf(unrelated.id)).toEqual([]);
    expect((await inboxOf(editor)).map(({ kind }) => kind)).toEqual(["task-assigned", "task-assigned"]);
    const [waiting] = await app.context.sql`select count(*)::int as n from workflow_runs where state = 'waiting'`;
    expect(waiting?.n).toBe(0);
  });

  it("completes all of a run or nothing: if the server dies before the end, the run is repeated, once", async () => {
    const rule = await make(aTask);
    await app.buildBlueprint(owner);
    const [waiting] = await runsOf(rule.id);
    const id = waiting?.id as WorkflowRunId;
    const { sql } = app.context;
    await sql`create function refuse_the_end() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`;
    await sql`create trigger refuse_the_end before update on workflow_runs for each row execute function refuse_the_end()`;
    try {
      await expect(run(id)).rejects.toThrow();
      expect(await tasksOf()).toEqual([]);
    } finally {
      await sql`drop trigger refuse_the_end on workflow_runs`;
      await sql`drop function refuse_the_end`;
    }
    await Promise.all([run(id), run(id), run(id)]);
    await run(id);
    expect(await tasksOf()).toHaveLength(1);
    expect(await runsOf(rule.id)).toMatchObject([{ state: "done" }]);
  });

  it("runs exactly if the action happens", async () => {
    const rule = await make(aTask);
    await app.context.db
      .transaction(async (tx) => {
        const subject = { id: app.context.ids.uuid(), name: "x" };
        await recordEvent(tx, app.context, { actor: null, ...params, type: "blueprint.created", subject });
        throw new Error("The act failed.");
      })
      .catch(() => {});
    expect(await runsOf(rule.id)).toEqual([]);
  });

  it("for one blueprint ignores others, and one that is off ignores everything", async () => {
    const [hall, cellar] = [await app.buildBlueprint(owner), await app.buildBlueprint(owner)];
    const event = "scan.ready" as const;
    const ofHall = await make(aTask, { event, blueprintId: hall.id });
    const off = await make(aTask, { event });
    const place = { ...params, workflowId: off.id };
    await owner.api(updateWorkflow, { params: place, body: { isEnabled: false } });
    const tell = (blueprintId: BlueprintId) =>
      recordEvent(app.context.db, app.context, {
        actor: null,
        ...params,
        type: event,
        subject: { id: app.context.ids.uuid(), name: "hall.glb" },
        facts: { blueprintId, uploaderId: null },
      });
    await tell(cellar.id);
    expect([...(await runsOf(ofHall.id)), ...(await runsOf(off.id))]).toEqual([]);
    await tell(hall.id);
    expect(await runsOf(ofHall.id)).toHaveLength(1);
    // Disabled between the event and its run.
    await owner.api(updateWorkflow, { params: { ...params, workflowId: ofHall.id }, body: { isEnabled: false } });
    await runWaiting(ofHall.id);
    expect(await runsOf(ofHall.id)).toMatchObject([
      { state: "skipped", result: expect.stringContaining("turned off") },
    ]);
    expect(await tasksOf()).toEqual([]);
  });

  it("is limited if it runs too often, and says so", async () => {
    const rule = await make(aTask);
    await app.buildBlueprint(owner);
    await app.context.sql`insert into workflow_runs (id, workflow_id, event_id, event, facts, state, created_at, ran_at)
      select gen_random_uuid(), ${rule.id}, gen_random_uuid(), 'blueprint.created', '{}', 'done', now() - interval '1 minute', now() - interval '1 minute'
      from generate_series(1, ${limits.workflowRunsPerHourMax})`;
    const [latest] = await runsOf(rule.id);
    await run(latest?.id as WorkflowRunId);
    expect((await runsOf(rule.id))[0]).toMatchObject({
      state: "skipped",
      result: expect.stringContaining("in the last hour"),
    });
    app.clock.advance(2 * 3_600_000);
    await app.buildBlueprint(owner);
    await runWaiting(rule.id);
    expect(await tasksOf()).toHaveLength(1);
  });

  it("writes to members of the chosen roles and names, never to others, and HTML in names stays text", async () => {
    const running = await createTestApp({ withJobs: true });
    try {
      const chief = await running.buildPerson({ name: "Chief" });
      const teamId = chief.personalTeamId;
      const admin = await running.buildMember(teamId, "admin");
      const viewer = await running.buildMember(teamId, "viewer");
      const scanner = await running.buildMember(teamId, "scanner");
      const left = await running.buildMember(teamId, "viewer");
      const definition = (type: "email" | "message"): WorkflowDefinition => ({
        name: "<script>Rule</script>",
        event: "blueprint.created",
        blueprintId: null,
        action: {
          type,
          to: { roles: ["admin"], userIds: [viewer.userId, left.userId] },
          title: "New: {blueprint}",
          text: "Look at\n\n{blueprint}",
        },
      });
      for (const type of ["email", "message"] as const)
        await chief.api(createWorkflow, { params: { teamId }, body: { definition: definition(type) } });
      await chief.api(removeMember, { params: { teamId, userId: left.userId } });
      await running.buildBlueprint(chief, { name: "<img src=x onerror=alert(1)>" });
      const mailDir = join(running.context.config.dataDir, "mail");
      const readMails = async () => {
        const names = readdirSync(mailDir).filter((name) => name.endsWith(".eml"));
        return await Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(mailDir, name)))));
      };
      await vi.waitFor(async () => expect(await readMails()).toHaveLength(3), { timeout: 15_000 });
      const mails = await readMails();
      const removal = mails.filter(({ to }) => to?.[0]?.address === left.email);
      expect(removal.map(({ subject }) => subject)).toEqual(["Chief removed you from Chief"]);
      const written = mails.filter((mail) => !removal.includes(mail));
      expect(written.map(({ to }) => to?.[0]?.address).sort()).toEqual([admin.email, viewer.email].sort());
      for (const { subject, html, text } of written) {
        expect(subject).toBe("New: <img src=x onerror=alert(1)>");
        expect(html).not.toContain("<img");
        expect(html).not.toContain("<script>");
        expect(text).toContain("Sent by the workflow “<script>Rule</script>” of Chief.");
      }
      const kinds = async (person: TestPerson) => (await inboxOf(person)).map(({ kind }) => kind).sort();
      await vi.waitFor(async () => expect(await kinds(admin)).toEqual(["workflow-mail", "workflow-message"]), {
        timeout: 15_000,
      });
      expect(await kinds(viewer)).toEqual(["workflow-mail", "workflow-message"]);
      expect(await kinds(left)).toEqual(["membership"]);
      expect([...(await kinds(scanner)), ...(await kinds(chief))]).toEqual([]);
    } finally {
      await running.close();
    }
  });

  it("passes its event to a webhook, and says when that is stopped or gone", async () => {
    const url = "https://hooks.example.org/x";
    const { webhook } = await owner.api(createWebhook, { params, body: { url, events: ["member.joined"] } });
    const rule = await make({ type: "webhook", webhookId: webhook.id });
    const blueprint = await app.buildBlueprint(owner, { name: "Hall" });
    await runWaiting(rule.id);
    const place = { ...params, webhookId: webhook.id };
    const { deliveries } = await owner.api(listWebhookDeliveries, { params: place, query: {} });
    expect(deliveries.map(({ type, body }) => ({ type, data: (JSON.parse(body) as { data: unknown }).data }))).toEqual([
      { type: "blueprint.created", data: { ...params, blueprintId: blueprint.id, name: "Hall", workflowId: rule.id } },
    ]);
    expect(await runsOf(rule.id)).toMatchObject([{ state: "done", delivery: "waiting" }]);
    const hostFor = async ({ api }: Pick<TestPerson, "api">) =>
      (await api(listWorkflows, { params })).workflows.map(({ action }) => action.type === "webhook" && action.host);
    const admin = await app.buildMember(params.teamId, "admin");
    expect([await hostFor(owner), await hostFor(admin)]).toEqual([["hooks.example.org"], ["hooks.example.org"]]);
    for (const role of ["editor", "viewer"] as const) {
      expect(await hostFor(await app.buildMember(params.teamId, role)), role).toEqual([null]);
    }
    const operator = await app.buildPerson({ isOperator: true });
    await enterTeam(
      app.context,
      { ...operator, isOperator: true, sessionId: "" },
      params.teamId,
      "They asked for help.",
    );
    expect(await hostFor(operator)).toEqual([null]);
    await owner.api(updateWebhook, { params: place, body: { isEnabled: false } });
    await app.buildBlueprint(owner);
    await runWaiting(rule.id);
    await owner.api(deleteWebhook, { params: place });
    await app.buildBlueprint(owner);
    await runWaiting(rule.id);
    const results = (await runsOf(rule.id)).map(({ state, result, delivery }) => [
      state,
      result.split(".")[0],
      delivery,
    ]);
    expect(results).toEqual([
      ["failed", "The webhook was removed, so nothing was sent", null],
      ["failed", "The webhook to hooks", null],
      ["done", "Sent to the webhook at hooks", null],
    ]);
    const { workflows } = await owner.api(listWorkflows, { params });
    expect(workflows[0]).toMatchObject({ action: { webhookId: null, host: null }, lastRun: { state: "failed" } });
  });

  it("can be tested for real, reports what was done, and writes only to the person who tests it", async () => {
    const editor = await app.buildMember(params.teamId, "editor");
    await app.buildBlueprint(owner, { name: "Hall" });
    const mail = await make({ type: "email", to: { roles: ["editor"], userIds: [] }, title: "{blueprint}", text: "" });
    const test = (workflowId: WorkflowId) => owner.api(testWorkflow, { params: { ...params, workflowId } });
    await owner.api(updateWorkflow, { params: { ...params, workflowId: mail.id }, body: { isEnabled: false } });
    expect(await test(mail.id)).toMatchObject({
      isTest: true,
      state: "done",
      result: "Email sent only to you because this is a test. It would otherwise go to 1 member.",
    });
    expect(await inboxOf(editor)).toEqual([]);
    expect(await inboxOf(owner)).toMatchObject([{ kind: "workflow-mail", title: "Hall" }]);
    const task = await make({ ...aTask, dueInDays: null });
    expect((await test(task.id)).result).toBe(
      "Created the task “Look at Hall”. It's a real task: delete it when you're done.",
    );
    expect(await tasksOf()).toMatchObject([{ title: "Look at Hall", workflowName: "Rule" }]);
    expect(await runsOf(task.id)).toMatchObject([{ isTest: true, event: "blueprint.created" }]);
    const { events } = await owner.api(listAuditEvents, { params, query: { action: "workflow" } });
    expect(events.map(({ action }) => action)).toEqual([
      "workflow.tested",
      "workflow.created",
      "workflow.tested",
      "workflow.changed",
      "workflow.created",
    ]);
  });

  it("whose people are gone says so, and leaves its task unassigned", async () => {
    const editor = await app.buildMember(params.teamId, "editor");
    const message = await make({ type: "message", to: { roles: [], userIds: [editor.userId] }, title: "x", text: "" });
    const task = await make({ ...aTask, assigneeId: editor.userId });
    await owner.api(removeMember, { params: { ...params, userId: editor.userId } });
    await app.buildBlueprint(owner);
    await runWaiting(message.id);
    await runWaiting(task.id);
    expect(await runsOf(message.id)).toMatchObject([
      { state: "failed", result: expect.stringContaining("Nothing was sent") },
    ]);
    expect(await runsOf(task.id)).toMatchObject([
      { state: "done", result: expect.stringContaining("it's unassigned") },
    ]);
    await app.context.sql`delete from auth_users where id = ${editor.userId}`;
    const { workflows } = await owner.api(listWorkflows, { params });
    expect(workflows.map(({ action }) => action)).toMatchObject([{ assigneeId: null }, { to: { userIds: [] } }]);
  });

  it("accepts only the team's own objects, and only placeholders that its event has", async () => {
    const stranger = await app.buildPerson();
    const foreign = await app.buildBlueprint(stranger);
    const to = { roles: [], userIds: [stranger.userId] };
    const wrong: [WorkflowAction, Partial<WorkflowDefinition>, string][] = [
      [{ type: "message", to, title: "x", text: "" }, {}, "definition.action.to"],
      [{ type: "message", to: { roles: [], userIds: [] }, title: "x", text: "" }, {}, "definition.action.to"],
      [{ ...aTask, assigneeId: stranger.userId }, {}, "definition.action.assigneeId"],
      [{ ...aTask, title: "{scan} {blueprint}" }, {}, "definition.action.title"],
      [aTask, { blueprintId: foreign.id }, "definition.blueprintId"],
      [{ ...aTask, title: "x" }, { event: "member.joined", blueprintId: foreign.id }, "definition.blueprintId"],
      [{ type: "webhook", webhookId: app.context.ids.uuid() as never }, {}, "definition.action.webhookId"],
    ];
    for (const [action, rest, field] of wrong) {
      const error = await make(action, rest).catch((caught: unknown) => caught);
      expect(error, field).toMatchObject({ code: "invalid-input", fields: { [field]: expect.any(String) } });
    }
    expect(fillPlaceholders("{a} {b} {c}", { a: "{b}", b: "2" })).toBe("{b} 2 {c}");
  });

  it("is visible to people who see blueprints and edited by owners and admins; an operator on a visit only reads", async () => {
    const rule = await make(aTask);
    const place = { ...params, workflowId: rule.id };
    const verdicts: Record<string, string[]> = {};
    const ask = async (name: string, person: TestPerson) => {
      verdicts[name] = [
        await outcome(person.api(listWorkflows, { params })),
        await outcome(person.api(listWorkflowRuns, { params: place, query: {} })),
        await outcome(make(aTask, {}, person)),
      ];
    };
    for (const role of ["admin", "editor", "viewer", "scanner"] satisfies TeamRole[])
      await ask(role, await app.buildMember(params.teamId, role));
    const operator = await app.buildPerson({ isOperator: true });
    await ask("before the visit", operator);
    await enterTeam(
      app.context,
      { ...operator, isOperator: true, sessionId: "" },
      params.teamId,
      "They asked for help.",
    );
    await ask("on a visit", operator);
    expect(verdicts).toEqual({
      admin: ["ok", "ok", "ok"],
      editor: ["ok", "forbidden", "forbidden"],
      viewer: ["ok", "forbidden", "forbidden"],
      scanner: ["not-found", "not-found", "not-found"],
      "before the visit": ["not-found", "not-found", "not-found"],
      "on a visit": ["ok", "forbidden", "forbidden"],
    });
    await app.context.sql`insert into workflows (id, team_id, name, event, action_type, created_at)
      select gen_random_uuid(), ${params.teamId}, 'x', 'scan.ready', 'task', now() from generate_series(1, ${limits.workflowsPerTeamMax})`;
    expect(await outcome(make(aTask))).toBe("workflows-too-many");
    await owner.api(deleteWorkflow, { params: place });
    expect(await outcome(owner.api(deleteWorkflow, { params: place }))).toBe("not-found");
  });

  it("deletes its runs after 30 days, but none that waits", async () => {
    const rule = await make(aTask);
    await app.buildBlueprint(owner);
    await runWaiting(rule.id);
    await app.buildBlueprint(owner);
    const late = app.clock.now().getTime() + 31 * 86_400_000;
    await removeOldRuns({ db: app.context.db, clock: { ...app.context.clock, now: () => new Date(late) } });
    expect((await runsOf(rule.id)).map(({ state }) => state)).toEqual(["waiting"]);
  });
});
