import { createFileRoute } from "@tanstack/react-router";
import { PilotScreen } from "../features/content/components/pilot-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { OwnRequests } from "../features/requests/components/own-requests.tsx";
import { PilotForm } from "../features/requests/components/pilot-form.tsx";
import { useSession } from "../lib/session.ts";

export const Route = createFileRoute("/pilot-program")({ component: PilotProgram });

function PilotProgram() {
  const isSignedIn = useSession().status === "signed-in";
  return (
    <SitePage path="/pilot-program">
      <PilotScreen
        form={<PilotForm />}
        own={isSignedIn ? <OwnRequests kind="pilot" none="You haven't applied yet." /> : null}
      />
    </SitePage>
  );
}
