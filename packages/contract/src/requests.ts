import { z } from "zod";
import { referralCodeSchema } from "./access-requests.ts";
import { defineEndpoint } from "./endpoint.ts";
import { requestIdSchema, teamIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { billings, planTypes } from "./price-book.ts";
import { emailSchema, lineOfText, linesOfText, nameLine } from "./text.ts";
import { industries } from "./users.ts";

/** Requests to an installation's operators. Access requests are a separate type: they end in an invitation. */
export const requestKinds = ["contact", "pilot", "claim", "visit", "plan"] as const;
export type RequestKind = (typeof requestKinds)[number];

/** `access` is stored as an access request and decided with the others. */
export const contactTopics = ["question", "access", "problem", "reschedule", "data", "other"] as const;
export const claimRelations = ["owner", "manager", "agent", "other"] as const;

const text = linesOfText(limits.messageCharactersMax);
const requiredText = text.refine((value) => value !== "", { error: "Must not be empty." });
const line = lineOfText(limits.addressCharactersMax);

/** The payload of each kind. */
export const requestPayloads = {
  contact: z.object({ topic: z.enum(contactTopics), message: requiredText }),
  pilot: z.object({
    organisation: nameLine(limits.teamNameCharactersMax),
    industry: z.enum(industries),
    venues: z.number().int().min(1).max(100_000),
    goal: requiredText,
  }),
  claim: z.object({
    /** Slug of the published blueprint. */
    slug: z.string().min(1).max(160),
    relation: z.enum(claimRelations),
    evidence: requiredText,
  }),
  visit: z.object({
    venue: nameLine(limits.blueprintNameCharactersMax),
    address: line,
    /** Floor area in square feet, the unit in which visits are planned. */
    areaSquareFeet: z.number().int().min(1).max(10_000_000),
    times: requiredText,
    note: text,
  }),
  plan: z.object({
    teamId: teamIdSchema,
    /** `cancel` ends the paid plan and deletes nothing. */
    to: z.enum([...planTypes, "cancel"]),
    billing: z.enum(billings),
    note: text,
  }),
} as const satisfies Record<RequestKind, z.ZodType>;

/** A visit requested during account setup holds only what was known then; the operator asks for the rest. */
const storedVisitPayload = requestPayloads.visit.extend({
  address: text,
  areaSquareFeet: requestPayloads.visit.shape.areaSquareFeet.nullable(),
  times: text,
  isFromOnboarding: z.literal(true).optional(),
});

const from = { name: nameLine(limits.personNameCharactersMax), email: emailSchema };
/** Requests that may end in an invitation keep the referral code. */
const fromInvitee = { ...from, referralCode: referralCodeSchema.optional() };

export const newRequestSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("contact"), ...fromInvitee, payload: requestPayloads.contact }),
  z.object({ kind: z.literal("pilot"), ...fromInvitee, payload: requestPayloads.pilot }),
  z.object({ kind: z.literal("claim"), ...from, payload: requestPayloads.claim }),
  z.object({ kind: z.literal("visit"), ...from, payload: requestPayloads.visit }),
  z.object({ kind: z.literal("plan"), ...from, payload: requestPayloads.plan }),
]);
export type NewRequest = z.infer<typeof newRequestSchema>;

export const requestOutcomes = ["answered", "accepted", "declined"] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

const stored = {
  id: requestIdSchema,
  state: z.enum(["open", "closed"]),
  /** Null while it is open. */
  outcome: z.enum(requestOutcomes).nullable(),
  /** The operator's answer; also sent by email. */
  answer: z.string(),
  referralCode: z.string().nullable(),
  /** Accepting the request credited the referrer. */
  isReferralCredited: z.boolean(),
  createdAt: z.string(),
  closedAt: z.string().nullable(),
};
export const requestSchema = z.discriminatedUnion("kind", [
  z.object({
    ...stored,
    kind: z.literal("contact"),
    name: z.string(),
    email: z.string(),
    payload: requestPayloads.contact,
  }),
  z.object({
    ...stored,
    kind: z.literal("pilot"),
    name: z.string(),
    email: z.string(),
    payload: requestPayloads.pilot,
  }),
  z.object({
    ...stored,
    kind: z.literal("claim"),
    name: z.string(),
    email: z.string(),
    payload: requestPayloads.claim,
  }),
  z.object({
    ...stored,
    kind: z.literal("visit"),
    name: z.string(),
    email: z.string(),
    payload: storedVisitPayload,
  }),
  z.object({ ...stored, kind: z.literal("plan"), name: z.string(), email: z.string(), payload: requestPayloads.plan }),
]);
export type StoredRequest = z.infer<typeof requestSchema>;

export const sendRequest = defineEndpoint({
  method: "POST",
  url: "/api/requests",
  access: "anyone",
  summary: "Sends a request to the operators. A plan change requires a signed-in owner of the team.",
  schema: {
    body: newRequestSchema,
    /** The id is null for a message that asks for access: it is stored as an access request. */
    response: z.object({ id: requestIdSchema.nullable() }),
  },
  errors: ["invalid-email", "forbidden", "access-requests-closed", "claim-has-account"],
});

export const listMyRequests = defineEndpoint({
  method: "GET",
  url: "/api/requests/mine",
  access: "signed-in",
  summary: "The caller's requests, newest first, with status and reply.",
  schema: {
    querystring: z.object({ kind: z.enum(requestKinds).optional() }),
    response: z.object({ requests: z.array(requestSchema) }),
  },
  errors: [],
});

export const listRequests = defineEndpoint({
  method: "GET",
  url: "/api/operator/requests",
  access: "operator",
  summary: "For operators: requests by kind and state, newest first, paginated.",
  schema: {
    querystring: z.object({
      kind: z.enum(requestKinds).optional(),
      state: z.enum(["open", "closed"]).default("open"),
      cursor: z.string().max(200).optional(),
    }),
    response: z.object({
      requests: z.array(requestSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
    }),
  },
  errors: [],
});

export const closeRequest = defineEndpoint({
  method: "POST",
  url: "/api/operator/requests/:requestId/close",
  access: "operator",
  summary:
    "For operators: closes a request with an outcome. The reply is sent by email unless it's empty. Accepting a message, a pilot or a claim sends an invitation.",
  schema: {
    params: z.object({ requestId: requestIdSchema }),
    body: z.object({ outcome: z.enum(requestOutcomes), answer: text }),
    response: requestSchema,
  },
  errors: ["conflict", "email-already-in-use"],
});
