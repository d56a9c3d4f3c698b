import type { TeamId } from "@blueprint/contract/ids";
import { type PlanType, planTypes, priceBook } from "@blueprint/contract/price-book";
import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type PlanMeter, toPlanMeters } from "../plan-meters.ts";
import { teamMembersQuery, teamUsageQuery } from "../teams.queries.ts";

/** The team's plan, what it uses of it, and for its owner the way to another one. */
export function ManagePlanScreen({
  change,
}: {
  /** For owners: asks for another plan. */
  readonly change: (team: { readonly teamId: TeamId; readonly planType: PlanType }) => ReactNode;
}) {
  const team = useCurrentTeam();
  const canSee = roleMay(team.role, "blueprint.see");
  const usage = useQuery({ ...teamUsageQuery(team.teamId), enabled: canSee });
  const members = useQuery({ ...teamMembersQuery(team.teamId), enabled: canSee });
  const failed = usage.error ?? members.error;
  const planType = planTypes.find((candidate) => candidate === usage.data?.planType);
  return (
    <div className="max-w-4xl">
      <title>Plan · Blueprint</title>
      <PageHead
        title="Plan"
        actions={
          <Button asChild>
            <Link to="/pricing">All plans and prices</Link>
          </Button>
        }
      >
        {planType === undefined ? team.name : `${team.name} is on ${priceBook[planType].label}`}
      </PageHead>
      {!canSee ? (
        <p className="text-ink-soft">Your role in {team.name} does not see its plan. Ask an owner or an admin.</p>
      ) : failed ? (
        <ErrorPanel
          message={readableError(failed)}
          onRetry={() => {
            void usage.refetch();
            void members.refetch();
          }}
        />
      ) : usage.data === undefined || members.data === undefined || planType === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <div className="grid gap-10">
          <ul className="grid border-t border-l border-line sm:grid-cols-3">
            {toPlanMeters(
              planType,
              usage.data,
              members.data.members.map(({ role }) => role),
            ).map((meter) => (
              <li key={meter.id} className="border-r border-b border-line bg-sheet p-4">
                <Meter meter={meter} />
              </li>
            ))}
          </ul>
          <section aria-labelledby="at-limit" className="grid max-w-2xl gap-2">
            <h2 id="at-limit" className="text-lead font-strong">
              At a limit
            </h2>
            <p className="text-ink-soft text-pretty">
              Published places stay open, stored files stay stored and can be downloaded. Only new uploads and
              publishing further places pause.
            </p>
          </section>
          <section aria-labelledby="change" className="grid gap-4">
            <h2 id="change" className="text-lead font-strong">
              Change the plan
            </h2>
            {roleMay(team.role, "plan.manage") ? (
              change({ teamId: team.teamId, planType })
            ) : (
              <p className="text-ink-soft">Only an owner of {team.name} can ask for another plan.</p>
            )}
          </section>
        </div>
      )}
    </div>
  );
}

function Meter({ meter: { label, used, limit, fraction, source } }: { readonly meter: PlanMeter }) {
  const text = limit === null ? `${used}, by contract` : `${used} of ${limit}`;
  return (
    <div className="grid gap-2">
      <h2 className="font-strong">{label}</h2>
      <p className="font-mono text-lead">{text}</p>
      {limit === null ? null : (
        <ProgressBar
          label={label}
          fraction={fraction}
          valueText={text}
          // product §9: a notice at 80 % and at 100 %.
          tone={fraction >= 1 ? "danger" : fraction >= 0.8 ? "attention" : "accent"}
        />
      )}
      <p className="text-caption text-ink-soft text-pretty">{source}</p>
    </div>
  );
}
