import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { teamIdSchema, webhookDeliveryIdSchema, webhookIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";

/** What a team's webhooks can be told of. `ping` is sent on request and to every webhook. */
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

/** What people read for each. */
export const teamEventWords: Record<TeamEventType, string> = {
  "blueprint.created": "A blueprint was made",
  "blueprint.published": "A version was published",
  "blueprint.unpublished": "A place was closed to visitors",
  "blueprint.transferred": "A blueprint was moved to another team",
  "blueprint.received": "A blueprint came from another team",
  "scan.ready": "A scan is ready",
  "scan.failed": "A scan could not be converted",
  "member.joined": "Somebody joined the team",
  "form.answered": "A visitor answered a form",
  "comment.mentioned": "Somebody was named in a comment",
};

export const webhookSchema = z.object({
  id: webhookIdSchema,
  url: z.string(),
  events: z.array(z.enum(teamEventTypes)),
  createdAt: z.string(),
  /** Set while nothing is sent. */
  disabledAt: z.string().nullable(),
  /** Who stopped it: a person, or the server after long failure or because the receiver answered 410 Gone. */
  disabledBecause: z.enum(["person", "failing", "gone"]).nullable(),
  /** Since when every attempt failed; null after a success. */
  failingSince: z.string().nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

export const deliveryStates = ["waiting", "delivered", "failed"] as const;

export const webhookDeliverySchema = z.object({
  id: webhookDeliveryIdSchema,
  /** `webhook-id` of the request: the same in every attempt and replay, so that receivers can tell repeats. */
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
      /** Null when no answer came. */
      status: z.number().int().nullable(),
      /** The beginning of the answer's text, or why there was none. */
      answer: z.string(),
    }),
  ),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

const teamParams = z.object({ teamId: teamIdSchema });
const webhookParams = teamParams.extend({ webhookId: webhookIdSchema });

const urlSchema = z
  .url({ protocol: /^https?$/, error: "Must be an address that begins with https://." })
  .max(limits.webhookUrlCharactersMax)
  .refine((url) => URL.canParse(url) && new URL(url).username === "" && new URL(url).password === "", {
    error: "Must not contain a user name or password.",
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
  summary: "Makes a webhook. This answer shows its secret, with which requests are signed (Standard Webhooks).",
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
  summary: "Changes a webhook's address or events, stops it or lets it go on.",
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
  summary: "Replaces a webhook's secret: from now on requests are signed with the one in this answer.",
  schema: { params: webhookParams, response: z.object({ secret: z.string() }) },
  errors: ["forbidden"],
});

export const deleteWebhook = defineEndpoint({
  method: "DELETE",
  url: "/api/teams/:teamId/webhooks/:webhookId",
  access: "team.settings",
  summary: "Removes a webhook with its log; what waits for it is not sent.",
  schema: { params: webhookParams, response: z.object({ deleted: z.literal(true) }) },
  errors: ["forbidden"],
});

export const pingWebhook = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/webhooks/:webhookId/ping",
  access: "team.settings",
  summary: "Sends a ping, also to a stopped webhook.",
  schema: { params: webhookParams, response: webhookDeliverySchema },
  errors: ["forbidden"],
});

export const listWebhookDeliveries = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/webhooks/:webhookId/deliveries",
  access: "team.settings",
  summary: "What was sent to a webhook and what it answered, newest first, by pages. Kept for 30 days.",
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
  summary: "Sends a delivery once more, with the same id and body.",
  schema: { params: webhookParams.extend({ deliveryId: webhookDeliveryIdSchema }), response: webhookDeliverySchema },
  errors: ["forbidden"],
});
