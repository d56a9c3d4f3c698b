import type { VisitNumbers } from "@blueprint/contract/visits";
import { toCount } from "../visit-numbers.ts";

/** How many reached each stop of a tour. */
export function TourTable({ tour }: { readonly tour: VisitNumbers["tours"][number] }) {
  const name = tour.title ?? "No longer in this place";
  const most = Math.max(1, ...tour.stops.map(({ visitors }) => visitors ?? 0));
  return (
    <table className="w-full border-y border-hairline">
      <caption className="py-1.5 text-left font-strong">{name === "" ? "Untitled" : name}</caption>
      <thead className="text-caption text-ink-soft">
        <tr>
          <th scope="col" className="w-20 py-1.5 text-left font-regular">
            Stop
          </th>
          <th scope="col" className="py-1.5 text-right font-regular">
            Visitors
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {tour.stops.map(({ stop, visitors }) => (
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
                <span className="font-mono whitespace-nowrap tabular-nums">{toCount(visitors)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
