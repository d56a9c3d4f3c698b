import { roleMay } from "@blueprint/contract/roles";
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { AppearanceSettings } from "../features/account/components/appearance-settings.tsx";
import { ConfirmationDialog } from "../features/account/components/confirmation-dialog.tsx";
import { DeletionSettings } from "../features/account/components/deletion-settings.tsx";
import { EmailConfirmation } from "../features/account/components/email-confirmation.tsx";
import { EmailSettings } from "../features/account/components/email-settings.tsx";
import { ExportSettings } from "../features/account/components/export-settings.tsx";
import { PasswordSettings } from "../features/account/components/password-settings.tsx";
import { PersonSettings } from "../features/account/components/person-settings.tsx";
import { SessionList } from "../features/account/components/session-list.tsx";
import { SettingsScreen, type SettingsSection } from "../features/account/components/settings-screen.tsx";
import { WaysIn } from "../features/account/components/ways-in.tsx";
import { ApiKeysSection } from "../features/api-keys/components/api-keys-section.tsx";
import { AuditLog } from "../features/audit/components/audit-log.tsx";
import { NotificationSettings } from "../features/notifications/components/notification-settings.tsx";
import { GoogleSettings } from "../features/session/components/google-settings.tsx";
import { SignOutButton } from "../features/session/components/sign-out-button.tsx";
import { openGooglePopup, waitForGoogle } from "../features/session/google-popup.ts";
import { TeamSettings } from "../features/teams/components/team-settings.tsx";
import { namedTeamSearch } from "../features/teams/use-named-team.ts";
import { WebDomainsSection } from "../features/web-domains/components/web-domains-section.tsx";
import { WebhooksSection } from "../features/webhooks/components/webhooks-section.tsx";
import { useCurrentTeam } from "../lib/current-team.ts";
import { keepSearch } from "../lib/search-text.ts";
import { useMe, useSession } from "../lib/session.ts";
import { Notice } from "../ui/notice.tsx";
import { AppLayout } from "./-app-layout.tsx";
import { SignedOutPage } from "./-signed-out-page.tsx";

const search = namedTeamSearch.extend({
  section: z.string().optional().catch(undefined),
  /** Token from the mail that confirms a new address. */
  "email-change": z.string().optional().catch(undefined),
});

export const Route = createFileRoute("/settings")({ validateSearch: keepSearch(search), component: Settings });

const personalSections: readonly SettingsSection[] = [
  {
    id: "account",
    label: "Account",
    group: "You",
    content: (
      <>
        <PersonSettings />
        <EmailSettings />
        <AppearanceSettings />
      </>
    ),
  },
  {
    id: "security",
    label: "Security",
    group: "You",
    content: (
      <>
        <PasswordSettings />
        <WaysIn />
        <GoogleSettings />
        <SessionList signOut={<SignOutButton />} />
      </>
    ),
  },
  { id: "notifications", label: "Notifications", group: "You", content: <OwnNotifications /> },
  {
    id: "data",
    label: "Your data",
    group: "You",
    content: (
      <>
        <ExportSettings />
        <DeletionSettings />
      </>
    ),
  },
];

function OwnNotifications() {
  const { isOperator } = useMe();
  return <NotificationSettings isOperator={isOperator} />;
}

function Settings() {
  const { section, "email-change": emailChange } = search.parse(Route.useSearch());
  const confirmation = emailChange === undefined ? null : <EmailConfirmation token={emailChange} />;
  if (useSession().status === "anonymous")
    return (
      <SignedOutPage title="Settings" notice={confirmation}>
        Your account, sign-in and notification settings. Sign in to see them.
      </SignedOutPage>
    );
  return (
    <AppLayout>
      {confirmation === null ? null : <div className="mb-8 max-w-4xl">{confirmation}</div>}
      <OwnSettings current={section} />
      <ConfirmationDialog confirmByGoogle={() => waitForGoogle(openGooglePopup("confirm"))} />
    </AppLayout>
  );
}

const ownTeamSection = { id: "team", label: "Team", content: <TeamSettings /> };
const teamSections: readonly Omit<SettingsSection, "group">[] = [
  { id: "api-keys", label: "API keys", content: <ApiKeysSection /> },
  { id: "web-domains", label: "Web domains", content: <WebDomainsSection /> },
  { id: "webhooks", label: "Webhooks", content: <WebhooksSection /> },
  { id: "audit-log", label: "Audit log", content: <AuditLog /> },
];

function OwnSettings({ current }: { readonly current: string | undefined }) {
  const team = useCurrentTeam();
  const isRunning = roleMay(team.role, "team.settings");
  const refused = isRunning ? undefined : teamSections.find(({ id }) => id === current);
  const ofTeam = [
    refused === undefined ? ownTeamSection : { ...ownTeamSection, content: <Refused label={refused.label} /> },
    ...(isRunning ? teamSections : []),
  ];
  const sections = [...personalSections, ...ofTeam.map((section) => ({ ...section, group: team.name }))];
  // Resets the forms for another team.
  return <SettingsScreen key={team.teamId} sections={sections} current={refused === undefined ? current : "team"} />;
}

/** Shown for a link to team settings that the user's role can't open. */
function Refused({ label }: { readonly label: string }) {
  const team = useCurrentTeam();
  return (
    <>
      <Notice title={`${label}: not available to your role`}>
        Only owners and admins of {team.name} can see this. Ask one of them for help or for another role.
      </Notice>
      <TeamSettings />
    </>
  );
}
