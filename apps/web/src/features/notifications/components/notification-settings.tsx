import type { NotificationPreferences } from "@blueprint/contract/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Select } from "../../../ui/select.tsx";
import { SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { preferencesQuery } from "../notifications.queries.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { PushDevices } from "./push-devices.tsx";
import { QuietHours } from "./quiet-hours.tsx";

/** Which notifications the user gets, where and when. */
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
  const hasPush = preferences.pushPublicKey !== null;
  const { teamId: current } = useCurrentTeam();
  const [chosen, setChosen] = useState<string>(current);
  const team = teams.find(({ teamId }) => teamId === chosen) ?? teams[0];
  return (
    <>
      <p className="text-ink-soft text-pretty">
        Everything goes to your inbox. Choose what you also get by {hasPush ? "email and push" : "email"}.
      </p>
      {team === undefined ? null : (
        <SettingsSheet title="About a team" text={teams.length > 1 ? "Set separately for each team." : undefined}>
          {teams.length > 1 ? (
            <div className="px-4 py-3">
              <Select
                label="Team"
                className="max-w-sm"
                options={teams.map(({ teamId, name }) => ({ value: teamId, label: name }))}
                value={team.teamId}
                onChange={(event) => setChosen(event.target.value)}
              />
            </div>
          ) : null}
          <DeliveryTable
            key={team.teamId}
            teamId={team.teamId}
            name={team.name}
            deliveries={team.deliveries}
            hidden={[]}
            hasPush={hasPush}
          />
        </SettingsSheet>
      )}
      <SettingsSheet title="Outside teams">
        <DeliveryTable
          teamId={null}
          name="Outside teams"
          deliveries={personal}
          hidden={isOperator ? [] : ["access-request", "invoice"]}
          hasPush={hasPush}
        />
      </SettingsSheet>
      <QuietHours key={JSON.stringify(settings)} settings={settings} />
      <PushDevices preferences={preferences} />
    </>
  );
}
