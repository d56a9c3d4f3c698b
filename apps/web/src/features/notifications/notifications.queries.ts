import type { EndpointRequest } from "@blueprint/contract/endpoint";
import {
  getNotificationPreferences,
  listNotifications,
  type NotificationPreferences,
  readNotifications,
  saveNotificationDelivery,
  saveNotificationSettings,
  subscribePush,
  unsubscribePush,
} from "@blueprint/contract/notifications";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";
import { queryClient } from "../../lib/session.ts";

export const inboxQuery = pagedQuery(listNotifications, { query: {} });

/** Unread count of the inbox, kept current by the event stream. */
export const unreadQuery = queryOptions({
  ...dataQuery(listNotifications, { query: {} }),
  select: ({ unreadCount }) => unreadCount,
});

/** Applies the event stream's count and invalidates the list. */
export function noteUnread(unreadCount: number): void {
  const nothingRead = { notifications: [], nextCursor: null, total: 0 };
  queryClient.setQueryData(unreadQuery.queryKey, (page) => ({ ...(page ?? nothingRead), unreadCount }));
  // An older request in flight would overwrite this one.
  void queryClient.cancelQueries({ queryKey: unreadQuery.queryKey, exact: true });
  void queryClient.invalidateQueries({ queryKey: inboxQuery.queryKey, exact: true });
}

export function useReadNotifications() {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof readNotifications>["body"]) => api(readNotifications, { body }),
    onSuccess: ({ unreadCount }) => noteUnread(unreadCount),
  });
}

export const preferencesQuery = dataQuery(getNotificationPreferences, {});

const keep = (preferences: NotificationPreferences) => queryClient.setQueryData(preferencesQuery.queryKey, preferences);

export function useSaveNotificationSettings() {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof saveNotificationSettings>["body"]) =>
      api(saveNotificationSettings, { body }),
    onSuccess: keep,
  });
}

export function useSaveNotificationDelivery() {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof saveNotificationDelivery>["body"]) =>
      api(saveNotificationDelivery, { body }),
    onSuccess: keep,
  });
}

export function useSubscribePush() {
  return useMutation({
    mutationFn: async (subscribe: () => Promise<EndpointRequest<typeof subscribePush>["body"]>) =>
      api(subscribePush, { body: await subscribe() }),
    onSuccess: keep,
  });
}

export function useUnsubscribePush() {
  return useMutation({
    mutationFn: (endpoint: string) => api(unsubscribePush, { body: { endpoint } }),
    onSuccess: keep,
  });
}
