import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { TeamId, WebhookDeliveryId, WebhookId } from "@blueprint/contract/ids";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  renewWebhookSecret,
  replayWebhookDelivery,
  updateWebhook,
} from "@blueprint/contract/webhooks";
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { queryClient } from "../../lib/session.ts";

/** A receiver answers in its own time: the log is asked again while something waits to be sent. */
const refreshWaitingEveryMs = 2_000;

export function webhooksQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: [listWebhooks.url, teamId],
    queryFn: ({ signal }) => api(listWebhooks, { params: { teamId } }, { signal }),
    refetchOnMount: "always",
  });
}

export function deliveriesQuery(teamId: TeamId, webhookId: WebhookId) {
  return infiniteQueryOptions({
    queryKey: [listWebhookDeliveries.url, teamId, webhookId],
    queryFn: ({ pageParam, signal }) =>
      api(
        listWebhookDeliveries,
        { params: { teamId, webhookId }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchOnMount: "always",
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.deliveries.some((delivery) => delivery.state === "waiting")) === true
        ? refreshWaitingEveryMs
        : false,
  });
}

const refreshHooks = (teamId: TeamId) => queryClient.invalidateQueries({ queryKey: webhooksQuery(teamId).queryKey });
const refreshLog = (teamId: TeamId, webhookId: WebhookId) =>
  queryClient.invalidateQueries({ queryKey: deliveriesQuery(teamId, webhookId).queryKey });

export function useCreateWebhook(teamId: TeamId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof createWebhook>["body"]) =>
      api(createWebhook, { params: { teamId }, body }),
    onSuccess: () => refreshHooks(teamId),
  });
}

export function useUpdateWebhook(teamId: TeamId, webhookId: WebhookId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof updateWebhook>["body"]) =>
      api(updateWebhook, { params: { teamId, webhookId }, body }),
    onSettled: () => refreshHooks(teamId),
  });
}

export function useDeleteWebhook(teamId: TeamId, webhookId: WebhookId) {
  return useMutation({
    mutationFn: () => api(deleteWebhook, { params: { teamId, webhookId } }),
    onSettled: () => refreshHooks(teamId),
  });
}

export function useRenewSecret(teamId: TeamId, webhookId: WebhookId) {
  return useMutation({ mutationFn: () => api(renewWebhookSecret, { params: { teamId, webhookId } }) });
}

export function usePing(teamId: TeamId, webhookId: WebhookId) {
  return useMutation({
    mutationFn: () => api(pingWebhook, { params: { teamId, webhookId } }),
    onSuccess: () => refreshLog(teamId, webhookId),
  });
}

export function useReplay(teamId: TeamId, webhookId: WebhookId) {
  return useMutation({
    mutationFn: (deliveryId: WebhookDeliveryId) =>
      api(replayWebhookDelivery, { params: { teamId, webhookId, deliveryId } }),
    onSuccess: () => refreshLog(teamId, webhookId),
  });
}
