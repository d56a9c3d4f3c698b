import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { InvoiceId, TeamId } from "@blueprint/contract/ids";
import {
  changePlan,
  getTeamPlan,
  keepPlan,
  listAllInvoices,
  listInvoices,
  openBillingPortal,
  settleInvoice,
  startTrial,
  type TeamPlan,
} from "@blueprint/contract/plans";
import { getTeamUsage } from "@blueprint/contract/teams";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";
import { queryClient } from "../../lib/session.ts";

export function teamPlanQuery(teamId: TeamId) {
  return dataQuery(getTeamPlan, { params: { teamId } });
}

export function invoicesQuery(teamId: TeamId) {
  return dataQuery(listInvoices, { params: { teamId } });
}

function refresh(teamId: TeamId): Promise<unknown> {
  return Promise.all([getTeamPlan, listInvoices, getTeamUsage].map((endpoint) => refreshQueries(endpoint, { teamId })));
}

function usePlanMutation<Variables>(teamId: TeamId, call: (variables: Variables) => Promise<TeamPlan>) {
  return useMutation({
    mutationFn: call,
    onSuccess: (plan) => {
      queryClient.setQueryData(teamPlanQuery(teamId).queryKey, plan);
      return refresh(teamId);
    },
  });
}

export function useStartTrial(teamId: TeamId) {
  return usePlanMutation<void>(teamId, () => api(startTrial, { params: { teamId } }));
}

export function useKeepPlan(teamId: TeamId) {
  return usePlanMutation<void>(teamId, () => api(keepPlan, { params: { teamId } }));
}

export function useChangePlan(teamId: TeamId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof changePlan>["body"]) => api(changePlan, { params: { teamId }, body }),
    onSuccess: ({ checkoutUrl }) => {
      // Stripe collects the card details and redirects back here.
      if (checkoutUrl !== null) location.assign(checkoutUrl);
      return refresh(teamId);
    },
  });
}

export function useBillingPortal(teamId: TeamId) {
  return useMutation({
    mutationFn: () => api(openBillingPortal, { params: { teamId } }),
    onSuccess: ({ url }) => location.assign(url),
  });
}

/** For operators: invoices of all teams, newest first, paginated. */
export function allInvoicesQuery(state: "open" | "settled") {
  return pagedQuery(listAllInvoices, { query: { state } });
}

export function useSettleInvoice() {
  return useMutation({
    mutationFn: ({ id, outcome }: { readonly id: InvoiceId; readonly outcome: "paid" | "void" }) =>
      api(settleInvoice, { params: { invoiceId: id }, body: { outcome } }),
    // Also after a conflict: another operator was faster, and the list must show that.
    onSettled: () => refreshQueries(listAllInvoices),
  });
}
