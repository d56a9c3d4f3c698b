import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { listAuditEvents } from "@blueprint/contract/audit";
import type { TeamId } from "@blueprint/contract/ids";
import { listNotifications, notificationEventsUrl } from "@blueprint/contract/notifications";
import { changeMemberRole } from "@blueprint/contract/teams";
import { createWebhook } from "@blueprint/contract/webhooks";
import { createWorkflow } from "@blueprint/contract/workflows";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { events } from "../../db/schema/events.ts";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { startJobRunner } from "../jobs/job-runner.ts";
import { deliverEvents, redeliverEvents } from "./deliver-events.ts";
import { deriveId } from "./derive-id.ts";
import type { EventListener } from "./event-listener.ts";
import { recordEvent } from "./record-event.ts";

let app: TestApp;
let teamId: TeamId;

beforeAll(async () => {
  app = await createTestApp({ takeLogLine: () => {} });
  await app.context.sql`create table reactions (position serial, listener text, event_id text)`;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.sql`truncate reactions, events`;
  await app.context.sql`delete from graphile_worker._private_jobs`;
  teamId = app.context.ids.uuid() as TeamId;
});

const record = (to: string, team = teamId) =>
  app.context.db.transaction((tx) =>
    recordEvent(tx, app.context, { actor: null, teamId: team, type: "team.renamed", facts: { from: "", to } }),
  );
const deliver = (...listeners: EventListener[]) => deliverEvents(app.context, listeners, teamId);
const listWaiting = async (stream: string = teamId) =>
  (
    await app.context.sql`select event -> 'facts' ->> 'to' as to from events where stream = ${stream} order by position`
  ).map(({ to }) => to as string);

/** Notes each new name that it hears of; `refuse` makes it fail. */
function createListener(name: string, heard: string[], refuse: (to: string) => boolean = () => false): EventListener {
  return {
    name,
    hears: {
      "team.renamed": async (tx, { facts: { to }, id }) => {
        await tx.execute(sql`insert into reactions (listener, event_id) values (${name}, ${id})`);
        if (refuse(to)) throw new Error(`No ${to}.`);
        heard.push(to);
      },
    },
  };
}
const countReactions = async (listener: string) =>
  Number((await app.context.sql`select count(*) as n from reactions where listener = ${listener}`)[0]?.n);

describe("events", () => {
  it("reach every listener once, in order, and leave nothing behind", async () => {
    for (const name of ["One", "Two", "Three"]) await record(name);
    const [first, second]: [string[], string[]] = [[], []];
    await deliver(createListener("first", first), createListener("second", second));
    await deliver(createListener("first", first), createListener("second", second));
    expect([first, second]).toEqual([
      ["One", "Two", "Three"],
      ["One", "Two", "Three"],
    ]);
    expect(await listWaiting()).toEqual([]);
  });

  it("can be more than one read fetches", async () => {
    for (let number = 0; number < 205; number++) await record(String(number));
    const heard: string[] = [];
    await deliver(createListener("only", heard));
    expect(heard).toEqual(Array.from({ length: 205 }, (_, number) => String(number)));
    expect(await listWaiting()).toEqual([]);
  });

  it("that one listener fails to handle wait for it in order, and block no other", async () => {
    for (const name of ["One", "Two", "Three"]) await record(name);
    const [ailing, well]: [string[], string[]] = [[], []];
    let isDown = true;
    const listeners = [createListener("ailing", ailing, (to) => isDown && to === "Two"), createListener("well", well)];
    await expect(deliver(...listeners)).rejects.toThrow("No Two.");
    await record("Four");
    await expect(deliver(...listeners)).rejects.toThrow("No Two.");
    expect(ailing).toEqual(["One"]);
    expect(well).toEqual(["One", "Two", "Three", "Four"]);
    expect(await countReactions("ailing"), "a failed reaction leaves nothing").toBe(1);
    expect(await listWaiting()).toEqual(["Two", "Three", "Four"]);
    isDown = false;
    await deliver(...listeners);
    expect(ailing).toEqual(["One", "Two", "Three", "Four"]);
    expect(well).toHaveLength(4);
    expect(await listWaiting()).toEqual([]);
  });

  it("of one team do not wait for another team's", async () => {
    const other = app.context.ids.uuid() as TeamId;
    await record("Stuck");
    await record("Free", other);
    const heard: string[] = [];
    const listener = createListener("only", heard, (to) => to === "Stuck");
    await expect(deliver(listener)).rejects.toThrow();
    await deliverEvents(app.context, [listener], other);
    expect(heard).toEqual(["Free"]);
  });

  it("are handled once when several servers deliver them at the same moment", async () => {
    const names = Array.from({ length: 20 }, (_, number) => String(number));
    for (const name of names) await record(name);
    const heard: string[] = [];
    const listener = createListener("shared", heard);
    await Promise.all([deliver(listener), deliver(listener), deliver(listener)]);
    expect(heard).toEqual(names);
    expect(await countReactions("shared")).toBe(20);
  });

  it("without listeners do not stay", async () => {
    await record("Unheard");
    await deliver({ name: "deaf", hears: {} });
    expect(await listWaiting()).toEqual([]);
  });

  it("exist exactly if the change commits", async () => {
    const failing = app.context.db.transaction(async (tx) => {
      await recordEvent(tx, app.context, { actor: null, teamId, type: "team.renamed", facts: { from: "", to: "x" } });
      throw new Error("The change failed.");
    });
    await expect(failing).rejects.toThrow("The change failed.");
    expect(await listWaiting()).toEqual([]);
  });

  it("of a killed server reach every listener, each once", async () => {
    const child = fork(join(import.meta.dirname, "testing/event-server-process.ts"), [], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    await once(child, "spawn");
    child.send(app.context.connection);
    await record("One");
    await record("Two");
    expect((await once(child, "message"))[0]).toBe("reacting");
    child.kill("SIGKILL");
    await once(child, "exit");
    const slow: string[] = [];
    const quick: string[] = [];
    const listeners = [createListener("quick", quick), createListener("slow", slow)];
    const survivor = await startJobRunner(app.context, [
      { workers: 1, handlers: { "deliver-events": ({ stream }) => deliverEvents(app.context, listeners, stream) } },
    ]);
    try {
      await expect.poll(() => listWaiting(), { timeout: 30_000 }).toEqual([]);
    } finally {
      await survivor.stop();
    }
    expect(slow).toEqual(["One", "Two"]);
    expect(quick, "the first one was handled before the kill").toEqual(["Two"]);
    expect([await countReactions("quick"), await countReactions("slow")]).toEqual([2, 2]);
  }, 60_000);

  it("that were given up are retried", async () => {
    await record("Late");
    await app.context
      .sql`select graphile_worker.permanently_fail_jobs((select array_agg(id) from graphile_worker.jobs), 'no')`;
    await redeliverEvents(app.context);
    await redeliverEvents(app.context);
    const jobs = await app.context.sql`
      select payload from graphile_worker._private_jobs where attempts < max_attempts`;
    expect(jobs).toEqual([{ payload: { stream: teamId } }]);
  });
});

describe("a listener's reaction to an event", () => {
  it("exists once, however often the event is delivered", async () => {
    const owner = await app.buildPerson();
    const admin = await app.buildMember(owner.personalTeamId, "admin");
    const params = { teamId: owner.personalTeamId };
    await owner.api(createWebhook, {
      params,
      body: { url: "https://hooks.example/a", events: ["blueprint.received"] },
    });
    const action = { type: "task", title: "Look", text: "", dueInDays: null, assigneeId: null } as const;
    const definition = { name: "Look", event: "blueprint.received" as const, blueprintId: null, action };
    await owner.api(createWorkflow, { params, body: { definition } });
    await app.settle();
    const moved = {
      actor: admin,
      teamId: owner.personalTeamId,
      type: "blueprint.received",
      subject: { id: app.context.ids.uuid(), name: "Hall" },
      facts: { from: "Elsewhere", fromTeamId: owner.personalTeamId },
    } as const;
    await recordEvent(app.context.db, app.context, moved);
    const [row] = await app.context.db.select().from(events);
    const count = async () => {
      await app.settle();
      const [counts] = await app.context.sql`select
        (select count(*)::int from audit_events where team_id = ${owner.personalTeamId}
          and action = 'blueprint.received') as audited,
        (select count(*)::int from notifications where kind = 'blueprint-moved') as notified,
        (select count(*)::int from webhook_deliveries) as delivered,
        (select count(*)::int from workflow_runs) as run,
        (select count(*)::int from graphile_worker.jobs
          where task_identifier in ('deliver-notification', 'deliver-webhook', 'run-workflow')) as jobs`;
      return counts;
    };
    const once = await count();
    expect(once).toMatchObject({ audited: 1, notified: 1, delivered: 1, run: 1 });
    const { stream, event } = row as NonNullable<typeof row>;
    await app.context.db.insert(events).values({ stream, event });
    expect(await count()).toEqual(once);
  });

  it("does not exist if the team or the person is gone meanwhile", async () => {
    const owner = await app.buildPerson();
    const leaver = await app.buildMember(owner.personalTeamId, "editor");
    const event = { type: "member.left", facts: { role: "editor" } } as const;
    const subject = { id: leaver.userId, name: leaver.name };
    await recordEvent(app.context.db, app.context, { ...event, actor: leaver, teamId: owner.personalTeamId, subject });
    await recordEvent(app.context.db, app.context, { ...event, actor: leaver, teamId, subject });
    await app.context.sql`delete from auth_users where id = ${leaver.userId}`;
    await app.settle();
    const log = await owner.api(listAuditEvents, { params: { teamId: owner.personalTeamId }, query: {} });
    expect(log.events[0]).toMatchObject({ action: "member.left", actorId: null, actorName: leaver.name });
    expect(await listWaiting()).toEqual([]);
  });

  it("appears without delay: an open inbox shows it at once", async () => {
    const running = await createTestApp({ withJobs: true });
    try {
      const owner = await running.buildPerson();
      const member = await running.buildMember(owner.personalTeamId, "viewer");
      const leaving = new AbortController();
      const stream = await fetch(running.url + notificationEventsUrl, {
        headers: { cookie: member.cookie },
        signal: leaving.signal,
      });
      let changedAtMs = Number.POSITIVE_INFINITY;
      for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
        if (part.includes('"unreadCount":1')) break;
        if (!part.includes('"unreadCount":0')) continue;
        changedAtMs = performance.now();
        // Not by a client of ours, which would deliver the event itself.
        const { teamId, userId } = { teamId: owner.personalTeamId, userId: member.userId };
        const url = `${running.url}${changeMemberRole.url.replace(":teamId", teamId).replace(":userId", userId)}`;
        const changed = fetch(url, {
          method: changeMemberRole.method,
          headers: { cookie: owner.cookie, "content-type": "application/json" },
          body: JSON.stringify({ role: "scanner" }),
        });
        expect((await changed).status).toBe(200);
      }
      // The job queue looks for forgotten jobs every two seconds: it heard of this one.
      expect(performance.now() - changedAtMs).toBeLessThan(1_500);
      leaving.abort();
      const { notifications } = await member.api(listNotifications, { query: {} });
      expect(notifications[0]?.kind).toBe("membership");
    } finally {
      await running.close();
    }
  });
});

describe("an id derived from an event", () => {
  it("is always the same, differs per object, is a valid UUID, and keeps the events' order", () => {
    const { ids } = app.context;
    const [first, second] = [ids.uuid(), ids.uuid()];
    expect(deriveId(first, "a")).toBe(deriveId(first, "a"));
    expect(deriveId(first, "a")).not.toBe(deriveId(first, "b"));
    expect(deriveId(first, "z") < deriveId(second, "a")).toBe(true);
    expect(deriveId(first, "a")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
