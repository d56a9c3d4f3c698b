import { deleteAccount, getAccountExport, keepAccount, startAccountExport } from "@blueprint/contract/account-end";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { confirmed } from "../../lib/confirmation.store.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { askWhoIsHere, queryClient } from "../../lib/session.ts";

export const exportQuery = dataQuery(getAccountExport, {});

export function useStartExport() {
  return useMutation({
    mutationFn: () => api(startAccountExport, {}),
    onSuccess: (started) => queryClient.setQueryData(exportQuery.queryKey, started),
  });
}

export function useDeleteAccount() {
  return useMutation({
    mutationFn: () => confirmed(() => api(deleteAccount, { body: {} })),
    onSuccess: askWhoIsHere,
  });
}

export function useKeepAccount() {
  return useMutation({ mutationFn: () => api(keepAccount, {}), onSuccess: askWhoIsHere });
}
