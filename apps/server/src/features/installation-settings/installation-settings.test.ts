import type { AddressInfo } from "node:net";
import {
  getInstallation,
  getInstallationSettings,
  type InstallationSettings,
  saveInstallationSettings,
  sendTestMail,
} from "@blueprint/contract/installation-settings";
import { changePlan, getPriceBook, getTeamPlan, listInvoices, startTrial } from "@blueprint/contract/plans";
import { inviteToTeam, requestAccess } from "@blueprint/contract/teams";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { beforeEach, describe, expect, it } from "vitest";
import { buildContext, startApp } from "../../app-runtime.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";
import { createTestApp, type TestApp, type TestAppOptions, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { sendQueuedMail } from "../notifications/mail.jobs.ts";
import { findInvoice } from "../plans/invoices.repository.ts";

const dayMs = 24 * 3600 * 1000;
let app: TestApp;
let operator: TestPerson;

async function begin(config: NonNullable<TestAppOptions["config"]> = {}): Promise<void> {
  app = await createTestApp({ config });
  operator = await app.buildPerson({ name: "Grace", isOperator: true });
}

beforeEach(() => () => app.close());

const read = () => operator.api(getInstallationSettings, {});
const write = async (change: Partial<InstallationSettings>, person = operator) => {
  const { settings, version } = await read();
  return person.api(saveInstallationSettings, {
    body: { basedOnVersion: version, settings: { ...settings, ...change } },
  });
};
const queuedMails = async (): Promise<Mail[]> =>
  (
    await app.context.sql<{ payload: Mail }[]>`
      select payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'send-mail' order by jobs.id`
  ).map(({ payload }) => payload);

describe("the settings of an installation", () => {
  it("start with the product's defaults, are saved as a whole, and log who changed what from what to what", async () => {
    await begin();
    const before = await read();
    expect(before).toMatchObject({ version: 0, changes: [], mailGoesTo: "files" });
    const issuer = { ...before.settings.invoiceIssuer, taxId: "DE 123" };
    await write({ name: " Harbour ", supportEmail: "Help@Harbour.example", invoiceIssuer: issuer });
    const { settings, version, changes } = await write({ invitationValidDays: 3 });
    expect([settings.name, settings.supportEmail, version]).toEqual(["Harbour", "help@harbour.example", 2]);
    expect(changes).toMatchObject([
      { actorName: "Grace", ipAddress: "127.0.0.1", fields: [{ name: "invitationValidDays", from: 7, to: 3 }] },
      {
        fields: [
          { name: "name", from: "", to: "Harbour" },
          { name: "supportEmail", from: "", to: "help@harbour.example" },
          { name: "invoiceIssuer.taxId", from: "", to: "DE 123" },
        ],
      },
    ]);
    expect((await write({})).version, "nothing changed is no change").toBe(2);
  });

  it("accept one of two simultaneous saves, and notify the other", async () => {
    await begin();
    const colleague = await app.buildPerson({ name: "Ada", isOperator: true });
    const { settings, version: basedOnVersion } = await read();
    const save = ({ api }: TestPerson, name: string) =>
      outcome(api(saveInstallationSettings, { body: { basedOnVersion, settings: { ...settings, name } } }));
    const results = await Promise.all([save(operator, "Mine"), save(colleague, "Theirs")]);
    expect(results.toSorted()).toEqual(["conflict", "ok"]);
    const after = await read();
    expect([after.version, after.changes.length]).toEqual([1, 1]);
    expect(after.settings.name).toBe(results[0] === "ok" ? "Mine" : "Theirs");
  });

  it.each<[string, Partial<InstallationSettings>]>([
    ["settings.name", { name: "two\nlines" }],
    ["settings.supportEmail", { supportEmail: "nobody" }],
    ["settings.announcement", { announcement: "x".repeat(301) }],
    ["settings.invitationValidDays", { invitationValidDays: 0 }],
    ["settings.trialDays", { trialDays: 1.5 }],
    ["settings.invoiceDueDays", { invoiceDueDays: 91 }],
  ])("refuse an invalid %s, and change nothing", async (field, change) => {
    await begin();
    await expect(write(change)).rejects.toMatchObject({
      code: "invalid-input",
      fields: { [field]: expect.any(String) },
    });
    expect((await read()).version).toBe(0);
  });

  it("say which environment variables are set, but never their values", async () => {
    const secret = "smtp://robot:swordfish@mail.example";
    await begin({ smtpUrl: secret, environmentSet: ["SMTP_URL"] });
    const view = await read();
    expect(view.environment).toContainEqual({ name: "SMTP_URL", isSet: true });
    expect(view.environment).toContainEqual({ name: "STRIPE_SECRET_KEY", isSet: false });
    expect(view.mailGoesTo).toBe("smtp");
    expect(JSON.stringify(view)).not.toContain("swordfish");
  });

  it("apply at once on another server with the same database", async () => {
    await begin();
    const { config, connection, clock, log } = app.context;
    const context = await buildContext({ config, connection, clock, log });
    const second = await startApp(context, { webDistDir: undefined, withJobs: false });
    try {
      const ask = async () => (await second.app.inject("/api/installation")).json<{ name: string }>().name;
      expect(await ask()).toBe("");
      await write({ name: "Harbour" });
      expect(await ask()).toBe("Harbour");
    } finally {
      await second.stop();
    }
  });
});

describe("a setting takes effect:", () => {
  it("name, support address and announcement are public, and nothing else is", async () => {
    await begin();
    const facts = { name: "Harbour", supportEmail: "help@harbour.example", announcement: "Down on Sunday." };
    await write({ ...facts, trialDays: 5 });
    expect(await app.anonymous(getInstallation, {})).toEqual({
      ...facts,
      takesAccessRequests: true,
      invitationValidDays: 7,
    });
  });

  it("while access requests are closed, none is accepted or kept", async () => {
    await begin();
    await write({ takesAccessRequests: false });
    const ask = () => outcome(app.anonymous(requestAccess, { body: { email: "wish@example.org" } }));
    expect(await ask()).toBe("access-requests-closed");
    expect(await app.context.sql`select 1 from access_requests`).toHaveLength(0);
    await write({ takesAccessRequests: true });
    expect(await ask()).toBe("ok");
  });

  it("an invitation is valid for the configured days, and its mail says so", async () => {
    await begin();
    await write({ invitationValidDays: 1 });
    const { invitations } = await operator.api(inviteToTeam, {
      params: { teamId: operator.personalTeamId },
      body: { addresses: "new@example.org", role: "viewer" },
    });
    const validMs = Date.parse(invitations[0]?.expiresAt ?? "") - Date.parse(invitations[0]?.createdAt ?? "");
    expect(validMs).toBe(dayMs);
    expect((await queuedMails()).at(-1)?.text).toContain("It works once and expires in one day.");
  });

  it("a plan can be tried for the configured days, and with none it cannot", async () => {
    await begin();
    const team = { params: { teamId: operator.personalTeamId } };
    await write({ trialDays: 0 });
    expect((await operator.api(getTeamPlan, team)).canTry).toBe(false);
    expect(await outcome(operator.api(startTrial, team))).toBe("trial-used");
    await write({ trialDays: 5 });
    expect((await app.anonymous(getPriceBook, {})).book.trial.days).toBe(5);
    const { trialEndsAt } = await operator.api(startTrial, team);
    expect(Math.round((Date.parse(trialEndsAt ?? "") - app.clock.now().getTime()) / dayMs)).toBe(5);
  });

  it("an invoice is due in the configured days and keeps the issuer of its time", async () => {
    await begin();
    const team = { params: { teamId: operator.personalTeamId } };
    const buy = (planType: "starter" | "pro") =>
      operator.api(changePlan, { ...team, body: { planType, billing: "monthly" } });
    const first = await buy("starter");
    const issuer = {
      name: "Harbour Ltd",
      address: "Quay 1\nBergen",
      taxId: "NO 999",
      paymentInstructions: "IBAN NO93 8601 1117 947",
    };
    await write({ invoiceDueDays: 3, invoiceIssuer: issuer });
    const second = await buy("pro");
    const stored = async (id: typeof first.invoiceId) => (await findInvoice(app.context.db, id!))?.issuer;
    expect([await stored(first.invoiceId), await stored(second.invoiceId)]).toEqual([null, issuer]);
    const [invoice] = (await operator.api(listInvoices, team)).invoices;
    expect(Date.parse(invoice?.dueAt ?? "") - Date.parse(invoice?.issuedAt ?? "")).toBe(3 * dayMs);
    expect(invoice?.issuer, "shown on the plan page, too").toEqual(issuer);
    const texts = async (id: typeof first.invoiceId) => {
      const url = `${app.url}/api/invoices/${id}/pdf`;
      return await readTexts(await (await fetch(url, { headers: { cookie: operator.cookie } })).bytes());
    };
    const sheet = await texts(second.invoiceId);
    for (const line of ["Harbour Ltd", "Quay 1", "Bergen", "NO 999", "IBAN NO93 8601 1117 947"])
      expect(sheet).toContain(line);
    expect(await texts(first.invoiceId)).not.toContain("Harbour Ltd");

    // Letters missing from the sheet's fonts are not dropped silently.
    const mark = /stands for a character this PDF can't show/;
    expect(sheet.join(" ")).not.toMatch(mark);
    await write({ invoiceIssuer: { ...issuer, name: "株式会社 Harbour" } });
    const third = (await texts((await buy("starter")).invoiceId)).join(" ");
    expect(third).toContain("???? Harbour");
    expect(third).toMatch(mark);
  });
});

describe("mails", () => {
  it("are sent under the installation's current name, replies go to its address, and a name is only text", async () => {
    const server = await startMailServer();
    try {
      await begin({ smtpUrl: server.url, mailFrom: "Blueprint <robot@harbour.example>" });
      await operator.api(inviteToTeam, {
        params: { teamId: operator.personalTeamId },
        body: { addresses: "new@example.org", role: "viewer" },
      });
      const [queued] = await queuedMails();
      await write({ name: "<b>Harbour & $& Sons</b>", supportEmail: "help@harbour.example" });
      await sendQueuedMail(app.context, queued as Mail, { id: "1795000000000-7", isLastAttempt: false });
      const mail = await PostalMime.parse(server.received[0] as Buffer);
      expect(mail.messageId).toBe("<1795000000000-7@harbour.example>");
      expect(mail.from).toMatchObject({ address: "robot@harbour.example", name: "<b>Harbour & $& Sons</b>" });
      expect(mail.replyTo?.map(({ address }) => address)).toEqual(["help@harbour.example"]);
      expect(mail.text).toContain(
        "-- \n<b>Harbour & $& Sons</b> · Blueprint\nQuestions? Write to help@harbour.example.",
      );
      expect(mail.html).not.toContain("<b>");
      expect(mail.html).toContain("Harbour &#38; $&#38; Sons");
    } finally {
      await server.close();
    }
  });

  it("are tested with the mail server's actual response", async () => {
    const server = await startMailServer();
    try {
      await begin({ smtpUrl: server.url });
      expect(await operator.api(sendTestMail, {})).toEqual({ to: operator.email, outcome: "accepted", reason: "" });
      expect(server.received).toHaveLength(1);
      server.refuse("550 No such mailbox");
      expect(await operator.api(sendTestMail, {})).toMatchObject({
        outcome: "refused",
        reason: expect.stringContaining("No such mailbox"),
      });
    } finally {
      await server.close();
    }
    expect(await operator.api(sendTestMail, {})).toMatchObject({
      outcome: "failed",
      reason: expect.stringContaining("ECONNREFUSED"),
    });
  });

  it("become files without a mail server, and the test says so", async () => {
    await begin();
    expect(await operator.api(sendTestMail, {})).toMatchObject({ outcome: "written" });
  });
});

async function readTexts(bytes: Uint8Array): Promise<string[]> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const document = await getDocument({ data: new Uint8Array(bytes) }).promise;
  const content = await (await document.getPage(1)).getTextContent();
  return content.items.flatMap((item) => ("str" in item ? [item.str.trim()] : []));
}

async function startMailServer() {
  const received: Buffer[] = [];
  let refusal: string | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => {
      if (refusal === undefined) return done();
      done(Object.assign(new Error(refusal), { responseCode: 550 }));
    },
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        received.push(Buffer.concat(parts));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (words: string) => {
      refusal = words;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe("security.txt", () => {
  const ask = () => fetch(`${app.url}/.well-known/security.txt`);

  it("is not found while there is no contact", async () => {
    await begin();
    expect((await ask()).status).toBe(404);
  });

  it("contains the contact in the settings, its own address, and a day within the next year", async () => {
    await begin();
    await write({ supportEmail: "help@example.org" });
    const answer = await ask();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const lines = (await answer.text()).trimEnd().split("\n");
    const fields = new Map(lines.map((line) => [line.split(": ")[0], line.slice(line.indexOf(": ") + 2)]));
    expect(fields.get("Contact")).toBe("mailto:help@example.org");
    expect(fields.get("Canonical")).toBe(`${app.context.config.publicUrl}/.well-known/security.txt`);
    const leftMs = Date.parse(fields.get("Expires") ?? "") - app.clock.now().getTime();
    expect(leftMs).toBeGreaterThan(30 * dayMs);
    expect(leftMs).toBeLessThan(365 * dayMs);
  });
});
