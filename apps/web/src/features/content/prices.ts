import { type PlanType, planTypes, priceBook, toAnnualMonthlyCents } from "@blueprint/contract/price-book";

export type Billing = "monthly" | "annual";

/** "$79", "$67.15". */
export function formatCents(cents: number): string {
  const dollars = cents / 100;
  return `$${dollars.toLocaleString("en", { minimumFractionDigits: Number.isInteger(dollars) ? 0 : 2 })}`;
}

export interface PlanRow {
  readonly planType: PlanType;
  readonly label: string;
  /** What a month costs. */
  readonly price: string;
  /** Set where the price is only where a contract begins. */
  readonly isFrom: boolean;
  /** What is paid at once, when a year is. */
  readonly perYear: string | null;
  readonly publishedBlueprints: number | null;
  readonly storageBytes: number | null;
  readonly editors: number | null;
  readonly guideMinutes: number | null;
}

/** The price book as a page shows it. */
export function toPlanRows(billing: Billing): readonly PlanRow[] {
  return planTypes.map((planType) => {
    const plan = priceBook[planType];
    const monthly = billing === "annual" ? toAnnualMonthlyCents(plan.monthlyCents) : plan.monthlyCents;
    return {
      planType,
      label: plan.label,
      price: formatCents(monthly),
      isFrom: plan.publishedBlueprintsMax === null,
      perYear: billing === "annual" && monthly > 0 ? formatCents(monthly * 12) : null,
      publishedBlueprints: plan.publishedBlueprintsMax,
      storageBytes: plan.storageBytesMax,
      editors: plan.editorsMax,
      guideMinutes: plan.guideMinutesMax,
    };
  });
}
