import type { Wording } from "../../../lib/visitor-texts/wording.ts";
import type { StoreyPlan } from "../plans/storey-plans.ts";

/** The team's name of a storey, or its number and height. @param storeyPlans lowest first */
export function nameStorey(storeyPlans: readonly StoreyPlan[], storey: number, { t, language }: Wording): string {
  const { floorM, label } = storeyPlans[storey]!;
  if (label !== undefined) return label;
  const metres = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return t("plan.storeyAt", { number: storey + 1, height: metres.format(floorM - storeyPlans[0]!.floorM) });
}
