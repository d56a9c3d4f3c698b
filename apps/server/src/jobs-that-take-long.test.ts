import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ScanId } from "@blueprint/contract/ids";
import { inviteToTeam, listTeamMembers } from "@blueprint/contract/teams";
import { createWebhook, listWebhookDeliveries } from "@blueprint/contract/webhooks";
import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppRuntime } from "./app-runtime.ts";
import { startJobServer, uploadScan, waitForScan } from "./features/scans/testing/scan-fixtures.ts";
import { createTestApp, type TestApp } from "./testing/create-test-app.ts";

// Receivers that take longer than two heartbeats, and jobs that outlast the timeout of a silent server. They wait most
// of the time, so the tests run concurrently. Two servers share the database: neither may touch the other's running
// jobs.

const e57Dir = join(import.meta.dirname, "../../../../shared/data/e57");
const e57Files = existsSync(e57Dir) ? readdirSync(e57Dir).slice(0, 6) : [];

interface ReceivedMail {
  to: string;
  messageId: string | undefined;
}

let app: TestApp;
let second: AppRuntime;
let mailServer: SMTPServer;
let receiver: Server;
let receiverUrl: string;
const mails: ReceivedMail[] = [];
const posts: { id: string; path: string }[] = [];

/** What the mail server does after reading a mail, by the first word of its address. */
const behaviours: Record<string, (done: (error?: Error) => void, cut: () => void, isFirst: boolean) => Promise<void>> =
  {
    patient: async (done) => {
      await wait(7_000);
      done();
    },
    later: async (done) => {
      await wait(6_000);
      done(Object.assign(new Error("The mailbox is busy, try again later"), { responseCode: 451 }));
    },
    // The server accepts the mail, but its receipt never arrives: like a sender that dies before recording it.
    silent: async (done, cut, isFirst) => (isFirst ? cut() : done()),
  };

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", async () => {
        const to = session.envelope.rcptTo[0]?.address ?? "";
        const isFirst = mails.every((mail) => mail.to !== to);
        const { messageId } = await PostalMime.parse(Buffer.concat(parts));
        mails.push({ to, messageId });
        const connection = [...mailServer.connections].find(({ session: { id } }) => id === session.id);
        const behave = behaviours[to.split(/[-@]/)[0] ?? ""];
        await behave?.(done, () => connection?.close(), isFirst);
      });
    },
  });
  mailServer.on("error", () => {
    // From connections that were cut on purpose.
  });
  await new Promise<void>((resolve) => mailServer.listen(0, "127.0.0.1", resolve));
  receiver = createServer((request, response) => {
    request.resume().on("end", () => {
      posts.push({ id: String(request.headers["webhook-id"]), path: request.url ?? "" });
      setTimeout(() => response.writeHead(204).end(), 9_000);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const { port } = mailServer.server.address() as AddressInfo;
  app = await createTestApp({
    config: {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      webhooksToPrivateAddresses: true,
      converters: 1,
      logLevel: "silent",
    },
    withJobs: true,
  });
  second = await startJobServer(app);
});
afterAll(async () => {
  await second.stop();
  await app.close();
  receiver.closeAllConnections();
  await Promise.all([
    new Promise((resolve) => receiver.close(resolve)),
    new Promise<void>((resolve) => mailServer.close(resolve)),
  ]);
});

async function until<Value>(look: () => Promise<Value | undefined>, timeoutMs = 60_000): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    if (performance.now() > deadline) throw new Error("It did not come true.");
    await wait(100);
  }
}

/** A user who has invited these addresses, and a way to read the outcome of the mails. */
async function invite(...addresses: string[]) {
  const owner = await app.buildPerson();
  const params = { teamId: owner.personalTeamId };
  await owner.api(inviteToTeam, { params, body: { addresses: addresses.join(", "), role: "viewer", message: "" } });
  return async () => (await owner.api(listTeamMembers, { params })).invitations;
}

async function findMailJob(
  to: string,
): Promise<{ id: string; attempts: number; lastError: string | null } | undefined> {
  const [job] = await app.context.sql<{ id: string; attempts: number; lastError: string | null; isIdle: boolean }[]>`
    select id::text, attempts, last_error as "lastError", locked_at is null as "isIdle"
    from graphile_worker._private_jobs where payload ->> 'to' = ${to}`;
  return job;
}
const mailsTo = (to: string) => mails.filter((mail) => mail.to === to);

describe.concurrent("long jobs", { timeout: 90_000 }, () => {
  it("a mail that the server accepts after 7 s is sent once, and its job is done", async () => {
    const addresses = ["patient-1@example.org", "patient-2@example.org"];
    const invitations = await invite(...addresses);
    await until(async () =>
      (await invitations()).every(({ delivery }) => delivery === "delivered") ? true : undefined,
    );
    // If it were to be sent again, its job would still exist.
    for (const to of addresses) await until(async () => ((await findMailJob(to)) === undefined ? true : undefined));
    for (const to of addresses) expect(mailsTo(to)).toHaveLength(1);
  });

  it("a mail that is deferred after 6 s is retried as often as planned, under one Message-ID, and finally says why", async () => {
    const to = "later@example.org";
    const invitations = await invite(to);
    const failed = await until(async () => {
      const job = await findMailJob(to);
      return job !== undefined && job.attempts === 2 && mailsTo(to).length === 2 && job.lastError !== null
        ? job
        : undefined;
    });
    expect(failed.lastError).toContain("451");
    expect((await invitations())[0]).toMatchObject({ delivery: "sending" });
    // Forces the last of its tries, which would be days away.
    await app.context.sql`
      update graphile_worker._private_jobs set max_attempts = 3, run_at = now() where id = ${failed.id}::bigint`;
    const bounced = await until(async () => (await invitations()).find(({ delivery }) => delivery === "bounced"));
    expect(bounced.bounceReason).toContain("451");
    expect(bounced.bounceReason).toContain("The mailbox is busy");
    expect(mailsTo(to)).toHaveLength(3);
    expect(new Set(mailsTo(to).map(({ messageId }) => messageId)).size).toBe(1);
  });

  it("a mail whose confirmation was lost is sent again under its Message-ID, so that the receiver can drop it", async () => {
    const to = "silent@example.org";
    const invitations = await invite(to);
    await until(async () => (await invitations()).find(({ delivery }) => delivery === "delivered"));
    const [first, again] = mailsTo(to);
    expect(mailsTo(to)).toHaveLength(2);
    expect(first?.messageId).toMatch(/^<[^<>@\s]+@[^<>@\s]+>$/);
    expect(again?.messageId).toBe(first?.messageId);
  });

  it("a webhook receiver that takes 9 s gets every message once", async () => {
    const owner = await app.buildPerson();
    const params = { teamId: owner.personalTeamId };
    const { webhook } = await owner.api(createWebhook, {
      params,
      body: { url: `${receiverUrl}/slow`, events: ["blueprint.created"] },
    });
    await app.buildBlueprint(owner, { name: "First" });
    await app.buildBlueprint(owner, { name: "Second" });
    const list = async () =>
      (await owner.api(listWebhookDeliveries, { params: { ...params, webhookId: webhook.id }, query: {} })).deliveries;
    const deliveries = await until(async () => {
      const all = await list();
      return all.length === 2 && all.every(({ state }) => state === "delivered") ? all : undefined;
    });
    for (const { attempts } of deliveries) expect(attempts.map(({ status }) => status)).toEqual([204]);
    expect(posts.map(({ id }) => id).sort()).toEqual([...new Set(posts.map(({ id }) => id))].sort());
    expect(posts).toHaveLength(2);
  });

  it.skipIf(e57Files.length < 6)("six scans on two converters become ready, each in its first attempt", async () => {
    const owner = await app.buildPerson();
    const { id: blueprintId } = await app.buildBlueprint(owner);
    const uploaded: { id: ScanId; blueprintId: typeof blueprintId }[] = [];
    for (const name of e57Files)
      uploaded.push(await uploadScan(app, owner, blueprintId, name, new Uint8Array(readFileSync(join(e57Dir, name)))));
    for (const scan of uploaded) {
      const ended = await waitForScan(owner.api, scan, ({ state }) => state === "ready" || state === "failed", 80_000);
      expect(ended).toMatchObject({ fileName: expect.stringMatching(/e57$/), state: "ready", problem: null });
    }
    const { rows } = await app.context.db.execute<{ attempt: number }>(
      sql`select attempt from scans where blueprint_id = ${blueprintId}`,
    );
    expect(rows.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
