import { createHash } from "node:crypto";
import { type Billing, billings, type PlanType, planTypes, toPeriodCents } from "@blueprint/contract/price-book";
import type Stripe from "stripe";
import { z } from "zod";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { beginPlan } from "./plan-beginnings.service.ts";
import {
  closePublished,
  findPlan,
  findTeamOfCustomer,
  hasStripeEvent,
  insertStripeEvent,
  lockPlan,
  nextStripeReading,
  type PlannedTeam,
  saveSubscription,
} from "./plans.repository.ts";

interface Wish {
  planType: PlanType;
  billing: Billing;
}

const subscriptionsReadMax = 20;
/** Stripe keeps retrying a refused card; nothing is switched off meanwhile. */
const livingStates: readonly Stripe.Subscription.Status[] = ["active", "trialing", "past_due"];

/** Metadata that we write to each price we create, to recognise it. */
const priceMetadataSchema = z.object({ planType: z.enum(planTypes), billing: z.enum(billings) });

/**
 * Opens Stripe's payment page. The server decides plan and price; the browser is only redirected.
 * @throws AppError conflict (paid already, and Stripe's webhook is late), payment-service-failed
 */
export async function openCheckout(
  context: AppContext,
  stripe: Stripe,
  actor: Actor,
  team: PlannedTeam,
  wish: Wish,
): Promise<string> {
  const known = (await findPlan(context.db, team)).subscription?.stripeCustomerId ?? null;
  const customer = known ?? (await makeCustomer(context, stripe, actor, team));
  if (known !== null) {
    const { data } = await asking(() => stripe.subscriptions.list(everythingOf(customer)));
    if (data.some(isLiving)) {
      await takeInFromStripe(context, stripe, team);
      throw new AppError("conflict");
    }
  }
  return await asking(async () => {
    // Of several open payment pages, only one can be paid.
    for (const { id } of (await stripe.checkout.sessions.list({ customer, status: "open" })).data)
      await stripe.checkout.sessions.expire(id);
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

async function makeCustomer(context: AppContext, stripe: Stripe, actor: Actor, team: PlannedTeam): Promise<string> {
  const { name } = await findPlan(context.db, team);
  const request = { name, email: actor.email, metadata: { teamId: team.teamId } };
  // A retry after a lost answer leads to the same customer; Stripe accepts one key for one request only.
  const facts = createHash("sha256").update(JSON.stringify(request)).digest("hex").slice(0, 32);
  const { id } = await asking(() => stripe.customers.create(request, { idempotencyKey: `customer-${facts}` }));
  await saveSubscription(context.db, team, { stripeCustomerId: id }, context.clock.now());
  return id;
}

/** Charges the difference at once and changes the running subscription. @throws AppError payment-service-failed */
export async function changeAtStripe(context: AppContext, stripe: Stripe, id: string, wish: Wish): Promise<void> {
  await asking(async () => {
    const running = await stripe.subscriptions.retrieve(id);
    await releaseSchedule(stripe, running);
    await stripe.subscriptions.update(id, {
      items: [{ id: toItem(running).id, price: await requirePrice(context, stripe, wish) }],
      cancel_at_period_end: false,
      proration_behavior: "always_invoice",
      // A refused card changes nothing.
      payment_behavior: "error_if_incomplete",
    });
  });
}

/** Schedules a smaller plan or the end, after the paid period. @throws AppError payment-service-failed */
export async function scheduleAtStripe(context: AppContext, stripe: Stripe, id: string, wish: Wish): Promise<void> {
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

/** Keeps the running subscription as it is. @throws AppError payment-service-failed */
export async function cancelChangeAtStripe(stripe: Stripe, id: string): Promise<void> {
  await asking(async () => {
    const running = await stripe.subscriptions.retrieve(id);
    await releaseSchedule(stripe, running);
    if (running.cancel_at_period_end) await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  });
}

/** @throws AppError payment-not-by-card, payment-service-failed */
export async function openPortal(context: AppContext, scope: TeamScope): Promise<string> {
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
 * Handles a Stripe webhook. Checks its signature and applies each event once. Events come late, twice and in any order,
 * so their content only triggers a read of the current subscription.
 * @throws AppError payment-message-refused, payment-service-failed
 */
export async function receiveStripeMessage(context: AppContext, body: Buffer, signature: string): Promise<void> {
  const { stripe } = context;
  const secret = context.config.stripe?.webhookSecret;
  if (stripe === null || secret === undefined) throw new AppError("not-found");
  const event = readMessage(stripe, body, signature, secret);
  const { id, type } = event;
  if (await hasStripeEvent(context.db, id)) return;
  const note = (tx: Tx) => insertStripeEvent(tx, { id, type, receivedAt: context.clock.now() });
  const customer = findCustomer(event);
  const team = customer === null ? null : await findTeamOfCustomer(context.db, customer);
  if (team === null) await note(context.db);
  else await takeInFromStripe(context, stripe, team, { isWanted: note });
}

/**
 * Reads the team's subscription from Stripe and writes its current state. Holds no lock or connection during the call:
 * each reading has a number, and a result is dropped when a later reading was applied first.
 * @throws AppError payment-service-failed
 */
export async function takeInFromStripe(
  context: AppContext,
  stripe: Stripe,
  team: PlannedTeam,
  {
    isWanted,
    before,
  }: {
    /** Whether to apply the result; called under the team's row lock. */
    isWanted?: (tx: Tx) => Promise<boolean>;
    /** Runs in the same transaction. */
    before?: (tx: Tx) => Promise<void>;
  } = {},
): Promise<void> {
  const customer = (await findPlan(context.db, team)).subscription?.stripeCustomerId ?? null;
  if (customer === null) return;
  const stripeReading = await nextStripeReading(context.db);
  const { data } = await asking(() => stripe.subscriptions.list(everythingOf(customer)));
  await context.db.transaction(async (tx) => {
    await lockPlan(tx, team);
    if (isWanted !== undefined && !(await isWanted(tx))) return;
    await before?.(tx);
    const { subscription } = await findPlan(tx, team);
    if (subscription === null || subscription.stripeReading > stripeReading) return;
    await saveSubscription(tx, team, { stripeReading }, context.clock.now());
    await applyNewest(tx, context, team, data);
  });
}

const everythingOf = (customer: string) => ({ customer, status: "all", limit: subscriptionsReadMax }) as const;
const isLiving = ({ status }: Stripe.Subscription) => livingStates.includes(status);

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
  const [newest] = all.filter(isLiving).sort((a, b) => b.created - a.created);
  if (newest !== undefined) {
    await applySubscription(tx, context, team, newest);
    return;
  }
  const { subscription } = await findPlan(tx, team);
  if (subscription === null || subscription.stripeSubscriptionId === null) return;
  // Ended. What is published stays open, except what its owner chose to close.
  const now = context.clock.now();
  await closePublished(tx, team, subscription.nextPlanType === null ? [] : subscription.nextClosing, now);
  const ended = { billing: null, periodStartsAt: null, periodEndsAt: null, stripeSubscriptionId: null };
  await saveSubscription(tx, team, { ...ended, ...nothingNext, isPaymentOverdue: false }, now);
  await beginPlan(tx, context, team, "free");
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
  // An end may have been requested or taken back in Stripe's portal.
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
  if (running.status === "past_due" && before.subscription?.isPaymentOverdue !== true)
    await recordEvent(tx, context, { actor: null, teamId: team.teamId, type: "plan.payment-failed" });
  if (before.planType !== planType) await beginPlan(tx, context, team, planType);
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

/** The price book's price at Stripe: created once, then found by its key, which names everything it depends on. */
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
