import type { VisitNumbers } from "@blueprint/contract/visits";
import { formatAmount } from "../../../lib/format.ts";
import { type Bar, BarChart } from "../../../ui/bar-chart.tsx";
import { tooFew } from "../visit-numbers.ts";
import { listSpans } from "../visit-range.ts";

/** Visits of each day, or of each hour of one day, beside those of other days. */
export function VisitChart({
  numbers,
  former,
  than,
}: {
  readonly numbers: VisitNumbers;
  /** Drawn as a line over the bars, if it has as many spans. */
  readonly former: VisitNumbers | undefined;
  /** What the former days are called. */
  readonly than: string;
}) {
  const isOneDay = numbers.from === numbers.to;
  const bars = toBars(numbers, isOneDay);
  const before = former === undefined ? [] : toBars(former, isOneDay);
  const span = isOneDay ? "hour" : "day";
  return (
    <BarChart
      bars={bars}
      // Other lengths can't be laid over each other.
      compared={before.length === bars.length ? { bars: before, name: than } : undefined}
      description={`Visits of each ${span}. The table beneath has the same figures.`}
      showTable="Show as a table"
      title={`Visits of each ${span}`}
      spanHead={isOneDay ? "Hour (UTC)" : "Day (UTC)"}
      valueHead="Visits"
    />
  );
}

/** A bar for every span; those without any visits are 0. */
function toBars(numbers: VisitNumbers, isOneDay: boolean): Bar[] {
  const known = new Map(numbers.spans.map((span) => [span.at, span.visits]));
  return listSpans(numbers).map((at) => {
    const visits = known.get(at);
    const value = visits === undefined ? 0 : visits;
    return {
      id: at,
      name: isOneDay ? `${at.slice(11, 16)} UTC` : dayFormat.format(new Date(at)),
      value,
      text: value === null ? `${tooFew} visitors` : formatAmount(value, "visit"),
    };
  });
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
