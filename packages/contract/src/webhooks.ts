import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { teamIdSchema, webhookDeliveryIdSchema, webhookIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";

/** Events that a team's webhooks can receive. `ping` is sent on request and to every webhook. */
export const teamEventTypes = [
  "blueprint.created",
  "blueprint.published",
  "blueprint.unpublished",
  "blueprint.transferred",
  "blueprint.received",
  "scan.ready",
  "scan.failed",
  "member.joined",
  "form.answered",
  "comment.mentioned",
] as const;
export type TeamEventType = (typeof teamEventTypes)[number];

/** Display text of each event. */
export const teamEventWords: Record<TeamEventType, string> = {
  "blueprint.created": "A blueprint was created",
  "blueprint.published": "A version was published",
  "blueprint.unpublished": "A place was unpublished",
  "blueprint.transferred": "A blueprint was moved to another team",
  "blueprint.received": "A blueprint was moved here from another team",
  "scan.ready": "A scan is ready",
  "scan.failed": "A scan couldn't be converted",
  "member.joined": "Someone joined the team",
  "form.answered": "A visitor answered a form",
  "comment.mentioned": "Someone was mentioned in a comment",
};

export const webhookSchema = z.object({
  id: webhookIdSchema,
  url: z.string(),
  events: z.array(z.enum(teamEventTypes)),
  createdAt: z.string(),
  /** Set while deliveries are disabled. */
  disabledAt: z.string().nullable(),
  /** Who disabled it: a person, or the server after a long failure or because the receiver returned 410 Gone. */
  disabledBecause: z.enum(["person", "failing", "gone"]).nullable(),
  /** Start of the current series of failures; null after a success. */
  failingSince: z.string().nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

export const deliveryStates = ["waiting", "delivered", "failed"] as const;

export const webhookDeliverySchema = z.object({
  id: webhookDeliveryIdSchema,
  /** `webhook-id` of the request: the same in every attempt and replay, so that receivers can deduplicate. */
  messageId: z.string(),
  type: z.enum([...teamEventTypes, "ping"]),
  state: z.enum(deliveryStates),
  createdAt: z.string(),
  nextAttemptAt: z.string().nullable(),
  /** The request's body, byte for byte. */
  body: z.string(),
  attempts: z.array(
    z.object({
      at: z.string(),
      durationMs: z.number(),
      /** Null when there was no response. */
      status: z.number().int().nullable(),
      /** The beginning of the response text, or why there was none. */
      answer: z.string(),
    }),
  ),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

const teamParams = z.object({ teamId: teamIdSchema });
const webhookParams = teamParams.extend({ webhookId: webhookIdSchema });

const urlSchema = z
  .url({ protocol: /^https?$/, error: "Must be an address that starts with https://." })
  .max(limits.webhookUrlCharactersMax)
  .refine((url) => URL.canParse(url) && new URL(url).username === "" && new URL(url).password === "", {
    error: "Must not contain a username or password.",
  });
const eventsSchema = z
  .array(z.enum(teamEventTypes))
  .min(1, { error: "Choose at least one." })
  .max(teamEventTypes.length);

export const listWebhooks = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/webhooks",
  access: "team.settings",
  summary: "Webhooks of a team, newest first. For owners and admins.",
  schema: { params: teamParams, response: z.object({ webhooks: z.array(webhookSchema) }) },
  errors: ["forbidden"],
});

export const createWebhook = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/webhooks",
  access: "team.settings",
  summary: "Creates a webhook. The response includes the secret that signs its requests (Standard Webhooks).",
  schema: {
    params: teamParams,
    body: z.object({ url: urlSchema, events: eventsSchema }),
    response: z.object({ webhook: webhookSchema, secret: z.string() }),
  },
  errors: ["forbidden", "webhooks-too-many"],
});

export const updateWebhook = defineEndpoint({
  method: "PATCH",
  url: "/api/teams/:teamId/webhooks/:webhookId",
  access: "team.settings",
  summary: "Changes a webhook's address or events, or stops or resumes it.",
  schema: {
    params: webhookParams,
    body: z.object({ url: urlSchema.optional(), events: eventsSchema.optional(), isEnabled: z.boolean().optional() }),
    response: webhookSchema,
  },
  errors: ["forbidden"],
});

export const renewWebhookSecret = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/webhooks/:webhookId/secret",
  access: "team.settings",
  summary: "Replaces a webhook's secret. From now on, requests are signed with the one in this response.",
  schema: { params: webhookParams, response: z.object({ secret: z.string() }) },
  errors: ["forbidden"],
});

export const deleteWebhook = defineEndpoint({
  method: "DELETE",
  url: "/api/teams/:teamId/webhooks/:webhookId",
  access: "team.settings",
  summary: "Removes a webhook, its log and any messages waiting to be sent.",
  schema: { params: webhookParams, response: z.object({ deleted: z.literal(true) }) },
  errors: ["forbidden"],
});

export const pingWebhook = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/webhooks/:webhookId/ping",
  access: "team.settings",
  summary: "Sends a ping, even to a stopped webhook.",
  schema: { params: webhookParams, response: webhookDeliverySchema },
  errors: ["forbidden"],
});

export const listWebhookDeliveries = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/webhooks/:webhookId/deliveries",
  access: "team.settings",
  summary: "A webhook's deliveries and responses, newest first, paginated. Kept for 30 days.",
  schema: {
    params: webhookParams,
    querystring: z.object({ cursor: z.string().max(200).optional() }),
    response: z.object({
      deliveries: z.array(webhookDeliverySchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
    }),
  },
  errors: ["forbidden"],
});

export const replayWebhookDelivery = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/webhooks/:webhookId/deliveries/:deliveryId/replay",
  access: "team.settings",
  summary: "Resends a delivery with the same id and body.",
  schema: { params: webhookParams.extend({ deliveryId: webhookDeliveryIdSchema }), response: webhookDeliverySchema },
  errors: ["forbidden"],
});
