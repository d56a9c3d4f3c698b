const GB = 1_000_000_000;

/** The one price book (product §9). `null` means: by contract. Prices in US cents a month, annual billing 15 % less. */
export const priceBook = {
  free: {
    label: "Free",
    monthlyCents: 0,
    publishedBlueprintsMax: 3,
    storageBytesMax: 10 * GB,
    editorsMax: 3,
    guideMinutesMax: 30,
  },
  starter: {
    label: "Starter",
    monthlyCents: 7_900,
    publishedBlueprintsMax: 10,
    storageBytesMax: 200 * GB,
    editorsMax: 10,
    guideMinutesMax: 300,
  },
  pro: {
    label: "Pro",
    monthlyCents: 19_900,
    publishedBlueprintsMax: 50,
    storageBytesMax: 1_000 * GB,
    editorsMax: 50,
    guideMinutesMax: 1_500,
  },
  enterprise: {
    label: "Enterprise",
    monthlyCents: 39_900,
    publishedBlueprintsMax: null,
    storageBytesMax: null,
    editorsMax: null,
    guideMinutesMax: null,
  },
} as const;

export type PlanType = keyof typeof priceBook;
export const planTypes = ["free", "starter", "pro", "enterprise"] as const satisfies readonly PlanType[];

/** Taken off the monthly price when a year is paid at once. */
export const annualDiscountPercent = 15;

/** One visit of a scanner at the venue. */
export const mappingVisitCents = 9_900;

/** Sets of printed QR signs. The first kit of a venue costs nothing. */
export const qrKits = [
  { signs: 4, cents: 0 },
  { signs: 8, cents: 1_500 },
  { signs: 16, cents: 4_500 },
] as const;

/** The plan and the time that anybody may try without a card. */
export const trial = { planType: "pro", days: 30 } as const satisfies { planType: PlanType; days: number };

/** What a month costs in US cents when a year is paid at once, rounded to the nearest cent. */
export function toAnnualMonthlyCents(monthlyCents: number): number {
  return Math.round((monthlyCents * (100 - annualDiscountPercent)) / 100);
}
