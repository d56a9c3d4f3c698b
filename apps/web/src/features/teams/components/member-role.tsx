import type { EndpointResponse } from "@blueprint/contract/endpoint";
import { roleMay, type TeamRole, teamRoles } from "@blueprint/contract/roles";
import type { listTeamMembers } from "@blueprint/contract/teams";
import { UserMinus } from "lucide-react";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { roleTexts } from "../role-labels.ts";
import { useChangeRole, useRemoveMember } from "../teams.queries.ts";

type Member = EndpointResponse<typeof listTeamMembers>["members"][number];

/** A member's role; who may, changes it here or removes the member. */
export function MemberRole({ member }: { readonly member: Member }) {
  const team = useCurrentTeam();
  const { profile } = useMe();
  const change = useChangeRole(team.teamId);
  const remove = useRemoveMember(team.teamId);
  const [isAsking, setAsking] = useState(false);
  // An admin has no say about owners (product §2).
  const mayChange = roleMay(team.role, "member.invite") && (member.role !== "owner" || team.role === "owner");
  if (!mayChange) return roleTexts[member.role].name;
  const roles = teamRoles.filter((role) => role !== "owner" || team.role === "owner");
  return (
    <div className="flex items-center gap-2">
      <Select
        compact
        label={`Role of ${member.name}`}
        className="min-w-28"
        options={roles.map((value) => ({ value, label: roleTexts[value].name }))}
        value={change.isPending ? change.variables.role : member.role}
        disabled={change.isPending}
        onChange={(event) => {
          const role = event.target.value as TeamRole;
          change.mutate(
            { userId: member.userId, role },
            {
              onSuccess: () => toasts.add({ title: `${member.name} is now ${roleTexts[role].name.toLowerCase()}` }),
              onError: (error) =>
                toasts.add({
                  title: "The role was not changed",
                  description: readableError(error),
                  variant: "destructive",
                }),
            },
          );
        }}
      />
      {member.userId === profile.uid ? null : (
        <IconButton icon={UserMinus} label={`Remove ${member.name}`} onClick={() => setAsking(true)} />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${member.name}?`}
        description={`They lose ${team.name} within seconds, also in what they have open. What they made stays.`}
        keep="Keep"
        confirm="Remove from the team"
        act={{ ...remove, mutateAsync: () => remove.mutateAsync(member.userId) }}
        onDone={() => toasts.add({ title: `${member.name} was removed` })}
      />
    </div>
  );
}
