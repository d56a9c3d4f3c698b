import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { accessRequestIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { linesOfText } from "./text.ts";

/** The referrer's code, as carried by addresses such as `/?ref=ABC123`. */
export const referralCodeSchema = z.string().regex(/^[A-Z0-9]{6}$/);

export const accessRequestSchema = z.object({
  id: accessRequestIdSchema,
  email: z.string(),
  name: z.string(),
  message: z.string(),
  referralCode: z.string().nullable(),
  /** Accepting the request credited the referrer. */
  isReferralCredited: z.boolean(),
  state: z.enum(["open", "accepted", "declined"]),
  reason: z.string(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type AccessRequest = z.infer<typeof accessRequestSchema>;

const params = z.object({ accessRequestId: accessRequestIdSchema });

export const listAccessRequests = defineEndpoint({
  method: "GET",
  url: "/api/operator/access-requests",
  access: "operator",
  summary: "For operators: access requests, newest first, paginated.",
  schema: {
    querystring: z.object({
      state: z.enum(["open", "decided"]).default("open"),
      cursor: z.string().max(200).optional(),
    }),
    response: z.object({
      requests: z.array(accessRequestSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
    }),
  },
  errors: [],
});

export const acceptAccessRequest = defineEndpoint({
  method: "POST",
  url: "/api/operator/access-requests/:accessRequestId/accept",
  access: "operator",
  summary: "For operators: sends an invitation. It answers every open request from that address.",
  schema: { params, response: accessRequestSchema },
  errors: ["conflict", "email-already-in-use"],
});

export const declineAccessRequest = defineEndpoint({
  method: "POST",
  url: "/api/operator/access-requests/:accessRequestId/decline",
  access: "operator",
  summary: "For operators: declines a request. The reason is sent by email unless it's empty.",
  schema: {
    params,
    body: z.object({ reason: linesOfText(limits.messageCharactersMax) }),
    response: accessRequestSchema,
  },
  errors: ["conflict"],
});
