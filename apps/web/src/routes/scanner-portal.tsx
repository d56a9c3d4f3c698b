import { createFileRoute } from "@tanstack/react-router";
import { ScannerPortalScreen } from "../features/content/components/scanner-portal-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { OwnRequests } from "../features/requests/components/own-requests.tsx";
import { VisitForm } from "../features/requests/components/visit-form.tsx";
import { useSession } from "../lib/session.ts";

export const Route = createFileRoute("/scanner-portal")({ component: ScannerPortal });

function ScannerPortal() {
  const isSignedIn = useSession().status === "signed-in";
  return (
    <SitePage>
      <title>Scanner portal · Blueprint</title>
      <ScannerPortalScreen
        form={<VisitForm />}
        own={isSignedIn ? <OwnRequests kind="visit" none="You haven't requested a visit." /> : null}
      />
    </SitePage>
  );
}
