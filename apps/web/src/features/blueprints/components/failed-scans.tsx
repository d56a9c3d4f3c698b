import { roleMay } from "@blueprint/contract/roles";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatAmount } from "../../../lib/format.ts";
import { AttentionItem } from "../../../ui/attention-item.tsx";
import { blueprintsQuery } from "../blueprints.queries.ts";

/** Recently changed blueprints with scans that failed to convert. For members who can fix them. */
export function FailedScans() {
  const team = useCurrentTeam();
  const list = useInfiniteQuery({
    ...blueprintsQuery(team.teamId, { state: "open", search: "" }),
    enabled: roleMay(team.role, "scan.upload"),
  });
  const failed = list.data?.pages[0]?.blueprints.filter(({ failedScanCount }) => failedScanCount > 0) ?? [];
  return failed.map(({ id, name, failedScanCount }) => (
    <AttentionItem
      key={id}
      action={
        <Link to="/blueprint-editor/{-$id}" params={{ id }}>
          See why<span className="sr-only"> in {name}</span>
        </Link>
      }
    >
      {formatAmount(failedScanCount, "scan")} of {name} couldn't be converted. The original is kept.
    </AttentionItem>
  ));
}
