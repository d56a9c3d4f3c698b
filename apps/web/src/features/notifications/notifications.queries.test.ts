import { expect, it } from "vitest";
import { queryClient } from "../../lib/session.ts";
import { noteUnread, unreadQuery } from "./notifications.queries.ts";

it("a slow answer does not hide what was heard since it was asked for", async () => {
  const answer = Promise.withResolvers<number>();
  const asked = queryClient.fetchQuery({ ...unreadQuery, queryFn: () => answer.promise });
  noteUnread(1);
  answer.resolve(0);
  await asked;
  expect(queryClient.getQueryState(unreadQuery.queryKey)).toMatchObject({ data: 1, fetchStatus: "idle" });
});
