import { acceptAccessRequest, declineAccessRequest, listAccessRequests } from "@blueprint/contract/access-requests";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { AccessRequestId, RequestId } from "@blueprint/contract/ids";
import {
  closeRequest,
  listMyRequests,
  listRequests,
  type NewRequest,
  type RequestKind,
  sendRequest,
} from "@blueprint/contract/requests";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";
import { forgetReferral } from "../../lib/referral.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";
import { toasts } from "../../lib/toast.store.ts";

export function myRequestsQuery(kind: RequestKind) {
  return dataQuery(listMyRequests, { query: { kind } });
}

export function useSendRequest() {
  return useMutation({
    mutationFn: (body: NewRequest) => api(sendRequest, { body }),
    onSuccess: async ({ id }, { kind }) => {
      // Only an access request uses up the referral; a visitor's question may still be followed by one.
      if (id === null || kind === "pilot") forgetReferral();
      await refreshQueries(listMyRequests);
    },
  });
}

/** For operators: requests of one kind, newest first, paginated. */
export function requestsQuery(kind: RequestKind, state: "open" | "closed") {
  return pagedQuery(listRequests, { query: { kind, state } });
}

export function useCloseRequest() {
  return useMutation({
    mutationFn: ({ id, ...body }: { readonly id: RequestId } & EndpointRequest<typeof closeRequest>["body"]) =>
      api(closeRequest, { params: { requestId: id }, body }),
    // Also after a conflict: another operator was faster, and the list must show that.
    onSettled: () => refreshQueries(listRequests),
  });
}

export function accessRequestsQuery(state: "open" | "decided") {
  return pagedQuery(listAccessRequests, { query: { state } });
}

const refreshAccessRequests = () => refreshQueries(listAccessRequests);

export function useAcceptAccessRequest() {
  return useMutation({
    mutationFn: (id: AccessRequestId) => api(acceptAccessRequest, { params: { accessRequestId: id } }),
    onSuccess: ({ email }) => {
      toasts.add({ title: "Invitation sent", description: `To ${email}.` });
    },
    onSettled: refreshAccessRequests,
  });
}

export function useDeclineAccessRequest() {
  return useMutation({
    mutationFn: ({ id, reason }: { readonly id: AccessRequestId; readonly reason: string }) =>
      api(declineAccessRequest, { params: { accessRequestId: id }, body: { reason } }),
    onSettled: refreshAccessRequests,
  });
}
