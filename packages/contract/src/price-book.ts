import { z } from "zod";

const GB = 1_000_000_000;

export const planTypes = ["free", "starter", "pro", "enterprise"] as const;
export type PlanType = (typeof planTypes)[number];

export const billings = ["monthly", "annual"] as const;
export type Billing = (typeof billings)[number];

const cents = z.number().int().min(0).max(100_000_000);
/** `null`: set by contract, with no limit enforced by the server. */
const limit = z.number().int().min(0).nullable();

const planSchema = z.strictObject({
  label: z.string().trim().min(1).max(40),
  /** US cents. */
  monthlyCents: cents,
  publishedBlueprintsMax: limit,
  storageBytesMax: limit,
  editorsMax: limit,
  /** Per calendar month in UTC. */
  guideMinutesMax: limit,
  /** Invitations per day that carry the team's custom text; absent from price books of earlier versions. */
  invitationTextsPerDayMax: limit.default(100),
});
export type Plan = z.infer<typeof planSchema>;

/** What an installation sells (product §9). An operator may replace it with a file of this shape. */
export const priceBookSchema = z.strictObject({
  /** From smallest to largest; the last one is sold by contract only. */
  plans: z.strictObject({ free: planSchema, starter: planSchema, pro: planSchema, enterprise: planSchema }),
  /** Discount on the monthly price when a year is paid upfront. */
  annualDiscountPercent: z.number().min(0).max(90),
  /** One visit of a scanner at the venue. */
  mappingVisitCents: cents,
  /** Sets of printed QR signs. */
  qrKits: z.array(z.strictObject({ signs: z.number().int().min(1), cents })).max(20),
  /** The plan and duration that every team may try once, without a card. 0 days: no trial. */
  trial: z.strictObject({ planType: z.enum(planTypes), days: z.number().int().min(0).max(365) }),
});
export type PriceBook = z.infer<typeof priceBookSchema>;

/** The default price book. Screens read their installation's one from the server. */
export const defaultPriceBook: PriceBook = {
  plans: {
    free: {
      label: "Free",
      monthlyCents: 0,
      publishedBlueprintsMax: 3,
      storageBytesMax: 10 * GB,
      editorsMax: 3,
      guideMinutesMax: 30,
      invitationTextsPerDayMax: 20,
    },
    starter: {
      label: "Starter",
      monthlyCents: 7_900,
      publishedBlueprintsMax: 10,
      storageBytesMax: 200 * GB,
      editorsMax: 10,
      guideMinutesMax: 300,
      invitationTextsPerDayMax: 100,
    },
    pro: {
      label: "Pro",
      monthlyCents: 19_900,
      publishedBlueprintsMax: 50,
      storageBytesMax: 1_000 * GB,
      editorsMax: 50,
      guideMinutesMax: 1_500,
      invitationTextsPerDayMax: 500,
    },
    enterprise: {
      label: "Enterprise",
      monthlyCents: 39_900,
      publishedBlueprintsMax: null,
      storageBytesMax: null,
      editorsMax: null,
      guideMinutesMax: null,
      invitationTextsPerDayMax: 2_000,
    },
  },
  annualDiscountPercent: 15,
  mappingVisitCents: 9_900,
  qrKits: [
    { signs: 4, cents: 0 },
    { signs: 8, cents: 1_500 },
    { signs: 16, cents: 4_500 },
  ],
  trial: { planType: "pro", days: 30 },
};

/** Price per month in US cents, rounded to the nearest cent. */
export function toMonthlyCents(book: PriceBook, planType: PlanType, billing: Billing): number {
  const { monthlyCents } = book.plans[planType];
  return billing === "monthly" ? monthlyCents : Math.round((monthlyCents * (100 - book.annualDiscountPercent)) / 100);
}

/** Price of one billing period, a month or a year, in US cents. */
export function toPeriodCents(book: PriceBook, planType: PlanType, billing: Billing): number {
  return toMonthlyCents(book, planType, billing) * (billing === "annual" ? 12 : 1);
}

/** Whether a plan is sold on the plan page. The largest one requires a contract. */
export function isForSale(planType: PlanType): boolean {
  return planType !== "free" && planType !== "enterprise";
}

export function isLargerPlan(planType: PlanType, than: PlanType): boolean {
  return planTypes.indexOf(planType) > planTypes.indexOf(than);
}

/** "$79", "$67.15"; with "always" also "$79.00". */
export function formatCents(cents: number, showCents: "where-needed" | "always" = "where-needed"): string {
  const dollars = cents / 100;
  const isWhole = showCents === "where-needed" && Number.isInteger(dollars);
  return `$${dollars.toLocaleString("en", { minimumFractionDigits: isWhole ? 0 : 2, maximumFractionDigits: 2 })}`;
}
