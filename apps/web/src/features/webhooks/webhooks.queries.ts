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
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";
import { queryClient } from "../../lib/session.ts";

export function webhooksQuery(teamId: TeamId) {
  return dataQuery(listWebhooks, { params: { teamId } });
}

export function deliveriesQuery(teamId: TeamId, webhookId: WebhookId) {
  return pagedQuery(listWebhookDeliveries, { params: { teamId, webhookId }, query: {} });
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
