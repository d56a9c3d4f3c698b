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
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";
import { queryClient } from "../../lib/session.ts";

export function workflowsQuery(teamId: TeamId) {
  return queryOptions({
    ...dataQuery(listWorkflows, { params: { teamId } }),
    select: ({ workflows }) => workflows,
  });
}

export function runsQuery(teamId: TeamId, workflowId: WorkflowId) {
  return pagedQuery(listWorkflowRuns, { params: { teamId, workflowId }, query: {} });
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
      // A test may have created a task.
      await refreshQueries(listTasks, { teamId });
    },
  });
}
