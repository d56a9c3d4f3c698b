import { createFileRoute } from "@tanstack/react-router";
import { SettingsScreen } from "../features/account/components/settings-screen.tsx";
import { GoogleSettings } from "../features/session/components/google-settings.tsx";
import { SignOutButton } from "../features/session/components/sign-out-button.tsx";
import { useSession } from "../lib/session.ts";
import { AppLayout } from "./-app-layout.tsx";
import { SignedOutPage } from "./-signed-out-page.tsx";

export const Route = createFileRoute("/settings")({ component: Settings });

function Settings() {
  if (useSession().status === "anonymous")
    return <SignedOutPage title="Settings">Your theme and your session. Sign in to see them.</SignedOutPage>;
  return (
    <AppLayout>
      <SettingsScreen signOut={<SignOutButton />} note={<GoogleSettings />} />
    </AppLayout>
  );
}
