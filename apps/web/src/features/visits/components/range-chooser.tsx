import { visitCountsKeptDays } from "@blueprint/contract/visits";
import { CalendarRange } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { nameRange, type RangeChoice, type RangeDays, type Ranges, rangeDays } from "../visit-range.ts";

const rangeNames: Readonly<Record<RangeDays, string>> = {
  1: "Today",
  7: "7 days",
  30: "30 days",
  90: "90 days",
  365: "Year",
};

/** Chooses days, up to today or any, and what they are compared with. */
export function RangeChooser({
  ranges,
  today,
  onChoice,
}: {
  readonly ranges: Ranges;
  readonly today: string;
  readonly onChoice: (choice: RangeChoice) => void;
}) {
  const { days, range, isBefore } = ranges;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SegmentedControl
        label="Days"
        value={days === null || !isBefore ? "" : String(days)}
        onChange={(next) => onChoice({ days: Number(next) })}
        segments={rangeDays.map((value) => ({ value: String(value), label: rangeNames[value] }))}
      />
      <Popover
        label="Choose and compare days"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button>
            <CalendarRange aria-hidden="true" strokeWidth={1.5} />
            {days === null ? nameRange(range) : "Compare"}
          </Button>
        }
      >
        <RangeForm
          ranges={ranges}
          today={today}
          onChoice={(choice) => {
            setOpen(false);
            onChoice(choice);
          }}
        />
      </Popover>
    </>
  );
}

function RangeForm({ ranges, today, onChoice }: Parameters<typeof RangeChooser>[0]) {
  const [range, setRange] = useState(ranges.range);
  const [former, setFormer] = useState(ranges.former);
  const first = new Date(Date.parse(today) - visitCountsKeptDays * 24 * 3_600_000).toISOString().slice(0, 10);
  const error = (given: typeof range) => (given.to < given.from ? "The last day is before the first." : undefined);
  const isWrong = [range, former].some((given) => given.from === "" || given.to === "" || error(given) !== undefined);
  const bounds = { type: "date", required: true, min: first, max: today } as const;
  return (
    <form
      className="grid w-88 gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) onChoice({ ...range, vsFrom: former.from, vsTo: former.to });
      }}
    >
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          {...bounds}
          label="From"
          value={range.from}
          onChange={(event) => setRange({ ...range, from: event.target.value })}
        />
        <TextField
          {...bounds}
          label="To"
          value={range.to}
          error={error(range)}
          onChange={(event) => setRange({ ...range, to: event.target.value })}
        />
        <TextField
          {...bounds}
          label="Compare from"
          value={former.from}
          onChange={(event) => setFormer({ ...former, from: event.target.value })}
        />
        <TextField
          {...bounds}
          label="Compare to"
          value={former.to}
          error={error(former)}
          onChange={(event) => setFormer({ ...former, to: event.target.value })}
        />
      </div>
      <p className="text-caption text-ink-soft">Days are in UTC, both included.</p>
      <Button type="submit" variant="primary">
        Show
      </Button>
    </form>
  );
}
