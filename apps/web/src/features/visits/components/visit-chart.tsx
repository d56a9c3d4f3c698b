import type { VisitNumbers } from "@blueprint/contract/visits";
import { formatAmount } from "../../../lib/format.ts";
import { BarChart } from "../../../ui/bar-chart.tsx";
import { tooFew } from "../visit-numbers.ts";
import { listSpans } from "../visit-range.ts";

/** Visits of each day, or of each hour of one day. */
export function VisitChart({ numbers }: { readonly numbers: VisitNumbers }) {
  const isOneDay = numbers.from === numbers.to;
  const known = new Map(numbers.spans.map((span) => [span.at, span.visits]));
  const bars = listSpans(numbers).map((at) => {
    const visits = known.get(at);
    const value = visits === undefined ? 0 : visits;
    return {
      id: at,
      name: isOneDay ? `${at.slice(11, 16)} UTC` : dayFormat.format(new Date(at)),
      value,
      text: value === null ? `${tooFew} visitors` : formatAmount(value, "visit"),
    };
  });
  const span = isOneDay ? "hour" : "day";
  return (
    <BarChart
      bars={bars}
      description={`Visits of each ${span}. The table beneath has the same figures.`}
      showTable="Show as a table"
      title={`Visits of each ${span}`}
      spanHead={isOneDay ? "Hour (UTC)" : "Day (UTC)"}
      valueHead="Visits"
    />
  );
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
