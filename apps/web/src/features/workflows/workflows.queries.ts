import type { TeamId, WorkflowId } from "@blueprint/contract/ids";
import { listTasks } from "@blueprint/contract/tasks";
import {
  createWorkflow,
  deleteWorkflow,
  listWorkflowRuns,
  listWorkflows,
  testWorkflow,
  updateWorkflow,
  type WorkflowDefinition,
} from "@blueprint/contract/workflows";
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { queryClient } from "../../lib/session.ts";

/** A run is acted upon in its own time: the log is asked again while one waits. */
const refreshWaitingEveryMs = 2_000;
const refreshEveryMs = 30_000;

export function workflowsQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: [listWorkflows.url, teamId],
    queryFn: async ({ signal }) => (await api(listWorkflows, { params: { teamId } }, { signal })).workflows,
    refetchOnMount: "always",
    refetchInterval: refreshEveryMs,
  });
}

export function runsQuery(teamId: TeamId, workflowId: WorkflowId) {
  return infiniteQueryOptions({
    queryKey: [listWorkflowRuns.url, teamId, workflowId],
    queryFn: ({ pageParam, signal }) =>
      api(
        listWorkflowRuns,
        { params: { teamId, workflowId }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchOnMount: "always",
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ runs }) =>
        runs.some(({ state: ofRun, delivery }) => ofRun === "waiting" || delivery === "waiting"),
      ) === true
        ? refreshWaitingEveryMs
        : false,
  });
}

const refreshWorkflows = (teamId: TeamId) =>
  queryClient.invalidateQueries({ queryKey: workflowsQuery(teamId).queryKey });

export function useCreateWorkflow(teamId: TeamId) {
  return useMutation({
    mutationFn: (definition: WorkflowDefinition) => api(createWorkflow, { params: { teamId }, body: { definition } }),
    onSuccess: () => refreshWorkflows(teamId),
  });
}

export function useUpdateWorkflow(teamId: TeamId, workflowId: WorkflowId) {
  return useMutation({
    mutationFn: (body: { definition?: WorkflowDefinition; isEnabled?: boolean }) =>
      api(updateWorkflow, { params: { teamId, workflowId }, body }),
    onSettled: () => refreshWorkflows(teamId),
  });
}

export function useDeleteWorkflow(teamId: TeamId, workflowId: WorkflowId) {
  return useMutation({
    mutationFn: () => api(deleteWorkflow, { params: { teamId, workflowId } }),
    onSettled: () => refreshWorkflows(teamId),
  });
}

export function useTestWorkflow(teamId: TeamId, workflowId: WorkflowId) {
  return useMutation({
    mutationFn: () => api(testWorkflow, { params: { teamId, workflowId } }),
    onSuccess: async () => {
      await refreshWorkflows(teamId);
      await queryClient.invalidateQueries({ queryKey: runsQuery(teamId, workflowId).queryKey });
      // A test may have made a task.
      await queryClient.invalidateQueries({ queryKey: [listTasks.url, teamId] });
    },
  });
}
