import type { ReactNode } from "react";

/** How many reached each stop of a tour, as figures and as bars. */
export function StopTable({
  caption,
  stopHead,
  visitorsHead,
  stops,
  renderVisitors,
}: {
  readonly caption: ReactNode;
  readonly stopHead: string;
  readonly visitorsHead: string;
  /** `visitors` is null where it isn't shown. */
  readonly stops: readonly { readonly stop: number; readonly visitors: number | null }[];
  readonly renderVisitors: (visitors: number | null) => ReactNode;
}) {
  const most = Math.max(1, ...stops.map(({ visitors }) => visitors ?? 0));
  return (
    <table className="w-full border-y border-hairline">
      <caption className="py-1.5 text-left wrap-anywhere">{caption}</caption>
      <thead className="text-caption text-ink-soft">
        <tr>
          <th scope="col" className="w-16 py-1.5 text-left font-regular">
            {stopHead}
          </th>
          <th scope="col" className="py-1.5 text-right font-regular">
            {visitorsHead}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {stops.map(({ stop, visitors }) => (
          <tr key={stop}>
            <th scope="row" className="py-1.5 text-left font-regular">
              {stop + 1}
            </th>
            <td className="py-1.5">
              <span className="flex items-center justify-end gap-3">
                <span
                  aria-hidden="true"
                  className="h-2 bg-accent"
                  style={{ width: `${Math.round((60 * (visitors ?? 0)) / most)}%` }}
                />
                <span className="font-mono whitespace-nowrap tabular-nums">{renderVisitors(visitors)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
