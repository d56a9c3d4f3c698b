import { roleMay } from "@blueprint/contract/roles";
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { AppearanceSettings } from "../features/account/components/appearance-settings.tsx";
import { SessionList } from "../features/account/components/session-list.tsx";
import { SettingsScreen, type SettingsSection } from "../features/account/components/settings-screen.tsx";
import { ApiKeysSection } from "../features/api-keys/components/api-keys-section.tsx";
import { AuditLog } from "../features/audit/components/audit-log.tsx";
import { NotificationSettings } from "../features/notifications/components/notification-settings.tsx";
import { GoogleSettings } from "../features/session/components/google-settings.tsx";
import { SignOutButton } from "../features/session/components/sign-out-button.tsx";
import { TeamSettings } from "../features/teams/components/team-settings.tsx";
import { WebhooksSection } from "../features/webhooks/components/webhooks-section.tsx";
import { useCurrentTeam } from "../lib/current-team.ts";
import { useMe, useSession } from "../lib/session.ts";
import { AppLayout } from "./-app-layout.tsx";
import { SignedOutPage } from "./-signed-out-page.tsx";

export const Route = createFileRoute("/settings")({
  validateSearch: z.object({ section: z.string().optional().catch(undefined) }),
  component: Settings,
});

const personalSections: readonly SettingsSection[] = [
  {
    id: "account",
    label: "Account",
    group: "You",
    content: (
      <>
        <AppearanceSettings />
        <SessionList signOut={<SignOutButton />} />
        <GoogleSettings />
      </>
    ),
  },
  { id: "notifications", label: "Notifications", group: "You", content: <OwnNotifications /> },
];

function OwnNotifications() {
  const { isOperator } = useMe();
  return <NotificationSettings isOperator={isOperator} />;
}

function Settings() {
  const { section } = Route.useSearch();
  if (useSession().status === "anonymous")
    return <SignedOutPage title="Settings">Your theme and your session. Sign in to see them.</SignedOutPage>;
  return (
    <AppLayout>
      <OwnSettings current={section} />
    </AppLayout>
  );
}

const ownTeamSection = { id: "team", label: "Team", content: <TeamSettings /> };
const teamSections: readonly Omit<SettingsSection, "group">[] = [
  { id: "api-keys", label: "API keys", content: <ApiKeysSection /> },
  { id: "webhooks", label: "Webhooks", content: <WebhooksSection /> },
  { id: "audit-log", label: "Audit log", content: <AuditLog /> },
];

function OwnSettings({ current }: { readonly current: string | undefined }) {
  const team = useCurrentTeam();
  const ofTeam = [ownTeamSection, ...(roleMay(team.role, "team.settings") ? teamSections : [])];
  const sections = [...personalSections, ...ofTeam.map((section) => ({ ...section, group: team.name }))];
  // Another team's forms begin anew.
  return <SettingsScreen key={team.teamId} sections={sections} current={current} />;
}
