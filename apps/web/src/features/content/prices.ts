import {
  type Billing,
  formatCents,
  type PlanType,
  type PriceBook,
  planTypes,
  toMonthlyCents,
  toPeriodCents,
} from "@blueprint/contract/price-book";

export interface PlanRow {
  readonly planType: PlanType;
  readonly label: string;
  /** Price per month. */
  readonly price: string;
  /** Whether the price is a starting price that depends on the contract. */
  readonly isFrom: boolean;
  /** Amount charged at once with yearly billing. */
  readonly perYear: string | null;
  readonly publishedBlueprints: number | null;
  readonly storageBytes: number | null;
  readonly editors: number | null;
}

/** The price book as table rows. */
export function toPlanRows(book: PriceBook, billing: Billing): readonly PlanRow[] {
  return planTypes.map((planType) => {
    const plan = book.plans[planType];
    const monthly = toMonthlyCents(book, planType, billing);
    return {
      planType,
      label: plan.label,
      price: formatCents(monthly),
      isFrom: planType === "enterprise",
      perYear: billing === "annual" && monthly > 0 ? formatCents(toPeriodCents(book, planType, billing)) : null,
      publishedBlueprints: plan.publishedBlueprintsMax,
      storageBytes: plan.storageBytesMax,
      editors: plan.editorsMax,
    };
  });
}
