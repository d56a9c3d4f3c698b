import { deleteAccount, getAccountExport, keepAccount, startAccountExport } from "@blueprint/contract/account-end";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { confirmed } from "../../lib/confirmation.store.ts";
import { meQuery, queryClient } from "../../lib/session.ts";

const askAgainMs = 3_000;

export const exportQuery = queryOptions({
  queryKey: [getAccountExport.url],
  queryFn: ({ signal }) => api(getAccountExport, {}, { signal }),
  refetchOnMount: "always",
  refetchInterval: ({ state }) => (state.data?.state === "making" ? askAgainMs : false),
});

export function useStartExport() {
  return useMutation({
    mutationFn: () => api(startAccountExport, {}),
    onSuccess: (started) => queryClient.setQueryData(exportQuery.queryKey, started),
  });
}

const refreshMe = () => queryClient.fetchQuery({ ...meQuery, staleTime: 0 });

export function useDeleteAccount() {
  return useMutation({
    mutationFn: () => confirmed(() => api(deleteAccount, { body: {} })),
    onSuccess: refreshMe,
  });
}

export function useKeepAccount() {
  return useMutation({ mutationFn: () => api(keepAccount, {}), onSuccess: refreshMe });
}
