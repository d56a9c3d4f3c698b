import type { Claim } from "@blueprint/contract/claims";
import type { ClaimId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { myClaimsQuery, useOwnStep } from "../claims.queries.ts";
import { ClaimSheet } from "./claim-sheet.tsx";
import { ClaimStepButtons } from "./claim-step-buttons.tsx";
import { ProveClaim } from "./prove-claim.tsx";

/** The person's claims, newest first, with what they can do. */
export function OwnClaims({ shown }: { readonly shown: ClaimId | undefined }) {
  const own = useQuery(myClaimsQuery());
  const isLoaded = own.data !== undefined;
  useEffect(() => {
    if (isLoaded && shown !== undefined) document.getElementById(`claim-${shown}`)?.scrollIntoView();
  }, [isLoaded, shown]);
  if (own.isPending) return <Skeleton className="h-48 max-w-3xl" />;
  if (own.data === undefined) return <LoadFailure query={own} />;
  if (own.data.claims.length === 0) return <p className="text-ink-soft">You haven’t claimed a place.</p>;
  return (
    <ul className="grid max-w-3xl gap-4">
      {own.data.claims.map((claim) => (
        <li key={claim.id} className="min-w-0">
          <OwnClaim claim={claim} />
        </li>
      ))}
    </ul>
  );
}

function OwnClaim({ claim }: { readonly claim: Claim }) {
  const take = useOwnStep(claim.id);
  return (
    <ClaimSheet claim={claim} side="claimant">
      {claim.steps.includes("prove") ? <ProveClaim claim={claim} /> : null}
      <ClaimStepButtons claim={claim} side="claimant" take={take} />
    </ClaimSheet>
  );
}
