import {
  getInstallationSettings,
  type InstallationSettings,
  saveInstallationSettings,
  sendTestMail,
} from "@blueprint/contract/installation-settings";
import { getPriceBook } from "@blueprint/contract/plans";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { installationQuery } from "../../lib/installation.ts";
import { hasCode } from "../../lib/readable-error.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";
import { queryClient } from "../../lib/session.ts";

export const installationSettingsQuery = dataQuery(getInstallationSettings, {});

/** After a conflict, the settings are the ones that someone else saved. */
export function useSaveSettings() {
  return useMutation({
    mutationFn: (body: { readonly basedOnVersion: number; readonly settings: InstallationSettings }) =>
      api(saveInstallationSettings, { body }),
    onSuccess: async (view) => {
      queryClient.setQueryData(installationSettingsQuery.queryKey, view);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: installationQuery.queryKey }),
        refreshQueries(getPriceBook),
      ]);
    },
    onError: async (error) => {
      if (hasCode(error, "conflict"))
        await queryClient.refetchQueries({ queryKey: installationSettingsQuery.queryKey });
    },
  });
}

export function useSendTestMail() {
  return useMutation({ mutationFn: () => api(sendTestMail, {}) });
}
