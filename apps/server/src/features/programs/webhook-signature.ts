import { createHmac, randomBytes } from "node:crypto";

const secretPrefix = "whsec_";

/** Standard Webhooks: `whsec_` and 24 to 64 random bytes in base64. */
export function makeWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString("base64");
}

/** Headers that let a receiver verify a message, its time and its sender (Standard Webhooks, symmetric `v1`). */
export function signMessage(
  secret: string,
  message: { id: string; body: string; sentAt: Date },
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000));
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${message.id}.${timestamp}.${message.body}`).digest("base64");
  return { "webhook-id": message.id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
