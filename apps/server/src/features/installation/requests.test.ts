import { acceptAccessRequest, listAccessRequests } from "@blueprint/contract/access-requests";
import { publishBlueprint } from "@blueprint/contract/blueprints";
import type { RequestId } from "@blueprint/contract/ids";
import { listNotifications } from "@blueprint/contract/notifications";
import {
  closeRequest,
  listMyRequests,
  listRequests,
  type NewRequest,
  type RequestOutcome,
  sendRequest,
} from "@blueprint/contract/requests";
import type { TeamRole } from "@blueprint/contract/roles";
import { getTeamUsage, requestAccess } from "@blueprint/contract/teams";
import { getMe, type OnboardingAnswers, saveOnboarding } from "@blueprint/contract/users";
import { beforeEach, describe, expect, it } from "vitest";
import type { Mail } from "../../platform/mail/mail-sender.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";

let app: TestApp;
let operator: TestPerson;

// A fresh app each: requests are limited per address and minute.
beforeEach(async () => {
  app = await createTestApp();
  operator = await app.buildPerson({ isOperator: true });
  return () => app.close();
});

const from = { name: "Ada", email: "Ada@Example.org" };
const message: NewRequest = {
  kind: "contact",
  ...from,
  payload: { topic: "question", message: "Is it <b>on</b>?\nA." },
};
const send = async (body: NewRequest, person: Pick<TestPerson, "api"> = { api: app.anonymous }) => ({
  id: (await person.api(sendRequest, { body })).id as RequestId,
});
const invited = async () =>
  (await listMails()).filter(({ text }) => text.includes("/accept-invite?token=")).map(({ to }) => to);
const list = (query: { state?: "open" | "closed"; cursor?: string; kind?: NewRequest["kind"] } = {}) =>
  operator.api(listRequests, { query });
const close = (
  id: RequestId,
  body: { outcome: RequestOutcome; answer: string } = { outcome: "answered", answer: "" },
  person: Pick<TestPerson, "api"> = operator,
) => person.api(closeRequest, { params: { requestId: id }, body });

async function listMails(): Promise<Mail[]> {
  const rows = await app.context.sql<{ payload: Mail }[]>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'send-mail' order by jobs.id`;
  return rows.map(({ payload }) => payload);
}

async function publishPlace(): Promise<string> {
  const owner = await app.buildPerson();
  const blueprint = await app.buildBlueprint(owner);
  await buildReadyScan(app, owner, blueprint.id);
  const params = { blueprintId: blueprint.id };
  await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "public" } });
  return blueprint.slug;
}

describe("sending requests to the operators", () => {
  it("keeps every kind word for word, from people with and without an account", async () => {
    const person = await app.buildPerson();
    const pilot: NewRequest = {
      kind: "pilot",
      ...from,
      payload: { organisation: "Museum of Rope", industry: "museum", venues: 2, goal: "One hall" },
    };
    const visit: NewRequest = {
      kind: "visit",
      ...from,
      payload: { venue: "Hall", address: "1 Quay", areaSquareFeet: 2_000, times: "Mondays", note: "" },
    };
    const claim: NewRequest = {
      kind: "claim",
      ...from,
      payload: { slug: await publishPlace(), relation: "owner", evidence: "Lease" },
    };
    const plan: NewRequest = {
      kind: "plan",
      ...from,
      payload: { teamId: person.personalTeamId, to: "pro", billing: "annual", note: "" },
    };
    await send(message);
    for (const request of [pilot, visit]) await send(request, person);
    await send(claim);
    await send(plan, person);
    const { requests, total } = await list();
    expect(total).toBe(5);
    expect(requests.map(({ kind, email, payload }) => ({ kind, email, payload }))).toEqual(
      [plan, claim, visit, pilot, message].map(({ kind, payload }) => ({ kind, email: "ada@example.org", payload })),
    );
    expect(requests.every(({ state, outcome: end }) => state === "open" && end === null)).toBe(true);
  });

  it.each<[string, unknown]>([
    ["email", { ...message, email: "no address" }],
    ["name", { ...message, name: " " }],
    ["payload.message", { ...message, payload: { topic: "question", message: "" } }],
    ["payload.topic", { ...message, payload: { topic: "gossip", message: "x" } }],
    ["kind", { ...message, kind: "gossip" }],
    ["payload.slug", { kind: "claim", ...from, payload: { slug: "no-such-place", relation: "owner", evidence: "x" } }],
    ["payload.slug", { kind: "claim", ...from, payload: { slug: "\0", relation: "owner", evidence: "x" } }],
  ])("refuses an invalid %s, and keeps nothing", async (field, body) => {
    await expect(send(body as NewRequest)).rejects.toMatchObject({
      code: "invalid-input",
      fields: { [field]: expect.any(String) },
    });
    expect((await list()).total).toBe(0);
  });

  it("accepts a plan change only from the team's owner", async () => {
    const owner = await app.buildPerson();
    const plan: NewRequest = {
      kind: "plan",
      ...from,
      payload: { teamId: owner.personalTeamId, to: "starter", billing: "monthly", note: "" },
    };
    expect(await outcome(send(plan))).toBe("unauthenticated");
    expect(await outcome(send(plan, await app.buildPerson()))).toBe("not-found");
    const expected: Partial<Record<TeamRole, string>> = { admin: "forbidden", viewer: "forbidden" };
    for (const [role, answer] of Object.entries(expected) as [TeamRole, string][])
      expect(await outcome(send(plan, await app.buildMember(owner.personalTeamId, role))), role).toBe(answer);
    expect((await list()).total).toBe(0);
  });

  it("is accepted five times a minute from one address", async () => {
    for (let times = 0; times < 5; times++) await send(message);
    expect(await outcome(send(message))).toBe("too-many-requests");
  });

  it("shows people their own requests, and nobody else's", async () => {
    const person = await app.buildPerson();
    await send(message, person);
    await send(message, operator);
    const own = await person.api(listMyRequests, { query: { kind: "contact" } });
    expect(own.requests).toHaveLength(1);
    expect((await person.api(listMyRequests, { query: { kind: "pilot" } })).requests).toEqual([]);
    expect(await outcome(app.anonymous(listMyRequests, { query: {} }))).toBe("unauthenticated");
  });
});

describe("the operators' side", () => {
  it("does not exist for anyone else", async () => {
    const { id } = await send(message);
    const person = await app.buildPerson();
    expect(await outcome(person.api(listRequests, { query: {} }))).toBe("not-found");
    expect(await outcome(close(id, undefined, person))).toBe("not-found");
    expect(await outcome(app.anonymous(listRequests, { query: {} }))).toBe("unauthenticated");
  });

  it("closes a request once, and sends the answer to the person who asked", async () => {
    const person = await app.buildPerson();
    const { id } = await send(message, person);
    expect(await close(id, { outcome: "answered", answer: "Yes, it is." })).toMatchObject({
      state: "closed",
      outcome: "answered",
      answer: "Yes, it is.",
    });
    expect(await listMails()).toMatchObject([{ to: "ada@example.org", text: expect.stringContaining("Yes, it is.") }]);
    expect(await outcome(close(id))).toBe("conflict");
    expect((await list()).total).toBe(0);
    expect((await list({ state: "closed" })).requests).toMatchObject([{ id }]);
    const [own] = (await person.api(listMyRequests, { query: {} })).requests;
    expect(own).toMatchObject({ state: "closed", answer: "Yes, it is." });
  });

  it("applies an accepted plan change, but not a declined one; ending a plan leads to Free", async () => {
    const owner = await app.buildPerson();
    const teamId = owner.personalTeamId;
    const planOf = async () => (await owner.api(getTeamUsage, { params: { teamId } })).planType;
    const wish = async (to: "pro" | "cancel", decision: RequestOutcome) => {
      const { id } = await send(
        { kind: "plan", ...from, payload: { teamId, to, billing: "monthly", note: "" } },
        owner,
      );
      await close(id, { outcome: decision, answer: "" });
      return planOf();
    };
    expect(await wish("pro", "declined")).toBe("free");
    expect(await wish("pro", "accepted")).toBe("pro");
    expect(await wish("cancel", "accepted")).toBe("free");
  });

  it("sends an invitation with the answer for an accepted pilot, unless the person has an account", async () => {
    await app.buildPerson({ email: "member@example.org" });
    const apply = async (email: string) => {
      const payload = { organisation: "Museum", industry: "museum", venues: 2, goal: "Tours" } as const;
      const { id } = await send({ kind: "pilot", name: "Ada", email, payload });
      await close(id, { outcome: "accepted", answer: "Welcome." });
    };
    await apply("ada@example.org");
    await apply("member@example.org");
    expect(await invited()).toEqual(["ada@example.org"]);
    expect((await listMails()).filter(({ text }) => text.includes("Welcome."))).toHaveLength(2);
  });

  it("keeps a message that requests access among the access requests, with its referral code", async () => {
    const referralCode = "AB12CD";
    const wish: NewRequest = { ...message, referralCode, payload: { topic: "access", message: "A <b>hall</b>" } };
    expect(await app.anonymous(sendRequest, { body: wish })).toEqual({ id: null });
    expect((await list()).total).toBe(0);
    expect((await operator.api(listAccessRequests, { query: {} })).requests).toMatchObject([
      { name: "Ada", email: "ada@example.org", message: "A <b>hall</b>", referralCode, state: "open" },
    ]);
  });

  it("invites people who request access in any message, settles their requests by it, and credits once for an address", async () => {
    const friend = await app.buildPerson();
    const { referralCode } = (await friend.api(getMe, {})).profile;
    await app.anonymous(requestAccess, { body: { email: from.email, referralCode } });
    const sent = await send({ ...message, referralCode });
    const again = await send({ ...message, referralCode });
    const accepted = { outcome: "accepted", answer: "See you." } as const;
    expect(await close(sent.id, accepted)).toMatchObject({
      outcome: "accepted",
      referralCode,
      isReferralCredited: true,
    });
    expect((await operator.api(listAccessRequests, { query: {} })).total).toBe(0);
    // Already invited: the new link replaces the former one.
    expect(await close(again.id, accepted)).toMatchObject({ outcome: "accepted", isReferralCredited: false });
    expect(await invited()).toEqual(["ada@example.org", "ada@example.org"]);
    expect((await friend.api(getMe, {})).profile.credits).toBe(1);

    const member = await send({ ...message, email: friend.email });
    expect(await outcome(close(member.id, accepted))).toBe("email-already-in-use");
    expect(await close(member.id, { outcome: "answered", answer: "You have an account." })).toBeTruthy();
  });

  it("invites and credits once when two operators decide about one person at the same time", async () => {
    const friend = await app.buildPerson();
    const { referralCode } = (await friend.api(getMe, {})).profile;
    await app.anonymous(requestAccess, { body: { email: from.email, referralCode } });
    await app.anonymous(requestAccess, { body: { email: from.email, referralCode } });
    const { id } = await send({ ...message, referralCode });
    const other = await app.buildPerson({ isOperator: true });
    const wishes = (await operator.api(listAccessRequests, { query: {} })).requests;
    const outcomes = await Promise.all([
      outcome(close(id, { outcome: "accepted", answer: "" })),
      outcome(close(id, { outcome: "accepted", answer: "" }, other)),
      ...wishes.map(({ id: accessRequestId }, index) =>
        outcome((index === 0 ? operator : other).api(acceptAccessRequest, { params: { accessRequestId } })),
      ),
    ]);
    // One of each form is decided; every later decision finds it closed.
    expect(new Set(outcomes)).toEqual(new Set(["ok", "conflict"]));
    expect((await friend.api(getMe, {})).profile.credits).toBe(1);
    const [open] = await app.context.sql`
      select count(*)::int as n from invitations where email = 'ada@example.org' and revoked_at is null`;
    expect(open).toEqual({ n: 1 });
  });

  it("credits the owner of an accepted pilot's referral code", async () => {
    const friend = await app.buildPerson();
    const { referralCode } = (await friend.api(getMe, {})).profile;
    const payload = { organisation: "Museum", industry: "museum", venues: 2, goal: "Tours" } as const;
    const { id } = await send({ kind: "pilot", ...from, payload, referralCode });
    expect(await close(id, { outcome: "accepted", answer: "" })).toMatchObject({ isReferralCredited: true });
    expect((await friend.api(getMe, {})).profile.credits).toBe(1);
  });

  it("are notified of every request in the inbox, with a link to it", async () => {
    await send(message);
    const { notifications } = await operator.api(listNotifications, { query: {} });
    expect(notifications).toMatchObject([
      { title: "Ada sent a message", path: "/workspace?area=operator&inbox=contact" },
    ]);
  });

  it("sends no mail without an answer", async () => {
    await close((await send(message)).id, { outcome: "declined", answer: " " });
    expect(await listMails()).toEqual([]);
  });

  it("lists one kind in pages, newest first", async () => {
    const payload = JSON.stringify({ topic: "other", message: "x" });
    await app.context.sql`
      insert into requests (id, kind, name, email, payload, created_at)
      select gen_random_uuid(), 'contact', n::text, 'a@example.org', ${payload}::text::jsonb, now() + n * interval '1 second'
      from generate_series(1, 32) n`;
    const first = await list({ kind: "contact" });
    expect(first.requests).toHaveLength(30);
    expect(first.requests[0]?.name).toBe("32");
    const second = await list({ kind: "contact", cursor: first.nextCursor ?? "" });
    expect(second.requests.map(({ name }) => name)).toEqual(["2", "1"]);
    expect(second).toMatchObject({ nextCursor: null, total: 32 });
    expect((await list({ kind: "claim" })).total).toBe(0);
  });
});

describe("a visit requested in onboarding", () => {
  const save = (person: TestPerson, body: OnboardingAnswers) => person.api(saveOnboarding, { body });
  const wish = { step: "done", organisationName: "City Hall", scanPlan: "visit", visitNote: "Ring twice." } as const;

  it("is a request that operators find in their inbox and answer like any other", async () => {
    const person = await app.buildPerson();
    await save(person, { ...wish, step: "scan" });
    expect((await list({ kind: "visit" })).total).toBe(0);
    await save(person, wish);
    const { requests } = await list({ kind: "visit" });
    const { name, email } = (await person.api(getMe, {})).profile;
    expect(requests).toMatchObject([
      { kind: "visit", name, email, state: "open", payload: { venue: "City Hall", note: "Ring twice." } },
    ]);
    const { notifications } = await operator.api(listNotifications, { query: {} });
    expect(notifications).toMatchObject([
      { title: `${name} requested a mapping visit`, path: "/workspace?area=operator&inbox=visit" },
    ]);
    await close(requests[0]?.id as RequestId, { outcome: "accepted", answer: "Monday at nine?" });
    expect((await person.api(listMyRequests, { query: { kind: "visit" } })).requests).toMatchObject([
      { outcome: "accepted", answer: "Monday at nine?" },
    ]);
    expect((await listMails()).map(({ to }) => to)).toContain(email);
  });

  it("is filed once: saving again changes the open request, and a closed one stays as it was answered", async () => {
    const person = await app.buildPerson();
    await Promise.all([save(person, wish), save(person, wish)]);
    await save(person, { ...wish, visitNote: "Ring once." });
    const { requests } = await list({ kind: "visit" });
    expect(requests.map(({ payload }) => payload)).toMatchObject([{ note: "Ring once." }]);
    expect((await operator.api(listNotifications, { query: {} })).notifications).toHaveLength(1);
    await close(requests[0]?.id as RequestId);
    await save(person, { ...wish, visitNote: "Three times." });
    expect((await list({ kind: "visit" })).total).toBe(0);
    expect((await list({ kind: "visit", state: "closed" })).requests).toMatchObject([
      { payload: { note: "Ring once." } },
    ]);
  });

  it("is withdrawn by another choice, but not by skipping; a request from the form is never touched", async () => {
    const person = await app.buildPerson();
    const payload = { venue: "Barn", address: "1 Lane", areaSquareFeet: 900, times: "Mondays", note: "" };
    await send({ kind: "visit", ...from, payload }, person);
    await save(person, wish);
    await save(person, { step: "done" });
    expect((await list({ kind: "visit" })).total).toBe(2);
    await save(person, { ...wish, scanPlan: "later" });
    expect((await list({ kind: "visit" })).requests).toMatchObject([{ payload: { venue: "Barn" } }]);
  });
});
