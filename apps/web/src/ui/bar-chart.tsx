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
  description,
  showTable,
  title,
  spanHead,
  valueHead,
  language = "en",
}: {
  readonly bars: readonly Bar[];
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
  const most = toRound(Math.max(1, ...bars.map(({ value }) => value ?? 0)));
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
        </svg>
        <span />
        <div className="flex justify-between pt-1">
          {ticks.map((index) => (
            <span key={index}>{bars[index]?.name}</span>
          ))}
        </div>
      </div>
      <details>
        <summary className="w-fit cursor-pointer text-caption text-ink-soft underline-offset-2 hover:underline">
          {showTable}
        </summary>
        <div className="mt-2 max-h-80 overflow-auto">
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
              </tr>
            </thead>
            <tbody className="divide-y divide-hairline">
              {bars.map(({ id, name, value, text }) => (
                <tr key={id}>
                  <th scope="row" className="py-1.5 text-left font-regular">
                    {name}
                  </th>
                  <td className="py-1.5 text-right font-mono tabular-nums">
                    {value === null ? text : value.toLocaleString(language)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** The next number with one telling digit, for the axis. */
function toRound(count: number): number {
  const power = 10 ** Math.floor(Math.log10(count));
  return Math.ceil(count / power) * power;
}
