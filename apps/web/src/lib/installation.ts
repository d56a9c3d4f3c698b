import { getInstallation } from "@blueprint/contract/installation-settings";
import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "./data-query.ts";

/** The installation's public facts: its name, its support address, its operators' announcement. */
export const installationQuery = queryOptions({
  ...dataQuery(getInstallation, {}),
  gcTime: Number.POSITIVE_INFINITY,
});
