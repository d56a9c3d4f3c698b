import { getInstallation } from "@blueprint/contract/installation-settings";
import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "./data-query.ts";

/** What everybody may know of this installation: its name, where to ask for help, what its operators announce. */
export const installationQuery = queryOptions({
  ...dataQuery(getInstallation, {}),
  gcTime: Number.POSITIVE_INFINITY,
});
