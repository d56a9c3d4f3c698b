import { randomUUID } from "node:crypto";
import { listAuditEvents } from "@blueprint/contract/audit";
import { type Blueprint, publishBlueprint, unpublishBlueprint } from "@blueprint/contract/blueprints";
import { getGuideMinutes, limitGuideMinutes } from "@blueprint/contract/guide-minutes";
import type { InvoiceId } from "@blueprint/contract/ids";
import { listNotifications, notificationKinds } from "@blueprint/contract/notifications";
import {
  changePlan,
  getPriceBook,
  getTeamPlan,
  keepPlan,
  listAllInvoices,
  listInvoices,
  type PlanLimit,
  settleInvoice,
  startTrial,
} from "@blueprint/contract/plans";
import { defaultPriceBook, type PriceBook } from "@blueprint/contract/price-book";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import type { TeamRole } from "@blueprint/contract/roles";
import { createScan } from "@blueprint/contract/scans";
import {
  changeMemberRole,
  extendInvitation,
  getTeamUsage,
  inviteToTeam,
  listTeamMembers,
  resendInvitation,
} from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { buildReadyScan, pointCloudPreflight } from "../scans/testing/scan-fixtures.ts";
import { countSpokenQuestion, readGuideSecondsLeft } from "./guide-minutes.service.ts";
import { reviewLimits, reviewPlans } from "./plan-changes.service.ts";

const dayMs = 24 * 3600 * 1000;
/** Small enough to be reached. */
const priceBook: PriceBook = {
  ...defaultPriceBook,
  plans: {
    ...defaultPriceBook.plans,
    free: { ...defaultPriceBook.plans.free, publishedBlueprintsMax: 1, storageBytesMax: 1_000_000, editorsMax: 2 },
    starter: {
      ...defaultPriceBook.plans.starter,
      publishedBlueprintsMax: 2,
      storageBytesMax: 5_000_000,
      editorsMax: 3,
    },
  },
};

let app: TestApp;
let owner: TestPerson;
let operator: TestPerson;

beforeEach(async () => {
  app = await createTestApp({ config: { priceBook } });
  owner = await app.buildPerson({ name: "Ada" });
  operator = await app.buildPerson({ isOperator: true });
});
afterEach(() => app.close());

const team = (person = owner) => ({ params: { teamId: person.personalTeamId } });
const plan = (person = owner) => person.api(getTeamPlan, team());
const meter = async (limit: PlanLimit) => (await plan()).meters.find((candidate) => candidate.limit === limit)!;
const change = (body: Parameters<typeof owner.api<typeof changePlan>>[1]["body"], person = owner) =>
  person.api(changePlan, { ...team(), body });
const settle = (invoiceId: InvoiceId, result: "paid" | "void" = "paid", person = operator) =>
  person.api(settleInvoice, { params: { invoiceId }, body: { outcome: result } });
const visit = (slug: string) => outcome(app.anonymous(getPublishedBlueprint, { params: { slug } }));

/** Advances the clock by days and signs users in again. */
async function passDays(days: number): Promise<void> {
  app.clock.advance(days * dayMs);
  await reviewPlans(app.context);
  owner = { ...owner, ...(await app.signIn(owner)) };
  operator = { ...operator, ...(await app.signIn(operator)) };
}

async function buildPlace(name = "Gallery"): Promise<Blueprint> {
  const blueprint = await app.buildBlueprint(owner, { name });
  await buildReadyScan(app, owner, blueprint.id);
  return blueprint;
}
const publish = (place: Blueprint, basedOnVersion = 0) =>
  owner.api(publishBlueprint, {
    params: { blueprintId: place.id },
    body: { basedOnVersion, visibility: "public" },
  });

async function goTo(planType: "starter" | "pro", billing: "monthly" | "annual" = "monthly"): Promise<void> {
  const { invoiceId } = await change({ planType, billing });
  await settle(invoiceId!);
}

/** Titles in the owner's inbox, oldest first. */
async function listNotices(): Promise<string[]> {
  const { notifications } = await owner.api(listNotifications, { query: {} });
  return notifications.map(({ title }) => title).reverse();
}

describe("a limit", () => {
  it("gives 14 days once reached; then only new publishing pauses and everything stays open", async () => {
    const places = [
      await buildPlace("A"),
      await buildPlace("B"),
      await buildPlace("C"),
      await buildPlace("D"),
    ] as const;
    await publish(places[0]);
    const { graceEndsAt, level } = await meter("publishedBlueprints");
    expect(level).toBe("reached");
    expect(await listNotices()).toEqual(["Ada has reached its limit of published blueprints"]);
    expect(await outcome(publish(places[1])), "in the days of grace").toBe("ok");
    expect(await outcome(publish(places[2])), "not further than the next larger plan").toBe("plan-limit-published");

    await passDays(14);
    expect(new Date(graceEndsAt!).getTime()).toBeLessThanOrEqual(app.clock.now().getTime());
    await reviewLimits(app.context);
    expect(await meter("publishedBlueprints")).toMatchObject({ isPaused: true, used: 2, max: 1 });
    expect((await listNotices()).at(-1)).toBe("Ada: publishing more places is paused");
    expect(await outcome(publish(places[3]))).toBe("plan-limit-published");
    expect(await outcome(publish(places[0], 1)), "a new version").toBe("ok");
    for (const { slug } of places.slice(0, 2)) expect(await visit(slug), "never dark").toBe("ok");
    await reviewLimits(app.context);
    expect(await listNotices(), "nobody is told twice").toHaveLength(2);
  });

  it("gives no new days if it is left for a moment, but does after 90 days", async () => {
    const [first, second] = [await buildPlace("A"), await buildPlace("B")];
    await publish(first);
    await passDays(20);
    await owner.api(unpublishBlueprint, { params: { blueprintId: first.id } });
    await reviewLimits(app.context);
    expect(await outcome(publish(first, 1))).toBe("ok");
    expect(await outcome(publish(second))).toBe("plan-limit-published");
    await owner.api(unpublishBlueprint, { params: { blueprintId: first.id } });
    await reviewLimits(app.context);
    await passDays(75);
    expect(await outcome(publish(first, 2))).toBe("ok");
    expect(await outcome(publish(second))).toBe("ok");
  });

  it("of storage is announced at 80 %, extends to the next plan in grace, and then pauses uploads", async () => {
    const place = await app.buildBlueprint(owner);
    const announce = (sizeBytes: number) =>
      owner.api(createScan, {
        params: { blueprintId: place.id },
        body: { fileName: "room.ply", sizeBytes, preflight: { ...pointCloudPreflight, sizeBytes, warnings: [] } },
      });
    await announce(799_999);
    expect(await listNotices()).toEqual([]);
    await announce(1);
    expect(await listNotices()).toEqual(["Ada is close to its limit of storage"]);
    expect(await meter("storageBytes")).toMatchObject({ used: 800_000, level: "near", graceEndsAt: null });
    expect(await outcome(announce(4_200_001)), "beyond the next larger plan").toBe("storage-quota-exceeded");
    expect(await outcome(announce(200_000))).toBe("ok");
    expect(await outcome(announce(100_000)), "all of the plan is announced already").toBe("storage-quota-exceeded");
    await app.context.sql`update scans set state = 'queued' where team_id = ${owner.personalTeamId}`;
    expect(await outcome(announce(100_000))).toBe("ok");
    await passDays(15);
    expect(await outcome(announce(1))).toBe("storage-quota-exceeded");
    expect(await meter("storageBytes")).toMatchObject({ used: 1_100_000, isPaused: true });
  });

  it("of storage allows no more announced bytes than the plan has, however much grace there would be", async () => {
    const place = await app.buildBlueprint(owner);
    const announce = (sizeBytes: number) =>
      owner.api(createScan, {
        params: { blueprintId: place.id },
        body: { fileName: "room.ply", sizeBytes, preflight: { ...pointCloudPreflight, sizeBytes, warnings: [] } },
      });
    const room = async () =>
      (await owner.api(getTeamUsage, { params: { teamId: owner.personalTeamId } })).storageRoomBytes;
    expect(await room()).toBe(1_000_000);
    expect(await outcome(announce(1_000_001))).toBe("storage-quota-exceeded");
    expect(await outcome(announce(600_000))).toBe("ok");
    expect(await outcome(announce(400_001))).toBe("storage-quota-exceeded");
    expect(await room()).toBe(400_000);
    // Once everything has arrived, the whole plan may be announced again during grace.
    await app.context.sql`update scans set state = 'queued' where team_id = ${owner.personalTeamId}`;
    expect(await room()).toBe(1_000_000);
    expect(await outcome(announce(1_000_001))).toBe("storage-quota-exceeded");
    expect(await outcome(announce(1_000_000))).toBe("ok");
    expect(await room()).toBe(0);
  });

  it("of editors applies to changed roles, even when two admins make someone an editor at once", async () => {
    const admin = await app.buildMember(owner.personalTeamId, "admin");
    const [one, other] = [
      await app.buildMember(owner.personalTeamId, "viewer"),
      await app.buildMember(owner.personalTeamId, "viewer"),
    ];
    const endGrace = () => app.context.sql`
      insert into limit_states (team_id, "limit", level, grace_started_at)
      values (${owner.personalTeamId}, 'editors', 'reached', now() - interval '20 days')
      on conflict (team_id, "limit") do update set grace_started_at = excluded.grace_started_at`;
    await endGrace();
    const promote = (by: TestPerson, { userId }: TestPerson, role: TeamRole = "editor") =>
      outcome(by.api(changeMemberRole, { params: { teamId: owner.personalTeamId, userId }, body: { role } }));
    expect(await promote(admin, one), "two seats, both taken").toBe("plan-limit-editors");
    const { members } = await owner.api(listTeamMembers, team());
    expect(members.find(({ userId }) => userId === one.userId)?.role).toBe("viewer");
    expect(await promote(admin, one, "scanner"), "scanners are free").toBe("ok");
    await goTo("starter");
    await endGrace();
    const answers = await Promise.all([promote(admin, one), promote(owner, other)]);
    expect(answers.toSorted(), "there is one more seat").toEqual(["ok", "plan-limit-editors"]);
  });

  it("of editors counts promised seats; viewers and scanners are free", async () => {
    const invite = (addresses: string, role: TeamRole) =>
      owner.api(inviteToTeam, { ...team(), body: { addresses, role } });
    await invite("one@example.org", "editor");
    await invite("one@example.org", "editor");
    expect(await meter("editors")).toMatchObject({
      used: 2,
      items: [{ label: "Ada" }, { label: "one@example.org (invited)" }],
    });
    await passDays(15);
    await owner.api(inviteToTeam, { ...team(), body: { addresses: "one@example.org", role: "editor" } });
    expect(await outcome(invite("two@example.org", "admin"))).toBe("plan-limit-editors");
    expect(await outcome(invite("three@example.org", "viewer"))).toBe("ok");
    expect(await outcome(invite("four@example.org", "scanner"))).toBe("ok");
    expect(await outcome(invite("one@example.org", "admin")), "instead of the former one").toBe("ok");
  });

  it("of editors applies to an expired invitation that is extended", async () => {
    const invite = (addresses: string) =>
      owner.api(inviteToTeam, { ...team(), body: { addresses, role: "editor" as const } });
    const { id: invitationId } = (await invite("one@example.org")).invitations[0]!;
    const params = { ...team().params, invitationId };
    await passDays(15);
    await invite("two@example.org");
    expect(await outcome(owner.api(extendInvitation, { params }))).toBe("plan-limit-editors");
    expect(await outcome(owner.api(resendInvitation, { params }))).toBe("plan-limit-editors");
    await passDays(8);
    expect(await outcome(owner.api(extendInvitation, { params })), "the other one has run out").toBe("ok");
    expect(await outcome(owner.api(resendInvitation, { params })), "its own seat").toBe("ok");
  });

  it("of the guide counts the minutes of a month by place, each spoken question once", async () => {
    const [first, second] = [await buildPlace("First"), await buildPlace("Second")];
    const speak = (seconds: number, blueprintId = first.id, id: string = randomUUID()) =>
      countSpokenQuestion(app.context, { teamId: owner.personalTeamId, blueprintId }, { id, seconds });
    const left = () => readGuideSecondsLeft(app.context, { teamId: owner.personalTeamId, blueprintId: first.id });
    const question = randomUUID();
    await Promise.all([speak(60, first.id, question), speak(62, first.id, question), speak(60, first.id, question)]);
    expect(await left()).toBe(30 * 60 - 62);
    await speak(58, second.id);
    for (let minutes = 2; minutes < 27; minutes += 5) await speak(5 * 60);
    expect(await meter("guideMinutes")).toMatchObject({
      ...{ used: 27, max: 30, level: "near", isPaused: false },
      items: [
        { label: "First", amount: (25 * 60 + 62) / 60, blueprintId: first.id },
        { label: "Second", amount: 58 / 60, blueprintId: second.id },
      ],
    });
    await speak(181);
    expect(await left()).toBe(0);
    expect(await meter("guideMinutes")).toMatchObject({ level: "reached", isPaused: true });
    await passDays(31);
    expect(await meter("guideMinutes")).toMatchObject({ used: 0, level: "fine" });
    expect(await left()).toBe(30 * 60);
    // Whoever sends one question for ever pays for it.
    for (let times = 0; times < 8; times += 1) await speak(10, first.id, question);
    expect(await left()).toBeLessThanOrEqual(30 * 60 - 40);
  });

  it("of the guide can be lower for a place, whose editors hear of 80 % and 100 % once a month", async () => {
    const [place, other] = [await buildPlace("Small"), await buildPlace("Other")];
    const [params, where] = [{ blueprintId: place.id }, { teamId: owner.personalTeamId, blueprintId: place.id }];
    const editor = await app.buildMember(owner.personalTeamId, "editor");
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const speak = (seconds: number) => countSpokenQuestion(app.context, where, { id: randomUUID(), seconds });
    const heard = async () =>
      (await editor.api(listNotifications, { query: {} })).notifications
        .filter(({ kind }) => kind === "guide-minutes")
        .map(({ title }) => title);
    expect(await outcome(viewer.api(limitGuideMinutes, { params, body: { max: 1 } }))).toBe("forbidden");
    for (const max of [-1, 0.5, 1e9])
      expect(await outcome(owner.api(limitGuideMinutes, { params, body: { max } }))).toBe("invalid-input");
    const limit = (max: number) => editor.api(limitGuideMinutes, { params, body: { max } });
    await Promise.all([limit(3), limit(4), limit(5)]);
    expect(await limit(10)).toMatchObject({ used: 0, max: 10 });
    await speak(7 * 60);
    expect(await readGuideSecondsLeft(app.context, where)).toBe(180);
    await Promise.all([speak(60), speak(30)]);
    expect(await heard()).toEqual(["Small has used most of its minutes for spoken questions"]);
    await speak(120);
    await speak(120);
    expect(await heard()).toEqual([
      "Small has used all of its minutes for spoken questions",
      "Small has used most of its minutes for spoken questions",
    ]);
    expect(await readGuideSecondsLeft(app.context, where)).toBe(0);
    expect(await readGuideSecondsLeft(app.context, { ...where, blueprintId: other.id })).toBe(30 * 60 - 750);
    expect(await viewer.api(getGuideMinutes, { params })).toEqual({
      ...{ used: 12.5, max: 10 },
      team: { used: 12.5, max: 30 },
    });
    await owner.api(limitGuideMinutes, { params, body: { max: null } });
    expect(await readGuideSecondsLeft(app.context, where)).toBe(30 * 60 - 750);
    await owner.api(limitGuideMinutes, { params, body: { max: 13 } });
    expect(await heard(), "a new limit is noticed anew").toHaveLength(3);
    await passDays(31);
    expect(await owner.api(getGuideMinutes, { params })).toMatchObject({ used: 0, max: 13 });
  });

  it("is shown with everything that counts towards it", async () => {
    const places = [await buildPlace("Small"), await buildPlace("Other")] as const;
    await publish(places[0]);
    const { meters } = await plan();
    const { storageBytes } = await owner.api(getTeamUsage, team());
    const sum = (limit: PlanLimit) =>
      meters.find((one) => one.limit === limit)!.items.reduce((total, { amount }) => total + amount, 0);
    expect(sum("storageBytes")).toBe(storageBytes);
    expect(meters[0]).toMatchObject({ items: [{ label: "Small", blueprintId: places[0].id }], moreItems: 0 });
  });

  it("of editors shows names to people who see the directory, and addresses to people who may invite", async () => {
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const editor = await app.buildPerson({ name: "Edda" });
    await app.join(owner.personalTeamId, editor, "editor");
    await owner.api(inviteToTeam, { ...team(), body: { addresses: "new@example.org", role: "editor" } });
    const seenBy = async (person: TestPerson) => {
      const { items, used } = (await person.api(getTeamPlan, team())).meters.find(({ limit }) => limit === "editors")!;
      expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe(used);
      return items.map(({ label, amount }) => [label, amount]);
    };
    const names = [
      ["Ada", 1],
      ["Edda", 1],
    ];
    expect(await seenBy(owner)).toEqual([...names, ["new@example.org (invited)", 1]]);
    expect(await seenBy(editor)).toEqual([...names, ["Pending editor invitations", 1]]);
    expect(await seenBy(viewer)).toEqual([
      ["Editors", 2],
      ["Pending editor invitations", 1],
    ]);
  });
});

describe("the price book", () => {
  it("of the installation is what everyone reads", async () => {
    const { book, payment } = await app.anonymous(getPriceBook, {});
    expect([book.plans.free.publishedBlueprintsMax, payment]).toEqual([1, "invoice"]);
  });
});

describe("the trial", () => {
  it("is 30 days of Pro, once, without a card; then everything published stays open", async () => {
    expect(await plan()).toMatchObject({ planType: "free", canTry: true });
    const { trialEndsAt } = await owner.api(startTrial, team());
    expect(new Date(trialEndsAt!).getTime() - app.clock.now().getTime()).toBeCloseTo(30 * dayMs, -5);
    const places = [await buildPlace("A"), await buildPlace("B"), await buildPlace("C")];
    for (const place of places) await publish(place);
    expect(await plan()).toMatchObject({ planType: "pro", basePlanType: "free" });

    await passDays(30);
    expect(await plan()).toMatchObject({ planType: "free", trialEndsAt: null, canTry: false });
    expect(await outcome(owner.api(startTrial, team()))).toBe("trial-used");
    for (const { slug } of places) expect(await visit(slug)).toBe("ok");
    expect(await meter("publishedBlueprints")).toMatchObject({ used: 3, max: 1, isPaused: false });
    await passDays(15);
    expect(await outcome(publish(await buildPlace("D")))).toBe("plan-limit-published");
    for (const { slug } of places) expect(await visit(slug), "never dark").toBe("ok");
  });

  it("can be ended early", async () => {
    await owner.api(startTrial, team());
    await change({ planType: "free", billing: "monthly" });
    expect(await plan()).toMatchObject({ planType: "free", trialEndsAt: null, canTry: false });
    expect(await outcome(change({ planType: "free", billing: "monthly" }))).toBe("plan-unchanged");
  });
});

describe("upgrading", () => {
  it("takes effect when the operator confirms that the invoice was paid", async () => {
    const { invoiceId, effectiveAt } = await change({ planType: "starter", billing: "annual" });
    expect(effectiveAt).toBeNull();
    expect(await plan()).toMatchObject({ planType: "free" });
    const [invoice] = (await owner.api(listInvoices, team())).invoices;
    expect(invoice).toMatchObject({ id: invoiceId, state: "open", totalCents: 80_580, number: "000001" });
    const { invoices, total } = await operator.api(listAllInvoices, { query: {} });
    expect([invoices[0]?.teamName, total]).toEqual(["Ada", 1]);

    expect(await outcome(settle(invoiceId!, "paid", owner)), "only operators").toBe("not-found");
    const both = await Promise.all([outcome(settle(invoiceId!)), outcome(settle(invoiceId!))]);
    expect(both.sort()).toEqual(["conflict", "ok"]);
    const { planType, billing, periodEndsAt } = await plan();
    expect([planType, billing]).toEqual(["starter", "annual"]);
    const days = (new Date(periodEndsAt!).getTime() - app.clock.now().getTime()) / dayMs;
    expect(Math.round(days)).toBeGreaterThanOrEqual(365);
    expect((await owner.api(getMe, {})).profile.planType).toBe("starter");
  });

  it("deducts what is unused, and credits any excess over the price", async () => {
    await goTo("starter", "annual");
    await passDays(100);
    const { invoiceId } = await change({ planType: "pro", billing: "monthly" });
    const [invoice] = (await owner.api(listInvoices, team())).invoices;
    expect(invoice).toMatchObject({ id: invoiceId, totalCents: 0, state: "paid" });
    expect(invoice!.lines).toEqual([
      { text: "Pro, one month", cents: 19_900 },
      { text: "Unused time on Starter", cents: -19_900 },
    ]);
    expect(await plan()).toMatchObject({ planType: "pro", billing: "monthly" });
    await passDays(31);
    const [renewal] = (await owner.api(listInvoices, team())).invoices;
    expect(renewal, "the rest pays for the next month").toMatchObject({ totalCents: 0, state: "open" });
  });

  it("notifies its owners and the operators, in the inbox and by mail, and is in the audit log", async () => {
    await change({ planType: "starter", billing: "monthly" });
    await goTo("pro");
    const inbox = async (person: TestPerson) =>
      (await person.api(listNotifications, { query: {} })).notifications.filter(({ title }) => /invoice/i.test(title));
    expect((await inbox(owner)).map(({ title }) => title)).toEqual([
      "Invoice 000002 for Ada",
      "Invoice 000001 for Ada",
    ]);
    const [notice, ...others] = await inbox(operator);
    expect(notice).toMatchObject({
      title: "Invoice 000002 was sent to Ada",
      path: "/workspace?area=operator",
      kind: "invoice",
    });
    expect(notice?.body).toContain("$199.00");
    expect(others).toHaveLength(1);
    const delivered = await app.context.sql`
      select 1 from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'deliver-notification' and payload->>'id' = ${notice?.id ?? ""}`;
    expect(delivered).toHaveLength(1);
    expect(notificationKinds.invoice.email).toBe("now");
    const { events } = await owner.api(listAuditEvents, { ...team(), query: {} });
    const acts = events.filter(({ action }) => /^(plan|invoice)\./.test(action)).map(({ action }) => action);
    expect(acts.toReversed()).toEqual([
      "plan.changed",
      "invoice.issued",
      "plan.changed",
      "invoice.replaced",
      "invoice.issued",
      "invoice.settled",
      "plan.begun",
    ]);
  });

  it("when repeated creates a new invoice, and the former one is void", async () => {
    await change({ planType: "starter", billing: "monthly" });
    await change({ planType: "pro", billing: "monthly" });
    const { invoices } = await owner.api(listInvoices, team());
    expect(invoices.map(({ planType, state }) => [planType, state])).toEqual([
      ["pro", "open"],
      ["starter", "void"],
    ]);
    expect(await outcome(settle(invoices[1]!.id))).toBe("conflict");
  });

  it("to a contract is not sold here, and the same plan is no change", async () => {
    expect(await outcome(change({ planType: "enterprise", billing: "annual" }))).toBe("plan-by-contract");
    expect(await outcome(change({ planType: "free", billing: "annual" }))).toBe("plan-unchanged");
  });
});

describe("downgrading", () => {
  it("waits for the end of the paid period; the owner chooses what stays open and nothing is deleted", async () => {
    await goTo("pro");
    const places = [await buildPlace("A"), await buildPlace("B"), await buildPlace("C")] as const;
    for (const place of places) await publish(place);
    const down = { planType: "starter", billing: "monthly" } as const;
    expect(await outcome(change(down)), "too many for the smaller plan").toBe("plan-choose-published");
    const kept = places.slice(0, 2).map(({ id }) => id);
    const { effectiveAt } = await change({ ...down, keepPublished: kept });
    expect(await plan()).toMatchObject({
      planType: "pro",
      scheduled: { planType: "starter", closing: ["C"], effectiveAt: effectiveAt! },
    });
    for (const { slug } of places) expect(await visit(slug), "until then").toBe("ok");

    await passDays(31);
    expect(await plan()).toMatchObject({ planType: "starter", scheduled: null });
    expect(await Promise.all(places.map(({ slug }) => visit(slug)))).toEqual(["ok", "ok", "blueprint-not-published"]);
    expect(await outcome(owner.api(unpublishBlueprint, { params: { blueprintId: places[2].id } }))).toBe("ok");
    await owner.api(unpublishBlueprint, { params: { blueprintId: places[0].id } });
    expect(await outcome(publish(places[2], 1)), "opens again when there is room").toBe("ok");
  });

  it("can be undone before it takes effect", async () => {
    await goTo("starter");
    await change({ planType: "free", billing: "monthly" });
    expect((await owner.api(keepPlan, team())).scheduled).toBeNull();
    await passDays(31);
    expect(await plan()).toMatchObject({ planType: "starter" });
  });

  it("to no plan keeps everything open that its owner does not close", async () => {
    await goTo("starter");
    const places = [await buildPlace("A"), await buildPlace("B")];
    for (const place of places) await publish(place);
    await change({ planType: "free", billing: "monthly" });
    await passDays(31);
    expect(await plan()).toMatchObject({ planType: "free", billing: null, periodEndsAt: null });
    expect(await Promise.all(places.map(({ slug }) => visit(slug)))).toEqual(["ok", "ok"]);
    await passDays(60);
    expect(await Promise.all(places.map(({ slug }) => visit(slug))), "never dark").toEqual(["ok", "ok"]);
  });
});

describe("a paid period that ends", () => {
  it("continues with an invoice for the next one; an unpaid one closes nothing, a void one ends the plan", async () => {
    await goTo("starter");
    await passDays(32);
    const [renewal] = (await owner.api(listInvoices, team())).invoices;
    expect(renewal).toMatchObject({ state: "open", totalCents: 7_900, isOverdue: false });
    await passDays(15);
    expect((await owner.api(listInvoices, team())).invoices[0]).toMatchObject({ isOverdue: true });
    expect(await plan()).toMatchObject({ planType: "starter" });
    await settle(renewal!.id, "void");
    expect(await plan()).toMatchObject({ planType: "free", periodEndsAt: null });
  });

  it("is invoiced once by two servers, and month by month after a long pause", async () => {
    await goTo("starter");
    app.clock.advance(100 * dayMs);
    await Promise.all([reviewPlans(app.context), reviewPlans(app.context)]);
    await passDays(0);
    const { invoices } = await owner.api(listInvoices, team());
    expect(invoices.map(({ state }) => state)).toEqual(["open", "open", "open", "paid"]);
  });
});

describe("who may", () => {
  it("change the plan is an owner alone; everyone who sees the team sees its meters", async () => {
    const { invoiceId } = await change({ planType: "starter", billing: "monthly" });
    const expected: Record<TeamRole, [string, string]> = {
      owner: ["ok", "ok"],
      admin: ["ok", "forbidden"],
      editor: ["ok", "forbidden"],
      viewer: ["ok", "forbidden"],
      scanner: ["not-found", "not-found"],
    };
    for (const [role, [seen, changed]] of Object.entries(expected) as [TeamRole, [string, string]][]) {
      const person = await app.buildMember(owner.personalTeamId, role);
      expect(await outcome(plan(person)), role).toBe(seen);
      expect(await outcome(person.api(listInvoices, team())), role).toBe(changed);
      expect(await outcome(person.api(startTrial, team())), role).toBe(role === "owner" ? "ok" : changed);
      if (role !== "owner")
        expect(await outcome(change({ planType: "pro", billing: "monthly" }, person))).toBe(changed);
    }
    const stranger = await app.buildPerson();
    expect(await outcome(plan(stranger))).toBe("not-found");
    const sheet = (cookie: string) => fetch(`${app.url}/api/invoices/${invoiceId}/pdf`, { headers: { cookie } });
    expect((await sheet(stranger.cookie)).status).toBe(404);
    for (const { cookie } of [owner, operator]) {
      const answer = await sheet(cookie);
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe("%PDF-");
    }
  });
});
