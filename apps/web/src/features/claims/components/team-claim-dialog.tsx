import type { Claim } from "@blueprint/contract/claims";
import type { ClaimId, TeamId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { teamClaimsQuery, useTeamStep } from "../claims.queries.ts";
import { ClaimSheet } from "./claim-sheet.tsx";
import { ClaimStepButtons } from "./claim-step-buttons.tsx";

/** A claim of one of the team's places, for those who may give the place away. */
export function TeamClaimDialog({ claimId, onClose }: { readonly claimId: ClaimId; readonly onClose: () => void }) {
  const { teamId, role } = useCurrentTeam();
  const mayAnswer = roleMay(role, "blueprint.transfer");
  const list = useQuery({ ...teamClaimsQuery(teamId), enabled: mayAnswer });
  const claim = list.data?.claims.find(({ id }) => id === claimId);
  return (
    <Dialog open onOpenChange={onClose} width="wide" title="Claim of a place">
      {!mayAnswer || (list.data !== undefined && claim === undefined) ? (
        <p>This team has no such claim, or your role doesn’t let you see it. Switch to the team that the mail names.</p>
      ) : null}
      {mayAnswer && list.isPending ? <Skeleton className="h-64" /> : null}
      {list.isError && list.data === undefined ? <LoadFailure query={list} /> : null}
      {claim === undefined ? null : <TeamClaim claim={claim} teamId={teamId} />}
    </Dialog>
  );
}

export function TeamClaim({ claim, teamId }: { readonly claim: Claim; readonly teamId: TeamId }) {
  const take = useTeamStep(teamId, claim.id);
  return (
    <ClaimSheet claim={claim} side="team" isInDialog>
      <ClaimStepButtons claim={claim} side="team" take={take} />
    </ClaimSheet>
  );
}
