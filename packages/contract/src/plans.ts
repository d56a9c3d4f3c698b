import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, invoiceIdSchema, teamIdSchema } from "./ids.ts";
import { invoiceIssuerSchema } from "./installation-settings.ts";
import { billings, planTypes, priceBookSchema } from "./price-book.ts";

/** What a plan limits; the server meters each. */
export const planLimits = ["publishedBlueprints", "storageBytes", "editors", "guideMinutes"] as const;

/** What plans are sold by. Guide minutes are metered and limited, but not sold: no speech was tried against the provider. */
export const soldPlanLimits = [
  "publishedBlueprints",
  "storageBytes",
  "editors",
] as const satisfies readonly (typeof planLimits)[number][];
export type PlanLimit = (typeof planLimits)[number];

export const planRules = {
  /** Share of a limit from which a notice says that it is near. */
  nearFraction: 0.8,
  /** From the day a limit is reached; afterwards only new publishing, uploads and invitations pause. */
  graceDays: 14,
  /** A team that drops below a limit and reaches it again gets a new grace period only after this time. */
  graceAgainAfterDays: 90,
  /** The same notice is repeated only after this time. */
  noticeAgainAfterDays: 7,
} as const;

const countedItemSchema = z.object({
  label: z.string(),
  /** In the meter's unit: 1 for a blueprint or a person, bytes, or minutes. */
  amount: z.number(),
  blueprintId: blueprintIdSchema.nullable(),
});

export const planMeterSchema = z.object({
  limit: z.enum(planLimits),
  /** Blueprints, bytes, people or minutes. */
  used: z.number(),
  /** Null for no limit. */
  max: z.number().nullable(),
  level: z.enum(["fine", "near", "reached"]),
  /** The limit may be exceeded until then; null while it is not reached. */
  graceEndsAt: z.string().nullable(),
  /** The grace period is over: nothing new of this kind. Existing data is untouched. */
  isPaused: z.boolean(),
  /** The items behind the number, largest first. */
  items: z.array(countedItemSchema),
  /** Number of items beyond the list. */
  moreItems: z.number().int(),
});
export type PlanMeter = z.infer<typeof planMeterSchema>;

export const teamPlanSchema = z.object({
  /** The plan in effect, including a trial. */
  planType: z.enum(planTypes),
  /** The plan without the trial. */
  basePlanType: z.enum(planTypes),
  billing: z.enum(billings).nullable(),
  /** End of the paid period; null for plans that never end or end by contract. */
  periodEndsAt: z.string().nullable(),
  trialEndsAt: z.string().nullable(),
  canTry: z.boolean(),
  /** What replaces a renewal at the end of the paid period. */
  scheduled: z
    .object({
      planType: z.enum(planTypes),
      billing: z.enum(billings).nullable(),
      effectiveAt: z.string(),
      /** Names of the blueprints the owner chose to close then. */
      closing: z.array(z.string()),
    })
    .nullable(),
  /** How this installation is paid: by card through Stripe, or by invoices that its operator marks as paid. */
  payment: z.enum(["card", "invoice"]),
  /** There is a customer portal with cards and receipts. */
  hasPortal: z.boolean(),
  /** A card was refused. This disables nothing. */
  isPaymentOverdue: z.boolean(),
  meters: z.array(planMeterSchema),
});
export type TeamPlan = z.infer<typeof teamPlanSchema>;

const teamParams = z.object({ teamId: teamIdSchema });

export const getPriceBook = defineEndpoint({
  method: "GET",
  url: "/api/price-book",
  access: "anyone",
  summary: "The plans this installation sells, and how they're paid.",
  schema: { response: z.object({ book: priceBookSchema, payment: z.enum(["card", "invoice"]) }) },
  errors: [],
});

export const getTeamPlan = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/plan",
  access: "blueprint.see",
  summary: "The team's plan and usage, with a breakdown of each number.",
  schema: { params: teamParams, response: teamPlanSchema },
  errors: [],
});

export const startTrial = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/plan/trial",
  access: "plan.manage",
  summary: "Starts the trial, once per team and without a card.",
  schema: { params: teamParams, response: teamPlanSchema },
  errors: ["forbidden", "trial-used"],
});

export const changePlan = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/plan/change",
  access: "plan.manage",
  summary: "Changes the plan. An upgrade is paid first; a downgrade starts when the paid period ends.",
  schema: {
    params: teamParams,
    body: z.object({
      planType: z.enum(planTypes),
      billing: z.enum(billings),
      /** Blueprints that stay open to visitors on a smaller plan; if omitted, all do. */
      keepPublished: z.array(blueprintIdSchema).max(10_000).optional(),
    }),
    response: z.object({
      /** Where to enter a card; null when no card payment is due now. */
      checkoutUrl: z.string().nullable(),
      /** The invoice to pay first; null when there is none. */
      invoiceId: invoiceIdSchema.nullable(),
      /** When the change takes effect; null when a payment comes first. */
      effectiveAt: z.string().nullable(),
    }),
  },
  errors: ["forbidden", "plan-unchanged", "plan-by-contract", "plan-choose-published", "payment-service-failed"],
});

export const keepPlan = defineEndpoint({
  method: "DELETE",
  url: "/api/teams/:teamId/plan/change",
  access: "plan.manage",
  summary: "Cancels a scheduled plan change.",
  schema: { params: teamParams, response: teamPlanSchema },
  errors: ["forbidden", "payment-service-failed"],
});

export const openBillingPortal = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/billing-portal",
  access: "plan.manage",
  summary: "The URL of Stripe's customer portal for the team: cards and receipts.",
  schema: { params: teamParams, response: z.object({ url: z.string() }) },
  errors: ["forbidden", "payment-not-by-card", "payment-service-failed"],
});

export const invoiceStates = ["open", "paid", "void"] as const;

export const invoiceSchema = z.object({
  id: invoiceIdSchema,
  number: z.string(),
  state: z.enum(invoiceStates),
  teamName: z.string(),
  billTo: z.string(),
  planType: z.enum(planTypes),
  billing: z.enum(billings),
  /** Null until an upgrade is paid: its period starts then. */
  periodStartsAt: z.string().nullable(),
  periodEndsAt: z.string().nullable(),
  lines: z.array(z.object({ text: z.string(), cents: z.number().int() })),
  totalCents: z.number().int(),
  issuedAt: z.string(),
  dueAt: z.string(),
  settledAt: z.string().nullable(),
  isOverdue: z.boolean(),
  /** The issuer, as configured by the operators when the invoice was made. */
  issuer: invoiceIssuerSchema.nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const listInvoices = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/invoices",
  access: "plan.manage",
  summary: "For owners: the team's invoices, newest first. Each is also available at /api/invoices/:invoiceId/pdf.",
  schema: { params: teamParams, response: z.object({ invoices: z.array(invoiceSchema) }) },
  errors: ["forbidden"],
});

export const listAllInvoices = defineEndpoint({
  method: "GET",
  url: "/api/operator/invoices",
  access: "operator",
  summary: "For operators: invoices of all teams by state, newest first, paginated.",
  schema: {
    querystring: z.object({
      state: z.enum(["open", "settled"]).default("open"),
      cursor: z.string().max(200).optional(),
    }),
    response: z.object({
      invoices: z.array(invoiceSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
    }),
  },
  errors: [],
});

export const settleInvoice = defineEndpoint({
  method: "POST",
  url: "/api/operator/invoices/:invoiceId/settle",
  access: "operator",
  summary: "For operators: marks an invoice as paid, which starts what it's for, or as void.",
  schema: {
    params: z.object({ invoiceId: invoiceIdSchema }),
    body: z.object({ outcome: z.enum(["paid", "void"]) }),
    response: invoiceSchema,
  },
  errors: ["conflict"],
});
