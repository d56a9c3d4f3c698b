import { ApiError, toApiError } from "@blueprint/contract/api-client";
import { requestAccess } from "@blueprint/contract/teams";
import type { Me } from "@blueprint/contract/users";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { announceSessionChange, reloadSession } from "../../lib/session.ts";

/** Calls the sign-in service, which is mounted beside the contract's endpoints. @throws ApiError */
async function postAuth(path: string, body: unknown): Promise<void> {
  const response = await fetch(`/api/auth${path}`, {
    method: "POST",
    credentials: "include",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiError("network-request-failed", 0);
  });
  if (!response.ok) throw await toApiError(response);
}

/** Loads the profile after the session was made. @throws Error with the text of spec §8 when that fails. */
export async function loadProfile(): Promise<Me> {
  const me = await reloadSession().catch(() => null);
  if (me === null) throw new Error("Failed to load user data. Please try signing in again.");
  return me;
}

export function useSignIn() {
  return useMutation({
    mutationFn: async (credentials: { readonly email: string; readonly password: string }) => {
      await postAuth("/sign-in/email", credentials);
      return await loadProfile();
    },
  });
}

export function useSignOut() {
  return useMutation({
    mutationFn: async (next: "/login" | "reload") => {
      await postAuth("/sign-out", {});
      announceSessionChange();
      // A fresh page: nothing of the person who left stays in memory.
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
    mutationFn: (body: Parameters<typeof api<typeof requestAccess>>[1]["body"]) => api(requestAccess, { body }),
  });
}
