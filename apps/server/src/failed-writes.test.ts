import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publishBlueprint } from "@blueprint/contract/blueprints";
import { addAnchor, editQuestion } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { buildReadyScan } from "./features/scans/testing/scan-fixtures.ts";
import { storeSceneUpdates } from "./features/scene/scene.service.ts";
import { openSceneClient } from "./features/scene/testing/scene-client.ts";
import { announceScan, WireClient } from "./features/uploads/testing/upload-test-world.ts";
import { systemIds } from "./platform/ids.ts";
import { sendConsoleTo } from "./platform/logger.ts";
import { createTestApp, type TestApp, type TestPerson } from "./testing/create-test-app.ts";
import { expectNoSecret, type FailingWrites, installFailingWrites } from "./testing/failing-writes.ts";

// The permission walk drives every endpoint into a refused write; this file covers the writes that carry a secret.

let app: TestApp;
let failing: FailingWrites;
const logged: string[] = [];
const takeLogLine = (line: string) => void logged.push(line);
const config = { logLevel: "debug" } as const;

beforeAll(async () => {
  app = await createTestApp({ config, takeLogLine });
  failing = await installFailingWrites(app, logged);
});
afterAll(() => app.close());

const newEmail = () => `${systemIds.uuid()}@example.org`;

async function send(method: "GET" | "POST" | "PUT", url: string, body?: object, person?: TestPerson) {
  const response = await app.app.inject({
    method,
    url,
    headers: { ...(person === undefined ? {} : { cookie: person.cookie }) },
    ...(body === undefined ? {} : { payload: body }),
    // Attempts are counted by address.
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
  });
  return response.statusCode;
}

/** The secret in the newest mail to an address. */
async function findMailed(to: string, name: string): Promise<string> {
  const [row] = await app.context.sql<{ text: string }[]>`
    select payload ->> 'text' as text from graphile_worker._private_jobs
    where payload ->> 'to' = ${to} order by id desc limit 1`;
  return decodeURIComponent(new RegExp(`${name}=([^\\s&]+)`).exec(row?.text ?? "")?.[1] ?? "");
}

async function mailed(to: string, name: string): Promise<string> {
  await expect.poll(() => findMailed(to, name)).not.toBe("");
  return await findMailed(to, name);
}

async function invite() {
  const [owner, email] = [await app.buildPerson(), newEmail()];
  await send("POST", `/api/teams/${owner.personalTeamId}/invitations`, { addresses: email, role: "editor" }, owner);
  return { email, token: await mailed(email, "token") };
}

async function buildFormPlace() {
  const owner = await app.buildPerson();
  const { id: blueprintId, slug } = await app.buildBlueprint(owner);
  await buildReadyScan(app, owner, blueprintId);
  const doc = new Y.Doc();
  addAnchor(doc, buildAnchor({ id: "visit", type: "form" }));
  editQuestion(doc, "visit", "mail", { label: "Your email", kind: "email" });
  const updates = [{ update: Y.encodeStateAsUpdate(doc), authorId: owner.userId, changeCount: 1 }];
  await storeSceneUpdates(app.context, blueprintId, updates);
  await owner.api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion: 0, visibility: "unlisted" } });
  return { slug };
}

/** Drives an action into every refusal. Checks for the secrets it used as well as those it was about to write. */
async function driveWith(act: () => Promise<{ secrets: string[]; run: () => Promise<unknown> }>): Promise<string[]> {
  const used: string[] = [];
  const begins = logged.length;
  const refused = await failing.drive(
    async () => {
      const { secrets, run } = await act();
      used.push(...secrets);
      return run;
    },
    (run) => run(),
  );
  expect(used.every((secret) => secret.length >= 8)).toBe(true);
  expectNoSecret(logged, used);
  expect(logged.slice(begins).join("")).toContain("violates check constraint");
  return refused;
}

describe("a write that the database refuses does not log", () => {
  it("an invitation's token, the new account's address, name and password", async () => {
    const refused = await driveWith(async () => {
      const { email, token } = await invite();
      const body = { email, password: `pass ${systemIds.token()}`, name: "Ada Lovelace-Byron" };
      const secrets = [email, token, body.password, body.name];
      return { secrets, run: () => send("POST", `/api/invitations/${token}/account`, body) };
    });
    expect(refused).toEqual(expect.arrayContaining(["users", "invitations", "team_members", "auth_sessions"]));
  });

  it("an invitation's token, accepted by someone who has an account", async () => {
    const refused = await driveWith(async () => {
      const { email, token } = await invite();
      const person = await app.buildPerson({ email });
      return { secrets: [email, token], run: () => send("POST", `/api/invitations/${token}/accept`, {}, person) };
    });
    expect(refused).toContain("invitations");
  });

  it("a password and the session token of a person who signs in", async () => {
    const refused = await driveWith(async () => {
      const { email, password } = await app.buildPerson({ email: newEmail() });
      return { secrets: [email, password], run: () => send("POST", "/api/auth/sign-in/email", { email, password }) };
    });
    expect(refused).toContain("auth_sessions");
  });

  it("a password reset link, requested and used", async () => {
    await driveWith(async () => {
      const { email } = await app.buildPerson({ email: newEmail() });
      const begins = logged.length;
      // The answer comes before the work.
      const run = async () => {
        await send("POST", "/api/auth/request-password-reset", { email });
        // The request has a line of its own.
        const isRefused = () => logged.slice(begins).some((line) => line.includes("violates check constraint"));
        const isDone = async () => isRefused() || (await findMailed(email, "reset")) !== "";
        await expect.poll(isDone, { timeout: 10_000 }).toBe(true);
      };
      return { secrets: [email], run };
    });
    await driveWith(async () => {
      const { email } = await app.buildPerson({ email: newEmail() });
      await send("POST", "/api/auth/request-password-reset", { email });
      const body = { token: await mailed(email, "reset"), newPassword: `pass ${systemIds.token()}` };
      return { secrets: Object.values(body), run: () => send("POST", "/api/auth/reset-password", body) };
    });
  });

  it("the link and the address of a change of address", async () => {
    await driveWith(async () => {
      const person = await app.buildPerson({ email: newEmail() });
      const email = newEmail();
      await send("POST", "/api/me/email", { email, password: person.password }, person);
      const token = await mailed(email, "email-change");
      return { secrets: [email, token, person.email], run: () => send("POST", `/api/email-changes/${token}`) };
    });
  });

  it("a new password", async () => {
    const refused = await driveWith(async () => {
      const person = await app.buildPerson();
      const body = { password: person.password, newPassword: `pass ${systemIds.token()}` };
      return { secrets: Object.values(body), run: () => send("POST", "/api/me/password", body, person) };
    });
    expect(refused).toContain("auth_accounts");
  });

  it("a visitor's form answers", async () => {
    const refused = await driveWith(async () => {
      const { slug } = await buildFormPlace();
      const mail = newEmail();
      const run = () => send("POST", `/api/published/${slug}/forms/visit`, { answers: { mail } });
      return { secrets: [mail], run };
    });
    expect(refused).toContain("form_responses");
  });

  it("the address of an upload", async () => {
    const refused = await driveWith(async () => {
      const owner = await app.buildPerson();
      const { name } = await announceScan(app, owner, 1);
      const client = new WireClient(app.url, owner.asProgram);
      return { secrets: [owner.cookie], run: () => client.multipart(name, Buffer.from("x")) };
    });
    expect(refused).toContain("stored_objects");
  });

  it("the content written into a document", async () => {
    const begins = logged.length;
    const owner = await app.buildPerson();
    const { id: blueprintId } = await app.buildBlueprint(owner);
    const client = openSceneClient({ serverUrl: app.url, blueprintId, cookie: owner.cookie });
    await client.loaded();
    const text = `note ${systemIds.token()}`;
    await app.context.sql`update fault.mode set is_on = true, passed = '{}'`;
    client.doc.transact(() => addAnchor(client.doc, buildAnchor({ id: "note", title: text })));
    await expect.poll(() => logged.slice(begins).join("")).toContain("a scene could not be stored");
    await app.context.sql`update fault.mode set is_on = false`;
    await client.saved();
    client.close();
    expectNoSecret(logged, [text, Buffer.from(text).toString("hex"), owner.cookie]);
  });
});

describe("a read that fails does not log", () => {
  it("the tokens, keys and addresses that it looked for", async () => {
    const owner = await app.buildPerson({ email: newEmail() });
    const { email, token } = await invite();
    const key = `bp_${systemIds.token()}`;
    const begins = logged.length;
    const tables = await app.context.sql<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'server_processes'`;
    const statuses: number[] = [];
    const leaveConsole = sendConsoleTo(app.context.log);
    for (const { name } of tables) {
      await app.context.sql`alter table ${app.context.sql(name)} rename to missing`;
      statuses.push(
        await send("GET", "/api/me", undefined, owner),
        await send("GET", `/api/invitations/${token}`),
        await send("GET", `/api/published/${token}`),
        await send("POST", "/api/auth/sign-in/email", { email: owner.email, password: owner.password }),
        await send("POST", "/api/invitations/resend", { email }),
        (await app.app.inject({ url: "/api/me", headers: { authorization: `Bearer ${key}` } })).statusCode,
      );
      await app.context.sql`alter table missing rename to ${app.context.sql(name)}`;
    }
    leaveConsole();
    expect(statuses).toContain(500);
    expect(logged.slice(begins).join("")).toContain("does not exist");
    expectNoSecret(logged, [owner.email, owner.password, owner.cookie, email, token, key]);
  });
});

describe("a job that the database refuses", () => {
  it("says why, in the log and in its row, without its content", async () => {
    const lines: string[] = [];
    const working = await createTestApp({ config, takeLogLine: (line) => lines.push(line), withJobs: true });
    try {
      await installFailingWrites(working, lines);
      const owner = await working.buildPerson();
      const email = newEmail();
      const { sql } = working.context;
      const url = `/api/teams/${owner.personalTeamId}/invitations`;
      // What became of the mail is written into the invitation's row, by the job that delivers the event.
      await sql`create trigger fault_of_delivery before update on invitations
        for each row when (new.sent_at is not null) execute function fault.refuse()`;
      await sql`alter table invitations disable trigger fault`;
      await sql`update fault.mode set is_on = true,
        passed = array(select tablename::text from pg_tables where tablename <> 'invitations')`;
      const headers = { cookie: owner.cookie };
      const payload = { addresses: email, role: "editor" };
      const made = await working.app.inject({ method: "POST", url, headers, payload });
      expect(made.statusCode, lines.join("")).toBe(200);
      const [invitation] = await sql<{ id: string; token_hash: string }[]>`
        select id, token_hash from invitations where email = ${email}`;
      const errorOf = async () => {
        const [row] = await sql<{ last_error: string }[]>`
          select last_error from graphile_worker._private_jobs where payload ->> 'stream' = ${String(invitation?.id)}`;
        return row?.last_error ?? "";
      };
      await expect.poll(errorOf, { timeout: 10_000 }).toContain("violates check constraint");
      const mailDir = join(working.context.config.dataDir, "mail");
      const mails = readdirSync(mailDir).map((name) => readFileSync(join(mailDir, name), "utf8"));
      const mail = mails.find((text) => text.includes(email)) ?? "";
      const token = /token=3D([\w-]+)/.exec(mail.replace(/=\r?\n/g, ""))?.[1] ?? "";
      expect(token).not.toBe("");
      expectNoSecret([...lines, await errorOf()], [email, token, String(invitation?.token_hash)]);
      expect(lines.join("")).toContain("violates check constraint");
    } finally {
      await working.context.sql`update fault.mode set is_on = false`;
      await working.close();
    }
  });
});
