import type { PlanMeter } from "@blueprint/contract/plans";
import { Link } from "@tanstack/react-router";
import { formatCount } from "../../../lib/format.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { formatMeter, listSoldMeters, meterTones, meterWords, toFraction, toLimitNotice } from "../meter-words.ts";

/** The team's plan usage. Each number expands into its items. */
export function PlanMeters({ meters }: { readonly meters: readonly PlanMeter[] }) {
  return (
    <ul className="grid border-t border-l border-line sm:grid-cols-3">
      {listSoldMeters(meters).map((meter) => (
        <li key={meter.limit} className="min-w-0 border-r border-b border-line bg-sheet p-4">
          <Meter meter={meter} />
        </li>
      ))}
    </ul>
  );
}

function Meter({ meter }: { readonly meter: PlanMeter }) {
  const { limit, used, max, level } = meter;
  const { label, source } = meterWords[limit];
  const text =
    max === null
      ? `${formatMeter(limit, used)}, by contract`
      : `${formatMeter(limit, used)} of ${formatMeter(limit, max)}`;
  const notice = toLimitNotice(meter);
  return (
    <div className="grid gap-2">
      <h2 className="font-strong">{label}</h2>
      <p className="font-mono text-lead">{text}</p>
      {max === null ? null : (
        <ProgressBar label={label} fraction={toFraction(meter)} valueText={text} tone={meterTones[level]} />
      )}
      {notice === null ? null : <p className="text-caption font-strong text-danger text-pretty">{notice}</p>}
      <p className="text-caption text-ink-soft text-pretty">{source}</p>
      {meter.items.length === 0 ? null : <CountedItems meter={meter} label={label} />}
    </div>
  );
}

function CountedItems({
  meter: { limit, items, moreItems },
  label,
}: {
  readonly meter: PlanMeter;
  readonly label: string;
}) {
  return (
    <details className="group text-caption">
      <summary className="w-fit cursor-pointer py-1 text-accent underline underline-offset-2">
        What counts<span className="sr-only"> towards {label}</span>
      </summary>
      <ul className="mt-1 max-h-72 overflow-y-auto border-t border-hairline">
        {items.map((item, index) => (
          <li
            // Names repeat; the order is stable within one response.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            key={index}
            className="flex items-baseline justify-between gap-4 border-b border-hairline py-1.5"
          >
            {item.blueprintId === null ? (
              <span className="min-w-0 break-words">{item.label}</span>
            ) : (
              <Link
                to="/blueprint-editor/{-$id}"
                params={{ id: item.blueprintId }}
                className="min-w-0 break-words text-accent underline underline-offset-2"
              >
                {item.label}
              </Link>
            )}
            <span className="shrink-0 font-mono text-ink-soft">{formatMeter(limit, item.amount)}</span>
          </li>
        ))}
      </ul>
      {moreItems === 0 ? null : <p className="mt-1 text-ink-soft">And {formatCount(moreItems)} more.</p>}
    </details>
  );
}
