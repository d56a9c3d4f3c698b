import type { UserId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { useMe } from "../../../lib/session.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Select } from "../../../ui/select.tsx";
import { SettingsRow } from "../../../ui/settings-sheet.tsx";
import { teamMembersQuery, useTransferTeam } from "../teams.queries.ts";
import { ConfirmedAct } from "./confirmed-act.tsx";

/** Makes another member the owner. */
export function TransferTeamRow() {
  const team = useCurrentTeam();
  const { profile } = useMe();
  const list = useQuery(teamMembersQuery(team.teamId));
  const others = list.data?.members.filter(({ userId }) => userId !== profile.uid) ?? [];
  const [chosen, setChosen] = useState<UserId | null>(null);
  const transfer = useTransferTeam(team.teamId);
  const to = others.find(({ userId }) => userId === chosen) ?? others[0];
  return (
    <SettingsRow
      title="Transfer ownership"
      text={
        to === undefined
          ? "Invite someone first: you can only transfer a team to a member."
          : "The member becomes the owner, with the plan and its invoices. You stay as an admin."
      }
    >
      {to === undefined ? null : (
        <div className="flex flex-wrap gap-2">
          <Select
            compact
            label="New owner"
            options={others.map(({ userId, name }) => ({ value: userId, label: name }))}
            value={to.userId}
            onChange={(event) => setChosen(event.target.value as UserId)}
          />
          <ConfirmedAct
            label="Transfer"
            title={`Transfer ${team.name} to ${to.name}?`}
            description="Only they can transfer it back."
            confirm="Transfer team"
            act={{ ...transfer, mutateAsync: () => transfer.mutateAsync(to.userId) }}
            onDone={() => toasts.add({ title: `${to.name} owns ${team.name} now`, description: "You're an admin." })}
          />
        </div>
      )}
    </SettingsRow>
  );
}
