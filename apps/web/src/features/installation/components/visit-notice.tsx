import type { TeamMembership } from "@blueprint/contract/users";
import { formatTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useLeaveVisit } from "../installation.queries.ts";

/** Reminds an operator, on every screen, that they are viewing another team's data. */
export function VisitNotice({
  team,
  visitEndsAt,
  onLeft,
}: {
  readonly team: TeamMembership;
  readonly visitEndsAt: string;
  readonly onLeft: () => void;
}) {
  const leave = useLeaveVisit(team.teamId);
  return (
    <div className="mb-6 max-w-5xl">
      <Notice
        tone="attention"
        title={`You're viewing ${team.name} as an operator until ${formatTime(visitEndsAt)}`}
        action={
          // Also runs if the visit had already ended.
          <Button size="small" busy={leave.isPending} onClick={() => leave.mutate(undefined, { onSettled: onLeft })}>
            Leave now
          </Button>
        }
      >
        The team's audit log shows your visit and the reason. You can't change anything here.
      </Notice>
    </div>
  );
}
