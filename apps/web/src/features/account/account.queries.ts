import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  changePassword,
  confirmEmailChange,
  confirmIdentity,
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
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { confirmed } from "../../lib/confirmation.store.ts";
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

export function useConfirmByPassword() {
  return useMutation({ mutationFn: (password: string) => api(confirmIdentity, { body: { password } }) });
}

export function useConfirmByPasskey() {
  return useMutation({
    mutationFn: async () => {
      const { options } = await api(beginPasskeyConfirmation, {});
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      const response = await startAuthentication({ optionsJSON }).catch(() => {
        throw new Error("No passkey was used. Try again, or confirm another way.");
      });
      return await api(confirmIdentity, { body: { response: { ...response } } });
    },
  });
}

export function useRequestEmailChange() {
  return useMutation({
    mutationFn: (email: string) => confirmed(() => api(requestEmailChange, { body: { email } })),
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
    mutationFn: (body: EndpointRequest<typeof changePassword>["body"]) =>
      confirmed(() => api(changePassword, { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey }),
  });
}

/** Redirects to Google, which returns to the settings. */
export function useLinkGoogle() {
  return useMutation({
    mutationFn: async () => {
      const back = `${location.origin}/settings?section=security`;
      const { url } = await confirmed(async () => {
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
        return (await response.json()) as { url: string };
      });
      location.assign(url);
    },
  });
}

export function useUnlinkGoogle() {
  return useMutation({ mutationFn: () => confirmed(() => api(unlinkGoogle, {})), onSuccess: keep });
}

export function useAddPasskey() {
  return useMutation({
    mutationFn: async (name: string) => {
      const { options } = await confirmed(() => api(beginPasskey, { body: {} }));
      const { startRegistration } = await import("@simplewebauthn/browser");
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const response = await startRegistration({ optionsJSON }).catch(() => {
        throw new Error("No passkey was created. Try again when you're ready.");
      });
      return await api(addPasskey, { body: { name, response: { ...response } } });
    },
    onSuccess: keep,
  });
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: (passkeyId: string) => confirmed(() => api(removePasskey, { params: { passkeyId } })),
    onSuccess: keep,
  });
}
