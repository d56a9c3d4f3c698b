import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId, TaskId, TeamId } from "@blueprint/contract/ids";
import {
  completeTask,
  createTask,
  deleteTask,
  listTaskAnchors,
  listTasks,
  type TaskFilter,
  updateTask,
} from "@blueprint/contract/tasks";
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { queryClient } from "../../lib/session.ts";

/** Colleagues and workflows make tasks, too. */
const refreshEveryMs = 30_000;

export function tasksQuery(teamId: TeamId, filter: TaskFilter) {
  return infiniteQueryOptions({
    queryKey: [listTasks.url, teamId, filter],
    queryFn: ({ pageParam, signal }) =>
      api(
        listTasks,
        { params: { teamId }, query: { filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchOnMount: "always",
    refetchInterval: refreshEveryMs,
  });
}

export function anchorsQuery(blueprintId: BlueprintId) {
  return queryOptions({
    queryKey: [listTaskAnchors.url, blueprintId],
    queryFn: async ({ signal }) => (await api(listTaskAnchors, { params: { blueprintId } }, { signal })).anchors,
    refetchOnMount: "always",
  });
}

const refreshTasks = (teamId: TeamId) => queryClient.invalidateQueries({ queryKey: [listTasks.url, teamId] });

export function useCreateTask(teamId: TeamId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof createTask>["body"]) => api(createTask, { params: { teamId }, body }),
    onSuccess: () => refreshTasks(teamId),
  });
}

export function useUpdateTask(teamId: TeamId, taskId: TaskId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof updateTask>["body"]) =>
      api(updateTask, { params: { teamId, taskId }, body }),
    onSettled: () => refreshTasks(teamId),
  });
}

export function useCompleteTask(teamId: TeamId) {
  return useMutation({
    mutationFn: ({ taskId, isDone }: { readonly taskId: TaskId; readonly isDone: boolean }) =>
      api(completeTask, { params: { teamId, taskId }, body: { isDone } }),
    onSettled: () => refreshTasks(teamId),
  });
}

export function useDeleteTask(teamId: TeamId, taskId: TaskId) {
  return useMutation({
    mutationFn: () => api(deleteTask, { params: { teamId, taskId } }),
    onSettled: () => refreshTasks(teamId),
  });
}
