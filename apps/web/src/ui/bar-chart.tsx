/** Heights in a drawing of 100 by 100, which is stretched to the chart's width. */
const topGap = 4;
/** A bar of unknown height has a mark of this height. */
const unknownHeight = 3;

export interface Bar {
  readonly id: string;
  /** What it stands for, such as a day. */
  readonly name: string;
  /** Null if it isn't shown. */
  readonly value: number | null;
  /** The value in words. */
  readonly text: string;
}

/** Bars on an axis. The table beneath says the same. */
export function BarChart({
  bars,
  compared,
  description,
  showTable,
  title,
  spanHead,
  valueHead,
  language = "en",
}: {
  readonly bars: readonly Bar[];
  /** As many bars of something else, drawn as a line over the others. */
  readonly compared?: { readonly bars: readonly Bar[]; readonly name: string } | undefined;
  /** For screen readers, in place of the drawing. */
  readonly description: string;
  /** Opens the table. */
  readonly showTable: string;
  /** Of the table. */
  readonly title: string;
  readonly spanHead: string;
  readonly valueHead: string;
  readonly language?: string;
}) {
  const line = compared?.bars.some(({ value }) => value !== 0) ? compared : undefined;
  const most = toRound(Math.max(1, ...[...bars, ...(line?.bars ?? [])].map(({ value }) => value ?? 0)));
  const width = 100 / bars.length;
  const height = (value: number | null) => (value === null ? unknownHeight : ((100 - topGap) * value) / most);
  const ticks = [...new Set([0, Math.floor((bars.length - 1) / 2), bars.length - 1])];
  return (
    <figure className="grid gap-2">
      <figcaption className="sr-only">{description}</figcaption>
      <div
        aria-hidden="true"
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-caption text-ink-soft tabular-nums"
      >
        <div className="flex h-44 flex-col justify-between text-right font-mono">
          <span className="-mt-1">{most.toLocaleString(language)}</span>
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
          {bars.map(({ id, name, value, text }, index) => (
            <rect
              key={id}
              x={index * width + width * 0.15}
              width={width * 0.7}
              y={100 - height(value)}
              height={height(value)}
              className={value === null ? "fill-line" : "fill-accent"}
            >
              <title>{`${name}: ${text}`}</title>
            </rect>
          ))}
          {line === undefined ? null : (
            <path
              d={line.bars
                .map(({ value }, index) => `${index === 0 ? "M0 " : "V"}${100 - height(value)}H${(index + 1) * width}`)
                .join("")}
              className="fill-none stroke-ink-soft"
              strokeDasharray="4 3"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        <span />
        <div className="flex justify-between pt-1">
          {ticks.map((index) => (
            <span key={index}>{bars[index]?.name}</span>
          ))}
        </div>
      </div>
      {line === undefined ? null : (
        <p className="text-caption text-ink-soft">{`The dashed line shows ${line.name}.`}</p>
      )}
      <details>
        <summary className="w-fit cursor-pointer text-caption text-ink-soft underline-offset-2 hover:underline">
          {showTable}
        </summary>
        <section
          aria-label={showTable}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long tables scroll by keyboard.
          tabIndex={0}
          className="mt-2 max-h-80 overflow-auto"
        >
          <table className="w-full border-y border-hairline">
            <caption className="sr-only">{title}</caption>
            <thead className="text-caption text-ink-soft">
              <tr>
                <th scope="col" className="py-1.5 text-left font-regular">
                  {spanHead}
                </th>
                <th scope="col" className="py-1.5 text-right font-regular">
                  {valueHead}
                </th>
                {line === undefined ? null : (
                  <th scope="col" className="py-1.5 pl-4 text-right font-regular">
                    {line.name}
                  </th>
                )}
              </tr>
            </thead>
            <tbody className="divide-y divide-hairline">
              {bars.map(({ id, name, value, text }, index) => (
                <tr key={id}>
                  <th scope="row" className="py-1.5 text-left font-regular">
                    {name}
                  </th>
                  <td className="py-1.5 text-right font-mono tabular-nums">
                    {value === null ? text : value.toLocaleString(language)}
                  </td>
                  {line?.bars[index] === undefined ? null : (
                    <td className="py-1.5 pl-4 text-right font-mono tabular-nums">
                      {line.bars[index].value?.toLocaleString(language) ?? line.bars[index].text}
                    </td>
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

/** The next number with one telling digit, for the axis. */
function toRound(count: number): number {
  const power = 10 ** Math.floor(Math.log10(count));
  return Math.ceil(count / power) * power;
}
