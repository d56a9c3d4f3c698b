import type { BlueprintId } from "@blueprint/contract/ids";
import { formatCount } from "../../../lib/format.ts";
import type { PlanChoice, PublishedPlace } from "../plan-change.ts";

/** A choice of the published places that stay open on a smaller plan. */
export function KeptPlaces({
  label,
  max,
  step,
  places,
  kept,
  onKept,
}: {
  /** The plan's name. */
  readonly label: string;
  readonly max: number;
  readonly step: PlanChoice["step"];
  readonly places: readonly PublishedPlace[];
  readonly kept: ReadonlySet<BlueprintId>;
  readonly onKept: (kept: ReadonlySet<BlueprintId>) => void;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-strong">Which places stay open to visitors?</legend>
      <p className="text-ink-soft text-pretty">
        {step === "down"
          ? `${label} has room for ${formatCount(max)}. You chose ${formatCount(kept.size)}.`
          : `${label} has room for ${formatCount(max)}. All can stay open, but you can't publish more.`}
      </p>
      <ul className="max-h-72 overflow-y-auto border border-line">
        {places.map(({ id, name }) => (
          <li key={id} className="border-b border-hairline last:border-b-0">
            <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-sunken">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                checked={kept.has(id)}
                onChange={({ target }) => {
                  const next = new Set(kept);
                  if (target.checked) next.add(id);
                  else next.delete(id);
                  onKept(next);
                }}
              />
              <span className="min-w-0 break-words">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
