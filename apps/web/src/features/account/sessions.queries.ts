import { endOtherSessions, endSession, listSessions } from "@blueprint/contract/sessions";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { queryClient } from "../../lib/session.ts";

export const sessionsQuery = queryOptions({
  ...dataQuery(listSessions, {}),
  select: ({ sessions }) => sessions,
});

const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });

export function useEndSession() {
  return useMutation({
    mutationFn: (sessionId: string) => api(endSession, { params: { sessionId } }),
    onSettled: refresh,
  });
}

export function useEndOtherSessions() {
  return useMutation({ mutationFn: () => api(endOtherSessions, {}), onSettled: refresh });
}
