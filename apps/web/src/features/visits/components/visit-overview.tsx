import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { teamVisitsQuery, toCount } from "../visit-numbers.ts";
import { toRange } from "../visit-range.ts";

const overviewDays = 30;

/** The team's places with most visitors lately; nothing until one was visited. */
export function VisitOverview() {
  const team = useCurrentTeam();
  const [now] = useState(() => new Date());
  const maySee = roleMay(team.role, "answer.see");
  const { data } = useQuery({ ...teamVisitsQuery(team.teamId, toRange(overviewDays, now)), enabled: maySee });
  if (data === undefined || data.places.length === 0) return null;
  return (
    <section aria-labelledby="visit-overview" className="grid min-w-0 grid-cols-1 content-start gap-3">
      <h2 id="visit-overview" className="text-lead font-strong">
        Visitors, last {overviewDays} days
      </h2>
      <table aria-labelledby="visit-overview" className="w-full border border-line bg-sheet">
        <thead className="text-caption text-ink-soft">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-regular">
              Place
            </th>
            <th scope="col" className="px-2 py-2 text-right font-regular">
              Visits
            </th>
            <th scope="col" className="px-4 py-2 text-right font-regular">
              Visitors
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {data.places.map(({ blueprintId, name, visits, visitors }) => (
            <tr key={blueprintId} className="align-top">
              <th scope="row" className="px-4 py-2 text-left font-regular wrap-anywhere">
                <Link to="/dashboard" search={{ numbers: blueprintId }} className="underline underline-offset-2">
                  {name}
                </Link>
              </th>
              <td className="px-2 py-2 text-right font-mono whitespace-nowrap tabular-nums">{toCount(visits)}</td>
              <td className="px-4 py-2 text-right font-mono whitespace-nowrap tabular-nums">{toCount(visitors)}</td>
            </tr>
          ))}
        </tbody>
        {data.places.length < 2 ? null : (
          <tfoot className="border-t border-line">
            <tr>
              <th scope="row" className="px-4 py-2 text-left font-regular text-ink-soft">
                All places
              </th>
              <td className="px-2 py-2 text-right font-mono whitespace-nowrap tabular-nums">{toCount(data.visits)}</td>
              <td className="px-4 py-2 text-right font-mono whitespace-nowrap tabular-nums">
                {toCount(data.visitors)}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
