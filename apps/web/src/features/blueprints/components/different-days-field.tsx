import { limits } from "@blueprint/contract/limits";
import type { DifferentDays } from "@blueprint/contract/opening-hours";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ListError } from "./list-error.tsx";
import { OpenSpansField } from "./open-spans-field.tsx";
import { type Keyed, withKey } from "./visitor-info-draft.ts";

/** Holidays and other periods with opening hours of their own. */
export function DifferentDaysField({
  periods,
  onChange,
  errorOf,
}: {
  readonly periods: readonly Keyed<DifferentDays>[];
  readonly onChange: (periods: Keyed<DifferentDays>[]) => void;
  /** The server's error of a row, `0.from`, or of all of them, an empty name. */
  readonly errorOf: (field: string) => string | undefined;
}) {
  const edit = (key: string, change: Partial<DifferentDays>) =>
    onChange(periods.map((period) => (period.key === key ? { ...period, ...change } : period)));
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="font-strong">Special hours</legend>
      <p className="text-caption text-ink-soft">
        Public holidays, events, renovations. They replace the regular hours.
      </p>
      {periods.length === 0 ? null : (
        <ul className="grid gap-3">
          {periods.map((period, index) => (
            <li key={period.key} className="grid gap-1 rounded-sharp border border-hairline p-3 pb-1">
              <div className="grid items-start gap-3 sm:grid-cols-[9.5rem_9.5rem_minmax(0,1fr)_auto]">
                <TextField
                  label="First day"
                  type="date"
                  value={period.from}
                  onChange={(event) => {
                    const from = event.target.value;
                    edit(period.key, { from, ...(period.to < from ? { to: from } : {}) });
                  }}
                  error={errorOf(`${index}.from`)}
                />
                <TextField
                  label="Last day"
                  type="date"
                  min={period.from}
                  value={period.to}
                  onChange={(event) => edit(period.key, { to: event.target.value })}
                  error={errorOf(`${index}.to`)}
                />
                <TextField
                  label="Reason"
                  optional
                  maxLength={limits.hoursReasonCharactersMax}
                  value={period.reason}
                  onChange={(event) => edit(period.key, { reason: event.target.value })}
                  error={errorOf(`${index}.reason`)}
                />
                <IconButton
                  label={`Remove ${period.reason || period.from || "this period"}`}
                  icon={Trash2}
                  className="justify-self-start sm:mt-6.5"
                  onClick={() => onChange(periods.filter(({ key }) => key !== period.key))}
                />
              </div>
              <OpenSpansField
                name="On each day"
                spans={period.spans}
                onChange={(spans) => edit(period.key, { spans })}
                error={errorOf(`${index}.spans`)}
              />
            </li>
          ))}
        </ul>
      )}
      <ListError rowCount={periods.length} errorOf={errorOf} />
      <Button
        size="small"
        className="justify-self-start"
        disabled={periods.length >= limits.differentDaysMax}
        onClick={() => onChange([...periods, withKey({ from: "", to: "", reason: "", spans: [] })])}
      >
        <Plus aria-hidden="true" strokeWidth={1.75} />
        Add special hours
      </Button>
    </fieldset>
  );
}
