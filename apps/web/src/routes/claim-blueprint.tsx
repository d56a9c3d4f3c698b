import { claimIdSchema } from "@blueprint/contract/ids";
import { createFileRoute, Link } from "@tanstack/react-router";
import { z } from "zod";
import { ConfirmMailProof } from "../features/claims/components/confirm-mail-proof.tsx";
import { OwnClaims } from "../features/claims/components/own-claims.tsx";
import { StartClaim } from "../features/claims/components/start-claim.tsx";
import { ClaimScreen } from "../features/content/components/claim-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { ClaimForm } from "../features/requests/components/claim-form.tsx";
import { OwnRequests } from "../features/requests/components/own-requests.tsx";
import { keepSearch } from "../lib/search-text.ts";
import { useSession } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

const search = z.object({
  b: z.string().max(160).optional().catch(undefined),
  /** Shows this claim of the person. */
  claim: claimIdSchema.optional().catch(undefined),
  /** From a mail to the venue. */
  proof: z.string().max(100).optional().catch(undefined),
});

export const Route = createFileRoute("/claim-blueprint")({
  validateSearch: keepSearch(search),
  component: ClaimBlueprint,
});

function ClaimBlueprint() {
  const isSignedIn = useSession().status === "signed-in";
  return <SitePage path="/claim-blueprint">{isSignedIn ? <WithAccount /> : <WithoutAccount />}</SitePage>;
}

function WithAccount() {
  const { b = "", claim, proof } = search.parse(Route.useSearch());
  const navigate = Route.useNavigate();
  const show = (claimId: string) =>
    void navigate({ search: { claim: claimId as NonNullable<typeof claim> }, replace: true, resetScroll: false });
  return (
    <ClaimScreen
      confirm={
        claim === undefined || proof === undefined ? null : (
          <ConfirmMailProof claimId={claim} token={proof} onDone={() => show(claim)} />
        )
      }
      own={
        <div className="grid gap-6">
          <OwnClaims shown={claim} />
          <OwnRequests kind="claim" none={null} />
        </div>
      }
      form={<StartClaim key={b} slug={b} onStarted={show} />}
    />
  );
}

function WithoutAccount() {
  const { b = "", claim } = search.parse(Route.useSearch());
  return (
    <ClaimScreen
      confirm={
        claim === undefined ? null : (
          <div className="max-w-3xl">
            <Notice
              tone="attention"
              title="Sign in to see this claim"
              action={
                <Button variant="primary" asChild>
                  <Link to="/login">Sign in</Link>
                </Button>
              }
            >
              Then open the link again. It works for the account that started the claim.
            </Notice>
          </div>
        )
      }
      own={null}
      form={<ClaimForm key={b} slug={b} />}
    />
  );
}
