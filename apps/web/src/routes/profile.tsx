import { createFileRoute } from "@tanstack/react-router";
import { ProfileScreen } from "../features/account/components/profile-screen.tsx";
import { AppLayout } from "./-app-layout.tsx";

export const Route = createFileRoute("/profile")({ component: Profile });

function Profile() {
  return (
    <AppLayout>
      <ProfileScreen />
    </AppLayout>
  );
}
