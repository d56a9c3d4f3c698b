import type { EndpointResponse } from "@blueprint/contract/endpoint";
import { roleMay } from "@blueprint/contract/roles";
import type { getTeamUsage } from "@blueprint/contract/teams";
import { Link } from "@tanstack/react-router";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { countSeatsLeft } from "../invite.ts";

/** Warns when an invitation takes the last editor seat, or one too many. */
export function SeatNotice({ usage }: { readonly usage: EndpointResponse<typeof getTeamUsage> | undefined }) {
  const team = useCurrentTeam();
  const left = countSeatsLeft(usage);
  if (left === null || left > 1) return null;
  const mayChangePlan = roleMay(team.role, "plan.manage");
  return (
    <Notice
      tone="attention"
      title={left === 1 ? "This uses the last editor seat" : "No editor seats left"}
      action={
        mayChangePlan ? (
          <Button asChild>
            <Link to="/manage-plan">Compare plans</Link>
          </Button>
        ) : null
      }
    >
      {usage?.editors} of {usage?.editorsMax} editor seats are in use. Viewers and scanners don't need one.
      {mayChangePlan ? "" : " An owner can add seats by changing the plan."}
    </Notice>
  );
}
