import type Stripe from "stripe";
import type { Config } from "../config.ts";

const timeoutMs = 15_000;

/** Stripe's own client, loaded only where card payment is configured. */
export async function createStripe(config: Config["stripe"]): Promise<Stripe | null> {
  if (config === undefined) return null;
  const { default: StripeClient } = await import("stripe");
  const { protocol, hostname, port } = new URL(config.apiBase);
  return new StripeClient(config.secretKey, {
    host: hostname,
    ...(port === "" ? {} : { port }),
    protocol: protocol === "http:" ? "http" : "https",
    timeout: timeoutMs,
    telemetry: false,
  });
}
