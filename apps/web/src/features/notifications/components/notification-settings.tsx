import type { NotificationPreferences } from "@blueprint/contract/notifications";
import { useQuery } from "@tanstack/react-query";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { preferencesQuery } from "../notifications.queries.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { PushDevices } from "./push-devices.tsx";
import { QuietHours } from "./quiet-hours.tsx";

/** What one is told, where and when. */
export function NotificationSettings({ isOperator }: { readonly isOperator: boolean }) {
  const preferences = useQuery(preferencesQuery);
  if (preferences.isPending) return <Skeleton className="h-96" />;
  if (preferences.data === undefined) return <LoadFailure query={preferences} />;
  return <Preferences preferences={preferences.data} isOperator={isOperator} />;
}

function Preferences({
  preferences,
  isOperator,
}: {
  readonly preferences: NotificationPreferences;
  readonly isOperator: boolean;
}) {
  const { settings, teams, personal } = preferences;
  return (
    <>
      <p className="text-ink-soft text-pretty">
        Everything is in your inbox. Here you choose what reaches you by e-mail and push as well.
      </p>
      {teams.map(({ teamId, name, deliveries }) => (
        <SettingsSheet key={teamId} title={name}>
          <DeliveryTable teamId={teamId} name={name} deliveries={deliveries} hidden={[]} />
        </SettingsSheet>
      ))}
      <SettingsSheet title="Outside of teams">
        <DeliveryTable
          teamId={null}
          name="Outside of teams"
          deliveries={personal}
          hidden={isOperator ? [] : ["access-request", "invoice"]}
        />
      </SettingsSheet>
      <QuietHours key={JSON.stringify(settings)} settings={settings} />
      <PushDevices preferences={preferences} />
    </>
  );
}
