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
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";

export function tasksQuery(teamId: TeamId, filter: TaskFilter) {
  return pagedQuery(listTasks, { params: { teamId }, query: { filter } });
}

export function anchorsQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...dataQuery(listTaskAnchors, { params: { blueprintId } }),
    select: ({ anchors }) => anchors,
  });
}

const refreshTasks = (teamId: TeamId) => refreshQueries(listTasks, { teamId });

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
