import { type Blueprint, publishBlueprint } from "@blueprint/contract/blueprints";
import { listNotifications } from "@blueprint/contract/notifications";
import { changePlan, getPriceBook, getTeamPlan, keepPlan, openBillingPortal } from "@blueprint/contract/plans";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { type StoredSubscription, type StripeServer, startStripeServer } from "./testing/stripe-server.ts";

const webhookSecret = "whsec_of_this_installation";
const dayMs = 24 * 3600 * 1000;

let stripe: StripeServer;
let app: TestApp;
let owner: TestPerson;
let events = 0;

beforeEach(async () => {
  stripe = await startStripeServer();
  app = await createTestApp({
    config: { logLevel: "silent", stripe: { secretKey: "sk_test_1", webhookSecret, apiBase: stripe.apiBase } },
  });
  owner = await app.buildPerson({ name: "Ada" });
});
afterEach(async () => {
  await app.close();
  await stripe.close();
});

const team = () => ({ params: { teamId: owner.personalTeamId } });
const plan = () => owner.api(getTeamPlan, team());
const change = (
  planType: "free" | "starter" | "pro",
  billing: "monthly" | "annual" = "monthly",
  keep?: Blueprint["id"][],
) =>
  owner.api(changePlan, {
    ...team(),
    body: { planType, billing, ...(keep === undefined ? {} : { keepPublished: keep }) },
  });

function post(body: string, signature: string): Promise<Response> {
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  return fetch(`${app.url}/api/stripe/messages`, { method: "POST", headers, body });
}

/** Stripe's event for a changed subscription: the object as it was then. */
function toEvent(subscription: StoredSubscription, type = "customer.subscription.updated") {
  return { id: `evt_${++events}`, type, data: { object: structuredClone(subscription) } };
}
async function tell(event: ReturnType<typeof toEvent>): Promise<number> {
  const { body, signature } = stripe.sign(event, webhookSecret);
  return (await post(body, signature)).status;
}

async function buy(planType: "starter" | "pro"): Promise<StoredSubscription> {
  await change(planType);
  const subscription = stripe.pay(stripe.sessions.at(-1)!, app.clock.now());
  expect(await tell(toEvent(subscription, "checkout.session.completed"))).toBe(200);
  return subscription;
}

describe("paying by card", () => {
  it("uses Stripe with the server's price; the plan begins with Stripe's message", async () => {
    expect((await app.anonymous(getPriceBook, {})).payment).toBe("card");
    const { checkoutUrl, invoiceId } = await change("starter", "annual");
    expect([checkoutUrl, invoiceId]).toEqual([expect.stringContaining("https://checkout.stripe.test/"), null]);
    expect(stripe.prices).toMatchObject([{ unit_amount: 80_580, recurring: { interval: "year" } }]);
    expect((await plan()).planType).toBe("free");
    const subscription = stripe.pay(stripe.sessions[0]!, app.clock.now());
    await tell(toEvent(subscription, "customer.subscription.created"));
    expect(await plan()).toMatchObject({ planType: "starter", billing: "annual", hasPortal: true });
    const [item] = subscription.items.data;
    expect(Date.parse((await plan()).periodEndsAt!)).toBe(item!.current_period_end * 1000);
    expect(await owner.api(openBillingPortal, team())).toEqual({ url: expect.stringContaining("portal.stripe.test") });
  });

  it("creates one customer and one price, however often it is requested", async () => {
    await change("starter");
    await change("starter");
    expect(stripe.sessions.map(({ customer, price }) => [customer, price])).toEqual([
      [stripe.sessions[0]!.customer, stripe.prices[0]!.id],
      [stripe.sessions[0]!.customer, stripe.prices[0]!.id],
    ]);
    expect(stripe.prices).toHaveLength(1);
  });

  it("happens once: an earlier payment page is closed, and people who have paid are not charged again", async () => {
    await change("starter");
    await change("pro");
    expect(stripe.sessions.map(({ status }) => status)).toEqual(["expired", "open"]);
    stripe.pay(stripe.sessions[1]!, app.clock.now());
    // Stripe's webhook is still on its way.
    expect(await outcome(change("pro"))).toBe("conflict");
    expect((await plan()).planType).toBe("pro");
    expect(stripe.sessions).toHaveLength(2);
  });

  it("holds nothing in the database during requests to Stripe, and allows one change at a time", async () => {
    await buy("starter");
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    stripe.beforeAnswer = () => {
      asked.resolve();
      return goOn.promise;
    };
    const changing = change("pro");
    await asked.promise;
    const open = await app.context.sql`
      select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
    expect(open.map(({ query }) => query)).toEqual([]);
    await app.context.sql`select id from teams where id = ${owner.personalTeamId} for update nowait`;
    expect(await outcome(change("pro", "annual"))).toBe("conflict");
    stripe.beforeAnswer = undefined;
    goOn.resolve();
    await changing;
    expect(await outcome(change("pro", "annual"))).toBe("ok");
    expect(await plan()).toMatchObject({ planType: "pro", billing: "annual" });
  });

  it("is not reported as a failure if the charge succeeded and only a later response was lost", async () => {
    const subscription = await buy("starter");
    stripe.failWith = {
      status: 400,
      error: { type: "invalid_request_error", message: "Not now" },
      call: "GET /v1/subscriptions",
    };
    expect(await outcome(change("pro"))).toBe("ok");
    stripe.failWith = undefined;
    await tell(toEvent(subscription));
    expect((await plan()).planType).toBe("pro");
  });

  it("changes nothing when Stripe does not respond or refuses the card", async () => {
    stripe.failWith = { status: 402, error: { type: "card_error", message: "Declined" } };
    expect(await outcome(change("starter"))).toBe("payment-service-failed");
    stripe.failWith = undefined;
    await buy("starter");
    stripe.failWith = { status: 402, error: { type: "card_error", message: "Declined" } };
    expect(await outcome(change("pro"))).toBe("payment-service-failed");
    expect((await plan()).planType).toBe("starter");
  });

  it("upgrades the running subscription at once", async () => {
    await buy("starter");
    expect(await change("pro")).toMatchObject({ checkoutUrl: null, effectiveAt: expect.any(String) });
    expect((await plan()).planType).toBe("pro");
    expect(stripe.subscriptions.size).toBe(1);
  });
});

describe("downgrading at Stripe", () => {
  async function publishPlace(name: string): Promise<Blueprint> {
    const blueprint = await app.buildBlueprint(owner, { name });
    await buildReadyScan(app, owner, blueprint.id);
    await owner.api(publishBlueprint, {
      params: { blueprintId: blueprint.id },
      body: { basedOnVersion: 0, visibility: "public" },
    });
    return blueprint;
  }
  const visit = ({ slug }: Blueprint) => outcome(app.anonymous(getPublishedBlueprint, { params: { slug } }));

  it("takes effect with the next period, closes what the owner chose, and can be undone", async () => {
    const subscription = await buy("pro");
    const [kept, closed] = [await publishPlace("Kept"), await publishPlace("Closed")];
    await change("starter", "monthly", [kept.id]);
    expect(subscription.schedule).not.toBeNull();
    expect(await plan()).toMatchObject({ planType: "pro", scheduled: { planType: "starter", closing: ["Closed"] } });
    await owner.api(keepPlan, team());
    expect(subscription.schedule).toBeNull();
    await change("starter", "monthly", [kept.id]);

    const [item] = subscription.items.data;
    item!.price = stripe.prices.find(({ metadata }) => metadata.planType === "starter")!;
    item!.current_period_start = item!.current_period_end;
    item!.current_period_end += 30 * 24 * 3600;
    await tell(toEvent(subscription));
    expect(await plan()).toMatchObject({ planType: "starter", scheduled: null });
    expect([await visit(kept), await visit(closed)]).toEqual(["ok", "blueprint-not-published"]);
  });

  it("to no plan ends with the subscription and keeps everything open", async () => {
    const subscription = await buy("starter");
    const place = await publishPlace("Open");
    await change("free");
    expect(subscription.cancel_at_period_end).toBe(true);
    expect(await plan()).toMatchObject({ planType: "starter", scheduled: { planType: "free" } });
    subscription.status = "canceled";
    await tell(toEvent(subscription, "customer.subscription.deleted"));
    expect(await plan()).toMatchObject({ planType: "free", scheduled: null, periodEndsAt: null });
    expect(await visit(place)).toBe("ok");
  });

  it("requested in Stripe's own portal is recognised here", async () => {
    const subscription = await buy("starter");
    subscription.cancel_at_period_end = true;
    await tell(toEvent(subscription));
    expect((await plan()).scheduled).toMatchObject({ planType: "free" });
    subscription.cancel_at_period_end = false;
    await tell(toEvent(subscription));
    expect((await plan()).scheduled).toBeNull();
  });

  it("a refused renewal is reported and switches nothing off", async () => {
    const subscription = await buy("starter");
    subscription.status = "past_due";
    await tell(toEvent(subscription, "invoice.payment_failed"));
    expect(await plan()).toMatchObject({ planType: "starter", isPaymentOverdue: true });
    await tell(toEvent(subscription, "customer.subscription.updated"));
    const told = (await owner.api(listNotifications, { query: {} })).notifications.map(({ body }) => body);
    expect(told.filter((body) => body.includes("Your card was declined"))).toHaveLength(1);
    expect(told.filter((body) => body.includes("is now on Starter"))).toHaveLength(1);
  });
});

describe("a message from Stripe", () => {
  it("that is forged, altered or older than its signature allows has no effect", async () => {
    await change("starter");
    const subscription = stripe.pay(stripe.sessions[0]!, app.clock.now());
    const event = toEvent(subscription);
    const genuine = stripe.sign(event, webhookSecret);
    const forged = stripe.sign(event, "whsec_of_somebody_else");
    const old = stripe.sign(event, webhookSecret, new Date(Date.now() - 3600 * 1000));
    for (const [body, signature] of [
      [genuine.body, forged.signature],
      [genuine.body.replace("active", "canceled"), genuine.signature],
      [old.body, old.signature],
      [genuine.body, ""],
      ["", genuine.signature],
    ] as const) {
      const answer = await post(body, signature);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        400,
        "payment-message-refused",
      ]);
    }
    expect((await plan()).planType).toBe("free");
  });

  it("that arrives twice has its effect once", async () => {
    const subscription = await buy("starter");
    const event = toEvent(subscription);
    await tell(event);
    const reads = () => stripe.calls.filter((call) => call === "GET /v1/subscriptions").length;
    const before = reads();
    expect(await Promise.all([tell(event), tell(event)])).toEqual([200, 200]);
    expect(reads()).toBe(before);
  });

  it("that arrives late or out of order leads to the current state, not the past one", async () => {
    const subscription = await buy("starter");
    const early = toEvent(subscription);
    await change("pro");
    const late = toEvent(subscription);
    subscription.status = "canceled";
    await tell(toEvent(subscription, "customer.subscription.deleted"));
    expect((await plan()).planType).toBe("free");
    app.clock.advance(3 * dayMs);
    await tell(late);
    await tell(early);
    owner = { ...owner, ...(await app.signIn(owner)) };
    expect((await plan()).planType, "a message of before the end").toBe("free");
  });

  it("whose response from Stripe arrives after a newer one's does not overwrite it", async () => {
    const subscription = await buy("starter");
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    stripe.beforeAnswer = () => {
      stripe.beforeAnswer = undefined;
      asked.resolve();
      return goOn.promise;
    };
    const slow = tell(toEvent(subscription));
    await asked.promise;
    subscription.status = "canceled";
    expect(await tell(toEvent(subscription, "customer.subscription.deleted"))).toBe(200);
    goOn.resolve();
    expect(await slow).toBe(200);
    expect((await plan()).planType).toBe("free");
  });

  it("fails when Stripe cannot be reached, and is processed when it arrives again", async () => {
    await change("starter");
    const event = toEvent(stripe.pay(stripe.sessions[0]!, app.clock.now()));
    stripe.failWith = { status: 400, error: { type: "invalid_request_error", message: "Not now" } };
    expect(await tell(event)).toBe(502);
    stripe.failWith = undefined;
    expect(await tell(event)).toBe(200);
    expect((await plan()).planType).toBe("starter");
  });

  it("about an unknown customer changes nothing", async () => {
    const subscription = await buy("starter");
    const event = toEvent({ ...subscription, customer: "cus_of_another_installation", status: "canceled" });
    expect(await tell(event)).toBe(200);
    expect((await plan()).planType).toBe("starter");
  });
});
