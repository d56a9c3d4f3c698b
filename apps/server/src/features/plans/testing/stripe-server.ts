import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

type Fields = Record<string, unknown>;
interface StoredPrice {
  id: string;
  lookup_key: string;
  unit_amount: number;
  recurring: { interval: string };
  metadata: Record<string, string>;
}

/** The part of Stripe's API that we use, in this process: objects in memory, responses in Stripe's shape. */
export interface StripeServer {
  apiBase: string;
  /** Requests in order: "POST /v1/customers". */
  calls: string[];
  prices: StoredPrice[];
  sessions: Fields[];
  subscriptions: Map<string, StoredSubscription>;
  /** Fails every request, or those to `call`, until it is undefined again. */
  failWith: { status: number; error: Fields; call?: string } | undefined;
  /** Awaited between a request's effect and its response. */
  beforeAnswer: ((call: string) => Promise<void>) | undefined;
  /** Pays a checkout session: starts a subscription to its price. */
  pay(session: Fields, startedAt: Date): StoredSubscription;
  /** A signed webhook as Stripe would send it. */
  sign(event: Fields, secret: string, signedAt?: Date): { body: string; signature: string };
  close(): Promise<void>;
}

export interface StoredSubscription {
  id: string;
  object: "subscription";
  customer: string;
  status: Stripe.Subscription.Status;
  created: number;
  cancel_at_period_end: boolean;
  schedule: string | null;
  items: {
    object: "list";
    data: { id: string; price: StoredPrice; current_period_start: number; current_period_end: number }[];
  };
}

export async function startStripeServer(): Promise<StripeServer> {
  const calls: string[] = [];
  const prices: StoredPrice[] = [];
  const sessions: Fields[] = [];
  const subscriptions = new Map<string, StoredSubscription>();
  const schedules = new Map<string, Fields>();
  const remembered = new Map<string, Fields>();
  let made = 0;
  const toId = (prefix: string) => `${prefix}_${++made}`;

  const routes: [RegExp, (match: RegExpMatchArray, form: URLSearchParams) => Fields][] = [
    [/^POST \/v1\/customers$/, (_, form) => ({ id: toId("cus"), object: "customer", email: form.get("email") })],
    [
      /^GET \/v1\/prices$/,
      (_, form) => ({
        object: "list",
        data: prices.filter(({ lookup_key }) => lookup_key === form.get("lookup_keys[0]")),
        has_more: false,
      }),
    ],
    [
      /^POST \/v1\/prices$/,
      (_, form) => {
        const price = {
          id: toId("price"),
          object: "price",
          lookup_key: form.get("lookup_key") ?? "",
          unit_amount: Number(form.get("unit_amount")),
          recurring: { interval: form.get("recurring[interval]") ?? "" },
          metadata: {
            planType: form.get("metadata[planType]") ?? "",
            billing: form.get("metadata[billing]") ?? "",
          },
        };
        prices.push(price);
        return price;
      },
    ],
    [
      /^POST \/v1\/checkout\/sessions$/,
      (_, form) => {
        const id = toId("cs");
        const session = {
          id,
          object: "checkout.session",
          url: `https://checkout.stripe.test/${id}`,
          customer: form.get("customer"),
          price: form.get("line_items[0][price]"),
          status: "open",
        };
        sessions.push(session);
        return session;
      },
    ],
    [
      /^GET \/v1\/checkout\/sessions$/,
      (_, form) => ({
        object: "list",
        data: sessions.filter(
          ({ customer, status }) => customer === form.get("customer") && status === form.get("status"),
        ),
        has_more: false,
      }),
    ],
    [
      /^POST \/v1\/checkout\/sessions\/([^/]+)\/expire$/,
      ([, id]) => Object.assign(sessions.find((session) => session.id === id) as Fields, { status: "expired" }),
    ],
    [
      /^POST \/v1\/billing_portal\/sessions$/,
      (_, form) => ({ id: toId("bps"), url: `https://portal.stripe.test/${form.get("customer")}` }),
    ],
    [
      /^GET \/v1\/subscriptions$/,
      (_, form) => ({
        object: "list",
        data: [...subscriptions.values()].filter(({ customer }) => customer === form.get("customer")),
        has_more: false,
      }),
    ],
    [/^GET \/v1\/subscriptions\/(.+)$/, ([, id]) => ({ ...subscriptions.get(id as string) })],
    [
      /^POST \/v1\/subscriptions\/(.+)$/,
      ([, id], form) => {
        const running = subscriptions.get(id as string) as StoredSubscription;
        const ending = form.get("cancel_at_period_end");
        if (ending !== null) running.cancel_at_period_end = ending === "true";
        const price = prices.find((candidate) => candidate.id === form.get("items[0][price]"));
        const [item] = running.items.data;
        if (price !== undefined && item !== undefined) item.price = price;
        return { ...running };
      },
    ],
    [
      /^POST \/v1\/subscription_schedules$/,
      (_, form) => {
        const running = subscriptions.get(form.get("from_subscription") ?? "") as StoredSubscription;
        running.schedule = toId("sub_sched");
        const schedule = { id: running.schedule, object: "subscription_schedule", subscription: running.id };
        schedules.set(schedule.id, schedule);
        return schedule;
      },
    ],
    [
      /^POST \/v1\/subscription_schedules\/([^/]+)$/,
      ([, id], form) =>
        Object.assign(schedules.get(id as string) as Fields, { next: form.get("phases[1][items][0][price]") }),
    ],
    [
      /^POST \/v1\/subscription_schedules\/([^/]+)\/release$/,
      ([, id]) => {
        const schedule = schedules.get(id as string) as Fields;
        (subscriptions.get(schedule.subscription as string) as StoredSubscription).schedule = null;
        return schedule;
      },
    ],
  ];

  const stripe: StripeServer = {
    apiBase: "",
    calls,
    prices,
    sessions,
    subscriptions,
    failWith: undefined,
    beforeAnswer: undefined,
    pay: (session, startedAt) => {
      const { customer, price: priceId } = session;
      session.status = "complete";
      const price = prices.find(({ id }) => id === priceId) as StoredPrice;
      const start = Math.floor(startedAt.getTime() / 1000);
      const days = price.recurring.interval === "year" ? 365 : 30;
      const period = { current_period_start: start, current_period_end: start + days * 24 * 3600 };
      const subscription: StoredSubscription = {
        id: toId("sub"),
        object: "subscription",
        customer: customer as string,
        status: "active",
        created: start,
        cancel_at_period_end: false,
        schedule: null,
        items: { object: "list", data: [{ id: toId("si"), price, ...period }] },
      };
      subscriptions.set(subscription.id, subscription);
      return subscription;
    },
    sign: (event, secret, signedAt = new Date()) => {
      const body = JSON.stringify({ object: "event", ...event });
      const timestamp = Math.floor(signedAt.getTime() / 1000);
      const signature = new Stripe("sk_test").webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
      return { body, signature };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stripe.test");
    const call = `${request.method} ${pathname}`;
    calls.push(call);
    let body = "";
    for await (const part of request) body += String(part);
    const send = (status: number, content: Fields) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
    if (stripe.failWith !== undefined && (stripe.failWith.call ?? call) === call)
      return send(stripe.failWith.status, { error: stripe.failWith.error });
    const key = request.headers["idempotency-key"];
    const repeated = typeof key === "string" ? remembered.get(key) : undefined;
    if (repeated !== undefined) return send(200, repeated);
    for (const [pattern, handle] of routes) {
      const match = call.match(pattern);
      if (match === null) continue;
      const content = handle(match, request.method === "GET" ? searchParams : new URLSearchParams(body));
      if (typeof key === "string") remembered.set(key, content);
      // A copy of this moment's state, whatever happens before the response is sent.
      const told = structuredClone(content);
      await stripe.beforeAnswer?.(call);
      return send(200, told);
    }
    return send(404, { error: { type: "invalid_request_error", message: `No such route: ${call}` } });
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stripe.apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stripe;
}
