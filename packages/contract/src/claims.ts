import { z } from "zod";
import { claimParties, claimProofs, claimStages, claimStepNames, claimStepWords } from "./claim-steps.ts";
import { defineEndpoint } from "./endpoint.ts";
import { type ErrorCode, isErrorCode } from "./errors.ts";
import { blueprintIdSchema, claimCodeIdSchema, claimIdSchema, requestIdSchema, teamIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { claimRelations } from "./requests.ts";
import { emailSchema, lineOfText, linesOfText } from "./text.ts";

const text = linesOfText(limits.messageCharactersMax);

const claimEventSchema = z.object({
  at: z.string(),
  step: z.enum(Object.keys(claimStepWords) as [keyof typeof claimStepWords, ...(keyof typeof claimStepWords)[]]),
  by: z.enum(claimParties),
  /** Who did it, for their own side and for operators; null for others and for the service. */
  name: z.string().nullable(),
  stage: z.enum(claimStages),
  reason: z.string(),
});
export type ClaimEvent = z.infer<typeof claimEventSchema>;

export const claimSchema = z.object({
  id: claimIdSchema,
  /** As it was when the claim was started, if it is gone. */
  place: z.object({
    blueprintId: blueprintIdSchema.nullable(),
    name: z.string(),
    slug: z.string(),
    /** Whether visitors can open it. */
    isOpen: z.boolean(),
  }),
  claimantName: z.string(),
  /** The team that is to receive the place; null once it is gone. */
  receivingTeamName: z.string().nullable(),
  /** The team that has the place, or had it before it moved; null once it is gone, and while nothing is proven. */
  presentTeamName: z.string().nullable(),
  relation: z.enum(claimRelations),
  statement: z.string(),
  stage: z.enum(claimStages),
  /** What the reader may do now. */
  steps: z.array(z.enum(claimStepNames)),
  proof: z.enum(claimProofs).nullable(),
  provenAt: z.string().nullable(),
  /** The domain that was proven, or is to be. */
  domain: z
    .object({
      name: z.string(),
      /** The place's published facts name it; otherwise, an operator has to check that it is the venue's. */
      isNamed: z.boolean(),
      /** For the claimant, who puts it at the domain. */
      token: z.string().nullable(),
      /** For the claimant: where a link was mailed. */
      mailedTo: z.string().nullable(),
    })
    .nullable(),
  /** When the stage ends by itself; null if it doesn't. */
  dueAt: z.string().nullable(),
  /** What stands in the way of the move. */
  obstacle: z.object({ code: z.string(), detail: z.string() }).nullable(),
  isAppealed: z.boolean(),
  /** The team that had the place asked for it back. */
  isAskedBack: z.boolean(),
  /** Oldest first. */
  history: z.array(claimEventSchema),
  createdAt: z.string(),
});
export type Claim = z.infer<typeof claimSchema>;

const claimParams = z.object({ claimId: claimIdSchema });
const stepBody = z.object({ step: z.enum(claimStepNames), reason: text.default("") });
const stepErrors = [
  "claim-step-refused",
  "claim-changed",
  "transfer-busy",
  "transfer-limit-published",
  "transfer-limit-storage",
  "blueprint-in-bin",
  "claim-team-gone",
] as const satisfies readonly ErrorCode[];

export const startClaim = defineEndpoint({
  method: "POST",
  url: "/api/claims",
  access: "signed-in",
  summary:
    "Starts the claim of a place that is open to visitors, for a team in which the caller may create blueprints.",
  schema: {
    body: z.object({
      /** The place's name in addresses. */
      slug: z.string().min(1).max(160),
      teamId: teamIdSchema,
      relation: z.enum(claimRelations),
      statement: text,
    }),
    response: claimSchema,
  },
  errors: ["forbidden", "claim-own-place", "claim-exists", "claim-too-soon", "claims-too-many"],
});

export const listMyClaims = defineEndpoint({
  method: "GET",
  url: "/api/claims",
  access: "signed-in",
  summary:
    "The caller's claims, newest first, and the claims that were started with the caller's address before there was an account.",
  schema: {
    response: z.object({
      claims: z.array(claimSchema),
      begun: z.array(
        z.object({
          requestId: requestIdSchema,
          slug: z.string(),
          relation: z.enum(claimRelations),
          statement: z.string(),
          createdAt: z.string(),
        }),
      ),
    }),
  },
  errors: [],
});
export type BegunClaim = z.infer<(typeof listMyClaims)["schema"]["response"]>["begun"][number];

export const findClaimablePlace = defineEndpoint({
  method: "GET",
  url: "/api/claimable-places/:slug",
  access: "anyone",
  summary:
    "A place that is open to visitors, as a claim needs it. Web domains that its published facts name can prove a claim by mail.",
  schema: {
    params: z.object({ slug: z.string().min(1).max(160) }),
    response: z.object({ name: z.string(), address: z.string(), domains: z.array(z.string()) }),
  },
  errors: [],
});

export const proveClaimByCode = defineEndpoint({
  method: "POST",
  url: "/api/claims/:claimId/code",
  access: "signed-in",
  summary:
    "Proves the caller's claim by a code from the venue. A code works once; wrong, used and expired ones get the same answer.",
  schema: { params: claimParams, body: z.object({ code: z.string().max(100) }), response: claimSchema },
  errors: ["claim-code-wrong", "claim-step-refused"],
});

export const chooseClaimDomain = defineEndpoint({
  method: "PUT",
  url: "/api/claims/:claimId/domain",
  access: "signed-in",
  summary:
    "Chooses the venue's web domain. Gives the token to put at it: as a TXT record, or in /.well-known/blueprint-verification.txt.",
  schema: { params: claimParams, body: z.object({ domain: lineOfText(253) }), response: claimSchema },
  errors: ["claim-domain-unusable", "claim-step-refused"],
});

export const proveClaimByDomain = defineEndpoint({
  method: "POST",
  url: "/api/claims/:claimId/domain-check",
  access: "signed-in",
  summary: "Looks for the token at the chosen domain.",
  schema: { params: claimParams, response: claimSchema },
  errors: ["claim-domain-unproven", "claim-step-refused"],
});

export const mailClaimLink = defineEndpoint({
  method: "POST",
  url: "/api/claims/:claimId/mail",
  access: "signed-in",
  summary:
    "Mails a link that proves the caller's claim to an address at a web domain that the place's published facts name.",
  schema: { params: claimParams, body: z.object({ email: emailSchema }), response: claimSchema },
  errors: ["claim-domain-unusable", "claim-mail-not-venue", "claim-step-refused", "invalid-email"],
});

export const proveClaimByMail = defineEndpoint({
  method: "POST",
  url: "/api/claims/:claimId/mail-proof",
  access: "signed-in",
  summary: "Proves the caller's claim by the token of a mailed link. It works for the claimant only.",
  schema: { params: claimParams, body: z.object({ token: z.string().max(100) }), response: claimSchema },
  errors: ["claim-link-expired", "claim-step-refused"],
});

export const takeOwnClaimStep = defineEndpoint({
  method: "POST",
  url: "/api/claims/:claimId/steps",
  access: "signed-in",
  summary: "A claimant's step: submit without a proof, appeal, try the move again, withdraw, or give the place back.",
  schema: { params: claimParams, body: stepBody, response: claimSchema },
  errors: ["forbidden", ...stepErrors],
});

export const listTeamClaims = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/claims",
  access: "blueprint.transfer",
  summary: "Claims of places that the team has, or had before one was accepted. Newest first.",
  schema: {
    params: z.object({ teamId: teamIdSchema }),
    response: z.object({ claims: z.array(claimSchema) }),
  },
  errors: ["forbidden"],
});

export const takeTeamClaimStep = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/claims/:claimId/steps",
  access: "blueprint.transfer",
  summary: "The step of the team that has the place, or had it: agree, object, or ask for it back.",
  schema: {
    params: claimParams.extend({ teamId: teamIdSchema }),
    body: stepBody,
    response: claimSchema,
  },
  errors: ["forbidden", ...stepErrors],
});

export const listAllClaims = defineEndpoint({
  method: "GET",
  url: "/api/operator/claims",
  access: "operator",
  summary: "For operators: claims that wait for a decision or for a team, or that have ended. Newest first, paginated.",
  schema: {
    querystring: z.object({
      state: z.enum(["open", "closed"]).default("open"),
      cursor: z.string().max(200).optional(),
    }),
    response: z.object({
      claims: z.array(claimSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
    }),
  },
  errors: [],
});

export const takeOperatorClaimStep = defineEndpoint({
  method: "POST",
  url: "/api/operator/claims/:claimId/steps",
  access: "operator",
  summary: "For operators: accept, decline or undo a claim, with a reason that both sides read.",
  schema: { params: claimParams, body: stepBody, response: claimSchema },
  errors: [...stepErrors],
});

export const claimCodeSchema = z.object({
  id: claimCodeIdSchema,
  /** Where it is, or whom it was sent to. */
  label: z.string(),
  state: z.enum(["open", "used", "expired"]),
  createdAt: z.string(),
  expiresAt: z.string(),
  usedAt: z.string().nullable(),
});
export type ClaimCode = z.infer<typeof claimCodeSchema>;
const label = lineOfText(limits.shortLinkLabelCharactersMax);
/** In groups, as it is printed. It is shown once: only its hash is kept. */
const madeCode = z.object({ code: z.string(), expiresAt: z.string() });

export const listClaimCodes = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/claim-codes",
  access: "blueprint.transfer",
  summary: "Codes that the team made for people at the venue, newest first.",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    response: z.object({ codes: z.array(claimCodeSchema) }),
  },
  errors: ["forbidden"],
});

export const makeClaimCode = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/claim-codes",
  access: "blueprint.transfer",
  summary: "Makes a code that proves a claim of the place, once. It is shown only in this answer.",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({ label }),
    response: madeCode,
  },
  errors: ["forbidden", "claim-codes-too-many"],
});

export const removeClaimCode = defineEndpoint({
  method: "DELETE",
  url: "/api/blueprints/:blueprintId/claim-codes/:claimCodeId",
  access: "blueprint.transfer",
  summary: "Removes a code: it no longer works.",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema, claimCodeId: claimCodeIdSchema }),
    response: z.object({}),
  },
  errors: ["forbidden"],
});

export const makeOperatorClaimCode = defineEndpoint({
  method: "POST",
  url: "/api/operator/claim-codes",
  access: "operator",
  summary: "For operators: makes a code for a letter to the venue. The team that has the place doesn't see it.",
  schema: { body: z.object({ slug: z.string().min(1).max(160), label }), response: madeCode },
  errors: ["claim-codes-too-many"],
});

/** The catalogue's code of an obstacle; null for one of a newer version. */
export function toObstacleCode({ code }: { readonly code: string }): ErrorCode | null {
  return isErrorCode(code) ? code : null;
}
