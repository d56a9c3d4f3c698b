import type { Billing } from "@blueprint/contract/price-book";
import { SegmentedControl } from "./segmented-control.tsx";

/** Chooses monthly or yearly billing for a plan. */
export function BillingChoice({
  label,
  billing,
  onBilling,
}: {
  readonly label: string;
  readonly billing: Billing;
  readonly onBilling: (billing: Billing) => void;
}) {
  return (
    <SegmentedControl
      label={label}
      value={billing}
      onChange={onBilling}
      segments={[
        { value: "monthly", label: "Monthly" },
        { value: "annual", label: "Annual" },
      ]}
    />
  );
}
