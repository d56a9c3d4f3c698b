import type { VisitNumbers } from "@blueprint/contract/visits";
import { formatAmount } from "../../../lib/format.ts";
import { toCount, tooFew } from "../visit-numbers.ts";
import { listSpans } from "../visit-range.ts";

/** Heights in a drawing of 100 by 100, which is stretched to the chart's width. */
const topGap = 4;
/** A span about too few visitors has a mark of this height, whatever their number. */
const tooFewHeight = 3;

/** Visits of each day, or of each hour of one day, as bars on an axis. The table beneath says the same. */
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
  const spans = toSpans(numbers);
  const before = former === undefined ? [] : toSpans(former);
  // Other lengths can't be laid over each other.
  const compared = before.length === spans.length ? before : [];
  const hasBefore = compared.some(({ visits }) => visits !== 0);
  const most = toRound(Math.max(1, ...[...spans, ...compared].map(({ visits }) => visits ?? 0)));
  const width = 100 / spans.length;
  const height = (visits: number | null) => (visits === null ? tooFewHeight : ((100 - topGap) * visits) / most);
  const name = (at: string) => (isOneDay ? `${at.slice(11, 16)} UTC` : nameDay(at));
  const ticks = [0, Math.floor((spans.length - 1) / 2), spans.length - 1];
  return (
    <figure className="grid gap-2">
      <figcaption className="sr-only">{`Visits of each ${isOneDay ? "hour" : "day"}. The table beneath has the same figures.`}</figcaption>
      <div
        aria-hidden="true"
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-caption text-ink-soft tabular-nums"
      >
        <div className="flex h-44 flex-col justify-between text-right font-mono">
          <span className="-mt-1">{most.toLocaleString("en")}</span>
          <span className="-mb-1">0</span>
        </div>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="h-44 w-full border-b border-l border-line"
          role="presentation"
        >
          {[0, 50].map((y) => (
            <line
              key={y}
              x1="0"
              x2="100"
              y1={topGap + ((100 - topGap) * y) / 100}
              y2={topGap + ((100 - topGap) * y) / 100}
              className="stroke-hairline"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {spans.map(({ at, visits }, index) => (
            <rect
              key={at}
              x={index * width + width * 0.15}
              width={width * 0.7}
              y={100 - height(visits)}
              height={height(visits)}
              className={visits === null ? "fill-line" : "fill-accent"}
            >
              <title>{`${name(at)}: ${visits === null ? `${tooFew} visitors` : formatAmount(visits, "visit")}`}</title>
            </rect>
          ))}
          {hasBefore ? (
            <path
              d={compared
                .map(
                  ({ visits }, index) =>
                    `${index === 0 ? "M0" : "V"}${index === 0 ? " " : ""}${100 - height(visits)}H${(index + 1) * width}`,
                )
                .join("")}
              className="fill-none stroke-ink-soft"
              strokeDasharray="4 3"
              vectorEffect="non-scaling-stroke"
            />
          ) : null}
        </svg>
        <span />
        <div className="flex justify-between pt-1">
          {ticks.map((index) => (
            <span key={index}>{name(spans[index]?.at ?? "")}</span>
          ))}
        </div>
      </div>
      {hasBefore ? <p className="text-caption text-ink-soft">{`The dashed line shows ${than}.`}</p> : null}
      <details>
        <summary className="w-fit cursor-pointer text-caption text-ink-soft underline-offset-2 hover:underline">
          Show as a table
        </summary>
        <section
          aria-label={`Visits of each ${isOneDay ? "hour" : "day"}, table`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long tables scroll by keyboard.
          tabIndex={0}
          className="mt-2 max-h-80 overflow-auto"
        >
          <table className="w-full border-y border-hairline">
            <caption className="sr-only">{`Visits of each ${isOneDay ? "hour" : "day"}`}</caption>
            <thead className="text-caption text-ink-soft">
              <tr>
                <th scope="col" className="py-1.5 text-left font-regular">
                  {isOneDay ? "Hour" : "Day"} (UTC)
                </th>
                <th scope="col" className="py-1.5 text-right font-regular">
                  Visits
                </th>
                {compared.length === 0 ? null : (
                  <th scope="col" className="py-1.5 pl-4 text-right font-regular">
                    {than}
                  </th>
                )}
              </tr>
            </thead>
            <tbody className="divide-y divide-hairline">
              {spans.map(({ at, visits }, index) => (
                <tr key={at}>
                  <th scope="row" className="py-1.5 text-left font-regular">
                    {name(at)}
                  </th>
                  <td className="py-1.5 text-right font-mono tabular-nums">
                    {visits === null ? `${tooFew} visitors` : visits.toLocaleString("en")}
                  </td>
                  {compared[index] === undefined ? null : (
                    <td className="py-1.5 pl-4 text-right font-mono tabular-nums">{toCount(compared[index].visits)}</td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

/** Visits of every span; those without any are 0. */
function toSpans(numbers: VisitNumbers): { readonly at: string; readonly visits: number | null }[] {
  const known = new Map(numbers.spans.map((span) => [span.at, span]));
  return listSpans(numbers).map((at) => ({ at, visits: known.has(at) ? (known.get(at)?.visits ?? null) : 0 }));
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

function nameDay(at: string): string {
  return at === "" ? "" : dayFormat.format(new Date(at));
}

/** The next number with one telling digit, for the axis. */
function toRound(count: number): number {
  const power = 10 ** Math.floor(Math.log10(count));
  return Math.ceil(count / power) * power;
}
