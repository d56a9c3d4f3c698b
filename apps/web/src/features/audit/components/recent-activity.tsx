import { auditActions } from "@blueprint/contract/audit";
import { roleMay } from "@blueprint/contract/roles";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { auditEventsQuery } from "../audit.queries.ts";

const shownMax = 6;

/** The team's latest audit events, for members who may read the log. */
export function RecentActivity() {
  const team = useCurrentTeam();
  const maySee = roleMay(team.role, "team.settings");
  const list = useInfiniteQuery({ ...auditEventsQuery(team.teamId, {}), enabled: maySee });
  const events = list.data?.pages[0]?.events.slice(0, shownMax) ?? [];
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="recent-activity" className="grid min-w-0 grid-cols-1 content-start gap-3">
      <h2 id="recent-activity" className="text-lead font-strong">
        Activity
      </h2>
      <ul className="divide-y divide-hairline border border-line bg-sheet">
        {events.map(({ id, actorName, action, subjectName, at }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-strong">{actorName}</span> · {auditActions[action]}
              {subjectName === "" || subjectName === actorName ? "" : `: ${subjectName}`}
            </span>
            <span className="shrink-0 font-mono text-caption text-ink-soft">{formatDateTime(at)}</span>
          </li>
        ))}
      </ul>
      <Link
        to="/settings"
        search={{ section: "audit-log" }}
        className="justify-self-start text-accent underline underline-offset-2"
      >
        Full log
      </Link>
    </section>
  );
}
