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
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { queryClient } from "../../lib/session.ts";

export const inboxQuery = infiniteQueryOptions({
  queryKey: [listNotifications.url],
  queryFn: ({ pageParam, signal }) =>
    api(listNotifications, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  refetchOnMount: "always",
});

/** How much of the inbox is unread; kept up to date by the event stream. */
export const unreadQuery = queryOptions({
  queryKey: [listNotifications.url, "unread"],
  queryFn: async ({ signal }) => (await api(listNotifications, { query: {} }, { signal })).unreadCount,
});

/** What the event stream says: the number, and that the list is another one. */
export function noteUnread(unreadCount: number): void {
  queryClient.setQueryData(unreadQuery.queryKey, unreadCount);
  // What was asked for before would be older, and come later.
  void queryClient.cancelQueries({ queryKey: unreadQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: inboxQuery.queryKey, exact: true });
}

export function useReadNotifications() {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof readNotifications>["body"]) => api(readNotifications, { body }),
    onSuccess: ({ unreadCount }) => noteUnread(unreadCount),
  });
}

export const preferencesQuery = queryOptions({
  queryKey: [getNotificationPreferences.url],
  queryFn: ({ signal }) => api(getNotificationPreferences, {}, { signal }),
  refetchOnMount: "always",
});

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
