import type { EndpointResponse } from "@blueprint/contract/endpoint";
import type { listNotifications } from "@blueprint/contract/notifications";
import { expect, it } from "vitest";
import { queryClient } from "../../lib/session.ts";
import { noteUnread, unreadQuery } from "./notifications.queries.ts";

it("a slow response does not hide updates received since the request", async () => {
  const answer = Promise.withResolvers<EndpointResponse<typeof listNotifications>>();
  const asked = queryClient.fetchQuery({ ...unreadQuery, queryFn: () => answer.promise });
  noteUnread(1);
  answer.resolve({ notifications: [], nextCursor: null, total: 0, unreadCount: 0 });
  await asked;
  expect(queryClient.getQueryState(unreadQuery.queryKey)).toMatchObject({
    data: { unreadCount: 1 },
    fetchStatus: "idle",
  });
});
