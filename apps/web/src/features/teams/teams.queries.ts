import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { InvitationId, TeamId, UserId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import {
  changeMemberRole,
  createTeam,
  deleteTeam,
  extendInvitation,
  getTeamUsage,
  inviteToTeam,
  leaveTeam,
  listDeletedTeams,
  listTeamMembers,
  rebindInvitation,
  removeMember,
  renameTeam,
  resendInvitation,
  restoreTeam,
  revokeInvitation,
  transferTeam,
} from "@blueprint/contract/teams";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { meQuery, queryClient } from "../../lib/session.ts";

export function teamUsageQuery(teamId: TeamId) {
  return dataQuery(getTeamUsage, { params: { teamId } });
}

export function teamMembersQuery(teamId: TeamId) {
  return dataQuery(listTeamMembers, { params: { teamId } });
}

const refreshMembers = (teamId: TeamId) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: teamMembersQuery(teamId).queryKey }),
    // Refreshes the seat count.
    queryClient.invalidateQueries({ queryKey: teamUsageQuery(teamId).queryKey }),
  ]);

/** Refreshes the user's teams and rights. */
const refreshTeams = async () => {
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: deletedTeamsQuery.queryKey });
};

export function useInviteToTeam(teamId: TeamId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof inviteToTeam>["body"]) => api(inviteToTeam, { params: { teamId }, body }),
    onSuccess: () => refreshMembers(teamId),
  });
}

const invitationActs = {
  resend: resendInvitation,
  extend: extendInvitation,
  revoke: revokeInvitation,
  rebind: rebindInvitation,
} as const;
export type InvitationAct = keyof typeof invitationActs;

export function useChangeInvitation(teamId: TeamId) {
  return useMutation({
    mutationFn: ({ act, invitationId }: { readonly act: InvitationAct; readonly invitationId: InvitationId }) =>
      api(invitationActs[act], { params: { teamId, invitationId } }),
    onSettled: () => refreshMembers(teamId),
  });
}

export function useChangeRole(teamId: TeamId) {
  return useMutation({
    mutationFn: ({ userId, role }: { readonly userId: UserId; readonly role: TeamRole }) =>
      api(changeMemberRole, { params: { teamId, userId }, body: { role } }),
    onSettled: async () => {
      await refreshMembers(teamId);
      await refreshTeams();
    },
  });
}

export function useRemoveMember(teamId: TeamId) {
  return useMutation({
    mutationFn: (userId: UserId) => api(removeMember, { params: { teamId, userId } }),
    onSettled: () => refreshMembers(teamId),
  });
}

export function useCreateTeam() {
  return useMutation({
    mutationFn: (name: string) => api(createTeam, { body: { name } }),
    onSuccess: refreshTeams,
  });
}

export function useRenameTeam(teamId: TeamId) {
  return useMutation({
    mutationFn: (name: string) => api(renameTeam, { params: { teamId }, body: { name } }),
    onSuccess: refreshTeams,
  });
}

export function useTransferTeam(teamId: TeamId) {
  return useMutation({
    mutationFn: (userId: UserId) => api(transferTeam, { params: { teamId }, body: { userId } }),
    onSettled: async () => {
      await refreshMembers(teamId);
      await refreshTeams();
    },
  });
}

export function useLeaveTeam(teamId: TeamId) {
  return useMutation({ mutationFn: () => api(leaveTeam, { params: { teamId } }), onSuccess: refreshTeams });
}

export function useDeleteTeam(teamId: TeamId) {
  return useMutation({ mutationFn: () => api(deleteTeam, { params: { teamId } }), onSuccess: refreshTeams });
}

export const deletedTeamsQuery = queryOptions({
  ...dataQuery(listDeletedTeams, {}),
  select: ({ teams }) => teams,
});

export function useRestoreTeam() {
  return useMutation({
    mutationFn: (teamId: TeamId) => api(restoreTeam, { params: { teamId } }),
    onSettled: refreshTeams,
  });
}
