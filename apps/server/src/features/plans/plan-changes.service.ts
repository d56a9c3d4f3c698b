import type { BlueprintId, InvoiceId, TeamId } from "@blueprint/contract/ids";
import type { Invoice, TeamPlan } from "@blueprint/contract/plans";
import { type Billing, isForSale, isLargerPlan, type PlanType } from "@blueprint/contract/price-book";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { recordAudit } from "../audit/audit-events.service.ts";
import { readPriceBook } from "../installation-settings/installation-settings.service.ts";
import { notify } from "../notifications/notify.service.ts";
import { requireTeamPermission } from "../teams/teams.service.ts";
import { getEntitlements, listMeters, observeLimits } from "./entitlements.service.ts";
import {
  findInvoice,
  type InvoiceRow,
  issueRenewalInvoice,
  issueUpgradeInvoice,
  settleInvoiceRow,
  toInvoice,
} from "./invoices.service.ts";
import { toDate, whatIsKept } from "./plan-notices.ts";
import { addPeriod, dayMs, isUpgrade, toLimits } from "./plans.policy.ts";
import {
  closePublished,
  findPlan,
  forgetLimitStates,
  listDueTeams,
  listNames,
  listOwners,
  listPublished,
  listTeamsAfter,
  lockPlan,
  type PlannedTeam,
  type SubscriptionRow,
  saveSubscription,
  updatePlan,
} from "./plans.repository.ts";
import { cancelChangeAtStripe, changeAtStripe, scheduleAtStripe, startCheckout } from "./stripe-billing.service.ts";

const teamsPerStep = 200;

/** The plan as a member sees it: what applies, until when, what comes next and what is used. */
export async function describePlan(tx: Tx, context: AppContext, team: PlannedTeam): Promise<TeamPlan> {
  const now = context.clock.now();
  const { planType: basePlanType, subscription } = await findPlan(tx, team);
  const { planType } = await getEntitlements(tx, context, team);
  const { trial } = await readPriceBook(tx, context);
  const trialEndsAt = subscription?.trialEndsAt ?? null;
  const isTrying = trialEndsAt !== null && trialEndsAt > now;
  const effectiveAt = subscription?.periodEndsAt ?? null;
  const next = subscription?.nextPlanType ?? null;
  return {
    planType,
    basePlanType,
    billing: subscription?.billing ?? null,
    periodEndsAt: effectiveAt?.toISOString() ?? null,
    trialEndsAt: isTrying ? trialEndsAt.toISOString() : null,
    canTry:
      (subscription?.trialStartedAt ?? null) === null && trial.days > 0 && isLargerPlan(trial.planType, basePlanType),
    scheduled:
      next === null || effectiveAt === null
        ? null
        : {
            planType: next,
            billing: subscription?.nextBilling ?? null,
            effectiveAt: effectiveAt.toISOString(),
            closing: await listNames(tx, team, subscription?.nextClosing ?? []),
          },
    payment: context.stripe === null ? "invoice" : "card",
    hasPortal: context.stripe !== null && (subscription?.stripeCustomerId ?? null) !== null,
    isPaymentOverdue: subscription?.isPaymentOverdue ?? false,
    meters: await listMeters(tx, context, team),
  };
}

export async function getTeamPlan(context: AppContext, actor: Actor, teamId: TeamId): Promise<TeamPlan> {
  const scope = await requireTeamPermission(context.db, actor, teamId, "blueprint.see");
  return describePlan(context.db, context, scope);
}

/** Once for every team, at once and without a card. @throws AppError forbidden, trial-used */
export async function startTrial(context: AppContext, actor: Actor, teamId: TeamId): Promise<TeamPlan> {
  return await inOwnersPlan(context, actor, teamId, async (tx, team) => {
    const { canTry } = await describePlan(tx, context, team);
    if (!canTry) throw new AppError("trial-used");
    const now = context.clock.now();
    const { days } = (await readPriceBook(tx, context)).trial;
    const trialEndsAt = new Date(now.getTime() + days * dayMs);
    await saveSubscription(tx, team, { trialStartedAt: now, trialEndsAt }, now);
    await forgetLimitStates(tx, team);
    await recordAudit(tx, context, actor, { teamId, action: "plan.trial-started" });
    return describePlan(tx, context, team);
  });
}

export interface PlanChange {
  planType: PlanType;
  billing: Billing;
  keepPublished?: BlueprintId[] | undefined;
}

/**
 * Goes to another plan: a larger one is paid first, a smaller one begins when the paid time is over. Nothing is deleted.
 * @throws AppError forbidden, plan-unchanged, plan-by-contract, plan-choose-published, payment-service-failed
 */
export async function changePlan(
  context: AppContext,
  actor: Actor,
  teamId: TeamId,
  change: PlanChange,
): Promise<{ checkoutUrl: string | null; invoiceId: InvoiceId | null; effectiveAt: string | null }> {
  return await inOwnersPlan(context, actor, teamId, async (tx, team) => {
    const { planType, subscription } = await findPlan(tx, team);
    if (change.planType === "enterprise") throw new AppError("plan-by-contract");
    const isSame = planType === change.planType && (subscription?.billing ?? null) === toBilling(change);
    if (isSame) {
      if (planType !== "free" || !(await endTrial(tx, context, team, subscription)))
        throw new AppError("plan-unchanged");
      return { checkoutUrl: null, invoiceId: null, effectiveAt: context.clock.now().toISOString() };
    }
    const from = { planType, billing: subscription?.billing ?? null };
    const action = change.planType === "free" ? "plan.cancelled" : "plan.changed";
    const details = { from: planType, to: change.planType, billing: change.billing };
    await recordAudit(tx, context, actor, { teamId, action, details });
    if (isUpgrade(from, change)) return upgrade(tx, context, actor, team, change);
    const effectiveAt = await scheduleChange(tx, context, team, change);
    return { checkoutUrl: null, invoiceId: null, effectiveAt: effectiveAt.toISOString() };
  });
}

/** Takes back a change that has not begun; asked again, it answers the same. @throws AppError forbidden */
export async function keepPlan(context: AppContext, actor: Actor, teamId: TeamId): Promise<TeamPlan> {
  return await inOwnersPlan(context, actor, teamId, async (tx, team) => {
    const { planType, subscription } = await findPlan(tx, team);
    if (subscription !== null && subscription.nextPlanType !== null) {
      if (context.stripe !== null) await cancelChangeAtStripe(context.stripe, subscription);
      await saveSubscription(tx, team, nothingNext, context.clock.now());
      const details = { from: subscription.nextPlanType, to: planType };
      await recordAudit(tx, context, actor, { teamId, action: "plan.changed", details });
    }
    return describePlan(tx, context, team);
  });
}

/** An operator's answer to an invoice: it was paid, or it is void. @throws AppError not-found, conflict */
export async function settleInvoice(
  context: AppContext,
  operator: Actor,
  id: InvoiceId,
  outcome: "paid" | "void",
): Promise<Invoice> {
  return await context.db.transaction(async (tx) => {
    const invoice = await findInvoice(tx, id);
    if (invoice === null) throw new AppError("not-found");
    const team = invoice.teamId === null ? null : { teamId: invoice.teamId as TeamId };
    if (team !== null) await lockPlan(tx, team);
    const now = context.clock.now();
    const begins =
      outcome === "paid" && invoice.kind === "upgrade"
        ? { periodStartsAt: now, periodEndsAt: addPeriod(now, invoice.billing) }
        : {};
    const settled = await settleInvoiceRow(tx, id, {
      state: outcome,
      settledAt: now,
      settledBy: operator.userId,
      ...begins,
    });
    // Two operators at once: the second one sees what the first one said.
    if (settled === null) throw new AppError("conflict");
    if (team !== null) {
      const subject = { id, name: `Invoice ${settled.number}` };
      await recordAudit(tx, context, operator, { ...team, action: "invoice.settled", subject, details: { outcome } });
    }
    if (team !== null && outcome === "paid" && settled.kind === "upgrade")
      await beginPaidPlan(tx, context, team, settled);
    if (team !== null && outcome === "void" && settled.kind === "renewal")
      await endUnpaidPlan(tx, context, team, settled);
    return toInvoice(settled, now);
  });
}

/** An operator's word, as in a contract: it applies at once and has no end. */
export async function agreeOnPlan(tx: Tx, context: AppContext, teamId: TeamId, planType: PlanType): Promise<void> {
  const team = { teamId };
  await lockPlan(tx, team);
  const now = context.clock.now();
  await saveSubscription(tx, team, { ...nothingNext, ...unpaid, trialEndsAt: null }, now);
  await goOnWith(tx, context, team, planType);
}

/** Lets begin and end what is due, and tells owners about their limits. Safe to run on several servers and twice. */
export async function reviewPlans(context: AppContext): Promise<void> {
  for (const team of await listDueTeams(context.db, context.clock.now())) {
    await context.db.transaction(async (tx) => {
      await lockPlan(tx, team);
      await applyDueChange(tx, context, team);
    });
  }
}

/** Conversions add to what is stored without anybody asking: every team is looked at once a day. */
export async function reviewLimits(context: AppContext): Promise<void> {
  let after: TeamId | null = null;
  do {
    const step = await listTeamsAfter(context.db, after, teamsPerStep);
    for (const team of step) {
      await context.db.transaction(async (tx) => {
        await lockPlan(tx, team);
        await observeLimits(tx, context, team);
      });
    }
    after = step.length < teamsPerStep ? null : (step.at(-1)?.teamId ?? null);
  } while (after !== null);
}

const nothingNext = { nextPlanType: null, nextBilling: null, nextClosing: [] };
const unpaid = { billing: null, periodStartsAt: null, periodEndsAt: null };

function toBilling({ planType, billing }: PlanChange): Billing | null {
  return isForSale(planType) ? billing : null;
}

/** Runs an owner's wish with the team's row held and everything that was due applied. */
async function inOwnersPlan<Result>(
  context: AppContext,
  actor: Actor,
  teamId: TeamId,
  work: (tx: Tx, team: PlannedTeam) => Promise<Result>,
): Promise<Result> {
  return await context.db.transaction(async (tx) => {
    const team = await requireTeamPermission(tx, actor, teamId, "plan.manage");
    await lockPlan(tx, team);
    await applyDueChange(tx, context, team);
    return work(tx, team);
  });
}

async function endTrial(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  subscription: SubscriptionRow | null,
): Promise<boolean> {
  const now = context.clock.now();
  if (subscription?.trialEndsAt == null || subscription.trialEndsAt <= now) return false;
  await saveSubscription(tx, team, { trialEndsAt: null }, now);
  await forgetLimitStates(tx, team);
  await observeLimits(tx, context, team);
  return true;
}

async function upgrade(tx: Tx, context: AppContext, actor: Actor, team: PlannedTeam, change: PlanChange) {
  const nothing = { checkoutUrl: null, invoiceId: null, effectiveAt: null };
  if (context.stripe !== null) {
    const { subscription } = await findPlan(tx, team);
    if (subscription?.stripeSubscriptionId == null)
      return { ...nothing, checkoutUrl: await startCheckout(tx, context, context.stripe, actor, team, change) };
    await changeAtStripe(tx, context, context.stripe, team, change);
    return { ...nothing, effectiveAt: context.clock.now().toISOString() };
  }
  const invoice = await issueUpgradeInvoice(tx, context, team, change);
  if (invoice.totalCents > 0) return { ...nothing, invoiceId: invoice.id as InvoiceId };
  // Credit pays for it: there is nothing for an operator to wait for.
  const now = context.clock.now();
  const period = { periodStartsAt: now, periodEndsAt: addPeriod(now, invoice.billing) };
  const paid = await settleInvoiceRow(tx, invoice.id as InvoiceId, {
    state: "paid",
    settledAt: now,
    settledBy: actor.userId,
    ...period,
  });
  if (paid === null) throw new AppError("conflict");
  const subject = { id: paid.id, name: `Invoice ${paid.number}` };
  const act = { teamId: team.teamId, action: "invoice.settled", subject } as const;
  await recordAudit(tx, context, actor, { ...act, details: { outcome: "paid", byCredit: true } });
  await beginPaidPlan(tx, context, team, paid);
  return { ...nothing, invoiceId: invoice.id as InvoiceId, effectiveAt: now.toISOString() };
}

/** Notes a smaller plan for the end of the paid time, with what its owner wants closed then. */
async function scheduleChange(tx: Tx, context: AppContext, team: PlannedTeam, change: PlanChange): Promise<Date> {
  const now = context.clock.now();
  const { subscription } = await findPlan(tx, team);
  const published = await listPublished(tx, team);
  const max = toLimits(context.config.priceBook, change.planType).publishedBlueprints;
  const kept = new Set(change.keepPublished ?? published.map(({ blueprintId }) => blueprintId as string));
  const closing = published.flatMap(({ blueprintId }) =>
    kept.has(blueprintId as string) ? [] : [blueprintId as string],
  );
  // product §1: who cancels keeps everything open; between paid plans the owner chooses within the smaller one.
  const isTooMuch = max !== null && published.length > max && published.length - closing.length > max;
  if (change.planType !== "free" && isTooMuch) throw new AppError("plan-choose-published");
  const next = { nextPlanType: change.planType, nextBilling: toBilling(change), nextClosing: closing };
  const paidUntil = subscription?.periodEndsAt ?? null;
  if (context.stripe !== null && subscription?.stripeSubscriptionId != null)
    await scheduleAtStripe(context, context.stripe, subscription, change);
  const effectiveAt = paidUntil !== null && paidUntil > now ? paidUntil : now;
  await saveSubscription(tx, team, { ...next, periodEndsAt: effectiveAt }, now);
  await applyDueChange(tx, context, team);
  return effectiveAt;
}

async function applyDueChange(tx: Tx, context: AppContext, team: PlannedTeam): Promise<void> {
  const now = context.clock.now();
  const { planType, subscription, name } = await findPlan(tx, team);
  if (subscription === null) return;
  if (subscription.trialEndsAt !== null && subscription.trialEndsAt <= now) {
    await saveSubscription(tx, team, { trialEndsAt: null }, now);
    const { label } = context.config.priceBook.plans[planType];
    await tellOwners(tx, context, team, `The time to try is over. ${name} is on ${label} from now on.`);
    await forgetLimitStates(tx, team);
    await observeLimits(tx, context, team);
  }
  if (subscription.periodEndsAt === null || subscription.periodEndsAt > now) return;
  if (subscription.nextPlanType !== null) await beginNextPlan(tx, context, team, subscription);
  // Stripe says itself when it has renewed; until then the plan simply goes on.
  else if (subscription.stripeSubscriptionId === null) await renew(tx, context, team, subscription, planType);
}

async function beginNextPlan(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  { nextPlanType, nextBilling, nextClosing, periodEndsAt, stripeSubscriptionId }: SubscriptionRow,
): Promise<void> {
  const now = context.clock.now();
  const planType = nextPlanType as PlanType;
  await closePublished(tx, team, nextClosing, now);
  if (nextBilling === null) {
    await saveSubscription(tx, team, { ...nothingNext, ...unpaid }, now);
    await goOnWith(tx, context, team, planType);
    return;
  }
  const from = periodEndsAt as Date;
  const period = { periodStartsAt: from, periodEndsAt: addPeriod(from, nextBilling) };
  await saveSubscription(tx, team, { ...nothingNext, billing: nextBilling, ...period }, now);
  await goOnWith(tx, context, team, planType);
  if (stripeSubscriptionId === null) {
    const asked = { planType, billing: nextBilling, period: { from, to: period.periodEndsAt } };
    const { creditLeftCents } = await issueRenewalInvoice(tx, context, team, asked);
    await saveSubscription(tx, team, { creditCents: creditLeftCents }, now);
  }
}

/** The plan goes on and its next period is asked for. A server that slept for months asks for each of them. */
async function renew(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  { billing, periodEndsAt }: SubscriptionRow,
  planType: PlanType,
): Promise<void> {
  if (billing === null || periodEndsAt === null) return;
  const now = context.clock.now();
  for (let from = periodEndsAt; from <= now; from = addPeriod(from, billing)) {
    const to = addPeriod(from, billing);
    const { creditLeftCents } = await issueRenewalInvoice(tx, context, team, {
      planType,
      billing,
      period: { from, to },
    });
    await saveSubscription(tx, team, { periodStartsAt: from, periodEndsAt: to, creditCents: creditLeftCents }, now);
  }
}

async function beginPaidPlan(tx: Tx, context: AppContext, team: PlannedTeam, invoice: InvoiceRow): Promise<void> {
  const { planType, billing, periodStartsAt, periodEndsAt, creditLeftCents } = invoice;
  const paid = { billing, periodStartsAt, periodEndsAt, creditCents: creditLeftCents };
  await saveSubscription(tx, team, { ...nothingNext, ...paid, trialEndsAt: null }, context.clock.now());
  await goOnWith(tx, context, team, planType);
}

/** The next period will not be paid: the plan ends. What is published stays open. */
async function endUnpaidPlan(tx: Tx, context: AppContext, team: PlannedTeam, invoice: InvoiceRow): Promise<void> {
  const { subscription } = await findPlan(tx, team);
  const isCurrent = subscription?.periodEndsAt?.getTime() === invoice.periodEndsAt?.getTime();
  const usedCreditCents = invoice.lines.reduce((sum, { cents }) => sum + Math.max(0, -cents), 0);
  const creditCents = (subscription?.creditCents ?? 0) + usedCreditCents;
  const now = context.clock.now();
  await saveSubscription(tx, team, { creditCents, ...(isCurrent ? { ...nothingNext, ...unpaid } : {}) }, now);
  if (isCurrent) await goOnWith(tx, context, team, "free");
}

async function goOnWith(tx: Tx, context: AppContext, team: PlannedTeam, planType: PlanType): Promise<void> {
  const now = context.clock.now();
  const { planType: from } = await findPlan(tx, team);
  await updatePlan(tx, team, planType, now);
  const details = { from, to: planType };
  await recordAudit(tx, context, null, { teamId: team.teamId, action: "plan.begun", details });
  await forgetLimitStates(tx, team);
  await observeLimits(tx, context, team);
  const { name, subscription } = await findPlan(tx, team);
  const { label } = context.config.priceBook.plans[planType];
  const until =
    subscription?.periodEndsAt == null ? "" : ` The paid time ends on ${toDate(subscription.periodEndsAt)}.`;
  await tellOwners(tx, context, team, `${name} is on ${label} from now on.${until}`);
}

async function tellOwners(tx: Tx, context: AppContext, team: PlannedTeam, text: string): Promise<void> {
  const { name } = await findPlan(tx, team);
  const owners = (await listOwners(tx, team)).map(({ userId }) => userId);
  const words = { title: `The plan of ${name}`, body: `${text} ${whatIsKept}` };
  await notify(tx, context, owners, { kind: "plan", teamId: team.teamId, ...words, path: "/manage-plan" });
}
