import type { BlueprintId, InvoiceId, TeamId } from "@blueprint/contract/ids";
import type { Invoice, TeamPlan } from "@blueprint/contract/plans";
import { type Billing, isForSale, isLargerPlan, type PlanType } from "@blueprint/contract/price-book";
import type Stripe from "stripe";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { readPriceBook } from "../installation-settings/installation-settings.service.ts";
import { getEntitlements, listMeters, observeLimits } from "./entitlements.service.ts";
import { findInvoice, type InvoiceRow, settleInvoiceRow } from "./invoices.repository.ts";
import { issueRenewalInvoice, issueUpgradeInvoice, toInvoice } from "./invoices.service.ts";
import { beginPlan } from "./plan-beginnings.service.ts";
import { addPeriod, dayMs, isUpgrade, toLimits } from "./plans.policy.ts";
import {
  closePublished,
  findPlan,
  forgetLimitStates,
  listDueTeams,
  listNames,
  listPublished,
  listTeamsAfter,
  lockPlan,
  nextStripeReading,
  type PlannedTeam,
  type SubscriptionRow,
  saveSubscription,
} from "./plans.repository.ts";
import {
  cancelChangeAtStripe,
  changeAtStripe,
  openCheckout,
  scheduleAtStripe,
  takeInFromStripe,
} from "./stripe-billing.service.ts";

const teamsPerStep = 200;
/** Longer than all Stripe calls of one change may take together. */
const stripeHoldMs = 5 * 60_000;
const nothingYet = { checkoutUrl: null, invoiceId: null, effectiveAt: null };

/** The plan as a member sees it: what applies, until when, what comes next and what is used. */
async function describePlan(tx: Tx, context: AppContext, team: TeamScope): Promise<TeamPlan> {
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
    meters: await listMeters(tx, context, team, team.role),
  };
}

export async function getTeamPlan(context: AppContext, scope: TeamScope): Promise<TeamPlan> {
  return describePlan(context.db, context, scope);
}

/** Once per team, effective at once and without a card. @throws AppError trial-used */
export async function startTrial(context: AppContext, actor: Actor, team: TeamScope): Promise<TeamPlan> {
  const { teamId } = team;
  return await inOwnersPlan(context, team, async (tx) => {
    const { canTry } = await describePlan(tx, context, team);
    if (!canTry) throw new AppError("trial-used");
    const now = context.clock.now();
    const { days } = (await readPriceBook(tx, context)).trial;
    const trialEndsAt = new Date(now.getTime() + days * dayMs);
    await saveSubscription(tx, team, { trialStartedAt: now, trialEndsAt }, now);
    await forgetLimitStates(tx, team);
    await recordEvent(tx, context, { actor, teamId, type: "plan.trial-started" });
    return describePlan(tx, context, team);
  });
}

export interface PlanChange {
  planType: PlanType;
  billing: Billing;
  keepPublished?: BlueprintId[] | undefined;
}

interface ChangedPlan {
  checkoutUrl: string | null;
  invoiceId: InvoiceId | null;
  /** When the other plan begins; null while a payment is pending. */
  effectiveAt: string | null;
}

/** What remains to be done at Stripe: decided under the team's row lock, done without it. */
interface AtStripe {
  stripe: Stripe;
  subscription: SubscriptionRow | null;
  isUp: boolean;
}

/**
 * Changes the plan: a larger one is paid first, a smaller one begins when the paid period ends. Nothing is deleted.
 * @throws AppError conflict, plan-unchanged, plan-by-contract, plan-choose-published, payment-service-failed
 */
export async function changePlan(
  context: AppContext,
  actor: Actor,
  team: TeamScope,
  change: PlanChange,
): Promise<ChangedPlan> {
  const { teamId } = team;
  const decided = await inOwnersPlan(context, team, async (tx) => {
    const { planType, subscription } = await findPlan(tx, team);
    if (change.planType === "enterprise") throw new AppError("plan-by-contract");
    const isSame = planType === change.planType && (subscription?.billing ?? null) === toBilling(change);
    if (isSame) {
      if (planType !== "free" || !(await endTrial(tx, context, team, subscription)))
        throw new AppError("plan-unchanged");
      return { ...nothingYet, effectiveAt: context.clock.now().toISOString() };
    }
    const isUp = isUpgrade({ planType, billing: subscription?.billing ?? null }, change);
    if (!isUp) await chooseClosing(tx, context, team, change);
    if (context.stripe !== null && (isUp || subscription?.stripeSubscriptionId != null)) {
      await holdForStripe(tx, context, team, subscription);
      return { stripe: context.stripe, subscription, isUp };
    }
    await recordChange(tx, context, actor, teamId, planType, change);
    if (isUp) return invoiceUpgrade(tx, context, actor, team, change);
    const effectiveAt = await scheduleChange(tx, context, team, change);
    return { ...nothingYet, effectiveAt: effectiveAt.toISOString() };
  });
  if (!("stripe" in decided)) return decided;
  return await releasedAfter(context, { teamId }, () => arrangeAtStripe(context, actor, team, change, decided));
}

/** Calls Stripe without holding a lock or connection; afterwards one transaction writes the result. */
async function arrangeAtStripe(
  context: AppContext,
  actor: Actor,
  team: TeamScope,
  change: PlanChange,
  { stripe, subscription, isUp }: AtStripe,
): Promise<ChangedPlan> {
  const { teamId } = team;
  const record = async (tx: Tx) => {
    const { planType } = await findPlan(tx, team);
    await recordChange(tx, context, actor, teamId, planType, change);
  };
  const id = subscription?.stripeSubscriptionId ?? null;
  if (id === null) {
    const checkoutUrl = await openCheckout(context, stripe, actor, team, change);
    await context.db.transaction(record);
    return { ...nothingYet, checkoutUrl };
  }
  if (isUp) {
    await changeAtStripe(context, stripe, id, change);
    await takeInFromStripe(context, stripe, team, { before: record }).catch(async (error: unknown) => {
      // It is changed and charged; Stripe's webhook will bring the state here.
      context.log.warn({ err: error }, "a changed subscription could not be read from Stripe");
      await context.db.transaction(record);
    });
    return { ...nothingYet, effectiveAt: context.clock.now().toISOString() };
  }
  await scheduleAtStripe(context, stripe, id, change);
  const effectiveAt = await context.db.transaction(async (tx) => {
    await requireSameSubscription(tx, context, team, id);
    await record(tx);
    return scheduleChange(tx, context, team, change);
  });
  return { ...nothingYet, effectiveAt: effectiveAt.toISOString() };
}

/** Takes back a change that has not begun; idempotent. @throws AppError conflict, payment-service-failed */
export async function keepPlan(context: AppContext, actor: Actor, team: TeamScope): Promise<TeamPlan> {
  const { teamId } = team;
  const keep = async (tx: Tx) => {
    const { planType, subscription } = await findPlan(tx, team);
    if (subscription === null || subscription.nextPlanType === null) return;
    await saveSubscription(tx, team, nothingNext, context.clock.now());
    const facts = { from: subscription.nextPlanType, to: planType };
    await recordEvent(tx, context, { actor, teamId, type: "plan.changed", facts });
  };
  const atStripe = await inOwnersPlan(context, team, async (tx) => {
    const { subscription } = await findPlan(tx, team);
    const id = subscription?.stripeSubscriptionId ?? null;
    if (context.stripe !== null && id !== null && subscription?.nextPlanType != null) {
      await holdForStripe(tx, context, team, subscription);
      return { stripe: context.stripe, id };
    }
    await keep(tx);
    return null;
  });
  if (atStripe !== null) {
    await releasedAfter(context, team, async () => {
      await cancelChangeAtStripe(atStripe.stripe, atStripe.id);
      await context.db.transaction(async (tx) => {
        await requireSameSubscription(tx, context, team, atStripe.id);
        await keep(tx);
      });
    });
  }
  return await getTeamPlan(context, team);
}

/** Allows one change at a time at Stripe. If a server dies meanwhile, the next change waits some minutes. */
async function holdForStripe(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  subscription: SubscriptionRow | null,
): Promise<void> {
  const now = context.clock.now();
  const heldUntil = subscription?.changingUntil ?? null;
  if (heldUntil !== null && heldUntil > now) throw new AppError("conflict");
  await saveSubscription(tx, team, { changingUntil: new Date(now.getTime() + stripeHoldMs) }, now);
}

async function releasedAfter<Result>(
  context: AppContext,
  team: PlannedTeam,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    await saveSubscription(context.db, team, { changingUntil: null }, context.clock.now());
  }
}

/** Locks the team's row; from here on, results of earlier readings are stale. @throws AppError conflict */
async function requireSameSubscription(tx: Tx, context: AppContext, team: PlannedTeam, id: string): Promise<void> {
  await lockPlan(tx, team);
  const { subscription } = await findPlan(tx, team);
  if (subscription?.stripeSubscriptionId !== id) throw new AppError("conflict");
  const stripeReading = await nextStripeReading(tx);
  await saveSubscription(tx, team, { stripeReading }, context.clock.now());
}

async function recordChange(
  tx: Tx,
  context: AppContext,
  actor: Actor,
  teamId: TeamId,
  from: PlanType,
  { planType: to, billing }: PlanChange,
): Promise<void> {
  const type = to === "free" ? "plan.cancelled" : "plan.changed";
  await recordEvent(tx, context, { actor, teamId, type, facts: { from, to, billing } });
}

/** An operator marks an invoice as paid or void. @throws AppError not-found, conflict */
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
    // Of two operators at once, the second sees the first one's decision.
    if (settled === null) throw new AppError("conflict");
    if (team !== null) {
      const subject = { id, name: `Invoice ${settled.number}` };
      const facts = { outcome };
      await recordEvent(tx, context, { actor: operator, ...team, type: "invoice.settled", subject, facts });
    }
    if (team !== null && outcome === "paid" && settled.kind === "upgrade")
      await beginPaidPlan(tx, context, team, settled);
    if (team !== null && outcome === "void" && settled.kind === "renewal")
      await endUnpaidPlan(tx, context, team, settled);
    return toInvoice(settled, now);
  });
}

/** A plan set by an operator, as in a contract: it applies at once and has no end. */
export async function agreeOnPlan(tx: Tx, context: AppContext, teamId: TeamId, planType: PlanType): Promise<void> {
  const team = { teamId };
  await lockPlan(tx, team);
  const now = context.clock.now();
  await saveSubscription(tx, team, { ...nothingNext, ...unpaid, trialEndsAt: null }, now);
  await beginPlan(tx, context, team, planType);
}

/**
 * Applies due starts and ends of plans, and notifies owners about their limits. Safe to run on several servers and
 * twice.
 */
export async function reviewPlans(context: AppContext): Promise<void> {
  for (const team of await listDueTeams(context.db, context.clock.now())) {
    await context.db.transaction(async (tx) => {
      await lockPlan(tx, team);
      await applyDueChange(tx, context, team);
    });
  }
}

/** Conversions add to storage without a request: every team is checked once a day. */
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

/** Runs an owner's change under the team's row lock, after applying everything that was due. */
async function inOwnersPlan<Result>(
  context: AppContext,
  team: TeamScope,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return await context.db.transaction(async (tx) => {
    await lockPlan(tx, team);
    await applyDueChange(tx, context, team);
    return work(tx);
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

async function invoiceUpgrade(
  tx: Tx,
  context: AppContext,
  actor: Actor,
  team: PlannedTeam,
  change: PlanChange,
): Promise<ChangedPlan> {
  const invoice = await issueUpgradeInvoice(tx, context, team, change);
  if (invoice.totalCents > 0) return { ...nothingYet, invoiceId: invoice.id as InvoiceId };
  // Credit pays for it: operators have nothing to wait for.
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
  const settled = { actor, teamId: team.teamId, type: "invoice.settled", subject } as const;
  await recordEvent(tx, context, { ...settled, facts: { outcome: "paid", byCredit: true } });
  await beginPaidPlan(tx, context, team, paid);
  return { ...nothingYet, invoiceId: invoice.id as InvoiceId, effectiveAt: now.toISOString() };
}

/** What the owner wants closed when the smaller plan begins. @throws AppError plan-choose-published */
async function chooseClosing(tx: Tx, context: AppContext, team: PlannedTeam, change: PlanChange): Promise<string[]> {
  const published = await listPublished(tx, team);
  const max = toLimits(context.config.priceBook, change.planType).publishedBlueprints;
  const kept = new Set(change.keepPublished ?? published.map(({ blueprintId }) => blueprintId as string));
  const closing = published.flatMap(({ blueprintId }) =>
    kept.has(blueprintId as string) ? [] : [blueprintId as string],
  );
  // product §1: cancelling keeps everything open; between paid plans the owner chooses within the smaller one.
  const isTooMuch = max !== null && published.length > max && published.length - closing.length > max;
  if (change.planType !== "free" && isTooMuch) throw new AppError("plan-choose-published");
  return closing;
}

/** Schedules a smaller plan for the end of the paid period, with what its owner wants closed then. */
async function scheduleChange(tx: Tx, context: AppContext, team: PlannedTeam, change: PlanChange): Promise<Date> {
  const now = context.clock.now();
  const { subscription } = await findPlan(tx, team);
  const nextClosing = await chooseClosing(tx, context, team, change);
  const next = { nextPlanType: change.planType, nextBilling: toBilling(change), nextClosing };
  const paidUntil = subscription?.periodEndsAt ?? null;
  const effectiveAt = paidUntil !== null && paidUntil > now ? paidUntil : now;
  await saveSubscription(tx, team, { ...next, periodEndsAt: effectiveAt }, now);
  await applyDueChange(tx, context, team);
  return effectiveAt;
}

async function applyDueChange(tx: Tx, context: AppContext, team: PlannedTeam): Promise<void> {
  const now = context.clock.now();
  const { planType, subscription } = await findPlan(tx, team);
  if (subscription === null) return;
  if (subscription.trialEndsAt !== null && subscription.trialEndsAt <= now) {
    await saveSubscription(tx, team, { trialEndsAt: null }, now);
    const { teamId } = team;
    await recordEvent(tx, context, { actor: null, teamId, type: "plan.trial-ended", facts: { planType } });
    await forgetLimitStates(tx, team);
    await observeLimits(tx, context, team);
  }
  if (subscription.periodEndsAt === null || subscription.periodEndsAt > now) return;
  if (subscription.nextPlanType !== null) await beginNextPlan(tx, context, team, subscription);
  // Stripe reports its renewals itself; until then the plan continues.
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
    await beginPlan(tx, context, team, planType);
    return;
  }
  const from = periodEndsAt as Date;
  const period = { periodStartsAt: from, periodEndsAt: addPeriod(from, nextBilling) };
  await saveSubscription(tx, team, { ...nothingNext, billing: nextBilling, ...period }, now);
  await beginPlan(tx, context, team, planType);
  if (stripeSubscriptionId === null) {
    const asked = { planType, billing: nextBilling, period: { from, to: period.periodEndsAt } };
    const { creditLeftCents } = await issueRenewalInvoice(tx, context, team, asked);
    await saveSubscription(tx, team, { creditCents: creditLeftCents }, now);
  }
}

/** Continues the plan and invoices its next period. After months of downtime, each missed period is invoiced. */
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
  await beginPlan(tx, context, team, planType);
}

/** Ends a plan whose next period was not paid. What is published stays open. */
async function endUnpaidPlan(tx: Tx, context: AppContext, team: PlannedTeam, invoice: InvoiceRow): Promise<void> {
  const { subscription } = await findPlan(tx, team);
  const isCurrent = subscription?.periodEndsAt?.getTime() === invoice.periodEndsAt?.getTime();
  const usedCreditCents = invoice.lines.reduce((sum, { cents }) => sum + Math.max(0, -cents), 0);
  const creditCents = (subscription?.creditCents ?? 0) + usedCreditCents;
  const now = context.clock.now();
  await saveSubscription(tx, team, { creditCents, ...(isCurrent ? { ...nothingNext, ...unpaid } : {}) }, now);
  if (isCurrent) await beginPlan(tx, context, team, "free");
}
