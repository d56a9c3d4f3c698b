import { getInstallation } from "@blueprint/contract/installation-settings";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

/** What everybody may know of this installation: its name, where to ask for help, what its operators announce. */
export const installationQuery = queryOptions({
  queryKey: [getInstallation.url],
  queryFn: ({ signal }) => api(getInstallation, {}, { signal }),
  gcTime: Number.POSITIVE_INFINITY,
});
