import { type Audience, audiences } from "@blueprint/contract/audiences";
import { audienceLabels, toggleAudience } from "../audience-labels.ts";

/** Who may see an object. */
export function AudienceChoice({
  chosen,
  disabled = false,
  onChange,
}: {
  readonly chosen: readonly Audience[];
  readonly disabled?: boolean;
  readonly onChange: (chosen: readonly Audience[]) => void;
}) {
  return (
    <fieldset disabled={disabled} className="grid gap-1.5">
      <legend className="mb-1.5 font-strong">Audience</legend>
      {audiences.map((audience) => (
        <label key={audience} className="flex min-h-6 items-center gap-2.5 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={chosen.includes(audience)}
            onChange={({ target }) => onChange(toggleAudience(chosen, audience, target.checked))}
            className="size-4 accent-accent"
          />
          {audienceLabels[audience]}
        </label>
      ))}
      <p className="text-caption text-ink-soft">
        {chosen.length === 0 ? "None selected: everyone sees it." : "Only they see it."}
      </p>
    </fieldset>
  );
}
