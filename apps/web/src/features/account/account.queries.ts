import {
  addPasskey,
  beginPasskey,
  changePassword,
  confirmEmailChange,
  deletePhoto,
  getSignInMethods,
  putPhoto,
  removePasskey,
  requestEmailChange,
  type SignInMethods,
  unlinkGoogle,
} from "@blueprint/contract/account";
import { getAuthMethods, googlePopup } from "@blueprint/contract/accounts";
import { toApiError } from "@blueprint/contract/api-client";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import { updateUser } from "@blueprint/contract/users";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { askWhoIsHere, queryClient } from "../../lib/session.ts";

export const signInMethodsQuery = dataQuery(getSignInMethods, {});

export const googleStateQuery = dataQuery(getAuthMethods, {});

const keep = (methods: SignInMethods) => queryClient.setQueryData(signInMethodsQuery.queryKey, methods);

export function useRename() {
  return useMutation({
    mutationFn: ({ uid, name }: EndpointRequest<typeof updateUser>["params"] & { readonly name: string }) =>
      api(updateUser, { params: { uid }, body: { name } }),
    onSuccess: askWhoIsHere,
  });
}

export function usePutPhoto() {
  return useMutation({
    mutationFn: async (photo: File) => {
      const headers = { "content-type": photo.type.startsWith("image/") ? photo.type : "application/octet-stream" };
      const response = await fetch(putPhoto.url, { method: putPhoto.method, headers, body: photo });
      if (!response.ok) throw await toApiError(response);
    },
    onSuccess: askWhoIsHere,
  });
}

export function useDeletePhoto() {
  return useMutation({ mutationFn: () => api(deletePhoto, {}), onSuccess: askWhoIsHere });
}

export function useRequestEmailChange() {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof requestEmailChange>["body"]) => api(requestEmailChange, { body }),
    onSuccess: keep,
  });
}

export function useConfirmEmailChange() {
  return useMutation({
    mutationFn: (token: string) => api(confirmEmailChange, { params: { token } }),
    onSuccess: async () => {
      await askWhoIsHere();
      await queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey });
    },
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof changePassword>["body"]) => api(changePassword, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey }),
  });
}

/** Leads to Google and back to the settings. */
export function useLinkGoogle() {
  return useMutation({
    mutationFn: async () => {
      const back = `${location.origin}/settings?section=security`;
      const response = await fetch("/api/auth/link-social", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          provider: googlePopup.providerId,
          callbackURL: back,
          errorCallbackURL: back,
          disableRedirect: true,
        }),
      });
      if (!response.ok) throw await toApiError(response);
      const { url } = (await response.json()) as { url: string };
      location.assign(url);
    },
  });
}

export function useUnlinkGoogle() {
  return useMutation({ mutationFn: () => api(unlinkGoogle, {}), onSuccess: keep });
}

export function useAddPasskey() {
  return useMutation({
    mutationFn: async ({ name, password }: { readonly name: string; readonly password: string | undefined }) => {
      const { options } = await api(beginPasskey, { body: { password } });
      const { startRegistration } = await import("@simplewebauthn/browser");
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const response = await startRegistration({ optionsJSON }).catch(() => {
        throw new Error("No passkey was made. Nothing was changed; try again when you are ready.");
      });
      return await api(addPasskey, { body: { name, response: { ...response } } });
    },
    onSuccess: keep,
  });
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: (passkeyId: string) => api(removePasskey, { params: { passkeyId } }),
    onSuccess: keep,
  });
}
