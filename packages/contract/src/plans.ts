import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, invoiceIdSchema, teamIdSchema } from "./ids.ts";
import { invoiceIssuerSchema } from "./installation-settings.ts";
import { billings, planTypes, priceBookSchema } from "./price-book.ts";

/** What a plan limits; each is counted by the server. */
export const planLimits = ["publishedBlueprints", "storageBytes", "editors", "guideMinutes"] as const;

/** What plans are sold by. Guide minutes are counted and limited, and not sold: nothing speaks to visitors yet. */
export const soldPlanLimits = [
  "publishedBlueprints",
  "storageBytes",
  "editors",
] as const satisfies readonly (typeof planLimits)[number][];
export type PlanLimit = (typeof planLimits)[number];

export const planRules = {
  /** Of a limit: from here on a notice says that it is near. */
  nearFraction: 0.8,
  /** From the day on which a limit is reached; then only new publishing, uploads and invitations pause. */
  graceDays: 14,
  /** Who leaves a limit and reaches it again gets days of grace again only after this time. */
  graceAgainAfterDays: 90,
  /** The same notice is sent again only after this time. */
  noticeAgainAfterDays: 7,
  /** Spoken time is told at least this often. */
  guideReportSecondsMax: 300,
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
  /** Null: without a limit. */
  max: z.number().nullable(),
  level: z.enum(["fine", "near", "reached"]),
  /** Until then going on above the limit is possible; null while it is not reached. */
  graceEndsAt: z.string().nullable(),
  /** Grace is over: nothing new of this kind. What exists is untouched. */
  isPaused: z.boolean(),
  /** What the number is made of, largest first. */
  items: z.array(countedItemSchema),
  /** How many more there are than are listed. */
  moreItems: z.number().int(),
});
export type PlanMeter = z.infer<typeof planMeterSchema>;

export const teamPlanSchema = z.object({
  /** What applies now, a trial included. */
  planType: z.enum(planTypes),
  /** What applies without the trial. */
  basePlanType: z.enum(planTypes),
  billing: z.enum(billings).nullable(),
  /** End of what is paid; null for what ends never or by contract. */
  periodEndsAt: z.string().nullable(),
  trialEndsAt: z.string().nullable(),
  canTry: z.boolean(),
  /** What happens at the end of the paid time instead of going on. */
  scheduled: z
    .object({
      planType: z.enum(planTypes),
      billing: z.enum(billings).nullable(),
      effectiveAt: z.string(),
      /** Names of the blueprints that the owner chose to close then. */
      closing: z.array(z.string()),
    })
    .nullable(),
  /** How this installation is paid: by card through Stripe, or by invoices that its operator settles. */
  payment: z.enum(["card", "invoice"]),
  /** There is a customer portal with cards and receipts. */
  hasPortal: z.boolean(),
  /** A card was refused. Nothing is switched off by it. */
  isPaymentOverdue: z.boolean(),
  meters: z.array(planMeterSchema),
});
export type TeamPlan = z.infer<typeof teamPlanSchema>;

const teamParams = z.object({ teamId: teamIdSchema });

export const getPriceBook = defineEndpoint({
  method: "GET",
  url: "/api/price-book",
  access: "anyone",
  summary: "What this installation sells, and how it is paid.",
  schema: { response: z.object({ book: priceBookSchema, payment: z.enum(["card", "invoice"]) }) },
  errors: [],
});

export const getTeamPlan = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/plan",
  access: "blueprint.see",
  summary: "The team's plan, what it uses of it and what each number is made of.",
  schema: { params: teamParams, response: teamPlanSchema },
  errors: [],
});

export const startTrial = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/plan/trial",
  access: "plan.manage",
  summary: "Starts the trial of the price book, once for every team and without a card.",
  schema: { params: teamParams, response: teamPlanSchema },
  errors: ["forbidden", "trial-used"],
});

export const changePlan = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/plan/change",
  access: "plan.manage",
  summary:
    "Goes to another plan. A larger one is paid first; a smaller one, or free, begins when the paid time is over.",
  schema: {
    params: teamParams,
    body: z.object({
      planType: z.enum(planTypes),
      billing: z.enum(billings),
      /** What stays open to visitors on a smaller plan; left out, everything does. */
      keepPublished: z.array(blueprintIdSchema).max(10_000).optional(),
    }),
    response: z.object({
      /** Where the card is asked for; null when nothing is paid by card now. */
      checkoutUrl: z.string().nullable(),
      /** Of the invoice to be paid first; null when there is none. */
      invoiceId: invoiceIdSchema.nullable(),
      /** When the change begins; null when a payment comes first. */
      effectiveAt: z.string().nullable(),
    }),
  },
  errors: ["forbidden", "plan-unchanged", "plan-by-contract", "plan-choose-published", "payment-service-failed"],
});

export const keepPlan = defineEndpoint({
  method: "DELETE",
  url: "/api/teams/:teamId/plan/change",
  access: "plan.manage",
  summary: "Takes back a change that has not begun.",
  schema: { params: teamParams, response: teamPlanSchema },
  errors: ["forbidden", "payment-service-failed"],
});

export const openBillingPortal = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/billing-portal",
  access: "plan.manage",
  summary: "The address of Stripe's customer portal for the team: cards and receipts.",
  schema: { params: teamParams, response: z.object({ url: z.string() }) },
  errors: ["forbidden", "payment-not-by-card", "payment-service-failed"],
});

export const recordGuideTime = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/guide-time",
  access: "guide.speak",
  summary:
    "Counts time that a blueprint's guide spoke and says how much is left this month; without any, text goes on.",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({ seconds: z.number().int().min(0).max(planRules.guideReportSecondsMax) }),
    response: z.object({ secondsLeft: z.number().nullable() }),
  },
  errors: ["forbidden"],
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
  /** Null until an upgrade is paid: its time begins then. */
  periodStartsAt: z.string().nullable(),
  periodEndsAt: z.string().nullable(),
  lines: z.array(z.object({ text: z.string(), cents: z.number().int() })),
  totalCents: z.number().int(),
  issuedAt: z.string(),
  dueAt: z.string(),
  settledAt: z.string().nullable(),
  isOverdue: z.boolean(),
  /** Who asks, as the operators had set it when the invoice was made. */
  issuer: invoiceIssuerSchema.nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const listInvoices = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/invoices",
  access: "plan.manage",
  summary: "For owners: the team's invoices, newest first. Each is at /api/invoices/:invoiceId/pdf, too.",
  schema: { params: teamParams, response: z.object({ invoices: z.array(invoiceSchema) }) },
  errors: ["forbidden"],
});

export const listAllInvoices = defineEndpoint({
  method: "GET",
  url: "/api/operator/invoices",
  access: "operator",
  summary: "For operators: invoices of all teams by state, newest first, by pages.",
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
  summary: "For operators: the invoice was paid, and what it is for begins; or it is void.",
  schema: {
    params: z.object({ invoiceId: invoiceIdSchema }),
    body: z.object({ outcome: z.enum(["paid", "void"]) }),
    response: invoiceSchema,
  },
  errors: ["conflict"],
});
