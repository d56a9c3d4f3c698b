import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Select } from "../../../ui/select.tsx";
import type { StoreyPlan } from "../plans/storey-plans.ts";
import { nameStorey } from "./storey-name.ts";

const whole = "whole";

/** Chooses the storey of the plan, the dollhouse or the walk. Nothing to choose with fewer than two. */
export function StoreyChooser({
  storeyPlans,
  storey,
  isWholeOffered = false,
  onChange,
}: {
  /** Lowest first. */
  readonly storeyPlans: readonly StoreyPlan[];
  /** Index of the storey; null for the whole building. */
  readonly storey: number | null;
  readonly isWholeOffered?: boolean;
  readonly onChange: (storey: number | null) => void;
}) {
  const wording = useWording();
  const { t } = wording;
  if (storeyPlans.length < 2) return null;
  return (
    <Select
      compact
      label={t(storeyPlans[0]?.slice?.label === undefined ? "plan.storey" : "plan.page")}
      className="w-44 bg-sheet"
      value={storey === null ? whole : String(storey)}
      onChange={({ target }) => onChange(target.value === whole ? null : Number(target.value))}
      options={[
        ...(isWholeOffered ? [{ value: whole, label: t("plan.allStoreys") }] : []),
        ...storeyPlans.map((_, index) => ({ value: String(index), label: nameStorey(storeyPlans, index, wording) })),
      ]}
    />
  );
}
