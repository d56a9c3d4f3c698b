import { limits } from "@blueprint/contract/limits";
import { type OpenSpan, type Weekday, weekdays } from "@blueprint/contract/opening-hours";
import { CopyPlus } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { DifferentDaysField } from "./different-days-field.tsx";
import { OpenSpansField } from "./open-spans-field.tsx";
import { closedWeek, type HoursDraft } from "./visitor-info-draft.ts";

const dayNames: Readonly<Record<Weekday, string>> = {
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  saturday: "Saturday",
  sunday: "Sunday",
};

/** A venue's week, the periods that differ from it, and a note. */
export function OpeningHoursFields({
  hours,
  hasTimeZone,
  onChange,
  errorOf,
}: {
  /** Null: the team hasn't stated them. */
  readonly hours: HoursDraft | null;
  readonly hasTimeZone: boolean;
  readonly onChange: (hours: HoursDraft | null) => void;
  /** The server's error at a field of the hours, or beneath it. */
  readonly errorOf: (field: string) => string | undefined;
}) {
  if (hours === null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">Visitors don't see when the venue is open.</p>
        <Button size="small" onClick={() => onChange({ week: closedWeek, differentDays: [], note: "" })}>
          Add opening hours
        </Button>
      </div>
    );
  }
  const setDays = (days: readonly Weekday[], spans: readonly OpenSpan[]) =>
    onChange({ ...hours, week: { ...hours.week, ...Object.fromEntries(days.map((day) => [day, [...spans]])) } });
  return (
    <div className="grid gap-4">
      <div className="grid divide-y divide-hairline border-y border-hairline">
        {weekdays.map((day, index) => (
          <OpenSpansField
            key={day}
            name={dayNames[day]}
            spans={hours.week[day]}
            onChange={(spans) => setDays([day], spans)}
            error={errorOf(`week.${day}`)}
            aside={
              index === weekdays.length - 1 ? (
                // Keeps the buttons above in their column.
                <span aria-hidden="true" className="size-7 pointer-coarse:size-11" />
              ) : (
                <IconButton
                  label={`Copy ${dayNames[day]} to the days below`}
                  icon={CopyPlus}
                  size="small"
                  onClick={() => setDays(weekdays.slice(index + 1), hours.week[day])}
                />
              )
            }
          />
        ))}
      </div>
      <DifferentDaysField
        periods={hours.differentDays}
        onChange={(differentDays) => onChange({ ...hours, differentDays })}
        errorOf={(field) => errorOf(field === "" ? "differentDays" : `differentDays.${field}`)}
      />
      <TextArea
        label="Note on opening hours"
        optional
        rows={2}
        maxLength={limits.hoursNoteCharactersMax}
        placeholder="Last admission 30 minutes before closing."
        value={hours.note}
        onChange={(event) => onChange({ ...hours, note: event.target.value })}
        error={errorOf("note")}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-caption text-ink-soft">
          {hasTimeZone
            ? "A closing time at or before the opening time is on the next day. 00:00 to 00:00 means open all day."
            : "Set the venue's time zone in “Address and place” so that visitors also see whether it is open now."}
        </p>
        <Button size="small" variant="quiet" onClick={() => onChange(null)}>
          Remove opening hours
        </Button>
      </div>
    </div>
  );
}
