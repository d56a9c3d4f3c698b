import type { EndpointResponse } from "@blueprint/contract/endpoint";
import { roleMay, type TeamRole, teamRoles, withArticle } from "@blueprint/contract/roles";
import type { listTeamMembers } from "@blueprint/contract/teams";
import { UserMinus } from "lucide-react";
import { useState } from "react";
import { complain } from "../../../lib/complain.ts";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { useMe } from "../../../lib/session.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { roleNames } from "../role-labels.ts";
import { useChangeRole, useRemoveMember } from "../teams.queries.ts";

type Member = EndpointResponse<typeof listTeamMembers>["members"][number];

/** A member's role, with controls to change it or remove the member for users who may. */
export function MemberRole({ member }: { readonly member: Member }) {
  const team = useCurrentTeam();
  const { profile } = useMe();
  const change = useChangeRole(team.teamId);
  const remove = useRemoveMember(team.teamId);
  const [isAsking, setAsking] = useState(false);
  /** A role that needs confirmation: it gives up the user's own rights, or hands over the whole team. */
  const [wanted, setWanted] = useState<TeamRole | null>(null);
  // Admins can't manage owners (product §2).
  const mayChange = roleMay(team.role, "member.invite") && (member.role !== "owner" || team.role === "owner");
  if (!mayChange) return roleNames[member.role];
  const roles = teamRoles.filter((role) => role !== "owner" || team.role === "owner");
  const isOwn = member.userId === profile.uid;
  const regret = (error: Error) => complain("Couldn't change the role", error);
  const say = (role: TeamRole) =>
    toasts.add({
      title: `${member.name} is now ${withArticle(role)}`,
      // After changing their own role, users may be unable to change it back.
      ...(isOwn
        ? {}
        : {
            action: {
              label: "Undo",
              run: () => change.mutate({ userId: member.userId, role: member.role }, { onError: regret }),
            },
          }),
    });
  return (
    <div className="flex items-center gap-2">
      <Select
        compact
        label={`Role of ${member.name}`}
        className="min-w-28"
        options={roles.map((value) => ({ value, label: roleNames[value] }))}
        value={change.isPending ? change.variables.role : member.role}
        disabled={change.isPending}
        onChange={(event) => {
          const role = event.target.value as TeamRole;
          if (isOwn || role === "owner") setWanted(role);
          else change.mutate({ userId: member.userId, role }, { onSuccess: () => say(role), onError: regret });
        }}
      />
      {isOwn ? null : <IconButton icon={UserMinus} label={`Remove ${member.name}`} onClick={() => setAsking(true)} />}
      <ConfirmDialog
        open={wanted !== null}
        onOpenChange={() => setWanted(null)}
        title={isOwn ? "Change your own role?" : `Make ${member.name} an owner?`}
        description={
          isOwn
            ? `You'll lose your ${roleNames[member.role].toLowerCase()} permissions in ${team.name} right away. Only someone else can give them back.`
            : `Owners can do everything in ${team.name}: change its plan, remove you, and delete it.`
        }
        keep="Keep role"
        confirm={isOwn ? "Change my role" : "Make them an owner"}
        act={{
          ...change,
          mutateAsync: async () => {
            if (wanted === null) return;
            await change.mutateAsync({ userId: member.userId, role: wanted });
            say(wanted);
          },
        }}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${member.name}?`}
        description={`They lose access to ${team.name} within seconds. Everything they created stays.`}
        keep="Keep"
        confirm="Remove from team"
        act={{ ...remove, mutateAsync: () => remove.mutateAsync(member.userId) }}
        onDone={() => toasts.add({ title: `${member.name} was removed` })}
      />
    </div>
  );
}
