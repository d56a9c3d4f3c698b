import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { ClaimScreen } from "../features/content/components/claim-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { ClaimForm } from "../features/requests/components/claim-form.tsx";
import { OwnRequests } from "../features/requests/components/own-requests.tsx";
import { keepSearch } from "../lib/search-text.ts";
import { useSession } from "../lib/session.ts";

const search = z.object({ b: z.string().max(160).optional().catch(undefined) });

export const Route = createFileRoute("/claim-blueprint")({
  validateSearch: keepSearch(search),
  component: ClaimBlueprint,
});

function ClaimBlueprint() {
  const { b = "" } = search.parse(Route.useSearch());
  const isSignedIn = useSession().status === "signed-in";
  return (
    <SitePage path="/claim-blueprint">
      <ClaimScreen
        form={<ClaimForm key={b} slug={b} />}
        own={isSignedIn ? <OwnRequests kind="claim" none="You haven't claimed a place." /> : null}
      />
    </SitePage>
  );
}
