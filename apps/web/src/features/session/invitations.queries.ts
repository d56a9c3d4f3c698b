import { resendInvitations } from "@blueprint/contract/accounts";
import { ApiError } from "@blueprint/contract/api-client";
import {
  acceptInvitation,
  acceptInvitationWithNewAccount,
  askForInvitation,
  getInvitation,
} from "@blueprint/contract/teams";
import { useMutation } from "@tanstack/react-query";
import { apiInTime } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { hasCode } from "../../lib/readable-error.ts";
import { queryClient, reloadSession } from "../../lib/session.ts";
import { loadProfile } from "./session.queries.ts";
import { sessionMessages } from "./session-messages.ts";

export function invitationQuery(token: string) {
  return dataQuery(getInvitation, { params: { token } }, { isTimed: true });
}

/** The invitation may have been accepted, revoked or expired since the page was opened. */
function refreshInvitation(token: string) {
  return queryClient.invalidateQueries({ queryKey: invitationQuery(token).queryKey });
}

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
}

export function useAcceptWithNewAccount(token: string) {
  return useMutation({
    mutationFn: async ({ email, password, name }: NewAccount) => {
      const { teamId } = await apiInTime(acceptInvitationWithNewAccount, {
        params: { token },
        body: { email, password, ...(name ? { name } : {}) },
      });
      return { teamId, me: await loadProfile(sessionMessages.profileAfterRegistration) };
    },
    // Keep errors about an existing address or account on screen: the form has the next step.
    onError: (error) =>
      error instanceof ApiError && !hasCode(error, "email-already-in-use", "user-data-missing")
        ? refreshInvitation(token)
        : undefined,
  });
}

export function useAcceptInvitation(token: string) {
  return useMutation({
    mutationFn: async () => {
      const accepted = await apiInTime(acceptInvitation, { params: { token } });
      await reloadSession();
      return accepted;
    },
    onError: () => refreshInvitation(token),
  });
}

/** Asks the inviter to reissue the invitation for the signed-in user's address. */
export function useAskForInvitation(token: string) {
  return useMutation({
    mutationFn: () => apiInTime(askForInvitation, { params: { token } }),
    onSettled: () => refreshInvitation(token),
  });
}

export function useResendInvitations() {
  return useMutation({ mutationFn: (email: string) => apiInTime(resendInvitations, { body: { email } }) });
}
