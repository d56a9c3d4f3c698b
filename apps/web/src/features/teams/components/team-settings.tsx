import type { UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { roleMay, rolesToPreview, type TeamRole, withArticle } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { seeAs } from "../../../lib/see-as.ts";
import { useMe } from "../../../lib/session.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { roleNames } from "../role-labels.ts";
import { teamMembersQuery, useDeleteTeam, useLeaveTeam, useRenameTeam, useTransferTeam } from "../teams.queries.ts";
import { ConfirmedAct } from "./confirmed-act.tsx";
import { DeletedTeams } from "./deleted-teams.tsx";

/** The team's name, its ownership and its deletion. */
export function TeamSettings() {
  const team = useCurrentTeam();
  const owns = roleMay(team.role, "team.own") && !team.isPersonal;
  return (
    <>
      {roleMay(team.role, "team.settings") ? <TeamName key={team.name} /> : null}
      <SettingsSheet title="Your role" text={`You're ${withArticle(team.ownRole)} of ${team.name}.`}>
        <SeeAsRow />
        {team.isPersonal ? null : <LeaveRow />}
      </SettingsSheet>
      {owns ? (
        <SettingsSheet title="Ownership">
          <TransferRow />
          <DeleteRow />
        </SettingsSheet>
      ) : null}
      <DeletedTeams />
    </>
  );
}

function TeamName() {
  const team = useCurrentTeam();
  const [name, setName] = useState(team.name);
  const rename = useRenameTeam(team.teamId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(name, { onSuccess: () => toasts.add({ title: "Team renamed" }) });
  };
  return (
    <SettingsSheet title="Name">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3 px-4 py-4">
        <TextField
          className="min-w-0 flex-[1_1_16rem]"
          label="Team name"
          name="team-name"
          autoComplete="off"
          required
          maxLength={limits.teamNameCharactersMax}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={rename.error ? (fieldError(rename.error, "name") ?? readableError(rename.error)) : undefined}
        />
        <Button type="submit" busy={rename.isPending}>
          Rename
        </Button>
      </form>
    </SettingsSheet>
  );
}

function SeeAsRow() {
  const team = useCurrentTeam();
  const roles = rolesToPreview(team.ownRole);
  const [role, setRole] = useState<TeamRole>(roles.at(-1) ?? team.ownRole);
  if (roles.length === 0) return null;
  return (
    <SettingsRow
      title="View as another role"
      text="See and do only what that role can, in this browser, until you stop. No one else notices."
    >
      <div className="flex gap-2">
        <Select
          compact
          label="Role to view the team as"
          options={roles.map((value) => ({ value, label: roleNames[value] }))}
          value={role}
          onChange={(event) => setRole(event.target.value as TeamRole)}
        />
        <Button onClick={() => seeAs(team.teamId, role)}>View</Button>
      </div>
    </SettingsRow>
  );
}

function LeaveRow() {
  const team = useCurrentTeam();
  const leave = useLeaveTeam(team.teamId);
  return (
    <SettingsRow title="Leave team" text="What you created stays with it. An owner or an admin can invite you again.">
      <ConfirmedAct
        label="Leave"
        title={`Leave ${team.name}?`}
        description="You lose access to its blueprints right away."
        confirm="Leave team"
        act={leave}
        onDone={() => toasts.add({ title: `You left ${team.name}` })}
      />
    </SettingsRow>
  );
}

function TransferRow() {
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

function DeleteRow() {
  const team = useCurrentTeam();
  const remove = useDeleteTeam(team.teamId);
  return (
    <SettingsRow
      title="Delete the team"
      text={`It goes to the bin for ${limits.binKeptDays} days: no one can see it, and its places close to visitors. You can restore it until then.`}
    >
      <ConfirmedAct
        label="Delete"
        title={`Move ${team.name} to the bin?`}
        description={`Its blueprints go with it, and its places close to visitors. For ${limits.binKeptDays} days you can restore everything in the settings.`}
        confirm="Move to bin"
        act={remove}
        onDone={() =>
          toasts.add({ title: `${team.name} moved to the bin`, description: "Restore it in the settings." })
        }
      />
    </SettingsRow>
  );
}
