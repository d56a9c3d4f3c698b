import type { TeamId } from "@blueprint/contract/ids";
import { type Billing, billings, type PlanType, planTypes, toPeriodCents } from "@blueprint/contract/price-book";
import type Stripe from "stripe";
import { z } from "zod";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { recordAudit } from "../audit/audit-events.service.ts";
import { requireTeamPermission } from "../teams/teams.service.ts";
import { observeLimits } from "./entitlements.service.ts";
import {
  closePublished,
  findPlan,
  findTeamOfCustomer,
  forgetLimitStates,
  insertStripeEvent,
  lockPlan,
  type PlannedTeam,
  type SubscriptionRow,
  saveSubscription,
  updatePlan,
} from "./plans.repository.ts";

interface Wish {
  planType: PlanType;
  billing: Billing;
}

const subscriptionsReadMax = 20;
/** Stripe goes on trying a refused card; nothing is switched off while it does. */
const livingStates: readonly Stripe.Subscription.Status[] = ["active", "trialing", "past_due"];

/** What we write to every price we make, to know it again. */
const priceMetadataSchema = z.object({ planType: z.enum(planTypes), billing: z.enum(billings) });

/** Where the card is asked for. The server decides plan and price; the browser only goes there. @throws AppError payment-service-failed */
export async function startCheckout(
  tx: Tx,
  context: AppContext,
  stripe: Stripe,
  actor: Actor,
  team: PlannedTeam,
  wish: Wish,
): Promise<string> {
  const { name, subscription } = await findPlan(tx, team);
  return await asking(async () => {
    let customer = subscription?.stripeCustomerId ?? null;
    if (customer === null) {
      const request = { name, email: actor.email, metadata: { teamId: team.teamId } };
      // A lost answer and a second try lead to the same customer.
      customer = (await stripe.customers.create(request, { idempotencyKey: `customer-${team.teamId}` })).id;
      await saveSubscription(tx, team, { stripeCustomerId: customer }, context.clock.now());
    }
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      client_reference_id: team.teamId,
      line_items: [{ price: await requirePrice(context, stripe, wish), quantity: 1 }],
      success_url: `${context.config.publicUrl}/manage-plan`,
      cancel_url: `${context.config.publicUrl}/manage-plan`,
    });
    if (session.url === null) throw new AppError("payment-service-failed");
    return session.url;
  });
}

/** Charges the difference at once and changes the running subscription. @throws AppError payment-service-failed */
export async function changeAtStripe(
  tx: Tx,
  context: AppContext,
  stripe: Stripe,
  team: PlannedTeam,
  wish: Wish,
): Promise<void> {
  const { subscription } = await findPlan(tx, team);
  const id = subscription?.stripeSubscriptionId as string;
  const changed = await asking(async () => {
    const running = await stripe.subscriptions.retrieve(id);
    await releaseSchedule(stripe, running);
    return await stripe.subscriptions.update(id, {
      items: [{ id: toItem(running).id, price: await requirePrice(context, stripe, wish) }],
      cancel_at_period_end: false,
      proration_behavior: "always_invoice",
      // A refused card leaves everything as it was.
      payment_behavior: "error_if_incomplete",
    });
  });
  await applySubscription(tx, context, team, changed);
}

/** A smaller plan after the paid time, or the end. @throws AppError payment-service-failed */
export async function scheduleAtStripe(
  context: AppContext,
  stripe: Stripe,
  { stripeSubscriptionId }: SubscriptionRow,
  wish: Wish,
): Promise<void> {
  const id = stripeSubscriptionId as string;
  await asking(async () => {
    const running = await stripe.subscriptions.retrieve(id);
    await releaseSchedule(stripe, running);
    if (wish.planType === "free") {
      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
      return;
    }
    if (running.cancel_at_period_end) await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    const item = toItem(running);
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: "release",
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: item.current_period_start,
          end_date: item.current_period_end,
        },
        { items: [{ price: await requirePrice(context, stripe, wish), quantity: 1 }], proration_behavior: "none" },
      ],
    });
  });
}

/** The running subscription goes on as it is. @throws AppError payment-service-failed */
export async function cancelChangeAtStripe(stripe: Stripe, { stripeSubscriptionId }: SubscriptionRow): Promise<void> {
  if (stripeSubscriptionId === null) return;
  await asking(async () => {
    const running = await stripe.subscriptions.retrieve(stripeSubscriptionId);
    await releaseSchedule(stripe, running);
    if (running.cancel_at_period_end)
      await stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: false });
  });
}

/** @throws AppError not-found, forbidden, payment-not-by-card, payment-service-failed */
export async function openPortal(context: AppContext, actor: Actor, teamId: TeamId): Promise<string> {
  const scope = await requireTeamPermission(context.db, actor, teamId, "plan.manage");
  const { subscription } = await findPlan(context.db, scope);
  const { stripe } = context;
  const customer = subscription?.stripeCustomerId ?? null;
  if (stripe === null || customer === null) throw new AppError("payment-not-by-card");
  const returnUrl = `${context.config.publicUrl}/manage-plan`;
  return await asking(
    async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
  );
}

/**
 * Takes in a message of Stripe. Its signature is checked, each has its effect once, and what it says is only the reason to
 * ask: messages come late, twice and in any order, so the subscription is read from Stripe as it is now.
 * @throws AppError payment-message-refused, payment-service-failed
 */
export async function receiveStripeMessage(context: AppContext, body: Buffer, signature: string): Promise<void> {
  const { stripe } = context;
  const secret = context.config.stripe?.webhookSecret;
  if (stripe === null || secret === undefined) throw new AppError("not-found");
  const event = readMessage(stripe, body, signature, secret);
  const customer = findCustomer(event);
  await context.db.transaction(async (tx) => {
    const isNew = await insertStripeEvent(tx, { id: event.id, type: event.type, receivedAt: context.clock.now() });
    const team = isNew && customer !== null ? await findTeamOfCustomer(tx, customer) : null;
    if (team === null || customer === null) return;
    // Held before asking, so that an older answer never overwrites a newer one.
    await lockPlan(tx, team);
    const request = { customer, status: "all", limit: subscriptionsReadMax } as const;
    const { data } = await asking(() => stripe.subscriptions.list(request));
    await applyNewest(tx, context, team, data);
  });
}

function readMessage(stripe: Stripe, body: Buffer, signature: string, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    throw new AppError("payment-message-refused", { cause: error });
  }
}

function findCustomer({ data }: Stripe.Event): string | null {
  const { customer } = data.object as { customer?: string | { id: string } | null };
  return typeof customer === "string" ? customer : (customer?.id ?? null);
}

async function applyNewest(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  all: readonly Stripe.Subscription[],
): Promise<void> {
  const [newest] = all.filter(({ status }) => livingStates.includes(status)).sort((a, b) => b.created - a.created);
  if (newest !== undefined) {
    await applySubscription(tx, context, team, newest);
    return;
  }
  const { subscription } = await findPlan(tx, team);
  if (subscription === null || subscription.stripeSubscriptionId === null) return;
  // Over. What is published stays open, except what its owner chose to close.
  const now = context.clock.now();
  await closePublished(tx, team, subscription.nextPlanType === null ? [] : subscription.nextClosing, now);
  const ended = { billing: null, periodStartsAt: null, periodEndsAt: null, stripeSubscriptionId: null };
  await saveSubscription(tx, team, { ...ended, ...nothingNext, isPaymentOverdue: false }, now);
  await goOnWith(tx, context, team, "free");
}

const nothingNext = { nextPlanType: null, nextBilling: null, nextClosing: [] };

async function applySubscription(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  running: Stripe.Subscription,
): Promise<void> {
  const { price, current_period_start: startsAt, current_period_end: endsAt } = toItem(running);
  const known = priceMetadataSchema.safeParse(price.metadata);
  if (!known.success) {
    context.log.warn(
      { subscription: running.id },
      "a subscription at Stripe has a price that is not of the price book",
    );
    return;
  }
  const { planType, billing } = known.data;
  const now = context.clock.now();
  const before = await findPlan(tx, team);
  const next = before.subscription?.nextPlanType ?? null;
  const hasBegun = next !== null && next === planType && before.subscription?.nextBilling === billing;
  if (hasBegun) await closePublished(tx, team, before.subscription?.nextClosing ?? [], now);
  // An end may have been asked for, or taken back, in Stripe's own portal.
  const isEnding = running.cancel_at_period_end;
  const change =
    isEnding && next === null
      ? { nextPlanType: "free" as const }
      : hasBegun || (!isEnding && next === "free")
        ? nothingNext
        : {};
  await saveSubscription(
    tx,
    team,
    {
      ...change,
      billing,
      periodStartsAt: new Date(startsAt * 1000),
      periodEndsAt: new Date(endsAt * 1000),
      trialEndsAt: null,
      stripeSubscriptionId: running.id,
      isPaymentOverdue: running.status === "past_due",
    },
    now,
  );
  if (before.planType !== planType) await goOnWith(tx, context, team, planType);
}

async function goOnWith(tx: Tx, context: AppContext, team: PlannedTeam, planType: PlanType): Promise<void> {
  const { planType: from } = await findPlan(tx, team);
  await updatePlan(tx, team, planType, context.clock.now());
  const details = { from, to: planType };
  await recordAudit(tx, context, null, { teamId: team.teamId, action: "plan.begun", details });
  await forgetLimitStates(tx, team);
  await observeLimits(tx, context, team);
}

function toItem(running: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = running.items.data;
  if (item === undefined) throw new AppError("payment-service-failed");
  return item;
}

async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  if (schedule === null) return;
  await stripe.subscriptionSchedules.release(typeof schedule === "string" ? schedule : schedule.id);
}

/** The price of the price book at Stripe: made once, found again by its key, which names everything it depends on. */
async function requirePrice(context: AppContext, stripe: Stripe, { planType, billing }: Wish): Promise<string> {
  const { priceBook } = context.config;
  const cents = toPeriodCents(priceBook, planType, billing);
  const key = `blueprint-${planType}-${billing}-usd-${cents}`;
  const found = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const [price] = found.data;
  if (price !== undefined) return price.id;
  const made = await stripe.prices.create(
    {
      currency: "usd",
      unit_amount: cents,
      recurring: { interval: billing === "annual" ? "year" : "month" },
      lookup_key: key,
      metadata: { planType, billing },
      product_data: { name: `Blueprint ${priceBook.plans[planType].label}` },
    },
    { idempotencyKey: key },
  );
  return made.id;
}

async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("payment-service-failed", { cause: error });
  }
}
