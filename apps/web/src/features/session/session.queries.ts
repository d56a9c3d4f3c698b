import { beginPasskeySignIn, signInWithPasskey } from "@blueprint/contract/account";
import { getAuthMethods } from "@blueprint/contract/accounts";
import { ApiError, toApiError } from "@blueprint/contract/api-client";
import { requestAccess } from "@blueprint/contract/teams";
import type { Me } from "@blueprint/contract/users";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { type api, apiInTime, inTime } from "../../lib/api.ts";
import { holdChanges } from "../../lib/changed-queries.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { notInvited } from "../../lib/not-invited.store.ts";
import { forgetKeptAnswers } from "../../lib/offline-page.ts";
import { announceSessionChange, reloadSession } from "../../lib/session.ts";
import { type GooglePopup, waitForGoogle } from "./google-popup.ts";
import { sessionMessages } from "./session-messages.ts";

/** Calls the sign-in service, which is mounted next to the contract's endpoints. @throws ApiError */
async function postAuth(path: string, body: unknown): Promise<void> {
  const request = {
    method: "POST",
    credentials: "include",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  } as const;
  // Covers the whole exchange, so that a response that stalls times out too.
  await inTime(async (signal) => {
    const response = await fetch(`/api/auth${path}`, { ...request, signal }).catch(() => {
      throw new ApiError("network-request-failed", 0);
    });
    if (!response.ok) throw await toApiError(response);
  });
}

/**
 * Loads the profile after the session is created.
 * @throws Error with the text from spec §8 if that fails, ApiError `permission-denied` if the user is not invited
 */
export async function loadProfile(failure: string): Promise<Me> {
  const me = await reloadSession().catch(() => null);
  if (me !== null) return me;
  if (notInvited.isDenied()) throw new ApiError("permission-denied", 403);
  throw new Error(failure);
}

export const authMethodsQuery = dataQuery(getAuthMethods, {}, { isTimed: true });

export function useSignIn() {
  return useMutation({
    mutationFn: async (credentials: { readonly email: string; readonly password: string }) => {
      notInvited.clear();
      await postAuth("/sign-in/email", credentials);
      return await loadProfile(sessionMessages.profileAfterSignIn);
    },
  });
}

/** Signs in with a passkey of this device, which identifies its account. */
export function usePasskeySignIn() {
  return useMutation({
    mutationFn: async () => {
      notInvited.clear();
      const { options } = await apiInTime(beginPasskeySignIn, {});
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      const response = await startAuthentication({ optionsJSON }).catch(() => {
        throw new Error("No passkey was used. Try again, or sign in another way.");
      });
      await apiInTime(signInWithPasskey, { body: { response: { ...response } } });
      return await loadProfile(sessionMessages.profileAfterSignIn);
    },
  });
}

/** Takes the popup opened by the click. */
export function useGoogleSignIn() {
  return useMutation({
    mutationFn: async (popup: GooglePopup | null) => {
      notInvited.clear();
      const { isNewAccount } = await waitForGoogle(popup);
      return await loadProfile(
        isNewAccount ? sessionMessages.profileOfNewGoogleAccount : sessionMessages.profileAfterGoogle,
      );
    },
  });
}

export function useSignOut() {
  return useMutation({
    mutationFn: async (next: "/login" | "reload") => {
      const resumeChanges = holdChanges();
      try {
        await postAuth("/sign-out", {});
      } catch (error) {
        resumeChanges();
        throw error;
      }
      await forgetKeptAnswers();
      announceSessionChange();
      // A full page load clears the previous user's data from memory.
      if (next === "reload") location.reload();
      else location.assign(next);
    },
  });
}

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: ({ email }: { readonly email: string }) =>
      postAuth("/request-password-reset", { email, redirectTo: `${location.origin}/login` }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (reset: { readonly token: string; readonly newPassword: string }) => postAuth("/reset-password", reset),
  });
}

export function useRequestAccess() {
  return useMutation({
    mutationFn: (body: Parameters<typeof api<typeof requestAccess>>[1]["body"]) => apiInTime(requestAccess, { body }),
  });
}
