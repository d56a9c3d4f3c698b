import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { listAuditEvents } from "@blueprint/contract/audit";
import { moveBlueprint, unpublishBlueprint } from "@blueprint/contract/blueprints";
import type { TeamId, WebhookId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  renewWebhookSecret,
  replayWebhookDelivery,
  type TeamEventType,
  updateWebhook,
} from "@blueprint/contract/webhooks";
import { createWorkflow, testWorkflow } from "@blueprint/contract/workflows";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { recordEvent } from "../../platform/events/record-event.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { finishedOrWaiting } from "../../testing/finished-or-waiting.ts";
import { outcome } from "../../testing/outcome.ts";
import { deliverWebhook, removeOldDeliveries } from "./webhooks.jobs.ts";

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let app: TestApp;
let closed: TestApp;
let receiver: Server;
let receiverUrl: string;
const received: Received[] = [];
/** The receiver's response by path; 204 by default. */
const answers = new Map<string, { status: number; body?: string; headers?: Record<string, string> }>();

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const path = request.url ?? "";
      received.push({ path, headers: request.headers, body: Buffer.concat(parts).toString("utf8") });
      const { status, body, headers } = answers.get(path) ?? { status: 204 };
      response.writeHead(status, headers);
      response.end(body);
    });
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  // The tests themselves run jobs where timing matters; the first one uses the runner.
  app = await createTestApp({ config: { webhooksToPrivateAddresses: true } });
  closed = await createTestApp();
});
afterAll(async () => {
  await Promise.all([app.close(), closed.close()]);
  await new Promise((done) => receiver.close(done));
});

const makeHook = (person: TestPerson, path: string, events: TeamEventType[], teamId = person.personalTeamId) =>
  person.api(createWebhook, { params: { teamId }, body: { url: receiverUrl + path, events } });
const deliveriesOf = async (person: TestPerson, webhookId: WebhookId) =>
  (await person.api(listWebhookDeliveries, { params: { teamId: person.personalTeamId, webhookId }, query: {} }))
    .deliveries;
const atPath = (path: string) => received.filter((one) => one.path === path);
/** Runs due jobs, as the runner would. */
const sendWaiting = async (person: TestPerson, webhookId: WebhookId, server = app) => {
  for (const { id, state } of await deliveriesOf(person, webhookId))
    if (state === "waiting") await deliverWebhook(server.context, id);
};

describe("a webhook or workflow deleted while it is being notified", () => {
  it("receives nothing, and the action continues", async () => {
    const person = await app.buildPerson();
    const teamId = person.personalTeamId;
    const { webhook } = await makeHook(person, "/going", ["blueprint.created"]);
    const definition = {
      name: "Look at it",
      event: "blueprint.created" as const,
      blueprintId: null,
      action: { type: "task" as const, title: "Look at {blueprint}", text: "", dueInDays: null, assigneeId: null },
    };
    const workflow = await person.api(createWorkflow, { params: { teamId }, body: { definition } });
    const calls: Promise<string>[] = [];
    await app.context.sql.begin(async (deleting) => {
      await deleting`delete from webhooks where id = ${webhook.id}`;
      calls.push(outcome(person.api(pingWebhook, { params: { teamId, webhookId: webhook.id } })));
      await finishedOrWaiting(app.context.sql, calls[0]!);
    });
    await app.context.sql.begin(async (deleting) => {
      await deleting`delete from workflows where id = ${workflow.id}`;
      calls.push(outcome(person.api(testWorkflow, { params: { teamId, workflowId: workflow.id } })));
      await finishedOrWaiting(app.context.sql, calls[1]!);
    });
    expect(await Promise.all(calls)).toEqual(["not-found", "not-found"]);
    for (const table of ["webhooks", "workflows"]) {
      await makeHook(person, "/going", ["blueprint.created"]);
      await person.api(createWorkflow, { params: { teamId }, body: { definition } });
      let happened: Promise<string> | undefined;
      await app.context.sql.begin(async (deleting) => {
        await deleting.unsafe(`delete from ${table} where team_id = '${teamId}'`);
        happened = outcome(app.buildBlueprint(person));
        await finishedOrWaiting(app.context.sql, happened);
      });
      expect(await happened, table).toBe("ok");
    }
  });
});

describe("a webhook", () => {
  it("receives what happened, signed so that the official library accepts it, and only subscribed events", async () => {
    const running = await createTestApp({ config: { webhooksToPrivateAddresses: true }, withJobs: true });
    try {
      const owner = await running.buildPerson();
      const { secret } = await makeHook(owner, "/signed", ["blueprint.created", "member.joined"]);
      const blueprint = await running.buildBlueprint(owner, { name: "Halle für Ü" });
      const member = await running.buildMember(owner.personalTeamId, "editor");
      await owner.api(moveBlueprint, { params: { blueprintId: blueprint.id }, body: { to: "archived" } });
      await vi.waitFor(() => expect(atPath("/signed")).toHaveLength(2), { timeout: 15_000 });
      const verifier = new Webhook(secret);
      const messages = atPath("/signed").map(({ body, headers }) =>
        verifier.verify(body, headers as Record<string, string>),
      );
      expect(messages).toEqual([
        {
          type: "blueprint.created",
          timestamp: expect.any(String),
          data: { teamId: owner.personalTeamId, blueprintId: blueprint.id, name: "Halle für Ü" },
        },
        {
          type: "member.joined",
          timestamp: expect.any(String),
          data: { teamId: owner.personalTeamId, userId: member.userId, role: "editor" },
        },
      ]);
      const [first] = atPath("/signed");
      expect(() => verifier.verify(`${first?.body} `, first?.headers as Record<string, string>)).toThrow();
      expect(() =>
        new Webhook("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA").verify(
          first?.body ?? "",
          first?.headers as Record<string, string>,
        ),
      ).toThrow();
    } finally {
      await running.close();
    }
  });

  it("receives an event exactly if the action happens", async () => {
    const owner = await app.buildPerson();
    const { webhook } = await makeHook(owner, "/atomic", ["blueprint.unpublished"]);
    const blueprint = await app.buildBlueprint(owner);
    const subject = { id: blueprint.id, name: "x" };
    const teamId = owner.personalTeamId;
    await app.context.db
      .transaction(async (tx) => {
        const closed = { actor: null, teamId, type: "blueprint.unpublished", subject, facts: { slug: "x" } } as const;
        await recordEvent(tx, app.context, closed);
        throw new Error("The act failed.");
      })
      .catch(() => {});
    // Nothing was published, so nothing was unpublished.
    await owner.api(unpublishBlueprint, { params: { blueprintId: blueprint.id } });
    expect(await deliveriesOf(owner, webhook.id)).toEqual([]);
    const [jobs] = await app.context.sql`
      select count(*)::int as n from graphile_worker.jobs where queue_name = ${`webhook:${webhook.id}`}`;
    expect(jobs?.n).toBe(0);
  });

  it("is retried for about a day, logs every response within limits, and can be replayed with the same id", async () => {
    const owner = await app.buildPerson();
    const { webhook } = await makeHook(owner, "/broken", ["blueprint.created"]);
    answers.set("/broken", { status: 500, body: "x".repeat(100_000) });
    const begun = app.clock.now().getTime();
    await app.buildBlueprint(owner);
    for (let tries = 0; tries < 20; tries++) {
      const [delivery] = await deliveriesOf(owner, webhook.id);
      if (delivery?.nextAttemptAt == null) break;
      app.clock.advance(Math.max(0, Date.parse(delivery.nextAttemptAt) - app.clock.now().getTime()));
      await renew(owner);
      await sendWaiting(owner, webhook.id);
    }
    const [failed] = await deliveriesOf(owner, webhook.id);
    expect(failed).toMatchObject({ state: "failed", type: "blueprint.created" });
    expect(failed?.attempts).toHaveLength(9);
    expect(failed?.attempts.every(({ status, answer }) => status === 500 && answer.length === 2_048)).toBe(true);
    const hours = (Date.parse(failed?.attempts.at(-1)?.at ?? "") - begun) / 3_600_000;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(30);
    expect(new Set(atPath("/broken").map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([failed?.messageId]),
    );

    answers.delete("/broken");
    const params = { teamId: owner.personalTeamId, webhookId: webhook.id, deliveryId: failed?.id as never };
    expect(await owner.api(replayWebhookDelivery, { params })).toMatchObject({ state: "waiting" });
    await sendWaiting(owner, webhook.id);
    expect((await deliveriesOf(owner, webhook.id))[0]).toMatchObject({
      state: "delivered",
      messageId: failed?.messageId,
    });
    expect(new Set(atPath("/broken").map(({ body }) => body)).size, "the same body").toBe(1);
    const { webhooks } = await owner.api(listWebhooks, { params: { teamId: owner.personalTeamId } });
    expect(webhooks[0], "a success ends the failing").toMatchObject({ failingSince: null, disabledAt: null });
  });

  it("is stopped after three days of failure, or at once by 410 Gone, and its owners are notified", async () => {
    const owner = await app.buildPerson();
    const failing = (await makeHook(owner, "/failing", ["blueprint.created"])).webhook;
    const gone = (await makeHook(owner, "/gone", ["blueprint.created"])).webhook;
    answers.set("/failing", { status: 503 });
    answers.set("/gone", { status: 410 });
    await app.buildBlueprint(owner);
    await sendWaiting(owner, gone.id);
    await sendWaiting(owner, failing.id);
    app.clock.advance(3 * 24 * 3_600_000);
    await renew(owner);
    await app.buildBlueprint(owner);
    await sendWaiting(owner, failing.id);
    const teamId = owner.personalTeamId;
    const states = async () =>
      Object.fromEntries(
        (await owner.api(listWebhooks, { params: { teamId } })).webhooks.map(({ id, disabledBecause }) => [
          id,
          disabledBecause,
        ]),
      );
    expect(await states()).toEqual({ [failing.id]: "failing", [gone.id]: "gone" });
    const told = await app.context.sql`
      select body from notifications where kind = 'webhook-stopped' and user_id = ${owner.userId} order by created_at`;
    expect(told.map(({ body }) => body)).toEqual([
      "The receiver says it's gone, so we no longer send anything there.",
      expect.stringContaining("Every message failed for three days."),
    ]);
    const before = (await deliveriesOf(owner, gone.id)).length;
    await app.buildBlueprint(owner);
    expect(await deliveriesOf(owner, gone.id), "a stopped one hears nothing").toHaveLength(before);

    answers.delete("/gone");
    await owner.api(pingWebhook, { params: { teamId, webhookId: gone.id } });
    await sendWaiting(owner, gone.id);
    expect((await deliveriesOf(owner, gone.id))[0], "but a ping reaches it").toMatchObject({
      type: "ping",
      state: "delivered",
    });
    await owner.api(updateWebhook, { params: { teamId, webhookId: gone.id }, body: { isEnabled: true } });
    expect(await states()).toMatchObject({ [gone.id]: null });
  });

  it("does not follow redirects and gives up on unresponsive receivers", async () => {
    const owner = await app.buildPerson();
    const { webhook } = await makeHook(owner, "/moved", ["blueprint.created"]);
    answers.set("/moved", { status: 307, headers: { location: `${receiverUrl}/elsewhere` } });
    const teamId = owner.personalTeamId;
    await owner.api(pingWebhook, { params: { teamId, webhookId: webhook.id } });
    await sendWaiting(owner, webhook.id);
    expect((await deliveriesOf(owner, webhook.id))[0]).toMatchObject({ state: "failed", attempts: [{ status: 307 }] });
    expect(atPath("/elsewhere")).toEqual([]);
    await owner.api(updateWebhook, { params: { teamId, webhookId: webhook.id }, body: { url: "http://127.0.0.1:1/" } });
    await owner.api(pingWebhook, { params: { teamId, webhookId: webhook.id } });
    await sendWaiting(owner, webhook.id);
    expect((await deliveriesOf(owner, webhook.id))[0]).toMatchObject({
      state: "failed",
      attempts: [{ status: null, answer: expect.stringContaining("ECONNREFUSED") }],
    });
  });

  it("never reaches the server's own network unless the installation allows it", async () => {
    const owner = await closed.buildPerson();
    const teamId = owner.personalTeamId;
    const make = (url: string) =>
      owner.api(createWebhook, { params: { teamId }, body: { url, events: ["blueprint.created"] } });
    for (const url of [
      receiverUrl,
      "ftp://example.org/",
      "https://user:secret@example.org/",
      "file:///etc/passwd",
      "x",
    ])
      expect(await outcome(make(url)), url).toBe("invalid-input");
    const port = new URL(receiverUrl).port;
    const before = received.length;
    for (const host of [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "localhost",
      "169.254.169.254",
    ]) {
      const { webhook } = await make(`https://${host}:${port}/inside`);
      await owner.api(pingWebhook, { params: { teamId, webhookId: webhook.id } });
      await sendWaiting(owner, webhook.id, closed);
      const [delivery] = await deliveriesOf(owner, webhook.id);
      expect(delivery?.attempts[0], host).toMatchObject({
        status: null,
        answer: expect.stringContaining("isn't a public address. Nothing was sent."),
      });
    }
    expect(received).toHaveLength(before);
  });

  it("shows its secret once, and signs with a renewed one from then on", async () => {
    const owner = await app.buildPerson();
    const teamId = owner.personalTeamId;
    const { webhook, secret } = await makeHook(owner, "/renewed", ["blueprint.created"]);
    expect(JSON.stringify(await owner.api(listWebhooks, { params: { teamId } }))).not.toContain(secret);
    const renewed = await owner.api(renewWebhookSecret, { params: { teamId, webhookId: webhook.id } });
    await owner.api(pingWebhook, { params: { teamId, webhookId: webhook.id } });
    await sendWaiting(owner, webhook.id);
    const [ping] = atPath("/renewed");
    const verify = (key: string) => new Webhook(key).verify(ping?.body ?? "", ping?.headers as Record<string, string>);
    // The library uses the machine's clock, while earlier tests moved the app's clock.
    vi.setSystemTime(app.clock.now());
    expect(verify(renewed.secret)).toMatchObject({ type: "ping" });
    expect(() => verify(secret)).toThrow();
    vi.useRealTimers();
  });

  it("is for owners and admins of its own team; every change is in the audit log", async () => {
    const owner = await app.buildPerson();
    const teamId = owner.personalTeamId;
    const { webhook } = await makeHook(owner, "/roles", ["blueprint.created"]);
    const webhookId = webhook.id;
    const callsOf = (person: TestPerson, team: TeamId = teamId) => {
      const params = { teamId: team, webhookId };
      return {
        list: () => person.api(listWebhooks, { params: { teamId: team } }),
        create: () => makeHook(person, "/roles", ["scan.ready"], team),
        update: () => person.api(updateWebhook, { params, body: { events: ["scan.ready"] } }),
        log: () => person.api(listWebhookDeliveries, { params, query: {} }),
        ping: () => person.api(pingWebhook, { params }),
        renew: () => person.api(renewWebhookSecret, { params }),
      };
    };
    const expected: Record<TeamRole, string> = {
      owner: "ok",
      admin: "ok",
      editor: "forbidden",
      viewer: "forbidden",
      scanner: "not-found",
    };
    for (const [role, answer] of Object.entries(expected) as [TeamRole, string][]) {
      const member = await app.buildMember(teamId, role);
      for (const [name, call] of Object.entries(callsOf(member)))
        expect(await outcome(call()), `${role} ${name}`).toBe(answer);
    }
    const stranger = await app.buildPerson();
    const { list: _, create: __, ...onAnothers } = callsOf(stranger, stranger.personalTeamId);
    for (const [name, call] of Object.entries(onAnothers)) expect(await outcome(call()), name).toBe("not-found");
    await owner.api(deleteWebhook, { params: { teamId, webhookId } });
    const { events } = await owner.api(listAuditEvents, { params: { teamId }, query: { action: "webhook" } });
    expect(new Set(events.map(({ action }) => action))).toEqual(
      new Set(["webhook.created", "webhook.changed", "webhook.deleted"]),
    );
    expect(JSON.stringify(events)).not.toContain("whsec_");
  });

  it("keeps its log for thirty days", async () => {
    const owner = await app.buildPerson();
    const { webhook } = await makeHook(owner, "/old", ["blueprint.created"]);
    await app.buildBlueprint(owner);
    await removeOldDeliveries(app.context);
    expect(await deliveriesOf(owner, webhook.id)).toHaveLength(1);
    app.clock.advance(30 * 24 * 3_600_000);
    await renew(owner);
    await removeOldDeliveries(app.context);
    expect(await deliveriesOf(owner, webhook.id)).toEqual([]);
  });
});

/** Time has passed beyond the user's session: sign in again. */
async function renew(person: TestPerson): Promise<void> {
  person.api = (await app.signIn(person)).api;
}
