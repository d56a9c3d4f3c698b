import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { formatMeter, listSoldMeters, meterTones, meterWords, toFraction } from "../meter-words.ts";
import { teamPlanQuery } from "../plans.queries.ts";

/** The team's plan usage in a few lines; empty until loaded. */
export function PlanSummary() {
  const team = useCurrentTeam();
  const plan = useQuery({ ...teamPlanQuery(team.teamId), enabled: roleMay(team.role, "blueprint.see") });
  if (plan.data === undefined) return null;
  return (
    <section aria-labelledby="plan-summary" className="grid content-start gap-3">
      <h2 id="plan-summary" className="text-lead font-strong">
        Plan
      </h2>
      <ul className="grid gap-3 border border-line bg-sheet p-4">
        {listSoldMeters(plan.data.meters).map((meter) => {
          const { limit, used, max, level } = meter;
          const text =
            max === null
              ? `${formatMeter(limit, used)}, by contract`
              : `${formatMeter(limit, used)} / ${formatMeter(limit, max)}`;
          return (
            <li key={limit} className="grid gap-1">
              <p className="flex justify-between gap-3">
                <span>{meterWords[limit].label}</span>
                <span className="font-mono text-caption text-ink-soft">{text}</span>
              </p>
              {max === null ? null : (
                <ProgressBar
                  label={meterWords[limit].label}
                  fraction={toFraction(meter)}
                  valueText={text}
                  tone={meterTones[level]}
                />
              )}
            </li>
          );
        })}
      </ul>
      <Link to="/manage-plan" className="justify-self-start text-accent underline underline-offset-2">
        What counts
      </Link>
    </section>
  );
}
