import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatDate } from "../../../lib/format.ts";
import { AttentionItem } from "../../../ui/attention-item.tsx";
import { teamClaimsQuery } from "../claims.queries.ts";

/** Claims of the team's places that the team can answer. */
export function ClaimAttention() {
  const team = useCurrentTeam();
  const mayAnswer = roleMay(team.role, "blueprint.transfer") && team.visitEndsAt === undefined;
  const list = useQuery({ ...teamClaimsQuery(team.teamId), enabled: mayAnswer });
  const open =
    list.data?.claims.filter(({ stage }) => ["waiting", "review", "appealed", "blocked"].includes(stage)) ?? [];
  return open.map(({ id, stage, place, claimantName, dueAt }) => (
    <AttentionItem
      key={id}
      action={
        <Link to="/dashboard" search={(before) => ({ ...before, claim: id })}>
          View claim<span className="sr-only"> of {place.name}</span>
        </Link>
      }
    >
      {claimantName} claims {place.name}.{" "}
      {stage === "waiting" && dueAt !== null
        ? `You can object until ${formatDate(dueAt)}.`
        : stage === "blocked"
          ? "It was accepted, and the place moves soon."
          : "An operator decides."}
    </AttentionItem>
  ));
}
