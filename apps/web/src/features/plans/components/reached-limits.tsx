import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { AttentionItem } from "../../../ui/attention-item.tsx";
import { formatMeter, listSoldMeters, meterWords, toLimitNotice } from "../meter-words.ts";
import { teamPlanQuery } from "../plans.queries.ts";

/** Plan limits that are close or reached. */
export function ReachedLimits() {
  const team = useCurrentTeam();
  const plan = useQuery({ ...teamPlanQuery(team.teamId), enabled: roleMay(team.role, "blueprint.edit") });
  const meters = listSoldMeters(plan.data?.meters ?? []).filter(({ level }) => level !== "fine");
  return meters.map((meter) => {
    const { limit, used, max } = meter;
    const { label } = meterWords[limit];
    return (
      <AttentionItem
        key={limit}
        action={
          <Link to="/manage-plan">
            View plan<span className="sr-only">: {label}</span>
          </Link>
        }
      >
        {label}: {formatMeter(limit, used)} of {formatMeter(limit, max ?? used)}. {toLimitNotice(meter)}
      </AttentionItem>
    );
  });
}
