import type { TeamId, WebDomainId } from "@blueprint/contract/ids";
import { addWebDomain, confirmWebDomain, listWebDomains, removeWebDomain } from "@blueprint/contract/web-domains";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";

export function webDomainsQuery(teamId: TeamId) {
  return dataQuery(listWebDomains, { params: { teamId } });
}

const refresh = (teamId: TeamId) => refreshQueries(listWebDomains, { teamId });

export function useAddWebDomain(teamId: TeamId) {
  return useMutation({
    mutationFn: (domain: string) => api(addWebDomain, { params: { teamId }, body: { domain } }),
    onSuccess: () => refresh(teamId),
  });
}

export function useConfirmWebDomain(teamId: TeamId, webDomainId: WebDomainId) {
  return useMutation({
    mutationFn: () => api(confirmWebDomain, { params: { teamId, webDomainId } }),
    onSuccess: () => refresh(teamId),
  });
}

export function useRemoveWebDomain(teamId: TeamId, webDomainId: WebDomainId) {
  return useMutation({
    mutationFn: () => api(removeWebDomain, { params: { teamId, webDomainId } }),
    onSuccess: () => refresh(teamId),
  });
}
